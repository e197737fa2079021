"""A call goes up the ladder: players, judge, marshal; every step is logged, none skipped or repeated."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Incident
from tests.support.event import Event, by


def called() -> tuple[Event, int, int]:
    event = Event("destiny").register(4).announce().start()
    event.do(c.CallJudge(match=event.match(1).number, kind="dispute", text="who is first?"), by=by(1))
    return event, 1, event.opponent(1)


@pytest.mark.rule("COM-COND-2")
def test_a_call_has_table_and_time() -> None:
    event, number, _ = called()
    call = event.t.calls[number]
    assert call.table == event.match(1).table
    assert call.at == int(event.clock.timestamp() * 1000)
    assert (call.player, call.state) == (1, "open")
    event.refused(c.CallJudge(kind="lunch"), "call.unknown_kind", "COM-COND-2")
    event.refused(c.CallJudge(match=99), "match.unknown")


@pytest.mark.rule("COM-ROLE-13")
def test_players_settle_it_themselves() -> None:
    event, number, _ = called()
    event.do(c.GiveRuling(number, "", settled_by_players=True))
    assert event.t.calls[number].state == "settled"
    event.refused(c.GiveRuling(number, "so"), "call.closed", "COM-ROLE-13")
    event.refused(c.AppealRuling(number), "appeal.nothing_to_appeal", "COM-ROLE-13", by=by(1))


@pytest.mark.rule("COM-ROLE-13")
def test_ruling_appeal_and_final_verdict() -> None:
    event, number, other = called()
    judge, marshal = event.staff("judge"), event.staff("marshal")
    stranger = next(n for n in event.t.active() if n not in (1, other))
    event.refused(c.AppealRuling(number), "appeal.nothing_to_appeal", "COM-ROLE-13", by=by(1))
    event.refused(c.GiveFinalVerdict(number, "so"), "verdict.not_appealed", "COM-ROLE-13", by=marshal)
    event.do(c.TakeCall(number), by=judge)
    assert event.t.calls[number].state == "taken"
    event.refused(c.GiveRuling(number, " "), "ruling.empty", "COM-ROLE-13", by=judge)
    event.do(c.GiveRuling(number, "the lower total decides", "ARM-SETUP-5"), by=judge)
    event.refused(c.TakeCall(number), "call.closed", "COM-ROLE-13", by=judge)
    event.refused(c.AppealRuling(number), "appeal.not_your_match", "COM-ROLE-13", by=by(stranger))
    event.do(c.AppealRuling(number), by=by(other))
    event.refused(c.AppealRuling(number), "appeal.nothing_to_appeal", "COM-ROLE-13", by=by(1))
    event.do(c.GiveFinalVerdict(number, "confirmed"), by=marshal)
    call = event.t.calls[number]
    assert (call.state, call.verdict, call.verdict_by, call.rule) == (
        "final",
        "confirmed",
        marshal.number,
        "ARM-SETUP-5",
    )
    event.refused(c.GiveFinalVerdict(number, "again"), "verdict.not_appealed", "COM-ROLE-13", by=marshal)
    event.refused(c.TakeCall(99), "call.unknown", by=judge)


@pytest.mark.rule("COM-ROLE-17")
def test_a_spectator_reports_an_incident() -> None:
    event, _, _ = called()
    event.refused(c.ReportIncident("  "), "incident.empty", "COM-ROLE-17")
    for nowhere in (-1, 0, 10**9):
        event.refused(c.ReportIncident("a card up the sleeve", table=nowhere), "tables.number")
        event.refused(c.CallJudge(table=nowhere), "tables.number")
    event.do(c.ReportIncident("a card up the sleeve", table=1, category="SWL-COND-5"))
    assert event.t.incidents[1] == Incident("a card up the sleeve", 1, "SWL-COND-5")


@pytest.mark.rule("COM-ROLE-13")
def test_a_ruling_stands_while_its_appeal_or_the_last_word_does() -> None:
    event, number, _ = called()
    event.staff("marshal")
    event.do(c.GiveRuling(number, "so it is"))
    ruling = event.undo()
    event.do(c.AppealRuling(number), by=by(1))
    appeal = event.undo()
    event.refused(ruling, "undo.in_the_way")
    event.do(c.GiveFinalVerdict(number, "so it stays"), by=Actor("staff", 2))
    verdict = event.undo()
    event.do(appeal).refused(ruling, "undo.in_the_way")
    event.do(verdict).do(ruling)
    assert event.t.calls[number].state == "open"


@pytest.mark.rule("COM-ROLE-13")
def test_an_appeal_stands_while_its_round_has_closed_the_call() -> None:
    event, number, _ = called()
    event.do(c.GiveRuling(number, "so it is")).do(c.AppealRuling(number), by=by(1))
    appeal = event.undo()
    event.results().do(c.CloseRound(calls=(number,)))
    assert event.t.calls[number].state == "closed"
    event.refused(appeal, "undo.in_the_way")
