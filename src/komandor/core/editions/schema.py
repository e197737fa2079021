"""The keys that an edition of a game may have: a table made from the game's own data.

What is not named here is a problem, so an edition never says something that the program does not do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.brackets import bracket_form
from komandor.core.games.game import Rules, Setting
from komandor.core.games.settings import settings_of
from komandor.core.regulations.clocks import MOST_MINUTES
from komandor.core.standings.metrics import METRICS

Kind = Literal["number", "tick", "text", "texts", "choice", "choices", "numbers", "structure", "margins"]
Path = tuple[str, ...]
LATE_ENTRY = "registration.late_entry"
NEEDED = ("edition", "base", "name")
MOST_POINTS = 100
MOST_PLAYERS = 5000
MOST_ROUNDS = 20
MOST_TEXTS = 60
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Key:
    """One key: where it stands, what it holds, and within which bounds."""

    path: Path
    kind: Kind
    low: int = 0
    high: int = 0
    choices: tuple[str | int | bool | None, ...] = ()
    pattern: str = ""

    @property
    def name(self) -> str:
        return ".".join(self.path)


def keys_of(base: Rules) -> Mapping[Path, Key]:
    """Every key that an edition on top of these rules may have."""
    return {
        key.path: key for key in (*_heading(), *_results(base), *_days(base), *_lists(base), *_choices(base))
    }


def _heading() -> Iterator[Key]:
    yield Key(("edition",), "text")
    yield Key(("base",), "text")
    yield from (Key(("name", lang), "text") for lang in ("en", "pl"))
    yield Key(("date",), "text", pattern=r"\d{4}-\d\d-\d\d")
    yield Key(("sources",), "texts")


def _results(base: Rules) -> Iterator[Key]:
    """Points, margins, what a round without a game is worth, tie-breakers."""
    data = base.data
    if data.margins:
        yield Key(("margins",), "margins", 0, MOST_POINTS)
        yield Key(("bye", "mov"), "number", 0, 9999)
    else:
        yield from (Key(("points", key), "number", 0, MOST_POINTS) for key in data.points)
    for award in ("bye", "missed"):
        if award not in data.own_settings:
            yield Key((award, "points"), "number", 0, MOST_POINTS)
    yield Key(("double_loss", "points"), "number", 0, MOST_POINTS)
    yield Key(("tiebreakers",), "choices", choices=tiebreakers_of(base))
    if data.swiss_best_of:
        yield Key(("swiss_best_of",), "choice", choices=(1, 3))


def tiebreakers_of(base: Rules) -> tuple[str, ...]:
    """The tie-breakers that can be computed for this game."""
    own = base.data.tiebreakers
    return (*own, *(one.key for one in METRICS if one.any_game and one.key not in own))


def _days(base: Rules) -> Iterator[Key]:
    """Structures, cuts, clocks, policies."""
    data = base.data
    yield from (Key(("structures", name), "structure", 2, MOST_PLAYERS) for name in data.structures)
    if not bracket_form(data.elimination).sizes:
        yield Key(("cuts",), "numbers", 2, 128)
    timed = (kind for kind, clock in data.clocks.items() if clock.minutes is not None)
    yield from (Key(("clocks", kind), "number", 1, MOST_MINUTES) for kind in timed)
    late = next(one.choices for one in settings_of(base) if one.key == LATE_ENTRY)
    yield Key(("policies", "late_entry"), "choice", choices=(*late, True, False))
    yield Key(("policies", "unplayed"), "choice", choices=("wait", "double_loss"))


def _lists(base: Rules) -> Iterator[Key]:
    """Limits of lists and scores, factions, missions."""
    data = base.data
    yield from (Key(("limits", key), "number", 0, 9999) for key in data.limits if key not in data.fixed)
    if any(one.factions for one in base.list_form):
        yield Key(("factions",), "texts", pattern=r"[a-z][a-z0-9_]{0,30}")
    if data.missions:
        yield Key(("missions",), "texts")


def _choices(base: Rules) -> Iterator[Key]:
    """The choices that the document leaves open, with the edition's own default."""
    return (_setting(one) for one in settings_of(base) if one.key != LATE_ENTRY and len(one.choices) != 1)


def _setting(one: Setting) -> Key:
    path = ("settings", one.key)
    if one.choices:
        return Key(path, "choice", choices=one.choices)
    if isinstance(one.default, bool):
        return Key(path, "tick")
    if isinstance(one.default, int):
        return Key(path, "number", one.low or 0, 9999 if one.high is None else one.high)
    return Key(path, "text", pattern=one.pattern)
