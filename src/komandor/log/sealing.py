"""Which parts of a record can be withheld or erased, and how the chain keeps its hold on them.

A record has a shown part, which every file carries, and perhaps a closed part: texts, lists,
who called a judge, a name. The chain covers the shown part and the *seal* of the closed one, a hash with a
salt, so a file can leave the closed part out and the chain still holds. Nothing that the roster, results,
points or draws need is ever closed.  Which fields are private stands on the row of each event.
"""

import hashlib
import json
from collections.abc import Mapping, Set
from dataclasses import fields
from typing import Any, NamedTuple

from komandor.core.lots import enc
from komandor.core.tournament.action import AnyEventRow
from komandor.core.tournament.actions import EVENT_ROWS
from komandor.core.tournament.references import PLAYER
from komandor.log.canonical import canonical
from komandor.log.codec import type_name

ROWS: Mapping[str, AnyEventRow] = {type_name(row.event): row for row in EVENT_ROWS}
NAMED = tuple(kind for kind, row in ROWS.items() if row.names is PLAYER)
"""Kinds that can carry a name, as a seal only."""


def _closable(kind: str, shown: Mapping[str, Any]) -> Mapping[str, object]:
    """The fields that are closed, each with how it reads when the closed part is not there."""
    row = ROWS.get(kind)
    if row is None:
        return {}
    return {**row.private, **row.private_also(shown)} if row.private_also else row.private


SHOWN: Mapping[str, Set[str]] = {
    kind: {field.name for field in fields(row.event)} - _closable(kind, {}).keys()
    for kind, row in ROWS.items()
    if row.private or kind in NAMED
}
"""kind → the fields that are there even if the closed part is not."""

UNKNOWN = "withheld"
"""In the place of who did it, where that is not known."""

EMPTY: tuple[object, ...] = ("", None, [], {})


class Parts(NamedTuple):
    """A record's event as it is stored: `by` and `event` as shown; seal, salt and text of the closed part."""

    by: str
    event: str
    sealed: str = ""
    salt: str = ""
    closed: str = ""


def seal_of(salt: str, closed: str) -> str:
    return hashlib.sha256(enc(salt, closed)).hexdigest()


def divided(by: str, event: str, name: str, salt: str) -> Parts:
    """The two parts of an event; an event that has nothing to close is shown whole."""
    raw: dict[str, Any] = json.loads(event)
    kind = str(raw.get("type"))
    fields = _closable(kind, raw)
    hidden = {key: raw[key] for key in fields if key in raw}
    closed: dict[str, object] = {}
    if kind in ROWS and ROWS[kind].private_sender:
        closed["by"] = by
    if any(value not in EMPTY for value in hidden.values()):
        closed["event"] = hidden
    if name and kind in NAMED:
        closed["name"] = name
    if not closed:
        return Parts(by, event)
    shown = canonical({k: v for k, v in raw.items() if k not in hidden}) if "event" in closed else event
    text = canonical(closed)
    return Parts("" if "by" in closed else by, shown, seal_of(salt, text), salt, text)


def joined(parts: Parts) -> tuple[str, str]:
    """Who did it and the whole event; a closed part that is not there reads as empty."""
    if not parts.sealed:
        return parts.by, parts.event
    closed: dict[str, Any] = json.loads(parts.closed) if parts.closed else {}
    by = parts.by or str(closed.get("by", UNKNOWN))
    if parts.closed and "event" not in closed:
        return by, parts.event
    raw: dict[str, Any] = json.loads(parts.event)
    missing = {} if parts.closed else _closable(str(raw.get("type")), raw)
    return by, canonical({**missing, **raw, **closed.get("event", {})})


def unsealable(by: str, shown: Mapping[str, Any], sealed: bool, closed: Mapping[str, Any]) -> str:
    """What is sealed although it must be shown, or shown in two places; empty if all is right."""
    kind, fields = str(shown.get("type")), closed.get("event", {})
    may = set(_closable(kind, shown))
    if sealed and not (kind in SHOWN and shown.keys() >= SHOWN[kind]):
        return kind
    if not by and not (sealed and kind in ROWS and ROWS[kind].private_sender):
        return kind
    if type(fields) is not dict or closed.keys() - {"by", "event", "name"} or ("by" in closed) == bool(by):
        return kind if closed else ""
    wrong = sorted(fields.keys() - may) or sorted(fields.keys() & shown.keys())
    return f"{kind}.{wrong[0]}" if wrong else ""


def name_text(person: Mapping[str, Any]) -> str:
    """A person's name as it is sealed: one line for each part, and three for each member of a team."""
    parts = [person.get(key, "") for key in ("first", "last", "nick", "team")]
    members = person.get("members") or ()
    parts += [member.get(key, "") for member in members for key in ("first", "last", "nick")]
    return "\n".join(map(str, parts))
