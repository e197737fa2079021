"""Every seat of a round has its reason, and it agrees with what really happened."""

from typing import Any

import pytest

from komandor.core.explain import why_opponent, why_place
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.values import StagePlan
from tests.support.event import Event, double, single, swiss


def hall(game: str, players: int, *stages: StagePlan, **fields: Any) -> Event:
    return Event(game, *stages, **fields).register(players).announce()


def bye_of(made: Event, round: int) -> int:
    return next(m.a for m in made.t.in_round(round) if m.kind == "bye")


def codes(reason: Reason) -> set[str]:
    return {reason.code} | {code for deeper in reason.because for code in codes(deeper)}


@pytest.mark.rule("COM-PAIR-4", "COM-BYE-2")
def test_round_one_is_by_lot() -> None:
    made = hall("destiny", 5, swiss(2))
    made.draw()
    alone = bye_of(made, 1)
    assert why_opponent(made.t, 1, alone).code == "bye.random"
    for player in {1, 2, 3, 4, 5} - {alone}:
        reason = why_opponent(made.t, 1, player)
        assert (reason.code, reason.rule) == ("pair.first_round", "COM-PAIR-4")


@pytest.mark.rule("COM-PAIR-5", "COM-PAIR-6", "COM-BYE-3")
@pytest.mark.parametrize("seed", range(4))
def test_later_rounds_name_points_floats_and_rematches(seed: int) -> None:
    made = hall("destiny", 9, swiss(4), seed=bytes([seed]) * 32)
    for _ in range(3):
        made.play_round()
    before = {row.player: row.points for row in standings_of(made.t)}
    met = {frozenset(m.players) for r in (1, 2, 3) for m in made.t.in_round(r) if m.b}
    made.draw()
    for match in made.t.in_round(4):
        for player in match.players:
            reason = why_opponent(made.t, 4, player)
            said = codes(reason)
            if match.b is None:
                assert reason.code == "bye.lowest"
                continue
            one, two = before[player], before[match.opponent(player) or 0]
            assert reason.params["points"] == one
            assert ("float.down" in said) == (one > two)
            assert ("float.up" in said) == (one < two)
            again = frozenset(match.players) in met
            assert ("pair.group" in said) == (one == two and not again)
            assert ("pair.group_again" in said) == (one == two and again)
            assert ("pair.rematch" in said) == again


def test_a_past_round_is_explained_by_the_points_of_then() -> None:
    """Later results, and players who left since, do not change what is said about an earlier round."""
    made = hall("destiny", 8, swiss(3))
    for _ in range(2):
        made.play_round()
    then = {n: why_opponent(made.t, 2, n) for n in made.t.players}
    made.play_round()
    made.do(c.DropPlayer(1))
    made.do(c.Disqualify(2, "cheating"))
    assert {n: why_opponent(made.t, 2, n) for n in made.t.players} == then


@pytest.mark.rule("SWL-PAIR-4")
def test_start_numbers_make_the_pairs() -> None:
    made = hall("star-wars-lcg", 4, swiss(2))
    made.play_round()
    made.draw()
    assert {why_opponent(made.t, 2, n).code for n in made.t.players} <= {"pair.fold", "pair.fold_float"}


def test_a_change_by_hand_comes_first_with_its_reason() -> None:
    made = hall("destiny", 6, swiss(2))
    made.draw()
    one, two = (m.a for m in made.t.in_round(1)[:2])
    made.do(c.SwapPlayers(one, two, "brothers"))
    reason = why_opponent(made.t, 1, one)
    assert reason.code == "explain.changed_by_hand"
    assert reason.params["reason"] == "brothers"
    untouched = made.t.in_round(1)[2].a
    assert why_opponent(made.t, 1, untouched).code == "pair.first_round"


def test_a_corrected_result_is_not_passed_off_as_a_float() -> None:
    made = hall("destiny", 4, swiss(2))
    made.play_round()
    made.publish()
    first = made.t.in_round(1)[0]
    made.do(
        c.EnterResult(
            match=first.number,
            report={"end": "win", "winner": "b" if first.a == min(first.players) else "a"},
            reason="slip",
        )
    )
    said = [codes(why_opponent(made.t, 2, n)) for n in made.t.players]
    assert all("explain.points_then" in one for one in said)


@pytest.mark.rule("COM-BYE-1")
def test_granted_byes_and_absences() -> None:
    made = hall("destiny", 5, swiss(2))
    made.do(c.AmendPlayer(3, {"awarded_byes": (1,)}))
    made.play_round()
    made.do(c.DropPlayer(5))
    made.draw()
    assert why_opponent(made.t, 1, 3).code == "explain.awarded_bye"
    assert why_opponent(made.t, 2, 5).code == "explain.not_in_round"
    assert why_opponent(made.t, 7, 1).code == "explain.unknown_round"
    assert why_opponent(made.t, 1, 77).code == "explain.unknown_player"


