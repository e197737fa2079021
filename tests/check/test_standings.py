"""The checker's standings are the derived vectors' standings, to the fraction."""

from fractions import Fraction

import pytest

from komandor.check.editions import of_document
from komandor.check.standings import ranking, strengths, tally
from komandor.check.state import Match, Player, Round, Score, Stage, State

Result = tuple[str, str | None, int, int]
F = Fraction
SETTINGS = {
    "sos.bye_counts_as_zero_opponent": False,
    "sos.count_missed_rounds_after_rejoin": False,
    "sos.count_forfeits": True,
    "sanction.points_enter_sos": True,
    "sanction.points_below_zero": True,
    "stage.carry_points": True,
    "swl.bye_points": 6,
    "swl.sos_mode": "sum",
    "armada.missed_round_tp": 0,
}


def table(game: str, rounds: list[list[Result]], movs: dict[tuple[int, str], int] | None = None) -> State:
    """A world after these rounds; players are letters, `None` a bye."""
    w = State(game=game, book=of_document(game), chosen=dict(SETTINGS))
    w.stages[1] = Stage(number=1, kind="swiss", rounds=len(rounds), cut=0)
    for number, results in enumerate(rounds, start=1):
        w.rounds[number] = Round(number=number, stage=1, status="closed")
        for a, b, x, y in results:
            for name in (a, b):
                if name:
                    w.players.setdefault(ord(name), Player(number=ord(name)))
            m = Match(
                number=len(w.matches) + 1,
                round=number,
                table=1,
                a=ord(a),
                b=ord(b) if b else None,
                kind="match" if b else "bye",
                game=None,
            )
            if b:
                margin = (movs or {}).get
                m.scores = {
                    ord(a): Score("win" if x > y else "loss", x, margin((number, a), 0) or 0),
                    ord(b): Score("win" if y > x else "loss", y, margin((number, b), 0) or 0),
                }
                m.final = True
            w.matches[m.number] = m
            w.rounds[number].matches.append(m.number)
    return w


def strength(w: State) -> dict[str, tuple[int, Fraction, Fraction]]:
    book = tally(w, 1)
    strengths(w, book)
    return {chr(n): (t.points, t.sos, t.esos) for n, t in book.items()}


def order(w: State, lots: dict[int, int] | None = None) -> str:
    return "".join(chr(n) for n in ranking(w, 1, lots))


@pytest.mark.rule("COM-TB-2", "COM-TB-3")
def test_dv_3_byes() -> None:
    first: list[Result] = [("A", "B", 1, 0), ("C", "D", 1, 0), ("E", None, 1, 0)]
    w = table("destiny", [first, [("A", "E", 1, 0), ("C", "B", 1, 0), ("D", None, 1, 0)]])
    quarter = F(1, 4)
    assert strength(w) == {
        "A": (2, quarter, F(1)),
        "C": (2, quarter, F(1)),
        "D": (1, F(1), quarter),
        "E": (1, F(1), quarter),
        "B": (0, F(1), quarter),
    }
    assert order(w, {ord("A"): 1, ord("C"): 9, ord("D"): 5, ord("E"): 2}) == "CADEB"


@pytest.mark.rule("CON-TB-1")
def test_dv_4_sos_and_esos_decide() -> None:
    w = table(
        "conquest",
        [
            [("a", "b", 5, 0), ("c", "d", 4, 0), ("e", "f", 5, 0)],
            [("a", "e", 5, 0), ("b", "c", 5, 0), ("d", "f", 5, 0)],
            [("d", "a", 5, 0), ("e", "b", 4, 0), ("c", "f", 5, 0)],
        ],
    )
    got = strength(w)
    assert (got["a"], got["d"]) == ((10, F(8, 3), F(62, 27)), (10, F(19, 9), F(67, 27)))
    assert (got["e"][1:], got["c"][1:]) == ((F(5, 3), F(80, 27)), (F(5, 3), F(25, 9)))
    assert order(w) == "adecbf"


@pytest.mark.rule("ARM-TB-1", "COM-DROP-4")
def test_dv_5_armada_with_a_return() -> None:
    movs = {(1, "P"): 175, (1, "S"): 20, (2, "P"): 100, (2, "S"): 350, (3, "S"): 60, (3, "V"): 230}
    w = table(
        "armada",
        [
            [("P", "Q", 8, 3), ("S", "T", 6, 5), ("V", None, 0, 0)],
            [("P", "V", 7, 4), ("S", "Q", 10, 1)],
            [("S", "P", 7, 4), ("V", "T", 9, 2), ("Q", None, 0, 0)],
        ],
        movs,
    )
    w.players[ord("T")].missed = {2}
    got = strength(w)
    assert {n: v[:2] for n, v in got.items()} == {
        "S": (23, F(83, 18)),
        "V": (21, F(59, 12)),
        "P": (19, F(56, 9)),
        "Q": (12, F(7)),
        "T": (7, F(22, 3)),
    }
    w.chosen["sos.count_missed_rounds_after_rejoin"] = True
    assert (strength(w)["S"][1], strength(w)["V"][1]) == (F(38, 9), F(13, 3))


@pytest.mark.rule("SWL-TB-1", "SWL-TB-2")
def test_card_game_puts_the_one_who_beat_the_other_first_whatever_the_sums() -> None:
    w = table("star-wars-lcg", [[("q", "p", 6, 0), ("x", "y", 5, 0)], [("p", "x", 6, 0), ("y", "q", 1, 0)]])
    got = strength(w)
    assert (got["p"][:2], got["q"][:2]) == ((6, F(11)), (6, F(7)))
    assert order(w) == "qpxy"
