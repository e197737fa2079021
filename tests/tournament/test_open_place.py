"""While a place in the cut is open nobody plays for it, and the next step always leads on."""

from typing import Any

import pytest

from komandor.app.handle import Refused
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.cut import leavers, next_in_line
from tests.support.checking import checked
from tests.support.event import Event, by, double, single, swiss

KNOCK_OUTS = [("conquest", single), ("star-wars-lcg", double), ("armada", single)]
PHASES = ("cut", "freeze", "draw", "publish")


def finalists(game: str, knock_out: Any, phase: str = "publish", players: int = 6) -> Event:
    """Four finalists of so many players, as far as the phase says."""
    event = Event(game, swiss(2), knock_out(4)).register(players).announce().play_stage().cut()
    for step in PHASES[1 : PHASES.index(phase) + 1]:
        getattr(event, step)()
    return event


def seeds(event: Event) -> list[int]:
    return [n for n in event.t.stages[2].seeds if n is not None]


def follow(event: Event, steps: int = 60) -> list[str]:
    """Do what *Next* offers and nothing else, until the event is over."""
    taken: list[str] = []
    for _ in range(steps):
        step = next_step(event.t)
        taken.append(step.code)
        assert not step.obstacles, f"{step} after {taken}"
        if step.code == "done":
            return taken
        if step.code == "replacement":
            event.do(c.ReplaceSeed(leavers(event.t)[0], next_in_line(event.t) or 0, True))
        elif step.code == "results":
            event.results()
        else:
            event.take(step.code)
    raise AssertionError(taken)


@pytest.mark.rule("COM-CUT-3", "COM-CUT-4", "COM-ELIM-6")
@pytest.mark.parametrize(("game", "knock_out"), KNOCK_OUTS)
def test_no_result_counts_while_the_place_of_a_finalist_who_left_is_open(game: str, knock_out: Any) -> None:
    """Nobody reaches the final against an absent player, and no absent player wins."""
    event = finalists(game, knock_out)
    gone = event.matches()[1].a
    event.do(c.DropPlayer(gone))
    here = event.opponent(gone)
    for winner in (gone, here):
        wanted = c.EnterResult(match=event.match(gone).number, report=event.slip(winner))
        event.refused(wanted, "cut.replacement_due", "COM-CUT-3")
    other = event.matches()[0]
    event.refused(event.won(other.a), "cut.replacement_due", "COM-CUT-3")
    report = c.ReportResult(other.number, event.slip(other.a), other.players)
    event.refused(report, "cut.replacement_due", "COM-CUT-3", by=by(other.a))
    sanction = c.GiveSanction(player=other.a, kind="match_loss", reason="late", match=other.number)
    event.refused(sanction, "cut.replacement_due", "COM-CUT-3")
    event.refused(c.StartClock(), "cut.replacement_due", "COM-CUT-3")
    event.refused(c.CloseRound(), "cut.replacement_due", "COM-CUT-3")
    asked = next_in_line(event.t)
    assert asked is not None
    taken = follow(event)
    assert taken[:3] == ["replacement", "redraw", "publish"]
    assert event.t.places[0][0] != gone
    played = {n for m in event.t.matches.values() if event.t.rounds[m.round].stage == 2 for n in m.players}
    assert asked in played
    assert gone not in played


@pytest.mark.rule("COM-CUT-2", "COM-CUT-3")
@pytest.mark.parametrize(("game", "knock_out"), KNOCK_OUTS)
def test_no_result_counts_before_the_seeds_have_closed_up(game: str, knock_out: Any) -> None:
    event = finalists(game, knock_out, players=4)
    gone = seeds(event)[3]
    event.do(c.DropPlayer(gone))
    here = event.opponent(gone)
    event.refused(event.won(here), "round.draw_again", "COM-PAIR-1")
    event.refused(c.StartClock(), "round.draw_again", "COM-PAIR-1")
    assert follow(event)[:2] == ["redraw", "publish"]


@pytest.mark.rule("COM-CUT-3")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("players", [4, 5, 6, 8])
@pytest.mark.parametrize("leaving", [1, 2, 3, 4])
def test_from_every_moment_before_the_first_game_the_next_step_leads_to_the_end(
    phase: str, players: int, leaving: int
) -> None:
    event = finalists("destiny", single, phase, players)
    for gone in seeds(event)[:leaving]:
        event.do(c.DropPlayer(gone))
    here = set(event.t.active())
    follow(event)
    if here and (event.t.round_number > 2 or len(here) == 1):
        first = event.t.places[0][0]
        assert first in here or not here & set(seeds(event))


@pytest.mark.rule("COM-CUT-3")
def test_an_answer_no_asks_the_next_and_with_nobody_left_the_cut_shrinks() -> None:
    event = finalists("destiny", single, "draw", players=6)
    gone = seeds(event)[0]
    event.do(c.DropPlayer(gone))
    for _ in range(2):
        assert next_step(event.t).code == "replacement"
        event.do(c.ReplaceSeed(gone, next_in_line(event.t) or 0, False))
    assert next_step(event.t).code == "redraw"
    follow(event)
    assert gone not in seeds(event)


@pytest.mark.rule("COM-ELIM-6")
def test_after_the_first_game_nobody_is_asked_and_the_opponent_has_a_bye() -> None:
    event = finalists("destiny", single)
    first, second = event.matches()
    event.do(event.won(first.a)).do(c.DropPlayer(second.a))
    assert event.winner(second.a) == second.b
    undone = event.ask(c.VoidEvents((event.t.version - 2,), "wrong table"))
    assert getattr(undone, "refusal", None), "the bye stands on the game that was played"


