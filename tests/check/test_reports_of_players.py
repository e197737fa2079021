"""However two players report, dispute and agree, the checker accuses nobody."""

import json
from itertools import product

import pytest

from komandor.app.handle import Accepted
from komandor.core.tournament import commands as c
from tests.check.events import check_events
from tests.support.checking import checked
from tests.support.event import Event, by, swiss

SAID = [(who, what) for who in "ab" for what in ("a won", "b won", "disputes")]


def _table() -> Event:
    return Event("destiny", swiss(1)).register(4).announce().start()


def _say(event: Event, who: str, what: str) -> bool:
    match = event.matches()[0]
    player = match.a if who == "a" else match.b
    if what == "disputes":
        command: c.Command = c.DisputeResult(match.number, event.seen(match.number) if match.result else "")
    else:
        report = event.report(match, match.a if what == "a won" else match.b)
        command = c.ReportResult(match.number, report, match.players)
    return isinstance(event.ask(command, by=by(player)), Accepted)


@pytest.mark.parametrize("first", SAID[:2], ids=str)
def test_no_order_of_reports_and_disputes_is_a_violation(first: tuple[str, str]) -> None:
    counted = 0
    for rest in product(SAID, repeat=3):
        event = _table()
        taken = [said for said in (first, *rest) if _say(event, *said)]
        counted += event.matches()[0].final
        assert checked(event) == [], taken
    assert counted > 20


def test_the_one_who_disputed_may_be_agreed_with() -> None:
    """A mistypes, B reports what was played, A reports the same: A has confirmed B's report."""
    event = _table()
    for said in (("a", "a won"), ("b", "b won"), ("a", "b won")):
        assert _say(event, *said)
    match = event.matches()[0]
    assert event.result(match).winner == match.b
    assert event.result(match).status == "final"
    event.play_out()
    assert checked(event) == []


def test_a_result_brought_back_beside_another_is_a_violation() -> None:
    """The engine refuses it; in a log that says so two results of one match would count."""
    event = _table()
    match = event.matches()[0]
    event.do(event.won(match.a)).do(event.undo())
    undone = event.t.version
    for said in (("a", "b won"), ("b", "b won")):
        assert _say(event, *said)
    event.refused(c.VoidEvents((undone,), "it was right"), "undo.in_the_way")
    log = [json.loads(record.event) for record in event.store.read(event.id)]
    assert check_events(log) == []
    log.append({"type": "event_voided", "targets": [undone], "reason": "it was right"})
    assert [v.code for v in check_events(log)] == ["void.nonsense"]
