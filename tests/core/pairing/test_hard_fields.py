"""Large fields in which few pairings are left are paired too: everybody once, and as well as can be."""

from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing import Draw, Entrant
from tests.core.pairing.draws import draw


def seated(made: Draw) -> list[int]:
    return sorted(player for pair in made.pairs for player in pair)


def test_420_players_who_have_met_their_24_neighbours_meet_somebody_new() -> None:
    near = [step for n in range(1, 13) for step in (n, -n)]
    met = {n: tuple(PlayerNo((n - 1 + step) % 420 + 1) for step in near) for n in range(1, 421)}
    entrants = [Entrant(player=PlayerNo(n), rank=n, met=met[n]) for n in met]
    made = draw(entrants, Lots(b"k"), round=25)
    assert seated(made) == list(range(1, 421))
    assert not made.rematches
    assert all(b not in met[a] for a, b in made.pairs)


def test_of_two_odd_halves_that_may_not_meet_one_pair_crosses() -> None:
    upper, lower = range(1, 18), range(18, 35)
    entrants = [Entrant(player=PlayerNo(number), rank=number) for number in (*upper, *lower)]
    apart = frozenset((PlayerNo(a), PlayerNo(b)) for a in upper for b in lower)
    made = draw(entrants, Lots(b"k"), round=4, forbidden=apart)
    assert seated(made) == list(range(1, 35))
    assert len([pair for pair in made.pairs if pair in apart]) == 1


def test_two_leaders_who_may_not_meet_float_to_a_group_too_large_to_compare_all_its_pairs() -> None:
    points = {1: 10, 2: 10, **dict.fromkeys(range(3, 131), 8), 131: 1, 132: 1}
    entrants = [Entrant(player=PlayerNo(number), points=points[number], rank=number) for number in points]
    made = draw(entrants, Lots(b"k"), round=2, forbidden=frozenset({(PlayerNo(1), PlayerNo(2))}))
    assert seated(made) == list(points)
    crossing = sorted(sorted((points[a], points[b])) for a, b in made.pairs if points[a] != points[b])
    assert crossing == [[8, 10], [8, 10]]
