"""Reads a .komandor file: its header, its people, the chain of its records and the seals of what is withheld.

The only reader of files in `check`, for the verifier and for the checker.  Like verify.py it needs nothing
but Python's standard library, and was written from docs/reference/file-format.md alone.  The sender of a
file is not trusted: `bounded` reads no more of it than the checks can hold in memory, and whatever is wrong
with it raises `Unreadable`, never another exception.

A new event with private fields: say in `SHOWN` what of it is always shown.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

GENESIS = "0" * 64
HEX = re.compile(r"[0-9a-f]{64}")
LAST = 78  # bytes of the last line
VERSION = 2  # of the file; 1 is not read any more
MOST_BYTES = 64 * 1024 * 1024
MOST_PARTS = 5_000_000
"""Values in all its lists and objects; a log of 3,000 players and 12 rounds has about one million."""

SHOWN: dict[str, tuple[str, ...]] = {
    "list_submitted": ("player",),
    "list_judged": ("player",),
    "list_checked": ("player",),
    "list_amended": ("player",),
    "deck_checks_drawn": ("round",),
    "deck_checked": ("player", "by", "match"),
    "judge_called": ("call", "at"),
    "ruling_given": ("call", "settled_by_players"),
    "ruling_appealed": ("call",),
    "final_verdict_given": ("call", "staff"),
    "incident_reported": ("incident",),
    "disqualification_recommended": (),
    "component_reported": ("component", "player", "kind", "category", "minutes", "match"),
    "proxy_made": ("proxy", "player", "date", "component"),
    "fee_noted": ("player", "paid"),
    "table_extended": ("match", "minutes"),
    "sanction_given": ("sanction", "points", "corrects"),
    "player_disqualified": ("player", "round"),
    "player_left": ("player", "cause", "round", "game"),
    "result_disputed": ("match", "by"),
    "result_annulled": ("match", "rule"),
    "result_entered": ("match", "report", "scores", "winner", "override"),
    "result_corrected": ("match", "report", "scores", "winner", "override"),
    "round_frozen": (
        *("round", "stage", "head", "public_source", "beacon", "entrants", "field"),
        *("dice", "sides", "digits"),
    ),
    "player_amended": ("player", "changes"),
    "player_registered": ("player", "groups", "fixed_table", "awarded_byes", "start", "staff", "members"),
    "player_entered_late": (
        "player",
        "choice",
        "missed",
        "byes",
        "match",
        "lot",
        "start",
        "groups",
        "members",
        "entered",
        "table",
    ),
}
"""The kinds of records that may have a private part which is withheld, and what is always shown of them."""
SENDERS = ("judge_called", "ruling_appealed", "incident_reported", "disqualification_recommended")
"""Of these records it may be withheld who sent them."""


class Unreadable(Exception):
    """This is no complete tournament file. `code` is the verifier's line, `text` has places for `params`."""

    def __init__(self, text: str, code: str = "file.empty", **params: Any) -> None:
        self.text, self.code, self.params = text, code, params
        super().__init__(text.format_map(params))


class File(NamedTuple):
    tournament: str
    records: list[str]  # their lines
    people: dict[int, str]  # names, as the log seals them


class Record(NamedTuple):
    """`prev` is the log's head before it; `r` has the fields around the event."""

    seq: int
    prev: str
    r: dict[str, Any]
    event: dict[str, Any]
    follows: bool  # the record before
    seal_fits: bool


