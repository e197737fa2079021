"""Checks a tournament file: its chain, and its whole log."""

import json
from pathlib import Path
from typing import Any

from komandor.check.file_reader import Record, bounded, opened, records_of, refuse_large
from komandor.check.shapes import shape_fits
from komandor.check.violation import Report, Violation
from komandor.check.whole_log import Entry, examine

WITHHELD = {"reason": "withheld", "verdict": "", "kind": "", "player": None}
"""What the checks read in the place of texts that are withheld; they judge nothing by them."""


def check_file(path: Path) -> Report:
    """Check one file; raises `Unreadable` if it is not a tournament file."""
    return check_bytes(bounded(path))


def check_bytes(data: bytes) -> Report:
    """Check the content of a tournament file."""
    refuse_large(data)
    records = list(records_of(opened(data)))
    broken = [one.seq for one in records if not (one.follows and one.seal_fits)]
    faults = [Violation("log.chain", "", seq, "The record does not continue the chain.") for seq in broken]
    if odd := next((one for one in records if not shape_fits(one.event)), None):
        text = "The record has not what an event of its kind has; nothing from it on is judged."
        faults.append(Violation("log.shape", "", odd.seq, text))
        records = records[: odd.seq - 1]
    report = examine(map(entry_of, records))
    notes = (*report.notes, *_withheld(records))
    return Report((*faults, *report.violations), notes, report.events, report.rounds, report.players)


def _withheld(records: list[Record]) -> tuple[Violation, ...]:
    """A note about the records whose texts this file does not carry."""
    kinds = [one.event["type"] for one in records if "sealed" in one.r and "closed" not in one.r]
    text = f"{len(kinds)} entries are included without their texts: {', '.join(sorted(set(kinds)))}."
    return (Violation("log.withheld", "", 0, text),) if kinds else ()


def entry_of(record: Record) -> Entry:
    """A record of a file as it is judged."""
    around = record.r
    return Entry(record.seq, _whole(record), record.prev, around["by"], around["at"], around["step"])


def _whole(record: Record) -> dict[str, Any]:
    """The event with its closed part; with placeholders if that is withheld."""
    if "sealed" not in record.r:
        return record.event
    if "closed" in record.r:
        return {**record.event, **json.loads(record.r["closed"]).get("event", {})}
    return {**WITHHELD, **record.event}
