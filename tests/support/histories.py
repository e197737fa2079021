"""Histories of Swiss tournaments without an event around them: each round as the engine draws it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from komandor.check import pairing_plan
from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.pairing import Draw, Entrant, Method, Pair, Terms, draw, ordered

SCORES = {"points": ((1, 0),), "armada": ((6, 5), (7, 4), (8, 3), (10, 1)), "conquest": ((5, 0), (4, 1))}
SCORES |= {"swl": ((6, 0), (4, 2), (3, 3))}
BYES = {"points": 1, "armada": 8, "conquest": 5, "swl": 6}


@dataclass
class Player:
    start: int
    apart: tuple[str, ...] = ()
    points: int = 0
    byes: int = 0
    met: list[PlayerNo] = field(default_factory=list)


@dataclass(frozen=True)
class Round:
    """One round: what went into the engine's draw, and what came out."""

    key: bytes
    entrants: tuple[Entrant, ...]
    terms: Terms
    drawn: Draw


def history(rnd: Random, players: int, rounds: int, scale: str, method: Method = "random") -> Iterator[Round]:
    """The rounds of one tournament: players leave, some pairs are forbidden, some travel together."""
    starts = rnd.sample(range(1, players + 1), players)
    groups = rnd.random() < 0.2
    field_ = {
        PlayerNo(n): Player(start, tuple(x for x in "ab" if groups and rnd.random() < 0.1))
        for n, start in enumerate(starts, 1)
    }
    forbidden: set[Pair] = set()
    early = rnd.random() < 0.2
    for number in range(1, rounds + 1):
        if rnd.random() < 0.4 and len(field_) > 5:
            del field_[rnd.choice(list(field_))]
        if rnd.random() < 0.03:
            a, b = rnd.sample(list(field_), 2)
            forbidden.add(ordered(a, b))
        terms = Terms(
            round=number,
            method=method if number > 1 else "random",
            apart_round1=groups,
            no_bye=frozenset(rnd.sample(list(field_), 1)) if rnd.random() < 0.05 else frozenset(),
            forbidden=frozenset(forbidden),
            second_bye_first=early,
        )
        made = _round(rnd, field_, terms)
        yield made
        _play(rnd, field_, made.drawn, scale)


def _round(rnd: Random, players: dict[PlayerNo, Player], terms: Terms) -> Round:
    ranked = sorted(players, key=lambda n: (-players[n].points, rnd.random()))
    entrants = tuple(
        Entrant(
            player=n,
            points=p.points,
            rank=ranked.index(n) + 1,
            met=tuple(p.met),
            byes=p.byes,
            apart=p.apart,
            start=p.start,
        )
        for n, p in players.items()
    )
    key = rnd.randbytes(32)
    return Round(key, entrants, terms, draw(entrants, Lots(key), terms))


def _play(rnd: Random, players: dict[PlayerNo, Player], made: Draw, scale: str) -> None:
    for p in players.values():
        p.met.append(PlayerNo(0))
    for a, b in made.pairs:
        scores = rnd.choice(SCORES[scale])
        for one, other, points in ((a, b, scores[0]), (b, a, scores[1])):
            players[one].met[-1] = other
            players[one].points += points
    if made.bye is not None:
        players[made.bye].byes += 1
        players[made.bye].points += BYES[scale]


def for_the_checker(made: Round) -> tuple[bytes, list[pairing_plan.Entrant], pairing_plan.Terms]:
    """The same round in the words of the independent recomputation."""
    entrants = [
        pairing_plan.Entrant(e.player, e.points, e.byes, e.rank, e.met, frozenset(e.apart), e.start or 0)
        for e in made.entrants
    ]
    t = made.terms
    terms = pairing_plan.Terms(
        t.round, t.method == "fold", t.apart_round1, t.no_bye, t.forbidden, t.second_bye_first
    )
    return made.key, entrants, terms


def for_javascript(made: Round) -> dict[str, Any]:
    """The same round as JSON."""
    key, entrants, terms = for_the_checker(made)
    return {
        "key": key.hex(),
        "entrants": [e._asdict() | {"groups": sorted(e.groups)} for e in entrants],
        "terms": terms._asdict() | {"no_bye": sorted(terms.no_bye), "forbidden": sorted(terms.forbidden)},
    }


def outcome(drawn: Draw) -> tuple[set[frozenset[int]], int | None]:
    return {frozenset(pair) for pair in drawn.pairs}, drawn.bye
