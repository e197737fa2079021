"""A correction or an undo shows first what it changes: places, cut, later draws; and changes just that."""

import pytest

from komandor.app.queries.staff.effects import effect_of, effect_of_undo
from komandor.app.workflow import next_step
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.standings import standings_of
from tests.support.event import Event, single, swiss
from tests.tournament.examples import context


def corrected(event: Event, winner: int) -> c.EnterResult:
    match = event.t.in_round(1)[0]
    side = "a" if match.a == winner else "b"
    return c.EnterResult(match=match.number, report={"end": "win", "winner": side}, reason="misread")


def played() -> tuple[Event, int]:
    """Two rounds and a cut to come; the loser of round 1, table 1."""
    event = Event("destiny", swiss(3), single(4)).register(8).announce().play_round().play_round()
    first = event.t.in_round(1)[0]
    return event, next(n for n in first.players if first.result and n != first.result.winner)


def test_a_correction_names_who_moves_and_which_draws_would_have_been_others() -> None:
    event, loser = played()
    before = event.t
    effect = effect_of(event.t, corrected(event, loser), context(event, staff=1))
    assert not isinstance(effect, Refusal)
    moved = {m.player: (m.points_before, m.points_after) for m in effect.moved}
    old = {row.player: row.points for row in standings_of(event.t)}
    assert moved[loser] == (old[loser], old[loser] + 1)
    assert effect.draws == (2,), "round 2 was paired by the points of round 1"
    assert event.t == before, "a preview changes nothing"
    event.do(corrected(event, loser))
    expected = [(r.player, r.rank) for r in standings_of(effect.after)]
    assert [(r.player, r.rank) for r in standings_of(event.t)] == expected


def test_during_a_round_only_those_whose_points_change_are_named() -> None:
    """Places of a round that is half played say nothing: the winner of one table would be first."""
    event = Event("destiny", swiss(3)).register(16).announce().start().results(but=3)
    match = event.open()[0]
    drop = c.DropPlayer(match.a, game="not_played")
    effect = effect_of(event.t, drop, context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert len(effect.moved) > 2
    assert [m.player for m in effect.named] == [match.b]
    assert effect.unsettled
    event.play_until("draw")
    first = event.in_round(1)[0]
    loser = next(n for n in first.players if first.result and n != first.result.winner)
    effect = effect_of(event.t, corrected(event, loser), context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert effect.named == effect.moved
    assert not effect.unsettled


def test_the_cut_is_told_who_comes_in_and_who_falls_out() -> None:
    event = Event("destiny", swiss(1), single(4)).register(8).announce().play_round()
    inside = event.order()[:4]
    first = next(m for m in event.in_round() if m.result and m.result.winner in inside)
    loser = next(n for n in first.players if first.result and n != first.result.winner)
    wish = c.EnterResult(match=first.number, report=event.slip(loser), reason="misread")
    effect = effect_of(event.t, wish, context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert first.result
    assert first.result.winner in effect.cut_out
    event.do(wish)
    assert set(event.order()[:4]) == (set(inside) | set(effect.cut_in)) - set(effect.cut_out)


def test_an_undo_is_previewed_as_it_will_be() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results()
    wish = event.undo(e.ResultEntered)
    effect = effect_of_undo(event.t, event.loaded.history, wish.targets)
    assert not isinstance(effect, Refusal)
    assert effect.moved
    event.do(wish)
    assert effect.after.matches == event.t.matches


def test_what_changes_nothing_says_so() -> None:
    event = Event("destiny", swiss(2)).register(4).announce()
    effect = effect_of(event.t, c.PostNotice("lunch"), context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert effect.nothing
    drawn = effect_of(event.t, c.FreezeRound(), context(event, staff=1))
    assert not isinstance(drawn, Refusal)
    assert (drawn.phase_before, drawn.phase_after, drawn.nothing) == ("announced", "frozen", False)


def test_what_would_be_refused_is_refused_in_the_preview() -> None:
    event = Event("destiny", swiss(2)).register(4).announce()
    no = effect_of(event.t, c.MakeCut(), context(event))
    assert isinstance(no, Refusal)
    assert no.reasons[0].code == "phase.not_now"
    gone = effect_of_undo(event.t, event.loaded.history, (1,))
    assert isinstance(gone, Refusal)
    assert gone.reasons[0].code == "undo.creation"


def in_the_knock_out(step: str) -> tuple[Event, c.EnterResult]:
    """A correction by which the same four qualify, but in another order."""
    event = Event("destiny", swiss(2), single(4)).register(4).announce().play_stage().cut()
    if step == "played":
        event.start()
    for match in event.matches(1) + event.matches(2):
        was = event.result(match).winner
        other = match.a if was == match.b else match.b
        report = event.report(match, other)
        command = c.EnterResult(match=match.number, report=report, reason="misread")
        effect = effect_of(event.t, command, context(event, staff=1))
        if (
            not isinstance(effect, Refusal)
            and [r.player for r in standings_of(effect.after)] != event.order()
        ):
            return event, command
    raise AssertionError("no correction changes the order")


@pytest.mark.rule("COM-CUT-5")
def test_another_order_of_the_seeds_makes_the_cut_again_and_once_played_is_named() -> None:
    event, command = in_the_knock_out("cut")
    effect = effect_of(event.t, command, context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert not effect.seeds_stand
    old = event.t.stages[2].seeds
    assert next_step(event.do(command).t).code == "recut"
    event.refused(c.FreezeRound(), "cut.outdated", "COM-CUT-5")
    assert event.take("recut").t.stages[2].seeds == tuple(event.order())
    assert event.t.stages[2].seeds != old

    event, command = in_the_knock_out("played")
    effect = effect_of(event.t, command, context(event, staff=1))
    assert not isinstance(effect, Refusal)
    assert effect.seeds_stand
    old = event.t.stages[2].seeds
    assert event.do(command).t.stages[2].seeds == old, "once it is played it stands"
    assert next_step(event.t).code == "results"
