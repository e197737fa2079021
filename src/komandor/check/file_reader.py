"""Reads a tournament file for the checker: lines of JSON, each with the hash of the one before."""

import hashlib
import json
from pathlib import Path
from typing import Any

from komandor.check.bounded_file import Unreadable, bounded, refuse_large
from komandor.check.verify import GENESIS, record_hash, seal_fits, sealed_hash
from komandor.check.violation import Report, Violation
from komandor.check.whole_log import Entry, examine


def check_file(path: Path) -> Report:
    """Check one file; raises `Unreadable` if it is not a tournament file."""
    return check_bytes(bounded(path))


def check_bytes(data: bytes) -> Report:
    """Check the content of a tournament file."""
    refuse_large(data)
    header, lines = _open(data)
    if header.get("version") not in (1, 2):
        raise Unreadable(
            "this checker knows files of version 1 and 2, not {version}", version=header.get("version")
        )
    entries, faults = _entries(str(header["tournament"]), lines[: header["count"]], header["version"])
    report = examine(entries)
    notes = (*report.notes, *_withheld(lines[: header["count"]]))
    return Report((*faults, *report.violations), notes, report.events, report.rounds, report.players)


def _withheld(lines: list[str]) -> tuple[Violation, ...]:
    """A note about the records whose texts this file does not carry."""
    rows = [json.loads(line) for line in lines]
    kinds = sorted({row["event"]["type"] for row in rows if "sealed" in row and "closed" not in row})
    count = sum("sealed" in row and "closed" not in row for row in rows)
    text = f"{count} records are there without their texts: {', '.join(kinds)}."
    return (Violation("log.withheld", "", 0, text),) if count else ()


def _open(data: bytes) -> tuple[dict[str, Any], list[str]]:
    try:
        text = data.decode("utf-8")
        rows = text.split("\n")
        header = json.loads(rows[0])
    except (ValueError, RecursionError):
        raise Unreadable("the first line is not the header of a tournament file") from None
    if not isinstance(header, dict) or header.get("format") != "komandor" or len(rows) < 3 or rows[-1]:
        raise Unreadable("this is not a complete tournament file")
    body = memoryview(data)[: -len(rows[-2].encode()) - 1]
    if rows[-2] != json.dumps({"sha256": hashlib.sha256(body).hexdigest()}, separators=(",", ":")):
        raise Unreadable("the file was changed or is incomplete: its last line does not fit")
    if not isinstance(header.get("count"), int) or len(rows) - 3 < header["count"]:
        raise Unreadable("the file has fewer records than its header says")
    return header, rows[1:-2]


def _entries(tournament: str, lines: list[str], version: int) -> tuple[list[Entry], list[Violation]]:
    entries: list[Entry] = []
    faults: list[Violation] = []
    prev = GENESIS
    for seq, line in enumerate(lines, start=1):
        front, found, event = line.partition(',"event":')
        if not found or not line.endswith("}"):
            raise Unreadable("line {line} is no record", line=seq + 1)
        try:
            fields, payload = json.loads(front + "}"), json.loads(event[:-1])
            hash_of = record_hash if version == 1 else sealed_hash
            digest = hash_of(prev, tournament, fields, event[:-1])
            fits = (fields["seq"], fields["prev"], fields["hash"]) == (seq, prev, digest)
            fits = fits and (version == 1 or seal_fits(fields, payload))
            whole = _whole(fields, payload)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Unreadable("line {line} is no record", line=seq + 1) from None
        if not fits:
            faults.append(Violation("log.chain", "", seq, "The record does not continue the chain."))
        entries.append(Entry(seq, whole, prev))
        prev = fields["hash"]
    return entries, faults


WITHHELD = {"reason": "withheld", "verdict": "", "kind": "", "player": None}
"""What the checks read in the place of texts that are withheld; they judge nothing by them."""


def _whole(fields: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """The event with its closed part; with placeholders if that is withheld."""
    if "sealed" not in fields:
        return shown
    if "closed" in fields:
        return {**shown, **json.loads(fields["closed"]).get("event", {})}
    return {**WITHHELD, **shown}
