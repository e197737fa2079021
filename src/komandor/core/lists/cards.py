"""Cards and catalogues: the facts that lists are checked against.

A catalogue is data that an organiser loads; none is shipped.  It holds names, prices and limits, but
no card text.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from datetime import date
from typing import Any

from komandor.core.reasons import Reason, why

Facts = Mapping[str, Any]
LARGEST = 100_000
"""No card costs more, and no list has more copies."""


class BrokenCatalogue(ValueError):
    """A catalogue or pack that cannot be read, with the reason, which names the place."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code} {dict(reason.params)}")


@dataclass(frozen=True, slots=True)
class Card:
    """One component of a game."""

    name: str
    type: str = ""
    points: int | None = None
    product: str = ""
    subtitle: str = ""
    part: str = ""  # which field of the game's list form it belongs to
    id: str = ""
    factions: tuple[str, ...] = ()  # none: every faction may use it
    unique: bool = False
    limit: int | None = None  # most copies in one list
    names: tuple[str, ...] = ()  # further names under which lists know it
    nicknames: tuple[str, ...] = ()  # names that it may share with others
    codes: tuple[str, ...] = ()  # what builders write instead of a name
    old_points: tuple[int, ...] = ()
    official: bool = True  # from the publisher, not from a community
    doubt: str = ""  # why the data may be wrong; problems that rest on it do not reject a list
    facts: Facts = field(default_factory=dict)  # what only this game knows

    @property
    def source(self) -> str:
        """The product, or else the publisher: what tells two cards of one name and type apart."""
        return self.product or ("FFG" if self.official else "")

    @property
    def full_name(self) -> str:
        return f"{self.name}, {self.subtitle}" if self.subtitle else self.name

    def __hash__(self) -> int:
        return hash((self.id, self.name, self.type, self.product))


@dataclass(frozen=True, slots=True)
class Product:
    """Something on sale, with the dates on which it came out."""

    name: str
    poland: date | None = None
    world: date | None = None
    campaign: bool = False  # campaign objective (ARM-PROD-3) or campaign symbol (IA-PROD-3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A restricted format of a community: what may be played and what it costs there."""

    code: str
    name: str
    products: tuple[str, ...] = ()  # none: all
    banned: tuple[str, ...] = ()  # card ids
    restricted: tuple[str, ...] = ()  # at most one of all these in a list
    groups: tuple[tuple[str, ...], ...] = ()  # at most one of each group
    points: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What an importer found in the files of a folder."""

    cards: tuple[Card, ...]
    products: tuple[Product, ...] = ()
    seasons: tuple[Season, ...] = ()
    maps: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()  # restricted: at most one card of each group


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The cards of one game, from one source, of one day."""

    game: str
    name: str
    version: str
    date: str
    content: Gathered
    trust: str = "high"  # "medium": problems that rest on it do not reject a list
    community: str = "ask"  # "allow": cards that are not the publisher's may be played

    @property
    def label(self) -> str:
        return f"{self.name}, {self.date} ({self.version})"


def plain(catalogue: Catalogue) -> dict[str, Any]:
    """The catalogue as JSON has it; what is empty or usual is left out."""
    content = catalogue.content
    return {
        **head_of(catalogue),
        **{key: [*map(_slim, getattr(content, key))] for key in ("cards", "products", "seasons")},
        "maps": list(content.maps),
        "groups": [list(one) for one in content.groups],
    }


def head_of(catalogue: Catalogue) -> dict[str, Any]:
    """What a catalogue says of itself."""
    return {one.name: getattr(catalogue, one.name) for one in fields(catalogue) if one.name != "content"}


def _slim(one: Card | Product | Season) -> dict[str, Any]:
    usual = {f.name: f.default for f in fields(one)}
    shown = {key: value for key, value in asdict(one).items() if value != usual[key]}
    return {k: v.isoformat() if isinstance(v, date) else v for k, v in shown.items() if v not in ((), {})}


