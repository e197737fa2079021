"""How a `.komandor` file is read: whole, or refused whole with one reason. Nothing in it is trusted."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from komandor.core.reasons import Param, Reason, Refusal, why
from komandor.log.bounds import AT, MAX_DEPTH, MAX_LINE, NAME, excess, real_time
from komandor.log.bundle_form import FORMAT, Bundle, header_of, record_line
from komandor.log.canonical import canonical
from komandor.log.record import FILE_VERSION, GENESIS, Recorded, record_hash, seal_holds
from komandor.log.sealing import Parts, unsealable
from komandor.log.store import Person

MAX_BYTES = 64 * 1024 * 1024
MAX_PARTS = 5_000_000  # values in all lists and objects
MAX_RECORDS = 200_000
MAX_PEOPLE = 20_000

HASH = re.compile(r"[0-9a-f]{64}")
LAST = re.compile(rb'\{"sha256":"([0-9a-f]{64})"\}\n')
LAST_LENGTH = len('{"sha256":""}\n') + 64


class _Bad(Exception):
    """Raised wherever a file turns out to be wrong; `parse` makes a Refusal of it."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.reason: Reason = why(code, **params)


def parse(data: bytes) -> Bundle | Refusal:
    """Everything in the file, verified; or one clear reason, and then nothing of it is used."""
    try:
        return _parse(data)
    except _Bad as bad:
        return Refusal((bad.reason,))


def continued(
    tournament: str, after: int, prev: str, step: int, lines: Sequence[str]
) -> tuple[Recorded, ...] | Refusal:
    """The records in these lines, verified as those that follow record `after` with the hash `prev`, which
    belongs to `step`; or one clear reason."""
    try:
        if after + len(lines) > MAX_RECORDS:
            raise _Bad("file.too_many", records=after + len(lines), people=0)
        return _read_records(tournament, lines, after, prev, step)
    except _Bad as bad:
        return Refusal((bad.reason,))


def _parse(data: bytes) -> Bundle:
    lines = _lines(data)
    header = _read_header(lines[0])
    count, people, parts = header["count"], header["people"], header["parts"]
    end = 1 + count + people + ("secret" in parts)
    if len(lines) != end:
        raise _Bad("file.line_count", expected=end + 1, found=len(lines) + 1)
    records = _read_records(header["tournament"], lines[1 : 1 + count])
    if header["head"] != (records[-1].hash if records else GENESIS):
        raise _Bad("file.head")
    persons = _read_people(lines[1 + count : 1 + count + people], 2 + count)
    secret = _read_secret(lines[-1], end) if "secret" in parts else None
    return Bundle(header["tournament"], records, persons if "people" in parts else None, secret)


def _lines(data: bytes) -> list[str]:
    """The lines before the last, once size, hash and encoding are right."""
    if len(data) > MAX_BYTES:
        raise _Bad("file.too_big", bytes=len(data), most=MAX_BYTES)
    if sum(data.count(sign) for sign in (b"[", b"{", b",")) > MAX_PARTS:  # each costs memory
        raise _Bad("file.too_many_values", most=MAX_PARTS)
    if not data.startswith(b'{"count":'):
        raise _Bad("file.not_komandor")
    body, last = data[:-LAST_LENGTH], LAST.fullmatch(data[-LAST_LENGTH:])
    if last is None:
        raise _Bad("file.torn")
    if last[1].decode() != hashlib.sha256(body).hexdigest():
        raise _Bad("file.changed")
    if not body.endswith(b"\n"):
        raise _Bad("file.torn")
    try:
        return body.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError as problem:
        raise _Bad("file.encoding", byte=problem.start) from None


def _read_header(line: str) -> dict[str, Any]:
    header = _object(line, 1)
    kinds = {key: type(value) for key, value in header_of(Bundle("", ())).items()}
    if header.get("format") != FORMAT or type(header.get("version")) is not int:
        raise _Bad("file.not_komandor")
    if header["version"] != FILE_VERSION:
        code = "file.newer" if header["version"] > FILE_VERSION else "file.older"
        raise _Bad(code, version=header["version"], known=FILE_VERSION)
    right = {key: type(value) for key, value in header.items()} == kinds
    if not right or not NAME.fullmatch(header["tournament"]):
        raise _Bad("file.header")
    if header["parts"] not in (["log"], ["log", "people"], ["log", "secret"], ["log", "people", "secret"]):
        raise _Bad("file.header")
    if not 0 <= header["count"] <= MAX_RECORDS or not 0 <= header["people"] <= MAX_PEOPLE:
        raise _Bad("file.too_many", records=header["count"], people=header["people"])
    if header["people"] and "people" not in header["parts"]:
        raise _Bad("file.header")
    return header


