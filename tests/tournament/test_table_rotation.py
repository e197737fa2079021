"""Where tables go round, nobody sits at the same one twice if that can be avoided."""

from itertools import permutations
from random import Random

import pytest

from komandor.core.pairing.tables import rotated, tables
from komandor.core.tournament import commands as c
from tests.support.event import Event, swiss

ROTATE = c.ChangeEvent({"table_order": "rotate"})


def repeats(event: Event) -> int:
    """How often somebody sat at a table a second time."""
    seats = [(n, m.table) for m in event.t.matches.values() if m.table is not None for n in m.players]
    return len(seats) - len(set(seats))


@pytest.mark.rule("COM-MAT-2")
def test_by_default_the_top_pair_sits_at_the_first_table_in_every_round() -> None:
    event = Event("armada", swiss(3)).register(16).announce()
    for _ in range(3):
        event.play_round()
    assert repeats(event) > 0
    for number in (1, 2, 3):
        assert sorted(m.table or 0 for m in event.t.in_round(number)) == list(range(1, 9))


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_sixteen_players_never_sit_at_the_same_table_twice_in_three_rounds(game: str) -> None:
    event = Event(game, swiss(3)).register(16).do(ROTATE).announce()
    for _ in range(3):
        event.play_round()
    assert repeats(event) == 0
    for number in (1, 2, 3):
        assert sorted(m.table or 0 for m in event.t.in_round(number)) == list(range(1, 9))


@pytest.mark.rule("COM-MAT-2")
def test_a_fixed_table_stays_while_the_others_go_round() -> None:
    event = Event("armada", swiss(3)).register(1, fixed_table=2).register(15).do(ROTATE).announce()
    for _ in range(3):
        event.play_round()
    assert [m.table for m in event.t.matches.values() if 1 in m.players] == [2, 2, 2]


def test_as_many_pairs_as_possible_get_a_table_that_is_new_to_both() -> None:
    """Compared with every order of the tables, for 200 made-up halls of four pairs."""
    dice = Random(7)
    for _ in range(200):
        known = [[{dice.randint(1, 4) for _ in range(dice.randint(0, 2))} for _ in "ab"] for _ in range(4)]
        new = [[t for t in range(1, 5) if not any(t in one for one in both)] for both in known]
        best = max(sum(t in new[i] for i, t in enumerate(order)) for order in permutations(range(1, 5)))
        made = rotated(known, range(1, 5))
        assert sorted(made) == [1, 2, 3, 4]
        assert sum(t in new[i] for i, t in enumerate(made)) == best


def test_a_very_large_hall_is_no_trouble() -> None:
    pairs = tuple((2 * i + 1, 2 * i + 2) for i in range(600))
    sat = {p: {i + 1} for i, pair in enumerate(pairs) for p in pair}
    made = tables(pairs, sat=sat)
    assert sorted(made) == list(range(1, 601))
    assert all(made[i] != i + 1 for i in range(600))


def test_an_unknown_order_is_refused() -> None:
    Event("armada").refused(c.ChangeEvent({"table_order": "by mood"}), "event.unknown_table_order")
