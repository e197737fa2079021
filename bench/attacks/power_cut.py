"""Power cuts of a database that is being written to: nothing acknowledged is lost, nothing is damaged.

    python -m bench.attacks.power_cut [--moments 50] [--variants 4] [--seed 1]

A child process appends commands to one database from several threads, as in `bench.attacks.crash`. At
random moments it is stopped (SIGSTOP, between any two of its writes), its files are copied, it goes on for
a few milliseconds, and is stopped and copied again. What was acknowledged before the first copy was on the
disk then. What was written between the two may or may not have reached it. The first variant is the later
copy. The others take each sector of 512 bytes of one file from either copy by chance: of the log (WAL)
beside the earlier database, or of the database beside the later log, because SQLite waits for the log to be
on the disk before it carries anything from there into the database. Each is opened as the start of the site
opens it: every acknowledged record must be there with its person, no command in part, all chains valid, and
every command that is sent again is answered or written once.

When SQLite begins its log again between the copies, for which it waits for the disk too, nothing is mixed.
Whether the disk keeps what it has promised (fsync) no program can show.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench.attacks.crash import Told, check
from bench.options import parser_of
from bench.served import load
from komandor.store.sqlite import FILE, check_pages

FRESH = 5  # moments before a new database is begun
SECTOR = 512
PAUSE = 0.03  # seconds at most between the two copies of a moment
HEAD_OF_LOG = 32  # bytes of a WAL's header: it has new salts when the log begins again
LOG = FILE + "-wal"

Files = dict[str, bytes]


class Writer:
    """The child that writes, what it has said so far, and copies of its files at one moment."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "bench.attacks.crash", "--child", str(folder), "0"]
        self.folder, self.told, self._rest = folder, Told(), ""
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout
        self.told.hear(self.process.stdout.readline().decode())
        os.set_blocking(self.process.stdout.fileno(), False)

    def hear(self) -> None:
        """Everything that it has said until now."""
        assert self.process.stdout
        while said := self.process.stdout.read():
            lines = (self._rest + said.decode()).splitlines(keepends=True)
            self._rest = "" if lines[-1].endswith("\n") else lines.pop()
            for line in lines:
                self.told.hear(line)

    def stopped(self, told: bool) -> Files:
        """Its files at one moment; with `told`, also what was acknowledged until then."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        if told:
            self.hear()
        files = {path.name: path.read_bytes() for path in self.folder.iterdir() if path.name in (FILE, LOG)}
        self.process.send_signal(signal.SIGCONT)
        return files


def mixed(before: Files, after: Files, chance: random.Random) -> Files:
    """A power cut while one of the two files was written; what is new there may be missing."""
    if chance.random() < 0.5:
        return {FILE: before[FILE], LOG: b"".join(_sectors(before[LOG], after[LOG], chance))}
    return {FILE: b"".join(_sectors(before[FILE], after[FILE], chance)), LOG: after[LOG]}


def _sectors(before: bytes, after: bytes, chance: random.Random) -> Iterator[bytes]:
    old = before.ljust(len(after), b"\0")
    for at in range(0, len(after), SECTOR):
        yield chance.choice((old, after))[at : at + SECTOR]


def moment(writer: Writer, variants: int, chance: random.Random) -> tuple[int, list[str]]:
    """How many variants of one power cut were opened, and what was wrong in them."""
    time.sleep(chance.uniform(0, 0.2))
    before = writer.stopped(told=True)
    acknowledged = dict(writer.told.acknowledged)
    time.sleep(chance.uniform(0, PAUSE))
    after = writer.stopped(told=False)
    writer.hear()
    sent = dict(writer.told.sent)
    same_log = before.get(LOG, b"")[:HEAD_OF_LOG] == after.get(LOG, b"")[:HEAD_OF_LOG]
    made = [after, *(mixed(before, after, chance) for _ in range(variants - 1) if same_log)]
    problems: list[str] = []
    for files in made:
        with tempfile.TemporaryDirectory(prefix="komandor-power-") as name:
            for file, data in files.items():
                Path(name, file).write_bytes(data)
            problems += damage(Path(name, FILE)) or check(name, Told(dict(sent), dict(acknowledged)))
    return len(made), problems


def damage(file: Path) -> list[str]:
    """What SQLite says of its pages, after it has read its log."""
    with closing(sqlite3.connect(file)) as connection:
        try:
            check_pages(connection)
        except sqlite3.DatabaseError as problem:
            return [str(problem)]
    return []


def campaign(moments: int, variants: int, seed: int) -> tuple[int, int, list[str]]:
    """Variants that were opened, commands that were acknowledged, and all that was wrong."""
    chance, opened, acknowledged = random.Random(seed), 0, 0
    problems: list[str] = []
    for first in range(0, moments, FRESH):
        with tempfile.TemporaryDirectory(prefix="komandor-power-cut-") as name, writing(Path(name)) as writer:
            for _ in range(first, min(first + FRESH, moments)):
                made, wrong = moment(writer, variants, chance)
                opened, problems = opened + made, problems + wrong
            acknowledged += len(writer.told.acknowledged)
    return opened, acknowledged, problems


@contextmanager
def writing(folder: Path) -> Iterator[Writer]:
    writer = Writer(folder)
    try:
        yield writer
    finally:
        writer.process.kill()
        writer.process.wait()
        assert writer.process.stdout
        writer.process.stdout.close()


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--variants", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options: argparse.Namespace = parser.parse_args()
    opened, acknowledged, problems = campaign(options.moments, options.variants, options.seed)
    print("\n".join(problems) or f"{opened} power cuts, {acknowledged} acknowledged: none lost, none damaged")
    print(f"load {load()}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
