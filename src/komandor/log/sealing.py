"""Which parts of a record can be withheld or erased, and how the chain keeps its hold on them.

A record of version 2 has a shown part, which every file carries, and perhaps a closed part: texts, lists,
who called a judge, a name. The chain covers the shown part and the *seal* of the closed one, a hash with a
salt, so a file can leave the closed part out and the chain still holds. Nothing that the roster, results,
points or draws need is ever closed.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from komandor.core.lots import enc
from komandor.log.canonical import canonical

CLOSED: Mapping[str, Mapping[str, object]] = {
    "list_submitted": {"content": {}, "text": ""},
    "list_judged": {"decision": "legal", "catalogue": "", "problems": []},
    "list_checked": {"verdict": "legal", "note": ""},
    "list_amended": {"content": {}, "reason": "", "significant": False},
    "deck_checks_drawn": {"players": []},
    "deck_checked": {"legal": True, "note": "", "removed": ""},
    "judge_called": {"match": None, "table": None, "player": None, "kind": "question", "text": ""},
    "ruling_given": {"staff": None, "text": "", "rule": ""},
    "ruling_appealed": {"by": 0, "text": ""},
    "final_verdict_given": {"text": "", "rule": ""},
    "incident_reported": {"text": "", "table": None, "category": ""},
    "disqualification_recommended": {"player": 0, "by": 0, "reason": ""},
    "component_reported": {"what": ""},
    "proxy_made": {"card": "", "unreadable": "", "maker": ""},
    "fee_noted": {"note": ""},
    "table_extended": {"reason": ""},
    "sanction_given": {"reason": "", "category": ""},
    "player_disqualified": {"reason": ""},
    "player_left": {"reason": ""},
    "result_disputed": {"note": ""},
    "result_entered": {"reason": ""},
    "result_corrected": {"reason": ""},
    "result_annulled": {"reason": ""},
    "round_frozen": {"despite_lists": [], "reason": ""},
}
"""kind → field → how the field reads when the closed part is not there."""

SHOWN = {
    row.split()[0]: set(row.split()[1:])
    for row in """list_submitted player|list_judged player|list_checked player|list_amended player
    |deck_checks_drawn round
    |deck_checked player by match|judge_called call at|ruling_given call settled_by_players
    |ruling_appealed call|final_verdict_given call staff|incident_reported incident
    |disqualification_recommended
    |component_reported component player kind category minutes match|proxy_made proxy player date
    |fee_noted player paid|table_extended match minutes|sanction_given sanction points
    |player_disqualified player round
    |player_left player cause round game|result_disputed match by|result_annulled match rule
    |result_entered match report scores winner override|result_corrected match report scores winner override
    |round_frozen round stage head public_source beacon entrants field|player_amended player changes
    |player_registered player groups fixed_table awarded_byes start staff members|player_entered_late
     player choice missed byes match lot start groups members entered table""".split("|")
}
"""kind → the fields that are there even if the closed part is not, since version 2 began."""

WITHOUT_EFFECT = {"warning", "penalty"}
OF_A_WARNING: Mapping[str, object] = {"player": 0, "kind": "warning", "by": 0, "match": None}
"""A sanction that changes no result, no points and no roster is closed but for its number."""

SENDER_CLOSED = {"judge_called", "ruling_appealed", "incident_reported", "disqualification_recommended"}
"""Who sent it is not shown either."""

NAMED = ("player_registered", "player_entered_late", "player_amended")
"""Kinds that can carry a name, as a seal only."""

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
    if kind in SENDER_CLOSED:
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
    if not parts.sealed or (parts.by and parts.closed.startswith('{"name":')):
        return parts.by, parts.event
    raw: dict[str, Any] = json.loads(parts.event)
    closed: dict[str, Any] = json.loads(parts.closed) if parts.closed else {}
    by = parts.by or str(closed.get("by", UNKNOWN))
    if parts.closed and "event" not in closed:
        return by, parts.event
    missing = {} if parts.closed else _closable(str(raw.get("type")), raw)
    return by, canonical({**missing, **raw, **closed.get("event", {})})


def unsealable(by: str, shown: Mapping[str, Any], sealed: bool, closed: Mapping[str, Any]) -> str:
    """What is sealed although it must be shown, or shown in two places; empty if all is right."""
    kind, fields = str(shown.get("type")), closed.get("event", {})
    may = set(_closable(kind, shown))
    if sealed and not (kind in SHOWN and shown.keys() >= SHOWN[kind]):
        return kind
    if not by and not (sealed and kind in SENDER_CLOSED):
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


def _closable(kind: str, raw: Mapping[str, Any]) -> Mapping[str, object]:
    fields = CLOSED.get(kind, {})
    if kind == "sanction_given" and raw.get("kind", "warning") in WITHOUT_EFFECT and not raw.get("points"):
        return {**fields, **OF_A_WARNING}
    return fields
