"""Damaged and hostile tournament files: each is refused with a reason, and none makes a reader fail.

    python -m bench.attacks.hostile [--files 2000] [--seed 1]

Every file is a sound one in which something was changed: bits, lines, lengths, nesting, numbers, encoding.
Half of them carry a right checksum over what they are now, so that they get past the first look. Each is
imported, verified and checked. An import may accept none of them; verifying and checking may say what they
like but must come to an end. `bench.attacks.forged` forges logs with right chains. Ends by itself.
"""

import hashlib
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from bench.options import parser_of
from bench.served import load, show
from komandor.app.imports import unfit
from komandor.check.check_file import check_bytes
from komandor.check.file_reader import Unreadable
from komandor.check.verify import verify
from komandor.core.reasons import Refusal
from komandor.log.bundle import import_
from komandor.simulate import simulate
from komandor.store import open_store

Change = Callable[[bytes, random.Random], bytes]
SLOWEST, MOST_MB = 10.0, 400


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
    one, other = sorted(chance.sample(range(len(lines) - 1), 2))
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


def signed(data: bytes) -> bytes:
    """The same with a right checksum as its last line."""
    body = data.rpartition(b"\n{")[0] + b"\n" if b"\n{" in data else data
    return body + b'{"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def tried(data: bytes) -> str:
    """What became of it: refused or accepted by the import; the readers must come to an end."""
    answer = "refused" if isinstance(import_(open_store("memory:"), data, unfit), Refusal) else "accepted"
    verify(data)
    with suppress(Unreadable):
        check_bytes(data)
    return answer


def run(files: int, seed: int) -> bool:
    chance, found, slowest = random.Random(seed), Counter[str](), 0.0
    sound = [simulate(n, {"size": "small"}).file() for n in range(seed, seed + 5)]
    for n in range(files):
        kind = list(CHANGES)[n // 2 % len(CHANGES)]
        data = CHANGES[kind](sound[n % len(sound)], chance)
        data = signed(data) if n % 2 else data
        if data in sound:
            continue
        began = time.perf_counter()
        try:
            answer = tried(data)
        except Exception as bug:  # noqa: BLE001 - whatever it is, the others are tried too
            answer = f"failed: {type(bug).__name__}"
        slowest = max(slowest, time.perf_counter() - began)
        found[answer] += 1
        if answer != "refused":
            print(f"{kind}, file {n}, seed {seed}: {answer}", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    show(
        {"files": sum(found.values()), **found, "slowest_s": round(slowest, 2), "mb": memory, "load": load()}
    )
    return set(found) == {"refused"} and slowest < SLOWEST and memory < MOST_MB


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return 0 if run(options.files, options.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