def opened(data: bytes) -> File:
    """The parts of a file, with everything checked that is outside the chain. Raises `Unreadable`."""
    body, last = data[:-LAST], data[-LAST:]
    right = f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()
    if not body.endswith(b"\n") or last != right:
        raise Unreadable("the file was changed or is incomplete: its last line doesn't match", "file.hash")
    try:
        lines = body.decode().split("\n")[:-1]
        header = json.loads(lines[0])
        if header["format"] == "komandor" and header["version"] != VERSION:
            text = "files of version {version} are not read, only those of version 2"
            raise Unreadable(text, "file.version", version=header["version"])
        count, people = header["count"], header["people"]
        records, rows = lines[1 : 1 + count], map(json.loads, lines[1 + count :][:people])
        names = {row["person"]: name_of(row["data"]) for row in rows}
        wanted = 1 + count + people + ("secret" in header["parts"])
        head = json.loads(records[-1])["hash"] if records else GENESIS
        fits = header["format"] == "komandor" and len(lines) == wanted and header["head"] == head
        known = {"count": len(records), "tournament": header["tournament"]}
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise Unreadable("this is not a complete tournament file") from None
    if not fits:
        raise Unreadable("the header doesn't match the lines of the file", "file.header", **known)
    return File(header["tournament"], records, names)


def records_of(file: File) -> Iterator[Record]:
    """The records of a file one by one, each with what is right about it. Raises `Unreadable`."""
    prev, command = GENESIS, ""
    for seq, line in enumerate(file.records, 1):
        before, found, text = line.partition(',"event":')
        try:
            if not found or not line.endswith("}"):
                raise ValueError
            r, event = json.loads(before + "}"), json.loads(text[:-1])
            step, digest = str(r["step"]), record_hash(prev, file.tournament, {**r, "seq": seq}, text[:-1])
            follows = (r["seq"], r["prev"], r["hash"]) == (seq, prev, digest) and step in (command, str(seq))
            record = Record(seq, prev, r, event, follows, follows and seal_fits(r, event))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Unreadable("line {line} is not a log entry", line=seq + 1) from None
        yield record
        command, prev = step, r["hash"]


# ── hashes and seals ─────────────────────────────────────────────────────────


def enc(*fields: bytes | str | int) -> bytes:
    """4-byte count; then 4-byte length and bytes of each field. Text is UTF-8, numbers are decimal text."""
    raw = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return len(raw).to_bytes(4, "big") + b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def record_hash(prev: str, tournament: str, r: dict[str, Any], event: str) -> str:
    """The hash of a record: of what is shown, and of the seal of what may be withheld."""
    fields = (prev, tournament, r["seq"], r["at"], r["step"], r["by"], event, r.get("sealed", ""))
    return hashlib.sha256(enc(*fields)).hexdigest()


def seal_fits(r: dict[str, Any], e: dict[str, Any]) -> bool:
    """Whether only what may be withheld is, and what is not withheld is what was sealed."""
    if not r["by"] and e["type"] not in SENDERS:
        return False
    if "sealed" not in r:
        return bool(r["by"]) and "closed" not in r
    if e["type"] not in SHOWN or not HEX.fullmatch(r["sealed"]):
        return False
    if "closed" in r:
        hidden = json.loads(r["closed"])
        again = e.keys() & hidden.get("event", {}).keys() or ("by" in hidden) == bool(r["by"])
        if again or hashlib.sha256(enc(r["salt"], r["closed"])).hexdigest() != r["sealed"]:
            return False
    return e.keys() >= set(SHOWN[e["type"]])


def name_of(data: dict[str, Any]) -> str:
    """A person's name as the log seals it: one line for each part, and three for each member of a team."""
    parts = [data.get(key, "") for key in ("first", "last", "nick", "team")]
    members = [m.get(key, "") for m in data.get("members") or () for key in ("first", "last", "nick")]
    return "\n".join(str(part) for part in (*parts, *members))


# ── from the disk ────────────────────────────────────────────────────────────


def bounded(path: Path) -> bytes:
    """The content of the file; raises `Unreadable` if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Unreadable("{problem}", problem=problem.strerror or str(problem)) from problem
    refuse_large(data)
    return data


def refuse_large(data: bytes) -> None:
    """Raise `Unreadable` for more than a tournament can need."""
    if len(data) > MOST_BYTES:
        raise Unreadable("the file is larger than {most} MB", most=MOST_BYTES >> 20)
    if sum(data.count(sign) for sign in (b"[", b"{", b",")) > MOST_PARTS:
        raise Unreadable("the file has more than {most} values", most=MOST_PARTS)
