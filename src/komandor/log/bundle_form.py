"""How a `.komandor` file is written: lines of JSON, the same bytes for the same event everywhere."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from komandor.log.record import GENESIS, Recorded, canonical
from komandor.log.store import Person

FORMAT, VERSION = "komandor", 1


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a file holds. `people` is None when they were left out."""

    tournament: str
    records: tuple[Recorded, ...]
    people: Mapping[int, Person] | None = None
    secret: bytes | None = None


def write(bundle: Bundle) -> bytes:
    """The file of a bundle; equal bundles give equal bytes."""
    lines = [canonical(header_of(bundle)), *map(record_line, bundle.records)]
    for person, data in sorted((bundle.people or {}).items()):
        lines.append(canonical({"person": person, "data": data}))
    if bundle.secret is not None:
        lines.append(canonical({"secret": bundle.secret.hex()}))
    body = "".join(line + "\n" for line in lines).encode()
    return body + f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


def record_line(r: Recorded) -> str:
    """The event stands last, so that its text, as hashed, can be cut out of the line."""
    at, by, command = (json.dumps(text, ensure_ascii=False) for text in (r.at, r.by, r.command_id))
    return (
        f'{{"seq":{r.seq},"at":{at},"by":{by},"command_id":{command},'
        f'"prev":"{r.prev}","hash":"{r.hash}","event":{r.event}}}'
    )


def header_of(bundle: Bundle) -> dict[str, object]:
    parts = ["log"] + ["people"] * (bundle.people is not None) + ["secret"] * (bundle.secret is not None)
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": bundle.tournament,
        "count": len(bundle.records),
        "head": bundle.records[-1].hash if bundle.records else GENESIS,
        "parts": parts,
        "people": len(bundle.people or {}),
    }
