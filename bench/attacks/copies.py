"""Kills `komandor backup` and `komandor restore` at random moments: no copy and no store is damaged.

    python -m bench.attacks.copies [--kills 20] [--seed 1]
    python -m bench.attacks.copies --postgres

A child process appends commands to one database without a pause, as in `bench.attacks.crash`. So many times
a real `komandor backup` is started beside it and killed (SIGKILL). Each file that is a copy by its name
must then be whole; one more backup, which is not killed, must hold everything that was acknowledged before
it began. Then so many restores of that copy into a place of their own are killed. The place must be empty
or hold everything; what is empty takes the copy by the same command again, what is full refuses it. With
`--postgres` the restores go into databases of a PostgreSQL of its own.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from bench.attacks.crash import TOURNAMENTS, Told, lost
from bench.attacks.power_cut import writing
from bench.options import parser_of
from bench.served import load
from komandor.cli.exits import BAD_INPUT, OK
from komandor.store import open_store
from komandor.store.backup import backups

Begin = Callable[[int], str]


def komandor(*words: str) -> list[str]:
    return [sys.executable, "-m", "komandor", *words]


def duration(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def killed(command: list[str], seconds: float) -> bool:
    """Start it and kill it then; whether it was still at work."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.kill()
    return process.returncode != OK


def backups_killed(kills: int, chance: random.Random, folder: Path) -> tuple[Path, int, list[str]]:
    """A whole copy, how many backups were killed at work, and what was wrong."""
    stick = folder / "stick"
    with writing(folder / "data") as writer:
        command = komandor("backup", str(stick), "--data", str(folder / "data"))
        usual = duration(command)
        at_work = sum(killed(command, chance.uniform(0.3, 1.1) * usual) for _ in range(kills))
        writer.hear()
        told = Told(dict(writer.told.sent), dict(writer.told.acknowledged))
        duration(command)
    newest, *others = backups(stick)
    problems = damage(newest, told, folder / "trial")
    for number, copy in enumerate(others):
        problems += damage(copy, Told(), folder / f"trial{number}")
    return newest, at_work, problems


def damage(copy: Path, told: Told, trial: Path) -> list[str]:
    """Restore it as a host does: what is missing then."""
    done = subprocess.run(
        komandor("restore", str(copy), "--data", str(trial)), capture_output=True, text=True, check=False
    )
    if done.returncode != OK:
        return [f"{copy.name}: {done.stderr}"]
    with closing(open_store(trial)) as store:
        return [f"{copy.name}: {one}" for one in lost(store, told)]


def restores_killed(kills: int, chance: random.Random, copy: Path, begin: Begin) -> tuple[int, list[str]]:
    """How many restores were killed at work, and what was wrong."""
    problems: list[str] = []
    at_work, usual = 0, duration(_restore(copy, begin(kills)))
    with closing(open_store(begin(kills))) as store:
        wanted = {one: store.version(one) for one in TOURNAMENTS}
    for number in range(kills):
        where = begin(number)
        at_work += killed(_restore(copy, where), chance.uniform(0.3, 1.1) * usual)
        problems += [f"restore {number + 1}: {one}" for one in after_a_kill(copy, where, wanted)]
    return at_work, problems


def after_a_kill(copy: Path, where: str, wanted: Mapping[str, int]) -> Iterator[str]:
    """The place is empty or full; the same command again fills what is empty and refuses what is full."""
    with closing(open_store(where)) as store:
        found = {one: store.version(one) for one in store.tournaments()}
    if found not in ({}, wanted):
        yield f"a part is there: {found}"
    again = subprocess.run(_restore(copy, where), capture_output=True, text=True, check=False)
    if again.returncode != (BAD_INPUT if found else OK):
        yield f"again: {again.returncode} {again.stderr}"
    with closing(open_store(where)) as store:
        if {one: store.version(one) for one in store.tournaments()} != wanted:
            yield "not everything is there after the second time"
        yield from lost(store, Told())


def _restore(copy: Path, where: str) -> list[str]:
    option = "--database" if "://" in where else "--data"
    return komandor("restore", str(copy), option, where)


@contextmanager
def places(folder: Path, postgres: bool) -> Iterator[Begin]:
    """A place for each restore: the same for the same number."""
    if not postgres:
        yield lambda number: str(folder / f"restored{number}")
        return
    import psycopg

    from tests.support.postgres import a_cluster

    with a_cluster() as (admin, running), running():
        made: set[int] = set()

        def begin(number: int) -> str:
            if number not in made:
                made.add(number)
                with psycopg.connect(admin, autocommit=True) as connection:
                    connection.execute(f"CREATE DATABASE restored{number}".encode())
            return admin.replace("/postgres?", f"/restored{number}?")

        yield begin


def run(kills: int, seed: int, postgres: bool) -> list[str]:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="komandor-copies-") as name:
        folder = Path(name)
        copy, cut_backups, problems = backups_killed(kills, chance, folder)
        with places(folder, postgres) as begin:
            cut_restores, more = restores_killed(kills, chance, copy, begin)
        print(f"killed at work: {cut_backups} of {kills} backups, {cut_restores} of {kills} restores")
        return problems + more


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="restore into PostgreSQL")
    options = parser.parse_args()
    problems = run(options.kills, options.seed, options.postgres)
    print("\n".join(problems) or "no copy and no place was damaged")
    print(f"load {load()}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
