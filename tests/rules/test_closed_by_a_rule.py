"""What a document closes is refused with the rule that closes it, not only as impossible in this phase."""

import pytest

from komandor.app.access import HOST
from komandor.app.offers import Offers
from komandor.cli.exits import BAD_INPUT
from komandor.core.tournament import commands as c
from komandor.texts import Speaker
from tests.cli.terminal import Run
from tests.support.event import Event, single, swiss

LATE = {"registration.late_entry": True}


@pytest.mark.rule("COM-PREP-3", "SWL-STRUCT-3")
@pytest.mark.parametrize(("game", "rule"), [("armada", "COM-PREP-3"), ("star-wars-lcg", "SWL-STRUCT-3")])
def test_the_draw_waits_for_the_announcement_and_the_announcement_stands(game: str, rule: str) -> None:
    event = Event(game, swiss(2)).register(4)
    for command in (c.FreezeRound(), c.DrawRound()):
        event.refused(command, "structure.not_announced", rule)
    told = Offers(event.t, HOST).why_not("DrawRound")
    assert told is not None
    assert "COM-PREP-3" not in Speaker(lang="pl").sentence(told)
    assert told.rule == rule
    event.announce().start().refused(c.AnnounceStructure(), "structure.begun", rule)


@pytest.mark.rule("COM-DROP-4", "COM-DROP-5")
def test_whoever_comes_after_the_draw_enters_late_and_after_the_cut_not_at_all() -> None:
    event = Event("destiny", swiss(1), single(4), settings=LATE).register(6).announce().start()
    event.refused(c.RegisterPlayer(), "late.round_one_drawn", "COM-DROP-4")
    event.play_stage().cut().refused(c.EnterLate("losses"), "late.after_cut", "COM-DROP-5")
    event.refused(c.RegisterPlayer(), "late.after_cut", "COM-DROP-5")


@pytest.mark.rule("COM-CUT-3", "COM-ELIM-6")
def test_once_a_knock_out_game_is_played_nobody_is_replaced() -> None:
    event = Event("armada", swiss(2), single(4)).register(6).announce().play_stage().cut().start()
    gone = event.matches()[0].a
    event.do(c.DropPlayer(gone)).refused(c.ReplaceSeed(gone, 5, True), "cut.stage_begun", "COM-CUT-3")
    assert event.winner(gone) == event.opponent(gone)


@pytest.mark.rule("ARM-SCORE-1")
@pytest.mark.parametrize(
    ("report", "field"), [("{}", "report.end"), ('{"end": "rounds", "winner": "a"}', "report.winner")]
)
def test_a_slip_that_is_typed_wrong_is_bad_input_and_names_its_field(
    run: Run, report: str, field: str
) -> None:
    """`event do` answers as `komandor score` does: exit code 2, and nothing is written."""
    run.event("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-14")
    run.event("register", "Anna A", "Bartek B", "Celina C", "Darek D")
    for word in ("announce", "draw", "publish"):
        run.event(word)
    code, _, error = run("event", "do", "enter-result", "--at-table", "1", "--report", report)
    assert (code, error.startswith(field)) == (BAD_INPUT, True)
