"""The checker's matching is as good as the best of all matchings, tried one by one."""

from collections.abc import Iterator
from random import Random

import pytest

from komandor.check.best_pairing import Field, cheapest, crossings, judge_bye, verdict


def matchings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for i, other in enumerate(rest):
        for more in matchings(rest[:i] + rest[i + 1 :]):
            yield [(first, other), *more]


@pytest.mark.parametrize("seed", range(120))
def test_best_is_the_cheapest(seed: int) -> None:
    dice = Random(seed)
    n, most, share = dice.choice([2, 4, 6, 8]), dice.choice([1, 3, 50, 10**40]), dice.choice([0.3, 0.6, 1])
    costs: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if dice.random() < share:
                costs[i][j] = costs[j][i] = dice.randint(0, most)
    sums = []
    for pairs in matchings(list(range(n))):
        prices = [costs[a][b] for a, b in pairs]
        if None not in prices:
            sums.append(sum(p or 0 for p in prices))
    assert cheapest(costs) == min(sums, default=None)


def worth(f: Field, pairs: list[tuple[int, int]]) -> tuple[object, ...]:
    ages = [f.met(a, b) for a, b in pairs if f.met(a, b)]
    steps = [f.span(a, b)[1] - f.span(a, b)[0] for a, b in pairs]
    recent = [ages.count(k) for k in range(1, 6)]
    apart = sum((min(p), max(p)) in f.forbidden for p in pairs)
    return (apart, len(ages), recent, crossings(f, pairs), sum(s * s for s in steps))


@pytest.mark.rule("COM-PAIR-6", "COM-PAIR-2")
@pytest.mark.parametrize("seed", range(60))
def test_a_pairing_is_called_best_if_and_only_if_no_other_is_better(seed: int) -> None:
    dice = Random(seed)
    n, spread, share = dice.choice([4, 6, 8]), dice.choice([1, 2, 8]), dice.choice([0.2, 0.5, 0.8])
    people = list(range(1, n + 1))
    ago = {(a, b): dice.randint(1, 5) for a in people for b in people if a < b and dice.random() < share}
    forbidden = frozenset((a, b) for a in people for b in people if a < b and dice.random() < share / 4)
    f = Field({p: dice.randint(0, spread) for p in people}, ago, forbidden)
    ranked = sorted(matchings(people), key=lambda pairs: worth(f, pairs))
    top = worth(f, ranked[0])
    for pairs in ranked[:8] + dice.sample(ranked, min(8, len(ranked))):
        assert (verdict(f, pairs) == "best") == (worth(f, pairs) == top)


@pytest.mark.rule("COM-BYE-3", "COM-BYE-4")
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_a_bye_is_called_best_if_and_only_if_no_other_is_better(seed: int, early: bool) -> None:
    dice = Random(seed)
    n, share = dice.choice([3, 5, 7]), dice.choice([0.3, 0.6, 0.9])
    people = list(range(1, n + 1))
    edges = [(a, b) for a in people for b in people if a < b]
    ago = {pair: 1 for pair in edges if dice.random() < share}
    f = Field(dict.fromkeys(people, 0), ago, frozenset(p for p in edges if dice.random() < share / 3))
    had = {p: dice.randint(0, 2) for p in dice.sample(people, dice.randint(1, n))}
    order = sorted(had, key=lambda p: (had[p], -p))

    def cost(bye: int, pairs: list[tuple[int, int]]) -> tuple[int, ...]:
        apart, again = sum(p in f.forbidden for p in pairs), sum(p in ago for p in pairs)
        middle = (again, had[bye]) if early else (had[bye], again)
        return (apart, *middle, order.index(bye))

    found = [(cost(p, m), p, m) for p in order for m in matchings([q for q in people if q != p])]
    least = min(found)[0]
    names = ("forbidden", *(("rematches", "byes") if early else ("byes", "rematches")), "order")
    for costs, bye, pairs in found:
        differs = [name for name, x, y in zip(names, costs, least, strict=True) if x != y]
        assert judge_bye(f, order, had, bye, pairs, early) == (differs[0] if differs else "best")


@pytest.mark.rule("COM-PAIR-6")
def test_large_fields_are_proven_where_they_can_be_and_never_accused_without_proof() -> None:
    upper, lower = list(range(1, 201)), list(range(201, 401))
    f = Field({p: 1 if p <= 200 else 0 for p in upper + lower})
    inside = [(g[i], g[i + 1]) for g in (upper, lower) for i in range(0, 200, 2)]
    across = [(upper[0], lower[0]), (upper[1], lower[1]), *inside[1:100], *inside[101:]]
    assert verdict(f, inside) == "best"
    assert verdict(f, across) == "floats"
    crowded = {(a, b): 1 for a in upper for b in upper if a < b and (a, b) not in inside[:100]}
    assert verdict(Field(f.points, crowded), across) == "not proven"
