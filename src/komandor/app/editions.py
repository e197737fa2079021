"""Editions that were loaded here: kept in the store beside the events, in every kind of store alike.

An event holds the text of its own edition, so removing one from here changes no event.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.editions import Edition, read_edition, tidied
from komandor.core.games import find_rules
from komandor.core.games.game import MarginRow, Rules, StructureRow
from komandor.core.games.settings import defaults
from komandor.core.reasons import Refusal, refuse
from komandor.log.store import EventStore

SPACE = "editions"


@dataclass(frozen=True, slots=True)
class EditionChange:
    """One key of an edition: what it says, and what the document has."""

    key: str
    value: str
    before: str


@dataclass(frozen=True, slots=True)
class EditionFacts:
    """What pages say of a loaded edition."""

    id: str
    label: str
    base: str  # the id of the document it builds upon
    game: str
    game_name: str
    digest: str
    sources: tuple[str, ...]
    changes: tuple[EditionChange, ...]


def facts_of(edition: Edition, lang: str) -> EditionFacts:
    data, base = edition.rules.data, edition.base
    named = (edition.id, data.label[lang], base.id, data.id, base.data.name[lang])
    return EditionFacts(*named, edition.digest, edition.sources, changes_of(edition))


def edition_of(content: bytes | str) -> Edition | Refusal:
    """The edition in a file or a text field, or every problem with its line."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
    except UnicodeDecodeError:
        return refuse("edition.encoding")
    return read_edition(tidied(text))


def keep(store: EventStore, edition: Edition) -> None:
    """Keep an edition under its id; one of the same id is replaced for new events."""
    store.put(SPACE, edition.id, {"text": edition.text, "digest": edition.digest})


def forget(store: EventStore, id: str) -> bool:
    """Remove a kept edition; False if there is none."""
    known = store.get(SPACE, id) is not None
    store.put(SPACE, id, None)
    return known


def kept(store: EventStore, id: str) -> Edition | None:
    """The edition of this id, if it is kept here and can be read."""
    return _read(store.get(SPACE, id))


def all_kept(store: EventStore) -> tuple[Edition, ...]:
    """Every kept edition, by game and id."""
    read = (_read(value) for _, value in sorted(store.items(SPACE)))
    return tuple(one for one in read if one is not None)


def _read(value: Mapping[str, object] | None) -> Edition | None:
    edition = read_edition(str(value["text"])) if value else None
    return edition if isinstance(edition, Edition) else None


def rules_named(store: EventStore, name: str) -> tuple[Rules, str] | None:
    """The rules of a game, of a document's edition or of a kept one, with the text for the event's log."""
    if known := find_rules(name):
        return known, ""
    edition = kept(store, name)
    return (edition.rules, edition.text) if edition else None


def changes_of(edition: Edition) -> tuple[EditionChange, ...]:
    """What the edition says key by key, beside what the document has."""
    shown = ((path, value) for path, value in edition.values.items() if path[0] not in HEADING)
    base = edition.base
    return tuple(
        EditionChange(".".join(path), _said(value), _said(_before(base, path))) for path, value in shown
    )


HEADING = ("edition", "base", "name", "date", "sources")


def _before(base: Rules, path: tuple[str, ...]) -> object:
    """The document's value of a key; empty where it has none."""
    data = base.data
    if path[0] in ("settings", "policies"):
        return _default(base, path)
    if path[0] == "clocks":
        return data.clocks[path[1]].minutes
    if path[0] == "factions":
        return next((one.choices for one in base.list_form if one.factions), ())
    held = getattr(data, path[0])
    if len(path) == 1:
        return held
    return held.get(path[1]) if isinstance(held, Mapping) else getattr(held, path[1])


def _default(base: Rules, path: tuple[str, ...]) -> object:
    if path == ("policies", "unplayed"):
        return base.data.unplayed
    return defaults(base)["registration.late_entry" if path[0] == "policies" else path[1]]


def _said(value: object) -> str:
    """A value as a person reads it: rows as "4–32: 3", lists with commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(_said(one) for one in value)
    if isinstance(value, StructureRow):
        value = {"from": value.low, "to": value.high, "rounds": value.rounds, "cut": value.cut}
    if isinstance(value, MarginRow):
        value = {"from": value.low, "winner": value.winner, "loser": value.loser}
    if isinstance(value, dict):
        return _row(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "–" if value is None else str(value)


def _row(row: dict[str, object]) -> str:
    """A row of a structure as "4–8: 3 + top 4", one of margins as "60+: 7–4"."""
    start, end = row["from"], row.get("to")
    range_ = f"{start}+" if end is None else f"{start}–{end}"
    if "winner" in row:
        return f"{range_}: {row['winner']}–{row['loser']}"
    return f"{range_}: {row['rounds']}" + (f" + top {row['cut']}" if row.get("cut") else "")
