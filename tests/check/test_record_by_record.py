"""A log checked record by record says of each record, at once, what the check of the whole log says of it."""

import json

import pytest

from komandor.check.whole_log import Checking, Entry, examine
from tests.check.faults import FAULTS, Log
from tests.check.wild import wild


def _entries(log: Log) -> list[Entry]:
    return [Entry(seq, event) for seq, event in enumerate(log, start=1)]


@pytest.mark.parametrize("name", ["points_wrong", "confirmed_by_the_reporter", "winner_wrong"])
def test_a_fault_is_named_at_its_record(name: str) -> None:
    logs = (FAULTS[name](wild(seed)) for seed in range(12))
    log = next(one for one in logs if one)
    whole, checking = examine(_entries(log)), Checking()
    for entry in _entries(log):
        found = checking.take(entry)
        assert all(v.seq == entry.seq for v in found)
        assert list(found) == [v for v in whole.violations if v.seq == entry.seq]
    assert checking.report() == whole
    assert not whole.clean


def test_asking_in_between_changes_nothing() -> None:
    log = wild(3)
    asked, unasked = Checking(), Checking()
    for entry in _entries(json.loads(json.dumps(log))):
        asked.take(entry)
        asked.report()
        unasked.take(entry)
    assert asked.report() == unasked.report()
