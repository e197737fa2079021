"""A damaged or hostile file is never imported, and neither verifier nor checker fails over it.

Half of the files carry a right checksum over what they are now, so that they get past the first look.
`KOMANDOR_HOSTILE=100 ./test tests/check/test_hostile_files.py` tries a hundred of each kind.
"""

import hashlib
import os
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest

from komandor.app.imports import unfit
from komandor.check.check_file import check_bytes
from komandor.check.file_reader import Unreadable
from komandor.check.verify import verify
from komandor.core.reasons import Refusal
from komandor.log.bundle import import_, without_people
from komandor.simulate import simulate
from komandor.store import open_store

FILES = int(os.environ.get("KOMANDOR_HOSTILE", "6"))
Change = Callable[[bytes, random.Random], bytes]


def _of_line(change: Change) -> Change:
    def changed(data: bytes, chance: random.Random) -> bytes:
        lines = data.split(b"\n")
        at = chance.randrange(len(lines) - 1)
        lines[at] = change(lines[at], chance)
        return b"\n".join(lines)

    return changed


def flipped(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 50))):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def swapped(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.sample(range(len(lines) - 1), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def nested(line: bytes, chance: random.Random) -> bytes:
    return line[:40] + b"[" * chance.choice((50, 5000, 100_000)) + line[40:]


CHANGES: dict[str, Change] = {
    "bits": flipped,
    "cut": lambda data, chance: data[: chance.randrange(len(data))],
    "swapped lines": swapped,
    "doubled line": _of_line(lambda line, _: line + b"\n" + line),
    "missing line": _of_line(lambda *_: b""),
    "nested": _of_line(nested),
    "huge number": _of_line(lambda line, chance: line.replace(b"1", b"9" * chance.choice((20, 5000)), 1)),
    "long text": _of_line(lambda line, _: line.replace(b'"', b'"' + b"a" * 300_000, 1)),
    "no utf-8": _of_line(lambda line, _: line[:30] + b"\xff\xfe" + line[30:]),
    "nul": _of_line(lambda line, _: line[:30] + b"\0" + line[30:]),
    "other kind": _of_line(lambda line, chance: line.replace(b":", chance.choice((b":[],", b":null,")), 1)),
    "many lines": lambda data, _: data.replace(b"\n", b"\n{}\n"),
}


@cache
def sound(seed: int) -> bytes:
    """A file of a log alone: the names of staff are sealed by no record, so a forger may change these."""
    file = without_people(simulate(seed, {"size": "small"}).file())
    assert isinstance(file, bytes)
    return file


def signed(data: bytes) -> bytes:
    """The same with a right checksum as its last line."""
    body = data.rpartition(b"\n{")[0] + b"\n" if b"\n{" in data else data
    return body + b'{"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


@pytest.mark.parametrize("kind", CHANGES)
def test_it_is_refused_and_every_reader_comes_to_an_end(kind: str) -> None:
    assert not isinstance(import_(open_store("memory:"), sound(1), unfit), Refusal)
    for n in range(FILES):
        whole = sound(1 + n // 2 % 3)
        data = CHANGES[kind](whole, random.Random(f"{kind} {n}"))
        data = signed(data) if n % 2 else data
        if data != whole:
            assert isinstance(import_(open_store("memory:"), data, unfit), Refusal), n
            verify(data)
            with suppress(Unreadable):
                check_bytes(data)
