"""While a long log is opened Python looks for no cycles, and afterwards as before."""

import gc

import pytest

from komandor.app.ledger import no_search_for_cycles


def test_the_search_goes_on_afterwards_also_after_a_fault() -> None:
    with no_search_for_cycles(True):
        assert not gc.isenabled()
        with no_search_for_cycles(True):
            pass
        assert not gc.isenabled(), "the outer one still opens its log"
    assert gc.isenabled()
    with pytest.raises(ValueError, match="no event"), no_search_for_cycles(True):
        raise ValueError("no event")
    assert gc.isenabled()


def test_few_records_and_a_program_that_never_searches_are_left_alone() -> None:
    with no_search_for_cycles(False):
        assert gc.isenabled()
    gc.disable()
    try:
        with no_search_for_cycles(True):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
