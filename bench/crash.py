"""Kills a writing Komandor again and again, and shows that nothing acknowledged is lost and nothing doubled.

    python bench/crash.py --kills 500

Each time a child process appends commands to one SQLite database from several
threads, telling on its standard output what it is about to send and what was
acknowledged. It is killed (SIGKILL) at a random moment, often in the middle of
a commit, sometimes while it opens the database. Then the database is opened
here: every acknowledged record must be there with its hash and its person, no
command twice, all chains valid; and every command sent is sent again, as a
phone would, which must answer the old records or write them once.

This proves safety against the death of the process. Against a power cut stands
`synchronous=FULL`, which no test without a plug can show.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from komandor.log.record import broken_at
from komandor.log.store import Appended, Conflict
from komandor.store.sqlite import SqliteStore

AT = "2026-11-15T14:03:09.123Z"
TOURNAMENTS = ("alpha", "beta")
THREADS = 6
FRESH = 50  # kills before a new database is begun


@dataclass
class Told:
    """What the children said before they died: sent commands, and those acknowledged with their last hash."""

    sent: dict[tuple[str, str], int] = field(default_factory=dict)
    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        if not line.endswith("\n"):
            return  # cut off by the kill
        word, tournament, command, rest = line.split()
        if word == "sent":
            self.sent[tournament, command] = int(rest)
        else:
            self.acknowledged[tournament, command] = rest


def events(command: str, number: int) -> tuple[str, ...]:
    return tuple(json.dumps({"c": command, "n": n, "type": "noted"}) for n in range(1 + number % 3))


def send(store: SqliteStore, tournament: str, command: str, number: int) -> Appended:
    """As the one door does: read the version, append, and try again when somebody was faster."""
    while True:
        version, person = store.version(tournament), {number: {"name": command}}
        answer = store.append(tournament, version, AT, "player:1", command, events(command, number), person)
        if not isinstance(answer, Conflict):
            return answer


def child(path: Path, life: int) -> None:
    store = SqliteStore(path)
    for tournament in TOURNAMENTS:
        store.create(tournament)
    say = threading.Lock()

    def tell(text: str) -> None:
        with say:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def phone(thread: int) -> None:
        for n in range(10**6):
            tournament, command = TOURNAMENTS[n % 2], f"{life}-{thread}-{n}"
            number = (life * THREADS + thread) * 100_000 + n
            tell(f"sent {tournament} {command} {number}")
            records = send(store, tournament, command, number).records
            tell(f"done {tournament} {command} {records[-1].hash}")

    for thread in range(THREADS):
        threading.Thread(target=phone, args=(thread,)).start()


def kill_once(path: Path, life: int, told: Told, chance: random.Random) -> None:
    """Start a child and end it at a random moment: of its start, or of its work."""
    command = [sys.executable, __file__, "--child", str(path), str(life)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        if chance.random() < 0.9:
            told.hear(process.stdout.readline())
            time.sleep(chance.uniform(0, 0.25))
        else:
            time.sleep(chance.uniform(0.05, 0.4))
        process.kill()
        for line in process.stdout:
            told.hear(line)


def check(path: Path, told: Told) -> list[str]:
    """Everything that is wrong after a kill; nothing, if all is well."""
    store = SqliteStore(path)
    try:
        return [*lost(store, told), *doubled(store, told)]
    finally:
        store.close()


def lost(store: SqliteStore, told: Told) -> list[str]:
    hashes = {t: {r.hash for r in store.read(t)} for t in TOURNAMENTS}
    people = {t: store.people(t) for t in TOURNAMENTS}
    problems = [f"{t}: chain broken at {at}" for t in TOURNAMENTS if (at := broken_at(store.read(t), t))]
    for (tournament, command), digest in told.acknowledged.items():
        if digest not in hashes[tournament]:
            problems.append(f"lost: {tournament} {command}")
        if people[tournament].get(told.sent[tournament, command]) != {"name": command}:
            problems.append(f"person lost: {tournament} {command}")
    return problems


def doubled(store: SqliteStore, told: Told) -> list[str]:
    """Send every command of the last life again; then each stands exactly once, whole."""
    problems = []
    for tournament in TOURNAMENTS:
        store.create(tournament)
    for (tournament, command), number in told.sent.items():
        known = (tournament, command) in told.acknowledged
        answer = send(store, tournament, command, number)
        if known and (not answer.again or answer.records[-1].hash != told.acknowledged[tournament, command]):
            problems.append(f"answered otherwise: {tournament} {command}")
        told.acknowledged[tournament, command] = answer.records[-1].hash
    for tournament in TOURNAMENTS:
        found = Counter(r.payload["c"] for r in store.read(tournament))
        wanted = {c: len(events(c, n)) for (t, c), n in told.sent.items() if t == tournament}
        problems += [
            f"{tournament} {c}: {found[c]} of {n} records" for c, n in wanted.items() if found[c] != n
        ]
        problems += [f"{tournament} {c}: never sent" for c in found.keys() - wanted.keys()]
    return problems


def campaign(kills: int, seed: int, folder: Path, quiet: bool = True) -> tuple[int, list[str]]:
    """How many commands were acknowledged over all lives, and all that was wrong."""
    chance = random.Random(seed)
    acknowledged, told, path = 0, Told(), folder
    for life in range(kills):
        if life % FRESH == 0:
            told, path = Told(), folder / f"db{life // FRESH}"
        before = len(told.acknowledged)
        kill_once(path, life, told, chance)
        acknowledged += len(told.acknowledged) - before
        problems = check(path, told)
        if problems:
            return acknowledged, [f"kill {life + 1}: {problem}" for problem in problems]
        if not quiet and (life + 1) % 25 == 0:
            print(f"{life + 1} kills, {acknowledged} commands acknowledged", flush=True)
    return acknowledged, []


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(Path(options.child[0]), int(options.child[1]))
        return 0
    with tempfile.TemporaryDirectory(prefix="komandor-crash-") as folder:
        acknowledged, problems = campaign(options.kills, options.seed, Path(folder), quiet=False)
    print(
        "\n".join(problems) or f"{options.kills} kills, {acknowledged} acknowledged: none lost, none doubled"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