def from_plain(raw: Any, facts: Mapping[str, type]) -> Catalogue:
    """The catalogue from its JSON; a broken one raises with the place that is wrong.

    `facts` are the names and types of what only this game knows of a card.
    """
    if not isinstance(raw, dict):
        raise BrokenCatalogue(why("card_data.no_catalogue"))
    content = Gathered(
        tuple(_card(one, f"cards[{n}]", facts) for n, one in enumerate(_rows(raw, "cards"))),
        tuple(record(Product, one, f"products[{n}]") for n, one in enumerate(_rows(raw, "products"))),
        tuple(record(Season, one, f"seasons[{n}]") for n, one in enumerate(_rows(raw, "seasons"))),
        strings(raw.get("maps")),
        tuple(strings(one) for one in _rows(raw, "groups")),
    )
    head: dict[str, Any] = {key: raw.get(key) for key in ("game", "name", "version", "date")}
    for key, value in head.items():
        if not isinstance(value, str) or not value:
            raise BrokenCatalogue(why("card_data.no_text", place=key))
    return Catalogue(**head, **reach_of(raw), content=content)


def reach_of(raw: Mapping[str, Any]) -> dict[str, str]:
    """How far a catalogue is trusted, and whether cards of the community are played."""
    return {
        "trust": "medium" if raw.get("trust") == "medium" else "high",
        "community": "allow" if raw.get("community") == "allow" else "ask",
    }


def _rows(raw: Mapping[str, Any], key: str) -> list[Any]:
    value = raw.get(key, [])
    if not isinstance(value, list):
        raise BrokenCatalogue(why("card_data.no_list", place=key))
    return value


def _card(raw: Any, where: str, facts: Mapping[str, type]) -> Card:
    card: Card = record(Card, raw, where)
    for key, value in card.facts.items():
        kind = facts.get(key)
        fits = isinstance(value, (list, tuple) if kind is tuple else kind or ())
        if not fits or (kind is tuple and len(strings(value)) != len(value)):
            raise BrokenCatalogue(
                why("card_data.value", place=f"{where}.facts.{key}", value=f"{value!r:.40}")
            )
    return card


def record(kind: Any, raw: Any, where: str) -> Any:
    """A record of this kind from a table with its fields."""
    if not isinstance(raw, Mapping):
        raise BrokenCatalogue(why("card_data.no_table", place=where))
    known = {one.name: one for one in fields(kind)}
    if unknown := sorted(set(map(str, raw)) - known.keys()):
        raise BrokenCatalogue(why("card_data.unknown_field", place=where, name=unknown[0][:40]))
    needed = {one.name for one in known.values() if one.default is MISSING and one.default_factory is MISSING}
    if missing := sorted(needed - raw.keys()):
        raise BrokenCatalogue(why("card_data.missing_field", place=where, name=missing[0]))
    return kind(**{key: _value(known[key].type, value, f"{where}.{key}") for key, value in raw.items()})


def _value(kind: Any, value: Any, where: str) -> Any:
    found = _READERS[kind](value)
    if found is None and (value is not None or kind not in (int | None, date | None)):
        raise BrokenCatalogue(why("card_data.value", place=where, value=f"{value!r:.40}"))
    return found


def number(value: Any) -> int | None:
    """A whole number of the size that prices and counts have; None for anything else."""
    if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 7:
        value = int(value)
    return value if type(value) is int and -LARGEST < value < LARGEST else None


def text(value: Any) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def strings(value: Any) -> tuple[str, ...]:
    """The texts of a list; others are left out, and so are empty ones."""
    return (
        tuple(one for one in value if isinstance(one, str) and one)
        if isinstance(value, (list, tuple))
        else ()
    )


def listed(value: Any) -> list[Any] | tuple[Any, ...]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, (list, tuple)) else ()


def day(value: Any) -> date | None:
    """A date, or the text of one; None for anything else."""
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def rows(value: Any) -> list[dict[str, Any]]:
    """The tables of a list, or the values of a table; anything else is left out."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [one for one in inner if isinstance(one, dict)]


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    str: lambda v: v if isinstance(v, str) else None,
    bool: lambda v: v if isinstance(v, bool) else None,
    int | None: number,
    date | None: day,
    tuple[str, ...]: strings,
    tuple[int, ...]: lambda v: tuple(n for n in map(number, listed(v)) if n is not None),
    tuple[tuple[str, ...], ...]: lambda v: tuple(map(strings, listed(v))),
    Mapping[str, str]: lambda v: v if isinstance(v, Mapping) else None,
    Facts: lambda v: v if isinstance(v, Mapping) else None,
}
"""How a field of each type is read."""
