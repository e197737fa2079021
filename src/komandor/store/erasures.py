"""Whoever was erased stays erased: in the copies, and after an older copy was put back.

An erasure is kept in the store as a fact, in the same transaction. The fact names the record by which the
person was registered, so that in another database it means the same person or nobody. A copy or a restored
database that has the record but not the fact is older than the erasure, and is brought up to it: copies
with `FORGET` (`store.backup`), a restored database when it is opened.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from komandor.log.erasures import SPACE, Erasure

FILE = "erased.jsonl"
FORGET = f"""DELETE FROM people WHERE tournament = :tournament AND person = :person
    AND EXISTS (SELECT 1 FROM log WHERE tournament = :tournament AND hash = :record)
    AND NOT EXISTS (SELECT 1 FROM facts
        WHERE space = '{SPACE}' AND key = :tournament || '/' || :person AND instr(value, :record))"""  # noqa: S608 (only constants)


def keep_list(folder: Path, erased: Iterable[Erasure]) -> None:
    """Add these to the list in the data folder, which survives when the database is replaced by a copy."""
    known = dict.fromkeys((*listed(folder), *erased))
    fresh = folder / f"{FILE}.new"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.writelines(json.dumps(asdict(one)) + "\n" for one in known)
    fresh.replace(folder / FILE)


def listed(folder: Path) -> tuple[Erasure, ...]:
    """The list in the data folder; a line that cannot be read is left out."""
    found: list[Erasure] = []
    with suppress(FileNotFoundError):
        for line in (folder / FILE).read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, TypeError, KeyError):
                row = json.loads(line)
                found.append(Erasure(str(row["tournament"]), int(row["person"]), str(row["record"])))
    return tuple(found)
