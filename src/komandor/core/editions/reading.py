"""From the text of an edition to the rules of a game, or to everything that is wrong with it."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from komandor.core import games
from komandor.core.editions.building import edition_rules
from komandor.core.editions.schema import NEEDED, Key, Path, keys_of
from komandor.core.editions.toml_lines import MOST_BYTES, TOO_LARGE, Parsed, parse
from komandor.core.editions.values import problems
from komandor.core.games.game import Rules
from komandor.core.reasons import Reason, Refusal, why

ID = re.compile(r"[a-z][a-z0-9-]{1,40}@[a-z0-9][a-z0-9.-]{0,39}")
MOST_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Edition:
    """A loaded edition: its text as it stands in the log, and the rules that it makes."""

    text: str
    digest: str
    rules: Rules
    base: Rules
    values: Mapping[Path, Any]  # what it says, by key

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(self.values.get(("sources",), ()))


def digest_of(text: str) -> str:
    """SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def tidied(text: str) -> str:
    """The text as it is kept: no byte order mark, lines that end in one way."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def read_edition(text: str) -> Edition | Refusal:
    """The edition that a text describes, or every problem with its line."""
    return _read(text) if len(text) <= MOST_BYTES else TOO_LARGE  # what is too large is not remembered


@lru_cache(maxsize=64)
def _read(text: str) -> Edition | Refusal:
    parsed = parse(text)
    base = _base(parsed)
    found = list(parsed.mistakes)
    if isinstance(base, Reason):
        return _refused([*found, base] if parsed.table or not found else found)
    keys, values = keys_of(base), dict(_leaves(parsed.table))
    found += _unknown(keys, values, parsed)
    known = {path: value for path, value in values.items() if path in keys}
    found += (problem for path, value in known.items() for problem in problems(keys[path], value, parsed))
    if not parsed.mistakes:
        found += (why("edition.missing", None, line=1, field=key) for key in _missing(known))
    found += _identity(known, base, parsed)
    if not found:
        found += _together(known, base, parsed)
    if found:
        return _refused(found)
    return Edition(text, digest_of(text), edition_rules(base, known), base, known)


def _refused(found: list[Reason]) -> Refusal:
    """Every problem, in the order of its lines."""
    ordered = sorted(found, key=lambda one: int(str(one.params.get("line") or 0)))
    return Refusal(tuple(ordered[:MOST_PROBLEMS]))


def _base(parsed: Parsed) -> Rules | Reason:
    """The document that the edition stands on."""
    named = parsed.table.get("base")
    known = {rules.id: rules for rules in games.GAMES}
    if isinstance(named, str) and named in known:
        return known[named]
    found = named[:60] if isinstance(named, str) else ""
    return why("edition.base", None, line=parsed.line(("base",)), found=found, choices=tuple(known))


def _leaves(table: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Keys with their values. Tables have one level; a setting's own name may hold dots."""
    for key, value in table.items():
        if type(value) is not dict:
            yield (key,), value
            continue
        for inner, one in value.items():
            if key == "settings" and type(one) is dict:
                yield from (((key, f"{inner}.{name}"), part) for name, part in one.items())
            else:
                yield (key, inner), one


def _unknown(keys: Mapping[Path, Key], values: Mapping[Path, Any], at: Parsed) -> Iterator[Reason]:
    for path in values:
        if path not in keys:
            inside = tuple(".".join(key) for key in keys if len(path) > 1 and key[0] == path[0])
            known = inside or tuple(dict.fromkeys(key[0] for key in keys))
            yield why("edition.unknown_key", None, line=at.line(path), field=".".join(path)[:80], known=known)


def _missing(known: Mapping[Path, Any]) -> tuple[str, ...]:
    return tuple(key for key in NEEDED if not any(path[0] == key for path in known))


def _identity(known: Mapping[Path, Any], base: Rules, at: Parsed) -> Iterator[Reason]:
    """Its name begins with the game's, and is not that of a document's edition."""
    own = known.get(("edition",))
    if not isinstance(own, str):
        return
    taken = own in {rules.id for rules in games.GAMES}
    if taken or not ID.fullmatch(own) or not own.startswith(f"{base.data.id}@"):
        yield why("edition.id", None, line=at.line(("edition",)), found=own[:60], game=base.data.id)


def _together(known: Mapping[Path, Any], base: Rules, at: Parsed) -> Iterator[Reason]:
    """Values that fit their keys but not each other."""
    cuts = known.get(("cuts",), base.data.cuts)
    for path, rows in known.items():
        if path[0] == "structures":
            for number, row in enumerate(rows):
                if row.get("cut", 0) not in (0, *cuts):
                    line = at.line(path, number)
                    yield why("edition.cut", None, line=line, field=".".join(path), cut=row["cut"])
    points = {**base.data.points, **{path[1]: v for path, v in known.items() if path[0] == "points"}}
    order = [points[key] for key in ("win", "modified_win", "draw", "loss") if key in points]
    if order != sorted(order, reverse=True) or (len(order) > 1 and order[0] == order[-1]):
        yield why("edition.points", None, line=at.line(("points",)))
    own = known.get(("tiebreakers",), list(base.data.tiebreakers))
    if base.data.ranking == "place_one_by_one" and own[0] != base.data.tiebreakers[0]:
        first = base.data.tiebreakers[0]
        yield why(
            "edition.first_tiebreaker", None, line=at.line(("tiebreakers",)), field="tiebreakers", found=first
        )