@pytest.mark.rule("COM-DROP-1", "COM-DROP-2", "COM-LOST-5", "COM-DROP-6")
def test_who_has_left_is_told_by_which_rule() -> None:
    made = hall("destiny", 8, swiss(3)).play_round()
    made.do(c.DropPlayer(1), c.DropPlayer(2, "no_show"), c.DropPlayer(3, "lost_component"))
    made.do(c.DropPlayer(4, "conduct", "threats"), c.Disqualify(5, "cheating")).draw()
    cited = [why_opponent(made.t, 2, n).rule for n in range(1, 6)]
    assert cited == ["COM-DROP-1", "COM-DROP-2", "COM-LOST-5", "COM-DROP-6", "COM-DROP-6"]
    assert why_place(made.t, 4).rule == why_place(made.t, 5).rule == "AMB-G42"


@pytest.mark.rule("COM-DROP-4")
def test_rounds_missed_before_a_return() -> None:
    made = hall("destiny", 6, swiss(3))
    made.play_round()
    made.do(c.DropPlayer(6))
    made.play_round()
    made.do(c.Rejoin(6))
    assert why_opponent(made.t, 2, 6).code == "explain.missed"


def test_a_latecomer_takes_the_place_beside_the_bye() -> None:
    made = hall("destiny", 5, swiss(3), settings={"registration.late_entry": True})
    made.publish()
    alone = bye_of(made, 1)
    made.do(c.EnterLate("play_now"))
    for player in (alone, 6):
        reason = why_opponent(made.t, 1, player)
        assert (reason.code, reason.params["player"], reason.params["opponent"]) == (
            "explain.late_entry",
            6,
            alone,
        )


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
def test_bracket_games_name_seeds_and_the_games_before() -> None:
    made = hall("conquest", 8, swiss(2), single(4))
    made.play_round()
    made.play_round()
    made.cut()
    best = made.t.stages[2].seeds[0]
    assert best
    made.play_round()
    semi = why_opponent(made.t, 3, best)
    assert (semi.code, semi.rule) == ("explain.knockout_game", "COM-ELIM-2")
    assert (semi.params["seed"], semi.params["other_seed"]) == (1, 4)
    made.draw()
    final = why_opponent(made.t, 4, made.t.in_round(4)[0].a)
    assert final.rule == "COM-ELIM-3"
    assert [one.code for one in final.because] == ["explain.won_before", "explain.won_before"]


@pytest.mark.rule("COM-ELIM-4")
def test_a_knock_out_from_the_start_was_drawn() -> None:
    made = hall("armada", 5, single())
    made.draw()
    said = {n: why_opponent(made.t, 1, n) for m in made.t.in_round(1) for n in m.players}
    assert {one.code for one in said.values()} == {"explain.knockout_game", "explain.bracket_bye"}
    assert all("explain.drawn_start" in codes(one) for one in said.values())


@pytest.mark.rule("SWL-DE-2")
def test_double_elimination_names_the_game_that_was_lost() -> None:
    made = hall("star-wars-lcg", 8, swiss(1), double(4))
    made.play_round()
    made.cut()
    made.play_round()
    made.draw()
    said = set().union(*(codes(why_opponent(made.t, 3, n)) for m in made.t.in_round(3) for n in m.players))
    assert {"explain.winner_of", "explain.loser_of"} <= said


@pytest.mark.rule("COM-ELIM-1")
def test_who_has_no_game_in_a_knock_out_round_is_told_why() -> None:
    made = hall("conquest", 8, swiss(1), single(4))
    made.play_round()
    made.cut()
    order = made.t.stages[2].standings_before
    made.play_out()
    final = {n for m in made.t.in_round(3) for n in m.players}
    for player in order:
        said = why_opponent(made.t, 3, player).code
        through = player in order[:4]
        assert said == (
            "explain.knockout_game"
            if player in final
            else "explain.out_in_game"
            if through
            else "explain.not_in_stage"
        )


def test_who_waits_in_a_double_elimination() -> None:
    made = hall("star-wars-lcg", 8, swiss(1), double(4))
    made.play_round()
    made.cut()
    made.play_out()
    seeds = [n for n in made.t.stages[2].seeds if n]
    said = {why_opponent(made.t, r, n).code for r in made.t.rounds if r > 1 for n in seeds}
    assert said == {"explain.bracket", "explain.waits", "explain.out_in_game"}
