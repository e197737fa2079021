"""Whatever stands in the place of a field, both verifiers give the same verdict, and nobody stumbles."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import komandor
from bench.attacks.forged import DRIVER, SCRIPTS, honest
from bench.attacks.forging import Log
from bench.attacks.javascript import in_javascript
from bench.attacks.odd_fields import paths
from komandor.check import shapes
from komandor.check.check_file import check_bytes
from komandor.check.file_reader import Unreadable
from komandor.check.verify import verify
from komandor.core.tournament.actions import EVENTS
from komandor.log.codec import type_name

ODD: tuple[object, ...] = (True, "1", None, [], {}, -1, 0, 7, 2**53 - 1, "x", [[1, 2]])
SCRIPT = Path(komandor.__file__).parent / "web" / "static" / "shapes.js"


def _odd(log: Log, share: float) -> Iterator[bytes]:
    """Every field of every kind of record, once each with some of the odd values; nothing comes after it."""
    rnd, seen = Random(1), set[object]()
    for at, row in enumerate(log.rows):
        for path in paths(row.event):
            place = (row.kind, *("#" if isinstance(key, int) else key for key in path))
            if place in seen:
                continue
            seen.add(place)
            for odd in ODD:
                if rnd.random() < share:
                    forged = log.copy()
                    forged.cut(at)
                    inner = forged.rows[at].event
                    for key in path[:-1]:
                        inner = inner[key]
                    inner[path[-1]] = odd
                    forged.keep(forged.rows[at], "head", "key_check", "order", "lots")
                    try:
                        yield forged.write()
                    except (TypeError, ValueError, KeyError, AttributeError, MemoryError):
                        continue  # the forger does not know how to write it either


@pytest.mark.parametrize("base", [2, 4])
def test_both_verifiers_say_the_same_of_odd_fields(base: int) -> None:
    log = honest(base, 0)
    assert log is not None
    files = list(_odd(log, 0.15))
    assert len(files) > 200
    browser = in_javascript(SCRIPTS, DRIVER, [base64.b64encode(data).decode() for data in files])
    verdicts = [verify(data).ok for data in files]
    assert verdicts == [said["ok"] for said in browser]
    assert any(verdicts)
    for data in files:
        try:
            check_bytes(data)
        except Unreadable:
            continue


def test_both_tables_of_shapes_are_the_same() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    table, parts = re.findall(r"`\n(.*?)\n`;", script, re.DOTALL)
    assert (table.strip(), parts.strip()) == (shapes.TABLE.strip(), shapes.PARTS.strip())


def test_every_shape_is_that_of_an_event() -> None:
    known = {type_name(one): set(one.__dataclass_fields__) for one in EVENTS}
    for kind, shape in shapes.SHAPES.items():
        assert {name for name, _, _ in shape} <= known[kind], kind


def test_a_number_that_is_a_word_is_not_read() -> None:
    log = honest(2, 0)
    assert log is not None
    log = log.copy()
    log.rows[log.every("tournament_closed")[-1]].event["places"] = [["x"]]
    log.cut(log.every("tournament_closed")[-1])
    report = verify(log.write())
    assert [line.code for line in report.lines if line.ok is False] == ["log.shape"]
    assert [v.code for v in check_bytes(log.write()).violations] == ["log.shape"]
