"""How a `.komandor` file is written: lines of JSON, the same bytes for the same event everywhere."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from komandor.log.canonical import canonical
from komandor.log.record import FILE_VERSION, GENESIS, Recorded
from komandor.log.store import Person

FORMAT = "komandor"


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
    """The event stands last, so that its text, as hashed, can be cut out of the line.

    The closed part is a text within the line, so its quotation marks are escaped.
    """
    by, event, sealed, salt, closed = r.parts
    fields: dict[str, object] = {"seq": r.seq, "at": r.at, "by": by, "step": int(r.command_id)}
    fields |= {"prev": r.prev, "hash": r.hash}
    if sealed:
        fields["sealed"] = sealed
    if closed:
        fields |= {"salt": salt, "closed": closed}
    return f'{json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[:-1]},"event":{event}}}'


def header_of(bundle: Bundle) -> dict[str, object]:
    parts = ["log"] + ["people"] * (bundle.people is not None) + ["secret"] * (bundle.secret is not None)
    return {
        "format": FORMAT,
        "version": FILE_VERSION,
        "tournament": bundle.tournament,
        "count": len(bundle.records),
        "head": bundle.records[-1].hash if bundle.records else GENESIS,
        "parts": parts,
        "people": len(bundle.people or {}),
    }
