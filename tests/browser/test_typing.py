"""Whoever types results and names without looking finds each where it was typed, on a slow network too.

`KOMANDOR_TYPED=200 ./test tests/browser/test_typing.py` types so many, on networks from good to very slow.
"""

import os

import pytest
from playwright.sync_api import Browser

from tests.support.typist import names_that_stand, results_that_stand

USUAL = 40
RESULTS = int(os.environ.get("KOMANDOR_TYPED", USUAL))
NAMES = RESULTS // 2
slowly = pytest.mark.parametrize("latency", [250] if RESULTS == USUAL else [0, 60, 250, 2000])


@slowly
@pytest.mark.slow
def test_results_typed_blind_stand_at_their_tables(browser: Browser, latency: int) -> None:
    assert results_that_stand(browser, RESULTS, latency, outage=True, seed=1) == (RESULTS, [])


@slowly
def test_names_typed_blind_are_registered_in_their_order(browser: Browser, latency: int) -> None:
    assert names_that_stand(browser, NAMES, latency, outage=True, seed=2) == (NAMES, [])
