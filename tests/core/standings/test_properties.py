"""Whatever was played, in whatever order it arrives, the table is the same and complete."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.core.outcomes import Outcome
from komandor.core.standings import RoundLine, Standing, standings
from tests.core.standings.rounds import game_data, outcome

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")


@st.composite
def tournaments(draw: Any) -> list[RoundLine]:
    """Up to nine players and six rounds: matches, byes, forfeits, missed rounds, rematches."""
    players = draw(st.integers(1, 9))
    lines: list[RoundLine] = []
    for round in range(1, draw(st.integers(0, 6)) + 1):
        order = draw(st.permutations(range(1, players + 1)))
        while order:
            lines += _sit(draw, order, round)
    return lines


def _sit(draw: Any, order: list[int], round: int) -> list[RoundLine]:
    a = order.pop()
    if not order or draw(st.integers(0, 9)) == 0:
        kind = (Outcome.BYE, Outcome.FORFEIT_WIN, Outcome.MISSED, Outcome.FORFEIT_LOSS)[
            draw(st.integers(0, 3))
        ]
        won = kind in (Outcome.BYE, Outcome.FORFEIT_WIN)
        return [RoundLine(a, None, kind, 6 if won else 0, 140 if won else 0, round)]
    b = order.pop()
    x, y, mov = draw(st.integers(0, 6)), draw(st.integers(0, 6)), draw(st.integers(0, 400))
    return [
        RoundLine(a, b, outcome(x, y), x, mov if x > y else 0, round),
        RoundLine(b, a, outcome(y, x), y, mov if y > x else 0, round),
    ]


def by_the_book(lines: list[RoundLine]) -> dict[int, tuple[int, Fraction, Fraction]]:
    """Points, SoS and ESoS straight from the formulas of COM-TB-2 and COM-TB-3, slowly and in fractions."""
    players = {line.player for line in lines}
    points = {p: sum(x.points for x in lines if x.player == p) for p in players}
    out = (Outcome.MISSED, Outcome.FORFEIT_LOSS)  # AMB-G3, AMB-G36
    rounds = {p: sum(x.outcome not in out for x in lines if x.player == p) for p in players}
    met = {
        p: [x.opponent for x in lines if x.player == p and x.outcome and x.outcome.played] for p in players
    }

    def mean(values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    sos = {p: mean([Fraction(points[q], rounds[q]) for q in met[p] if q is not None]) for p in players}
    return {p: (points[p], sos[p], mean([sos[q] for q in met[p] if q is not None])) for p in players}


@pytest.mark.rule("COM-TB-2", "COM-TB-3", "COM-TB-4")
@given(tournaments())
def test_the_numbers_are_those_of_the_formulas(lines: list[RoundLine]) -> None:
    table = standings(game_data("conquest"), lines)
    ours = {row.player: (row.points, row.values["sos"], row.values["esos"]) for row in table}
    assert ours == by_the_book(lines)


@pytest.mark.rule("COM-TB-1")
@given(tournaments(), st.randoms(use_true_random=False), st.sampled_from(GAMES))
def test_the_order_in_which_results_arrive_does_not_change_the_standings(
    lines: list[RoundLine], chance: object, game: str
) -> None:
    shuffled = list(lines)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(game_data(game), shuffled) == standings(game_data(game), lines)


@pytest.mark.rule("COM-TB-1", "COM-TB-5")
@given(tournaments(), st.sampled_from(GAMES))
def test_with_lots_the_ranks_are_a_permutation(lines: list[RoundLine], game: str) -> None:
    players = sorted({line.player for line in lines})
    table = standings(game_data(game), lines, {p: (p * 7919) % 10007 for p in players})
    assert [row.rank for row in table] == list(range(1, len(players) + 1))
    assert sorted(row.player for row in table) == players
    assert not any(row.tied for row in table)


@pytest.mark.rule("COM-TB-1")
@given(tournaments(), st.sampled_from(GAMES))
def test_points_never_rise_downwards_and_every_row_says_what_decided_it(
    lines: list[RoundLine], game: str
) -> None:
    table = standings(game_data(game), lines)
    for above, row in pairwise(table):
        assert above.points >= row.points
        assert (above.points > row.points) == (row.decided_by == "points")
        assert (row.decided_by == "tied") == (row.rank == above.rank)
        assert row.reason.params["above"] == above.player


@pytest.mark.rule("COM-TB-1")
@given(tournaments(), st.sampled_from(("armada", "destiny", "conquest", "imperial-assault")))
def test_what_decided_is_the_first_number_that_differs(lines: list[RoundLine], game: str) -> None:
    table = standings(game_data(game), lines)
    keys = list(game_data(game).tiebreakers)
    for above, row in pairwise(table):
        first = next((key for key in ("points", *keys) if number(above, key) != number(row, key)), "tied")
        assert row.decided_by == first
        if first != "tied":
            assert number(above, first) > number(row, first)


@pytest.mark.rule("SWL-TB-1", "SWL-TB-2")
@given(tournaments())
def test_the_card_games_procedure_is_the_one_written_down(lines: list[RoundLine]) -> None:
    """Against the pseudo-code of SWL-TB-2, run slowly on every group."""
    players = {line.player for line in lines}
    lots = {p: (p * 7919) % 10007 for p in players}
    table = standings(game_data("star-wars-lcg"), lines, lots)
    points = {p: sum(x.points for x in lines if x.player == p) for p in players}
    met = {p: [x for x in lines if x.player == p and x.outcome and x.outcome.played] for p in players}
    sos = {p: sum(points[x.opponent] for x in met[p] if x.opponent) for p in players}
    esos = {p: sum(sos[x.opponent] for x in met[p] if x.opponent) for p in players}

    def beat(p: int, q: int) -> bool:
        own = sum(x.points for x in met[p] if x.opponent == q)
        return own > sum(x.points for x in met[q] if x.opponent == p)

    order: list[int] = []
    for score in sorted(set(points.values()), reverse=True):
        group = {p for p in players if points[p] == score}
        while group:
            swept = [p for p in group if len(group) > 1 and all(beat(p, q) for q in group - {p})]
            best = swept[0] if swept else max(group, key=lambda p: (sos[p], esos[p], lots[p]))
            order.append(best)
            group.remove(best)
    assert [row.player for row in table] == order


def number(row: Standing, key: str) -> Fraction:
    return Fraction(row.points if key == "points" else row.values[key])
