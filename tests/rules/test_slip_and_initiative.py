"""A slip does not contradict the initiative that was recorded with the match (ARM-SETUP-5, ARM-END-6)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, by, swiss
from tests.support.world import client, opened, site_of


def level(first: str | None = None) -> dict[str, object]:
    named = {"first": first} if first else {}
    return {"end": "rounds", "scores": (120, 120), **named}


def begun() -> tuple[Event, c.Command]:
    event = Event("armada", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(c.SetInitiative(match.number, match.a))
    wrong = c.EnterResult(match=match.number, report=level("b"))
    return event, wrong


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
def test_the_second_player_by_the_record_wins_a_level_game() -> None:
    event, wrong = begun()
    match = event.matches()[0]
    reason = event.refused(wrong, "initiative.slip_differs", "ARM-SETUP-5")
    assert reason.params["player"] == match.a
    event.do(c.EnterResult(match=match.number, report=level()))
    assert event.winner(match.a) == match.b
    assert checked(event) == []


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
def test_nor_by_phone() -> None:
    event, _ = begun()
    match = event.matches()[0]
    wrong = c.ReportResult(match.number, level("b"), match.players)
    event.refused(wrong, "initiative.slip_differs", "ARM-SETUP-5", by=by(match.b))


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
def test_a_reason_corrects_the_record_together_with_the_result() -> None:
    event, _ = begun()
    match = event.matches()[0]
    corrected = c.EnterResult(match=match.number, report=level("b"), reason="noted the wrong way")
    event.do(corrected)
    assert event.t.matches[match.number].first == match.b
    assert event.winner(match.a) == match.a
    assert checked(event) == []


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
@pytest.mark.parametrize("first", [None, "a"])
def test_a_record_does_not_change_under_a_result(first: str | None) -> None:
    event, _ = begun()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=level(first)))
    event.refused(c.SetInitiative(match.number, match.b), "initiative.result_in", "ARM-SETUP-5")
    event.do(c.SetInitiative(match.number, match.a, "assault"))


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
def test_nor_is_one_made_that_the_slip_contradicts() -> None:
    event = Event("armada", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    said = c.ReportResult(match.number, level("b"), match.players)
    event.do(said, by=by(match.a))
    event.refused(c.SetInitiative(match.number, match.a), "initiative.result_in", "ARM-SETUP-5")
    event.do(c.SetInitiative(match.number, match.b))


@pytest.mark.rule("ARM-END-6", "ARM-SETUP-5")
def test_the_desk_reads_why() -> None:
    world = opened("armada").start()
    match = world.matches()[0]
    world.do(c.SetInitiative(match.number, match.a))
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.post("/c/cup/quick", {"table": str(match.table), "result": "120-120 f b"})
    assert world.match(match.a).result is None
    assert "initiative" in answer.content.decode()


@pytest.mark.rule("ARM-SETUP-5")
@pytest.mark.parametrize("redo", [False, True])
def test_the_initiative_does_not_change_under_a_result_by_an_undo(redo: bool) -> None:
    """What a correction alone may change is not changed by an undo, nor by the undo of one."""
    event = Event("armada", swiss(3)).register(4).announce().start()
    match = event.matches()[0]
    tie = {"end": "rounds", "scores": (120, 120), **({"first": "a"} if redo else {})}
    event.do(c.SetInitiative(match.number, match.b if redo else match.a))
    back = event.undo()
    if redo:
        event.do(back)
        back = event.undo()
    event.do(c.EnterResult(match=match.number, report=tie))
    event.refused(back, "undo.in_the_way")
    assert event.result(match).winner == match.b
    event.do(event.undo(e.ResultEntered)).do(back)
    assert checked(event) == []
