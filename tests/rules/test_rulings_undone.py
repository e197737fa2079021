"""A result that rulings made, or that has to show one, when a ruling is undone or comes back (AMB-G40)."""

from typing import Any

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.state import Match
from tests.support.checking import checked
from tests.support.event import Event, by, single, swiss


def semifinals(game: str = "imperial-assault") -> Event:
    """A knock-out of matches of three games, being played."""
    return Event(game, swiss(2), single(4)).register(6).announce().play_stage().cut().start()


def two_games() -> Event:
    return Event("star-wars-lcg", swiss(3)).register(4).announce().start()


def loss(player: int, match: Match, kind: Any = "game_loss") -> c.GiveSanction:
    return c.GiveSanction(player=player, kind=kind, reason="so", match=match.number, corrects=True)


def missing(event: Event, match: Match) -> None:
    """A lost component costs the first player a game."""
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card"))
    event.do(c.ResolveComponent(max(event.t.components), "conceded"))


@pytest.mark.rule("AMB-G40", "COM-LOST-4")
def test_a_match_lost_by_two_rulings_is_not_lost_by_one() -> None:
    """The first is undone alone: what the second made of the match would stand on nothing."""
    event = semifinals()
    match = event.matches()[0]
    event.do(loss(match.a, match))
    first = event.undo()
    missing(event, match)
    assert event.result(match).winner == match.b
    event.refused(first, "undo.in_the_way")
    event.do(event.undo()).do(first)  # in their order both can be undone
    assert event.t.matches[match.number].result is None
    assert checked(event) == []


@pytest.mark.rule("AMB-G25", "AMB-G40")
def test_a_match_that_both_lost_is_not_lost_by_both_without_one_of_the_penalties() -> None:
    event = two_games()
    match = event.matches()[0]
    event.do(loss(match.a, match, "match_loss"))
    first = event.undo()
    event.do(loss(match.b, match, "match_loss"))
    assert event.result(match).winner is None
    event.refused(first, "undo.in_the_way")


@pytest.mark.rule("SWL-SCORE-1", "AMB-G40")
def test_a_game_given_back_to_the_winner_is_worth_its_points() -> None:
    event = two_games()
    match = event.matches()[0]
    event.do(loss(match.b, match))
    first = event.undo()
    event.do(loss(match.a, match, "match_loss"))
    assert [s.points for s in event.result(match).scores] == [0, 3]
    event.refused(first, "undo.in_the_way")


@pytest.mark.rule("AMB-G40")
@pytest.mark.parametrize("counts", [True, False])
def test_a_penalty_does_not_come_back_beside_a_result_that_does_not_show_it(counts: bool) -> None:
    event = two_games()
    match = event.matches()[0]
    event.do(loss(match.a, match)).do(event.undo())
    redo = event.undo(e.EventVoided)
    if counts:
        event.do(event.won(match.a))
    else:
        mine = event.slip(match.a)
        event.do(c.ReportResult(match.number, mine, match.players), by=by(match.a))
    event.refused(redo, "undo.in_the_way")
    event.do(event.undo(e.ResultEntered if counts else e.ResultReported)).do(redo)
    event.refused(event.won(match.a), "result.game_lost", "SWL-SANC-1")


@pytest.mark.rule("COM-LOST-4", "AMB-G41")
def test_a_lost_part_does_not_come_back_beside_a_finished_match() -> None:
    event = semifinals()
    match = event.matches()[0]
    missing(event, match)
    event.do(event.undo(e.ComponentResolved))
    redo = event.undo(e.EventVoided)
    event.do(event.won(match.a))
    event.refused(redo, "undo.in_the_way")


@pytest.mark.rule("AMB-G40")
def test_a_penalty_that_changed_nothing_is_undone() -> None:
    """Given to a player who had lost the match already, or shown by a slip that was played."""
    event = Event("destiny", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(loss(match.a, match, "match_loss")).do(loss(match.a, match))
    event.do(event.undo())
    assert event.result(match).winner == match.b
    event = two_games()
    match = event.matches()[0]
    event.do(loss(match.a, match))
    penalty = event.undo()
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "lw"))).do(penalty)
    assert [s.points for s in event.result(match).scores] == [3, 3]
    assert checked(event) == []