def _read_records(
    tournament: str, lines: Sequence[str], after: int = 0, prev: str = GENESIS, step: int = 0
) -> tuple[Recorded, ...]:
    records: list[Recorded] = []
    for seq, line in enumerate(lines, after + 1):
        record = _read_record(tournament, seq, prev, line)
        if record.command_id not in (str(seq), str(step)):
            raise _Bad("file.step", line=seq + 1)
        records.append(record)
        prev, step = record.hash, int(record.command_id)
    return tuple(records)


FIELDS = {"at": AT, "by": re.compile(f"({NAME.pattern})?"), "hash": HASH, "prev": HASH}
MORE = {"sealed": HASH, "salt": re.compile("[0-9a-f]{32}"), "closed": re.compile("(?s).+")}


def _read_record(tournament: str, seq: int, prev: str, line: str) -> Recorded:
    number = seq + 1
    fields, event = _cut(line, number)
    more = {key: MORE[key] for key in fields if key in MORE}
    if fields.get("seq") != seq:
        raise _Bad("file.sequence", line=number, expected=seq)
    if tuple(more) not in ((), ("sealed",), tuple(MORE)) or type(fields.get("step")) is not int:
        raise _Bad("file.no_record", line=number)
    _texts(fields, {**FIELDS, **more}, {"seq", "step"}, number)
    shown = _object(event, number)
    if type(shown.get("type")) is not str:
        raise _Bad("file.no_event", line=number)
    closed = fields.get("closed", "")
    parts = Parts(fields["by"], event, fields.get("sealed", ""), fields.get("salt", ""), closed)
    hidden = _object(closed, number) if closed else {}
    if problem := unsealable(parts.by, shown, bool(parts.sealed), hidden):
        raise _Bad("file.sealed", line=number, problem=problem)
    digest, step = fields["hash"], str(fields["step"])
    record = Recorded.of_parts((tournament, seq, fields["at"], step, fields["prev"], digest), parts)
    if record_line(record) != line:
        raise _Bad("file.form", line=number)
    right = record_hash(tournament, seq, record.at, step, parts, prev)
    if (record.prev, digest) != (prev, right) or not seal_holds(parts):
        raise _Bad("file.chain", line=number)
    return record


def _cut(line: str, number: int) -> tuple[dict[str, Any], str]:
    """The fields before the event, and the event's text."""
    before, found, event = line.partition(',"event":')
    if not found or not event.endswith("}"):
        raise _Bad("file.no_record", line=number)
    return _loads(before + "}", number), event[:-1]


def _texts(
    fields: Mapping[str, Any], patterns: Mapping[str, re.Pattern[str]], others: set[str], number: int
) -> None:
    """Check that a record has these fields and no more, and that they look as they must."""
    right = fields.keys() == patterns.keys() | others
    right = right and all(type(fields[k]) is str and p.fullmatch(fields[k]) for k, p in patterns.items())
    if not right or not real_time(fields["at"]):
        raise _Bad("file.no_record", line=number)


def _read_people(lines: list[str], first: int) -> Mapping[int, Person]:
    people: dict[int, Person] = {}
    last: int | None = None
    for number, line in enumerate(lines, first):
        row = _object(line, number)
        if (
            row.keys() != {"person", "data"}
            or type(row["person"]) is not int
            or type(row["data"]) is not dict
        ):
            raise _Bad("file.no_person", line=number)
        if last is not None and row["person"] <= last:
            raise _Bad("file.people_order", line=number)
        last = row["person"]
        people[last] = row["data"]
    return people


def _read_secret(line: str, number: int) -> bytes:
    row = _object(line, number)
    if row.keys() != {"secret"} or type(row["secret"]) is not str or not HASH.fullmatch(row["secret"]):
        raise _Bad("file.no_secret", line=number)
    return bytes.fromhex(row["secret"])


def _object(text: str, number: int) -> dict[str, Any]:
    """A JSON object in its one canonical form: no float, no key twice, no depth without end."""
    value = _loads(text, number)
    match excess(value):
        case "too_deep":
            raise _Bad("file.too_deep", line=number, most=MAX_DEPTH)
        case "number":
            raise _Bad("file.number", line=number)
    if canonical(value) != text:
        raise _Bad("file.form", line=number)
    return value


def _loads(text: str, number: int) -> dict[str, Any]:
    if len(text) > MAX_LINE:
        raise _Bad("file.line_too_long", line=number)
    try:
        value = json.loads(text, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise _Bad("file.json", line=number) from None
    if type(value) is not dict:
        raise _Bad("file.json", line=number)
    return value


def _no_number(text: str) -> None:
    raise ValueError(text)
