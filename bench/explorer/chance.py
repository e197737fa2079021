"""Random choices about an event as it stands: sensible ones, edges and nonsense.

A field is filled by its type: a number of something by what the event has of it (the readers of
`core.tournament.references`), a choice by its words.  What a type cannot say stands in `values`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from komandor.core.tournament.references import (
    MATCH,
    PLAYER,
    THINGS,
    Thing,
)
from komandor.core.tournament.state import Match, Tournament

TEXTS = ("because", "tak było", "zażółć gęślą jaźń", "„cytat” & <b>", "seen by both", "x")
ODD_TEXTS = ("", " ", "\n", "\u202e\u200b", "\ud800", "y" * 3_000, "=1+1", "0", "'; --", "{{7}}")
NUMBERS = (1, 1, 2, 2, 3, 4, 5, 7, 10)
ODD_NUMBERS = (0, -1, -3, 40, 121, 601, 9_999, 10_000, 2**31, 10**20, -(10**20))
DAYS = ("2026-11-14", "2026-11-15", "2020-02-29", "")
ODD_DAYS = ("2026-02-30", "yesterday", "9999-12-31")
TO_THE_POINT = 0.6
"""How often a number means the match or player that the command is about."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Random choices about one event as it stands; `match` is what this command is about, if anything."""

    rnd: Random
    t: Tournament
    match: Match | None
    odd: float = 0.03  # how often a value is an edge or nonsense
    me: int | None = None  # the player who gives the command

    def strange(self) -> bool:
        return self.rnd.random() < self.odd

    def number(self, thing: Thing) -> int:
        """The number of one such thing that the event has; of another now and then."""
        known = sorted(getattr(self.t, thing.held_in))
        if self.strange() or not known:
            return self.rnd.choice((0, -1, 1, len(known) + 1, 10**6))
        if thing is MATCH and self.match:
            return self.match.number
        if thing is PLAYER and self.me in known and self.rnd.random() < TO_THE_POINT:
            return self.me or 0
        if thing is PLAYER and self.match and self.rnd.random() < TO_THE_POINT:
            return self.rnd.choice(self.match.players)
        return int(self.rnd.choice(known if thing is PLAYER else known[-3:]))

    def one_of(self, many: Iterable[Any], otherwise: Thing) -> int:
        """One of these that the command is meant for; any such thing if there is none."""
        fitting = sorted(many)
        return int(self.rnd.choice(fitting)) if fitting and not self.strange() else self.number(otherwise)

    def text(self) -> str:
        return self.rnd.choice(ODD_TEXTS if self.strange() else TEXTS)

    def whole(self) -> int:
        return self.rnd.choice(ODD_NUMBERS if self.strange() else NUMBERS)

    def day(self) -> str:
        return self.rnd.choice(ODD_DAYS if self.strange() else DAYS)

    def some(self, many: Any, most: int = 3) -> tuple[Any, ...]:
        """A few of these, in any order; perhaps none."""
        known = list(many)
        return tuple(self.rnd.sample(known, min(len(known), self.rnd.randint(0, most))))


def matching(rnd: Random, t: Tournament) -> Match | None:
    """A match that a command could be about: mostly of the latest round, mostly one without a result."""
    latest = [m for m in t.in_round(t.round_number) if m.kind == "match"]
    open_ = [m for m in latest if not m.final]
    for often, pool in ((0.55, open_), (0.65, latest), (1.0, [*t.matches.values()])):
        if pool and rnd.random() < often:
            return rnd.choice(pool)
    return None


def value(x: Chance, hint: Any) -> Any:
    """A value of this type."""
    if hint in THINGS:
        return x.number(THINGS[hint])
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return x.rnd.choice(parts)
    if origin in (Union, UnionType):
        kinds = [part for part in parts if part is not NoneType]
        return value(x, x.rnd.choice(kinds)) if x.rnd.random() < 0.75 else None
    if origin is tuple:
        return _several(x, parts)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{one.name: value(x, hints[one.name]) for one in fields(hint)})
    if origin is not None:
        return {x.text(): x.text() for _ in range(x.rnd.randint(0, 2))}
    makers: dict[Any, Callable[[], Any]] = {bool: lambda: x.rnd.random() < 0.5, int: x.whole, str: x.text}
    return makers[hint]()


def _several(x: Chance, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    if parts[1:] != (...,):
        return tuple(value(x, part) for part in parts)
    return tuple(dict.fromkeys(value(x, parts[0]) for _ in range(x.rnd.choice((0, 1, 1, 1, 2, 3)))))
