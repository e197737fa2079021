"""A file is taken whole or refused whole: no byte of it can be changed, cut off or added unnoticed."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.core.reasons import Refusal, refuse
from komandor.log import bounds, bundle_reader
from komandor.log import record as log
from komandor.log.bundle import Bundle, export, import_, parse, without_people, write
from komandor.log.canonical import canonical
from komandor.log.record import broken_at
from komandor.log.sealing import Parts
from komandor.store.memory import MemoryStore
from tests.log import drawn

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "komandor-file.schema.json"
SECRET = bytes(range(32, 64))
RECORDS = drawn.freeze(drawn.created(), 1)
SMALL = write(Bundle(drawn.ID, RECORDS[:2], drawn.PEOPLE, SECRET))


def code(data: bytes) -> str:
    answer = parse(data)
    assert isinstance(answer, Refusal), "was taken"
    assert len(answer.reasons) == 1
    return answer.reasons[0].code


def closed(body: bytes | str) -> bytes:
    """As a forger would close the file: with the right hash of the wrong bytes."""
    raw = body if isinstance(body, bytes) else body.encode()
    return raw + f'{{"sha256":"{hashlib.sha256(raw).hexdigest()}"}}\n'.encode()


def body_lines(data: bytes) -> list[str]:
    return data.decode().split("\n")[:-2]


def rebuilt(lines: list[str], **header: Any) -> bytes:
    """The lines with header fields replaced, closed again."""
    first = json.loads(lines[0]) | header
    return closed("".join(line + "\n" for line in [canonical(first), *lines[1:]]))


def test_what_goes_out_comes_in() -> None:
    full = Bundle(drawn.ID, RECORDS, drawn.PEOPLE, SECRET)
    for out in (full, Bundle(drawn.ID, RECORDS), Bundle(drawn.ID, RECORDS, {}), Bundle(drawn.ID, (), {})):
        assert parse(write(out)) == out
    other_way_round = dict(reversed(list(drawn.PEOPLE.items())))
    assert len(other_way_round) > 1
    assert write(Bundle(drawn.ID, RECORDS, other_way_round, SECRET)) == write(full)


def test_every_single_changed_byte_is_rejected() -> None:
    for at, byte in enumerate(SMALL):
        for other in {byte ^ 1, byte ^ 0x20, 0x0A, 0x20, 0xFF} - {byte}:
            assert isinstance(parse(SMALL[:at] + bytes([other]) + SMALL[at + 1 :]), Refusal), (at, other)


def test_every_cut_and_every_added_byte_is_rejected() -> None:
    for at in range(len(SMALL)):
        assert isinstance(parse(SMALL[:at]), Refusal), at
        assert isinstance(parse(SMALL[:at] + b" " + SMALL[at:]), Refusal), at
        assert isinstance(parse(SMALL[:at] + SMALL[at + 1 :]), Refusal), at
    for more in (b"\n", b" ", b"\x00", SMALL):
        assert isinstance(parse(SMALL + more), Refusal)


@given(st.binary(max_size=300))
def test_no_bytes_at_all_raise_an_exception(noise: bytes) -> None:
    assert isinstance(parse(noise), Refusal)
    assert isinstance(parse(closed(noise)), Refusal)
    assert isinstance(parse(closed(b'{"count":' + noise)), Refusal)


@given(st.data())
def test_a_forged_line_with_a_right_file_hash_is_refused(data: st.DataObject) -> None:
    """The chain, not the last line, protects the log: change any character of any record."""
    lines = body_lines(write(Bundle(drawn.ID, RECORDS[:3])))
    n = data.draw(st.integers(1, 3))
    at = data.draw(st.integers(0, len(lines[n]) - 1))
    other = data.draw(
        st.characters(codec="utf-8", exclude_characters="\n").filter(lambda c: c != lines[n][at])
    )
    lines[n] = lines[n][:at] + other + lines[n][at + 1 :]
    assert isinstance(parse(closed("".join(line + "\n" for line in lines))), Refusal)


def record(event: str, seq: int = 1, prev: str = log.GENESIS, tid: str = drawn.ID, step: int = 0) -> str:
    """A record line whose hash is right, whatever its event says."""
    parts, first = Parts("organiser", event), str(step or seq)
    digest = log.record_hash(tid, seq, drawn.AT, first, parts, prev)
    return (
        f'{{"seq":{seq},"at":"{drawn.AT}","by":"organiser","step":{first},'
        f'"prev":"{prev}","hash":"{digest}","event":{event}}}'
    )


def around(*lines: str, **header: Any) -> bytes:
    fields = {"count": len(lines), "format": "komandor", "head": "", "parts": ["log"], "people": 0}
    fields |= {"tournament": drawn.ID, "version": 2}
    if lines and '"hash":"' in lines[-1]:
        fields["head"] = lines[-1].split('"hash":"')[1][:64]
    return rebuilt([canonical(fields), *lines], **header)


GOOD = '{"n":1,"type":"noted"}'
DEEP = "[" * 5000 + "]" * 5000
HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "file.not_komandor"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(200), "file.not_komandor"),
    "another JSON": (closed('{"format":"other"}\n'), "file.not_komandor"),
    "no last line": (SMALL[:-78], "file.torn"),
    "a changed word": (SMALL.replace(b"Anna", b"Inna"), "file.changed"),
    "invalid UTF-8": (closed(SMALL[:-78].replace(b"Anna", b"\xff\xfena")), "file.encoding"),
    "a newer version": (around(record(GOOD), version=3), "file.newer"),
    "a version before the first release": (around(record(GOOD), version=1), "file.older"),
    "a version that never was": (around(record(GOOD), version=0), "file.older"),
    "2 GB promised": (around(record(GOOD), count=2**31), "file.too_many"),
    "too many people promised": (
        around(record(GOOD), people=10**6, parts=["log", "people"]),
        "file.too_many",
    ),
    "fewer lines than promised": (around(record(GOOD), count=2), "file.line_count"),
    "more lines than promised": (around(record(GOOD), "{}", count=1), "file.line_count"),
    "a header without parts": (around(record(GOOD), parts=[]), "file.header"),
    "a header with more": (around(record(GOOD), more=1), "file.header"),
    "a count that is true": (around(record(GOOD), count=True), "file.header"),
    "a false head": (around(record(GOOD), head="0" * 64), "file.head"),
    "deep nesting": (around(record(f'{{"a":{DEEP},"type":"noted"}}')), "file.json"),
    "nesting just too deep": (
        around(record('{"a":' + "[" * 30 + "]" * 30 + ',"type":"noted"}')),
        "file.too_deep",
    ),
    "a huge number": (around(record('{"n":' + "9" * 5000 + ',"type":"noted"}')), "file.json"),
    "a big number": (around(record('{"n":9007199254740993,"type":"noted"}')), "file.number"),
    "a float": (around(record('{"n":1.5,"type":"noted"}')), "file.json"),
    "NaN": (around(record('{"n":NaN,"type":"noted"}')), "file.json"),
    "infinity": (around(record('{"n":1e999,"type":"noted"}')), "file.json"),
    "a key twice": (around(record('{"n":1,"n":2,"type":"noted"}')), "file.form"),
    "white space": (around(record('{"n": 1,"type":"noted"}')), "file.form"),
    "keys out of order": (around(record('{"type":"noted","n":1}')), "file.form"),
    "half a letter": (around(record('{"n":"\\ud800","type":"noted"}')), "file.form"),
    "an event without type": (around(record('{"n":1}')), "file.no_event"),
    "an event that is a list": (around(record("[1]")), "file.json"),
    "a wrong number": (around(record(GOOD, seq=2)), "file.sequence"),
    "a wrong chain": (around(record(GOOD), record(GOOD, 2, "0" * 64)), "file.chain"),
    "a record of another tournament": (around(record(GOOD, tid="other")), "file.chain"),
    "two tournaments": (closed(SMALL + SMALL), "file.line_count"),
    "a line that is no record": (around('{"person":1}'), "file.no_record"),
    "half a letter in an actor": (
        around(record(GOOD).replace('"by":"organiser"', '"by":"\\ud800"')),
        "file.form",
    ),
    "a time that is none": (around(record(GOOD).replace(drawn.AT, "yesterday")), "file.no_record"),
    "a day of no month": (around(record(GOOD).replace(drawn.AT, "2026-02-30T14:03:09Z")), "file.no_record"),
    "the last hour of all": (
        around(record(GOOD).replace(drawn.AT, "9999-12-31T23:59:59Z")),
        "file.no_record",
    ),
    "a very long line": (
        around(record('{"n":"' + "x" * bounds.MAX_LINE + '","type":"noted"}')),
        "file.line_too_long",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_and_torn_files_are_refused_with_one_clear_reason(name: str) -> None:
    data, expected = HOSTILE[name]
    assert code(data) == expected


def test_a_file_beyond_the_size_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle_reader, "MAX_BYTES", 100)
    assert code(SMALL) == "file.too_big"


def test_a_file_of_more_values_than_a_tournament_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle_reader, "MAX_PARTS", 10)
    assert code(SMALL) == "file.too_many_values"


def test_a_step_that_comes_back_later_is_refused() -> None:
    first = record(GOOD)
    second = record(GOOD, 2, first.split('"hash":"')[1][:64])
    third = record(GOOD, 3, second.split('"hash":"')[1][:64], step=1)
    assert isinstance(parse(around(first, second)), Bundle)
    assert code(around(first, second, third)) == "file.step"


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        (['{"data":{},"person":2}', '{"data":{},"person":1}'], "file.people_order"),
        (['{"data":{},"person":1}', '{"data":{},"person":1}'], "file.people_order"),
        (['{"data":[],"person":1}'], "file.no_person"),
        (['{"data":{},"person":"1"}'], "file.no_person"),
        (['{"data":{"x":1.5},"person":1}'], "file.json"),
    ],
)
def test_the_people_part_is_as_strict(people: list[str], expected: str) -> None:
    data = around(record(GOOD), *people, count=1, people=len(people), parts=["log", "people"])
    head = record(GOOD).split('"hash":"')[1][:64]
    assert code(rebuilt(body_lines(data), head=head)) == expected


def store_with_event() -> MemoryStore:
    store = MemoryStore()
    store.load(drawn.ID, RECORDS, drawn.PEOPLE)
    store.keep_secret(drawn.ID, SECRET)
    return store


def test_a_whole_event_moves_from_store_to_store() -> None:
    there = MemoryStore()
    data = export(store_with_event(), drawn.ID, with_secret=True)
    assert isinstance(import_(there, data), Bundle)
    assert there.read(drawn.ID) == RECORDS
    assert there.people(drawn.ID) == drawn.PEOPLE
    assert there.secret(drawn.ID) == SECRET
    assert export(there, drawn.ID, with_secret=True) == data


def test_the_secret_and_the_people_stay_at_home_unless_asked_for() -> None:
    data = export(store_with_event(), drawn.ID, with_people=False)
    assert SECRET.hex().encode() not in data
    assert "Żak".encode() not in data
    assert SECRET.hex().encode() not in export(store_with_event(), drawn.ID)


def test_taking_the_people_out_leaves_the_same_chain() -> None:
    bare = without_people(export(store_with_event(), drawn.ID, with_secret=True))
    assert bare == export(store_with_event(), drawn.ID, with_people=False)


def test_erasing_a_person_leaves_the_chain_valid_and_the_file_whole() -> None:
    store = store_with_event()
    seen = store.version(drawn.ID)
    store.append(drawn.ID, seen, "2026-11-15T14:03:09.123Z", "organiser", "erase", (), {1: None})
    taken = parse(export(store, drawn.ID))
    assert isinstance(taken, Bundle)
    assert taken.people == {2: {"name": "Bo"}}
    assert broken_at(taken.records, drawn.ID) is None


def test_a_refused_file_leaves_the_store_as_it_was() -> None:
    store = store_with_event()
    again = import_(store, export(store, drawn.ID))
    assert isinstance(again, Refusal)
    assert again.reasons[0].code == "file.tournament_exists"
    empty = MemoryStore()
    assert isinstance(import_(empty, SMALL[:-1]), Refusal)
    assert isinstance(import_(empty, SMALL, check=lambda _: refuse("file.replay")), Refusal)
    assert empty.tournaments() == ()


def test_every_line_of_a_file_fits_the_published_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for line in SMALL.decode().splitlines():
        validator.validate(json.loads(line))
    for wrong in (
        {},
        {"sha256": "x"},
        {"person": "1", "data": {}},
        json.loads(body_lines(SMALL)[0]) | {"version": 3},
    ):
        assert not validator.is_valid(wrong), wrong
