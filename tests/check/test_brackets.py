"""The checker's brackets are those of the rules, with byes, leavers, double losses and the reset."""

import pytest

from komandor.check.brackets import Bracket, double, single


def favourites(size: int, kind: str) -> Bracket:
    """The better seed wins every game."""
    games = single(size) if kind == "single" else double(size)
    results: dict[int, int | str] = {}
    while True:
        bracket = Bracket(games, list(range(1, size + 1)), results, ())
        if not bracket.ready:
            return bracket
        for number in bracket.ready:
            results[number] = min(bracket.nodes[number].players)


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
def test_dv_7_numbers() -> None:
    first = [(g.a, g.b) for g in single(8) if g.level == 1]
    assert first == [("1", "8"), ("2", "7"), ("3", "6"), ("4", "5")]
    bracket = Bracket(single(8), list(range(1, 9)), {1: 1, 2: 7, 3: 3, 4: 4}, ())
    assert [bracket.nodes[n].players for n in (5, 6)] == [(1, 4), (7, 3)]
    top = favourites(16, "single")
    assert [top.nodes[n].players for n in (9, 10, 11, 12, 13, 14, 15)] == [
        (1, 8),
        (2, 7),
        (3, 6),
        (4, 5),
        (1, 4),
        (2, 3),
        (1, 2),
    ]


@pytest.mark.rule("COM-ELIM-6")
def test_dv_9_leaver_gives_a_bye() -> None:
    bracket = Bracket(single(8), list(range(1, 9)), {1: 1, 2: 2, 3: 3, 4: 5}, [5])
    assert (bracket.nodes[5].state, bracket.nodes[5].winner) == ("bye", 1)


@pytest.mark.rule("COM-ELIM-6")
def test_a_bye_taken_before_leaving_stands() -> None:
    seeds = [1, 2, 3]
    results: dict[int, int | str] = {2: 2, 3: 2}
    bracket = Bracket(single(4), seeds, results, [1], {1: 3})
    assert bracket.places() == [2, 1, 3]


@pytest.mark.rule("SWL-DE-2", "SWL-DE-3")
@pytest.mark.parametrize("size", [4, 8, 16])
def test_dv_21_double_elimination_size(size: int) -> None:
    bracket = favourites(size, "double")
    played = [n for n in bracket.nodes.values() if n.state == "done"]
    assert (len(played), bracket.complete, bracket.champion) == (2 * size - 2, True, 1)
    lost = [n.loser for n in played]
    assert all(lost.count(p) == (0 if p == 1 else 2) for p in range(1, size + 1))
    assert sorted(bracket.places()) == list(range(1, size + 1))


@pytest.mark.rule("SWL-FINAL-2")
def test_reset_only_after_the_undefeated_lost() -> None:
    seeds, results = [1, 2, 3, 4], {1: 1, 2: 2, 3: 1, 4: 3, 5: 2, 6: 2}
    bracket = Bracket(double(4), seeds, dict(results), ())
    assert (bracket.ready, bracket.complete) == ({7}, False)
    assert Bracket(double(4), seeds, {**results, 7: 1}, ()).places() == [1, 2, 3, 4]


@pytest.mark.rule("SWL-ERR-4")
def test_double_loss_in_the_upper_bracket_gives_one_more_lower_game() -> None:
    bracket = Bracket(double(4), [1, 2, 3, 4], {1: "double_loss", 2: 2}, ())
    assert (bracket.nodes[3].state, bracket.nodes[3].winner) == ("bye", 2)
    assert (bracket.nodes[8].state, bracket.nodes[8].players) == ("ready", (1, 4))
    assert Bracket(single(4), [1, 2, 3, 4], {1: "double_loss"}, ()).faults
