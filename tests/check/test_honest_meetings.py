"""What people may do in an unusual order is no fault: the checker accuses no such event."""

import pytest

from komandor.app.access import Actor
from komandor.check.check_file import check_bytes
from komandor.core.ids import CallNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.log.bundle import export
from tests.support.event import Event, by, swiss

CALL = CallNo(1)
LOST_BY_BOTH = {"end": "double_loss"}


def accused(event: Event) -> list[str]:
    return [str(one) for one in check_bytes(export(event.store, event.id)).violations]


def test_a_stage_has_begun_with_its_first_result_also_without_a_clock() -> None:
    event = Event("conquest", swiss(1), swiss(2, 5), swiss(1, 2)).register(8).announce().play_round()
    event.do(c.MakeCut()).publish()
    first, second, *_ = event.matches()
    report = {"end": "win", "winner": "a"}
    event.do(c.ReportResult(first.number, report, first.players), by=by(first.a))
    event.do(c.Disqualify(second.players[0], "seen by all"))
    event.do(c.EnterResult(match=first.number, report=report))
    assert accused(event) == []


def test_a_result_that_was_taken_back_is_entered_again_although_somebody_left_since() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().publish()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report={"end": "win", "winner": "a"}))
    event.do(c.Disqualify(match.players[1], "seen by all"))
    event.do(event.undo(e.ResultEntered))
    event.do(c.EnterResult(match=match.number, report={"end": "win", "winner": "a"}))
    assert accused(event) == []


@pytest.mark.parametrize("seed", range(4))
def test_who_missed_a_match_and_came_back_may_be_seeded(seed: int) -> None:
    event = Event("armada", swiss(1), swiss(2, 3), seed=bytes([seed]) * 32).register(4).announce().publish()
    one, other = (m.number for m in event.matches())
    absent = event.t.matches[other].players
    event.do(c.DeclareNoShow(other, absent)).do(c.EnterResult(match=one, report=LOST_BY_BOTH, reason="so"))
    for player in absent:
        event.do(c.Rejoin(player))
    event.do(c.CloseRound()).do(c.MakeCut())
    assert accused(event) == []


def test_a_leader_who_registers_without_a_link_is_noted_as_the_player() -> None:
    event = Event("conquest", swiss(2), organiser={"first": "Olga", "last": "Organ"})
    event.do(c.AppointStaff(("judge",)), persons=({"first": "Jan", "last": "Sędzia"},))
    event.ask(c.RegisterPlayer(), by=Actor("public"), persons=({"first": "Olga", "last": "Organ"},))
    assert accused(event) == []


def test_a_ruling_is_not_redone_for_a_call_that_was_ruled_since() -> None:
    event = Event("destiny", swiss(2)).do(c.CallJudge()).do(c.GiveRuling(CALL, "so it is"))
    back = event.undo()
    event.do(back)
    again = event.undo()
    event.do(c.GiveRuling(CALL, "no, so"))
    event.refused(again, "undo.in_the_way")
