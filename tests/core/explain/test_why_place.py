"""Places and seeds name what decided them."""

import pytest

from komandor.core.explain import why_place, why_rank, why_seed
from komandor.core.tournament import commands as c
from komandor.texts import sentence
from tests.core.standings.rounds import board
from tests.support.event import Event, single, swiss


def after_cut() -> Event:
    return Event("conquest", swiss(3), single(4)).register(8).announce().play_stage().cut()


@pytest.mark.rule("COM-CUT-2", "COM-CUT-5")
def test_seeds_follow_the_table() -> None:
    made = after_cut()
    stage = made.t.stages[2]
    for place, player in enumerate(stage.standings_before, start=1):
        reason = why_seed(made.t, player)
        assert reason.code == ("cut.seed" if place <= 4 else "cut.not_in")
        assert reason.because[0].params["rank"] == place
    assert why_seed(made.t, stage.standings_before[1]).params["seed"] == 2


@pytest.mark.rule("COM-CUT-3", "COM-CUT-4")
def test_a_free_place_goes_to_the_next_who_accepts() -> None:
    made = after_cut()
    order = made.t.stages[2].standings_before
    made.do(c.DropPlayer(order[0]))
    made.do(c.ReplaceSeed(order[0], order[4], accepted=False))
    made.do(c.ReplaceSeed(order[0], order[5], accepted=True))
    gone = why_seed(made.t, order[0])
    assert gone.code == "cut.left"
    assert "nobody" not in sentence(gone, "en"), "others were asked, and one accepted"
    assert why_seed(made.t, order[4]).code == "cut.declined"
    taken = why_seed(made.t, order[5])
    assert (taken.code, taken.params["seed"]) == ("cut.replacement", 4)
    assert why_seed(made.t, order[1]).params["seed"] == 1


def test_who_left_before_the_cut_makes_nobody_a_replacement() -> None:
    made = Event("conquest", swiss(2), single(4)).register(8).announce().play_round().play_round()
    leader = next(n for n in made.t.players if why_place(made.t, n).params["rank"] == 1)
    made.do(c.DropPlayer(leader))
    made.cut()
    assert {why_seed(made.t, n).code for n in made.t.stages[2].seeds if n} == {"cut.seed"}


def test_no_cut_no_seed() -> None:
    made = Event("armada", swiss(1)).register(4)
    assert why_seed(made.t, 1).code == "explain.no_cut"
    assert why_seed(made.t, 9).code == "explain.unknown_player"


@pytest.mark.rule("COM-ELIM-1")
def test_a_knock_out_place_names_the_game_that_ended_it() -> None:
    made = after_cut().play_out()
    final = dict(made.t.places)
    for player, place in final.items():
        reason = why_place(made.t, player)
        if place == 1:
            assert reason.code == "explain.champion"
        elif place <= 4:
            assert (reason.code, reason.params["place"]) == ("explain.out_in_game", place)
            assert reason.because[0].code == "standing.rank"
        else:
            assert (reason.code, reason.params["rank"]) == ("standing.rank", place)


def test_who_did_not_reach_the_last_table_keeps_the_place_in_an_earlier_one() -> None:
    made = Event("conquest", swiss(2), swiss(1, 4)).register(8).announce().play_round().play_round()
    before = {n: why_place(made.t, n) for n in made.t.players}
    made.cut()
    out = set(made.t.players) - set(made.t.stages[2].seeds)
    assert len(out) == 4
    assert {n: why_place(made.t, n) for n in out} == {n: before[n] for n in out}


def test_a_rank_names_what_decided_it_towards_both_neighbours() -> None:
    rows = board("armada", "A-B 8:3 mov 150:0, C-D 8:3 mov 160:0").rank()
    second = why_rank(rows, 1)
    assert second.params["rank"] == 2
    assert [reason.code for reason in second.because] == [
        "standing.decided_by_mov",
        "standing.decided_by_points",
    ]
    assert second.because[0].params == {"player": 1, "rank": 2, "above": 3, "own": 150, "theirs": 160}
    assert why_rank(rows, 77).code == "standing.no_position"
