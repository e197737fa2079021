"""Kills a writing Komandor again and again, and shows that nothing acknowledged is lost and nothing doubled.

    python -m bench.attacks.crash --kills 200
    python -m bench.attacks.crash --kills 80 --postgres

Each time a child process appends commands to one database from several
threads, telling on its standard output what it is about to send and what was
acknowledged. It is killed (SIGKILL) at a random moment, often in the middle of
a commit, sometimes while it opens the database. With `--postgres` a PostgreSQL of its own is
used, and every other time the database server is killed instead. Then the database is opened
here: every acknowledged record must be there with its hash and its person, no
command twice, all chains valid; and every command sent is sent again, as a
phone would, which must answer the old records or write them once.

This proves safety against the death of the process. Against a power cut stands
`synchronous=FULL`, which no test without a plug can show.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.options import parser_of
from komandor.log.record import broken_at
from komandor.log.store import Appended, Conflict, EventStore, ReadOnly
from komandor.store import open_store

AT = "2026-11-15T14:03:09.123Z"
TOURNAMENTS = ("alpha", "beta")
THREADS = 6
FRESH = 50  # kills before a new database is begun
FRESH_POSTGRES = 10


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


def send(store: EventStore, tournament: str, command: str, number: int) -> Appended:
    """As the one door does: read the version, append, and try again when somebody was faster."""
    while True:
        try:
            version, person = store.version(tournament), {number: {"name": command}}
            texts = events(command, number)
            answer = store.append(tournament, version, AT, "player:1", command, texts, person)
        except ReadOnly:  # the database server was killed
            time.sleep(0.05)
            continue
        if not isinstance(answer, Conflict):
            return answer


def child(where: str, life: int) -> None:
    store = open_store(where)
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


def kill_once(
    where: str, life: int, told: Told, chance: random.Random, server: Callable[[], None] | None = None
) -> None:
    """Start a child and end it at a random moment: of its start, or of its work. `server` ends the database
    server before it."""
    command = [sys.executable, "-m", "bench.attacks.crash", "--child", where, str(life)]
    quiet = subprocess.DEVNULL if "://" in where else None  # it says a lot about lost connections
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as process:
        assert process.stdout
        if chance.random() < 0.9:
            told.hear(process.stdout.readline())
            time.sleep(chance.uniform(0, 0.25))
        else:
            time.sleep(chance.uniform(0.05, 0.4))
        if server is not None:
            server()
            time.sleep(chance.uniform(0, 0.25))
        process.kill()
        for line in process.stdout:
            told.hear(line)


def check(where: str, told: Told) -> list[str]:
    """Everything that is wrong after a kill; nothing, if all is well."""
    store = open_store(where)
    try:
        return [*lost(store, told), *doubled(store, told)]
    finally:
        store.close()


def lost(store: EventStore, told: Told) -> list[str]:
    hashes = {t: {r.hash for r in store.read(t)} for t in TOURNAMENTS}
    people = {t: store.people(t) for t in TOURNAMENTS}
    problems = [f"{t}: chain broken at {at}" for t in TOURNAMENTS if (at := broken_at(store.read(t), t))]
    for (tournament, command), digest in told.acknowledged.items():
        if digest not in hashes[tournament]:
            problems.append(f"lost: {tournament} {command}")
        if people[tournament].get(told.sent[tournament, command]) != {"name": command}:
            problems.append(f"person lost: {tournament} {command}")
    return problems


def doubled(store: EventStore, told: Told) -> list[str]:
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


def lives(
    kills: int,
    seed: int,
    begin: Callable[[int], str],
    running: Callable[[], AbstractContextManager[None]] = nullcontext,
    server: Callable[[], None] | None = None,
) -> tuple[int, list[str]]:
    """How many commands were acknowledged over all lives, and all that was wrong.

    `begin` makes a new database, `running` runs its server, and `server` kills that every other time.
    """
    chance, acknowledged, told, where = random.Random(seed), 0, Told(), ""
    for life in range(kills):
        with running():
            if life % (FRESH_POSTGRES if server else FRESH) == 0:
                told, where = Told(), begin(life)
            before = len(told.acknowledged)
            kill_once(where, life, told, chance, server if life % 2 else None)
            acknowledged += len(told.acknowledged) - before
        with running():
            problems = check(where, told)
        if problems:
            return acknowledged, [f"kill {life + 1}: {problem}" for problem in problems]
        if life % 25 == 24:
            print(f"{life + 1} kills, {acknowledged} commands acknowledged", flush=True)
    return acknowledged, []


def campaign(kills: int, seed: int, folder: Path) -> tuple[int, list[str]]:
    return lives(kills, seed, lambda life: str(folder / f"db{life}"))


def on_postgres(kills: int, seed: int) -> tuple[int, list[str]]:
    """The same on a PostgreSQL of its own."""
    import psycopg

    from tests.support.postgres import a_cluster

    with a_cluster() as (admin, running):

        def begin(life: int) -> str:
            with psycopg.connect(admin, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE crash{life}".encode())
            return admin.replace("/postgres?", f"/crash{life}?")

        return lives(kills, seed, begin, running, partial(_kill_server, admin))


def _kill_server(url: str) -> None:
    """Kill the PostgreSQL whose socket this address names, with all its processes."""
    data = Path(url.partition("host=")[2]).parent / "data"
    process = int((data / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    for one in (process, *map(int, children)):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, which is killed too")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child[0], int(options.child[1]))
        return 0
    if options.postgres:
        acknowledged, problems = on_postgres(options.kills, options.seed)
    else:
        with tempfile.TemporaryDirectory(prefix="komandor-crash-") as folder:
            acknowledged, problems = campaign(options.kills, options.seed, Path(folder))
    print(
        "\n".join(problems) or f"{options.kills} kills, {acknowledged} acknowledged: none lost, none doubled"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