@pytest.mark.rule("COM-PAIR-1")
@pytest.mark.parametrize("steps", [1, 2])
def test_no_round_is_drawn_for_nobody(steps: int) -> None:
    event = Event("destiny", swiss(3)).register(4).announce().play_round()
    for step in ("freeze", "draw")[:steps]:
        getattr(event, step)()
    for n in event.t.active():
        event.do(c.DropPlayer(n))
    event.refused(c.DrawRound(), "round.nobody_left", "COM-PAIR-1")
    assert follow(event) == ["finish", "done"]
    assert len(event.t.places) == 4


@pytest.mark.rule("COM-CUT-3")
def test_nobody_takes_a_place_after_a_round_of_byes() -> None:
    """Whoever came in then had no tie-break lot of the stage."""
    event = Event("destiny", swiss(1), swiss(2, 2)).register(4).announce().play_stage().cut()
    first, second = seeds(event)
    third, fourth = event.t.stages[2].standings_before[2:]
    event.do(c.DropPlayer(first), c.ReplaceSeed(first, third, accepted=True))
    event.do(c.DropPlayer(second), c.ReplaceSeed(second, fourth, accepted=False))
    event.until("close_round").close().refused(c.Rejoin(first), "rejoin.other_stage", "COM-DROP-5")
    assert isinstance(event.ask(c.ReplaceSeed(second, first, accepted=True)), Refused)
    event.play_out()


@pytest.mark.rule("COM-CUT-3")
@pytest.mark.parametrize("phase", ["cut", "freeze", "draw", "publish"])
@pytest.mark.parametrize("size", [2, 4])
def test_the_event_does_not_end_while_the_next_in_line_has_not_been_asked(phase: str, size: int) -> None:
    """All seeds but one left before the first game, and the last one was champion without a word."""
    event = Event("armada", swiss(1), single(size)).register(6).announce().play_stage().cut()
    if phase != "cut":
        getattr(event, phase)()
    for gone in seeds(event)[:-1]:
        event.do(c.DropPlayer(gone))
    asked = next(n for n in event.order() if n not in seeds(event))
    event.refused(c.CloseTournament(), "cut.replacement_due", "COM-CUT-3")
    event.do(c.ReplaceSeed(leaver=seeds(event)[0], player=asked, accepted=False))
    follow(event)
    assert checked(event) == []


@pytest.mark.rule("COM-CUT-3", "COM-ELIM-1")
def test_a_prepared_final_needs_the_second_finalist_who_was_found_for_it() -> None:
    """Without the replacement the final was frozen for one alone, who had won before it."""
    event = Event("destiny", swiss(1), single(2)).register(5).announce().play_stage().cut()
    gone, third = seeds(event)[0], event.order()[2]
    event.do(c.DropPlayer(gone)).do(c.ReplaceSeed(gone, third, accepted=True))
    replaced = event.undo()
    event.freeze().refused(replaced, "undo.in_the_way")
    event.do(event.undo(e.RoundFrozen)).do(replaced)
    follow(event)
    assert checked(event) == []


@pytest.mark.rule("COM-CUT-3")
def test_a_prepared_round_of_more_waits_again_for_the_replacement_that_was_undone() -> None:
    event = Event("destiny", swiss(1), single(4)).register(6).announce().play_stage().cut()
    gone, fifth = seeds(event)[0], event.order()[4]
    event.do(c.DropPlayer(gone)).do(c.ReplaceSeed(gone, fifth, accepted=True))
    replaced = event.undo()
    event.freeze().do(replaced).refused(c.DrawRound(), "cut.replacement_due", "COM-CUT-3")
    follow(event)
    assert checked(event) == []


@pytest.mark.rule("COM-CUT-3", "COM-CUT-4")
def test_whoever_was_replaced_does_not_come_back_by_an_undo() -> None:
    """Nor is anybody asked in turn any more, if by an undo somebody before them is here after all."""
    event = Event("destiny", swiss(2), single(4)).register(7).announce().play_stage()
    order = event.order()
    event.do(c.DropPlayer(order[4]))
    fifth = event.undo()
    event.cut().do(c.DropPlayer(order[0]))
    first = event.undo()
    event.do(c.ReplaceSeed(order[0], order[5], True))
    for leaving in (first, fifth):
        event.refused(leaving, "undo.in_the_way")
    event.do(event.undo(e.ReplacementAsked)).do(fifth)
    event.do(c.ReplaceSeed(order[0], order[4], True))
    assert event.t.stages[2].seeds == (*order[1:4], order[4])
    assert checked(event) == []


@pytest.mark.rule("AMB-G30")
def test_a_cut_that_shrank_does_not_stay_small_when_somebody_never_left() -> None:
    event = Event("destiny", swiss(2), single(4)).register(4).announce().play_stage().cut()
    gone = event.t.stages[2].seeds[3]
    event.do(c.DropPlayer(gone))
    leaving = event.undo()
    event.draw()
    assert gone not in event.t.stages[2].seeds
    event.refused(leaving, "undo.in_the_way")
    event.do(event.undo()).do(leaving)
    assert gone in event.t.stages[2].seeds
    assert checked(event) == []
