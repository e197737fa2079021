"""What was ruled at a table goes with its player, not with the number of the table's match."""

from collections.abc import Callable

import pytest

from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from tests.support.checking import checked
from tests.support.event import Event, by, swiss
from tests.tournament.test_corrected_before_play import corrected

SEEDS = range(4)


def second_round(seed: int = 0) -> Event:
    """Two games to a match, and its round 2 is out."""
    event = Event("star-wars-lcg", swiss(3), seed=bytes([seed]) * 32).register(6).announce()
    return event.play_round().draw().publish()


def sanctioned(event: Event, player: PlayerNo) -> None:
    match = event.match(player).number
    event.do(c.GiveSanction(player=player, kind="game_loss", reason="marked cards", match=match))


def without_a_card(event: Event, player: PlayerNo) -> None:
    event.do(c.ReportComponent(player=player, kind="lost", what="Vader"))
    event.do(c.ResolveComponent(max(event.t.components), "conceded"))


def drawn_again(event: Event, player: PlayerNo) -> None:
    first = next(m for m in event.matches(1) if player not in m.players)
    event.do(corrected(event, first)).take("redraw").publish()


def swapped(event: Event, player: PlayerNo) -> None:
    other = next(m.a for m in event.matches() if player not in m.players)
    event.do(c.SwapPlayers(player, other, "brothers"))


RULED = [sanctioned, without_a_card]
MOVED = [drawn_again, swapped]


@pytest.mark.rule("SWL-SANC-3", "COM-LOST-4")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("ruled", RULED)
@pytest.mark.parametrize("moved", MOVED)
def test_a_game_lost_before_the_start_stays_lost_at_another_table(
    ruled: Callable[[Event, PlayerNo], None], moved: Callable[[Event, PlayerNo], None], seed: int
) -> None:
    """The loss hung on the number of a match that others had by then, and both games were won."""
    event = second_round(seed)
    player = event.matches()[0].a
    ruled(event, player)
    moved(event, player)
    match = event.match(player)
    rule = "SWL-SANC-1" if ruled is sanctioned else "COM-LOST-4"
    both = c.EnterResult(match=match.number, report=event.slip(player, "ww" if match.a == player else "ll"))
    event.refused(both, "result.game_lost", rule)
    event.do(c.EnterResult(match=match.number, report=event.slip(player, "wl")))
    others = [m for m in event.open() if player not in m.players]
    event.do(*(event.won(m.a) for m in others)).close()
    assert checked(event) == []


@pytest.mark.rule("COM-COND-2")
def test_a_call_ends_when_others_sit_down_at_its_table() -> None:
    event = second_round()
    match = event.matches()[0]
    event.do(c.CallJudge(match.number), by=by(match.a))
    swapped(event, match.a)
    assert [(call.state, call.match) for call in event.t.calls.values()] == [("closed", None)]
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-3")
def test_a_component_is_looked_for_where_its_owner_sits_now() -> None:
    event = second_round()
    player = event.matches()[0].a
    event.do(c.ReportComponent(player=player, kind="lost", what="Vader"))
    swapped(event, player)
    assert event.t.components[1].match == event.match(player).number
