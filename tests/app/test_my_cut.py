"""What a player is told about the cut is certain: who is in gets in, who is out stays out, come what may."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komandor.app.queries.player.my_board import make_board
from komandor.app.queries.player.my_cut import my_cut
from komandor.core.tournament import commands as c
from tests.support.event import Event, double, single, swiss

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]
ROUNDS, SIZE = 3, 4


def chances(event: Event) -> dict[int, str]:
    board = make_board(event.t)
    views = {n: my_cut(event.t, n, board) for n in event.t.active()}
    return {n: view.chance for n, view in views.items() if view}


@given(st.sampled_from(GAMES), st.integers(6, 11), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_in_is_in_and_out_is_out_at_every_moment(game: str, players: int, rnd: Random) -> None:
    last = double(SIZE) if game == "star-wars-lcg" else single(SIZE)
    event = Event(game, swiss(ROUNDS), last, seed=rnd.randbytes(32)).register(players).announce()
    told: list[tuple[int, str]] = []
    needy: list[int] = []
    sure: list[int] = []
    for number in range(1, ROUNDS + 1):
        event.start()
        for match in event.open():
            if number == ROUNDS:
                now = chances(event)
                told.extend(now.items())
                sure.extend(n for n in match.players if now.get(n) == "win")
                needy.extend(n for n in match.players if now.get(n) == "must_win")
            event.do(event.won(rnd.choice(match.players)))
        event.close()
        told.extend(chances(event).items())
    winners = {m.result.winner for m in event.in_round() if m.result}
    event.cut()
    inside = set(event.t.stages[2].seeds)
    assert {n for n, chance in told if chance == "in"} <= inside
    assert not {n for n, chance in told if chance == "out"} & inside
    assert {n for n in sure if n in winners} <= inside, "a win was promised to be enough"
    assert not {n for n in needy if n not in winners} & inside, "a win was said to be needed"


def test_after_the_last_round_nothing_is_open_but_ties() -> None:
    event = Event("destiny", swiss(3), single(4)).register(8).announce().play_stage()
    told = chances(event)
    assert told[event.order()[0]] == "in"
    assert told[event.order()[-1]] == "out"


def test_none_where_there_is_no_cut_or_it_is_made_or_the_player_left() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().play_round()
    assert chances(event) == {}
    event = Event("destiny", swiss(1), single(4)).register(6).announce()
    assert chances(event) == {}
    event.play_round().do(c.DropPlayer(1))
    assert my_cut(event.t, 1, make_board(event.t)) is None
    assert chances(event.cut()) == {}


@pytest.mark.rule("COM-CUT-2")
def test_the_line_is_that_of_the_last_place_inside() -> None:
    event = Event("destiny", swiss(3), single(4)).register(8).announce().play_round()
    view = my_cut(event.t, event.order()[-1], make_board(event.t))
    assert view is not None
    assert (view.size, view.points, view.line, view.left) == (4, 0, 1, 2)
