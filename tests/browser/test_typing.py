"""Whoever types results and names without looking finds each where it was typed, on a slow network too."""

import pytest
from playwright.sync_api import Browser

from tests.support.typist import names_that_stand, results_that_stand

RESULTS, NAMES, SLOW = 40, 20, 250


@pytest.mark.slow
def test_results_typed_blind_stand_at_their_tables(browser: Browser) -> None:
    assert results_that_stand(browser, RESULTS, SLOW, outage=True, seed=1) == (RESULTS, [])


def test_names_typed_blind_are_registered_in_their_order(browser: Browser) -> None:
    assert names_that_stand(browser, NAMES, SLOW, outage=True, seed=2) == (NAMES, [])
