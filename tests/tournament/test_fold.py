"""The card game pairs by start numbers: the top half of a score group meets the bottom half, in order."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event, swiss

BY_NUMBER = {"swl.start_numbers": "registration", "swl.round1": "fold"}


def pairs(event: Event) -> set[tuple[int, ...]]:
    return {tuple(sorted(m.players)) for m in event.in_round()}


@pytest.mark.rule("SWL-PAIR-1", "SWL-PAIR-2", "SWL-PAIR-4")
def test_round_1_may_be_the_fold_over_all_start_numbers() -> None:
    event = Event("star-wars-lcg", swiss(3), settings=BY_NUMBER).register(8).announce().start()
    assert pairs(event) == {(1, 5), (2, 6), (3, 7), (4, 8)}
    event.results().close().start()
    assert pairs(event) == {(1, 3), (2, 4), (5, 7), (6, 8)}, "winners 1–4 and losers 5–8, each group folded"
    event.results().close().start()
    assert pairs(event) == {(1, 2), (3, 5), (4, 6), (7, 8)}


@pytest.mark.rule("SWL-PAIR-2", "SWL-PAIR-4")
def test_round_1_is_random_unless_asked_and_later_rounds_are_folded_all_the_same() -> None:
    settings = {"swl.start_numbers": "registration"}
    first = set()
    for k in range(6):
        event = (
            Event("star-wars-lcg", swiss(3), settings=settings, seed=bytes([k]) * 32).register(8).announce()
        )
        event.start()
        first.add(frozenset(pairs(event)))
        event.results().close().draw()
        winners = sorted(n for n in event.t.players if event.points(n) == 6)
        losers = sorted(n for n in event.t.players if event.points(n) == 0)
        folded = {
            tuple(sorted(p)) for group in (winners, losers) for p in zip(group[:2], group[2:], strict=True)
        }
        assert pairs(event) == folded, "nobody of one group has met another"
    assert len(first) > 3


@pytest.mark.rule("SWL-PAIR-5")
def test_the_last_of_an_odd_group_meets_the_top_of_the_next() -> None:
    """Six players: winners 1, 2, 3 and losers 4, 5, 6; 3 goes down to 4, unless they have met."""
    event = Event("star-wars-lcg", swiss(3), settings=BY_NUMBER).register(6).announce().play_round().draw()
    assert pairs(event) == {(1, 2), (3, 4), (5, 6)}


@pytest.mark.rule("SWL-PAIR-4")
def test_start_numbers_are_drawn_once_and_kept() -> None:
    event = Event("star-wars-lcg", swiss(3)).register(7).announce().draw()
    starts = {n: p.start for n, p in event.t.players.items()}
    assert sorted(s or 0 for s in starts.values()) == [1, 2, 3, 4, 5, 6, 7]
    event.do(c.DropPlayer(7)).do(c.DrawRound()).play_round().play_round()
    assert {n: p.start for n, p in event.t.players.items()} == starts
    drawn = {
        tuple(
            p.start
            for p in Event("star-wars-lcg", seed=bytes([k]) * 32)
            .register(7)
            .announce()
            .draw()
            .t.players.values()
        )
        for k in range(4)
    }
    assert len(drawn) == 4


@pytest.mark.rule("COM-PAIR-4", "COM-PAIR-5")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_the_other_games_draw_by_lot_inside_score_groups(game: str) -> None:
    rounds: dict[int, set[frozenset[tuple[int, ...]]]] = {1: set(), 2: set()}
    for k in range(5):
        event = Event(game, swiss(2), seed=bytes([k]) * 32).register(8).announce().start()
        rounds[1].add(frozenset(pairs(event)))
        event.results().close().draw()
        rounds[2].add(frozenset(pairs(event)))
        assert all(event.points(m.a) == event.points(m.b or 0) for m in event.in_round())
    assert len(rounds[1]) > 2
    assert len(rounds[2]) > 2
