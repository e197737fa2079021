"""How long an event of thousands of players takes: start, standings cold, memory, verify, check.

    python -m bench.large_event [--players 3000] [--rounds 10] [--times 3] [--seed 1] [--against TREE]

Makes the event once (random results, the same dice everywhere) and then measures: a server that starts over
it, its first page of standings, its memory, `komandor verify` and `komandor check` of its file; by the clock,
and in seconds of processor time, which others on the machine change less. `--against` names another checkout
with an environment of its own, which makes its own event of the same size and is measured in turns.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

MAKE, MEASURE = "make", "measure"
Row = dict[str, float]


def make(folder: Path, players: int, rounds: int, seed: int) -> None:
    """The event in a data folder, and as a file beside it."""
    from komandor.core.tournament import commands as c
    from komandor.store import open_store
    from tests.support.dice_event import DiceEvent
    from tests.support.event import swiss

    folder.mkdir()
    store = open_store(folder)
    event = DiceEvent("armada", swiss(rounds), dice=seed, store=store)
    for first in range(0, players, 250):
        some = [{"first": "Ola", "last": f"Nowak{n}"} for n in range(first, min(first + 250, players))]
        event.do(*(c.RegisterPlayer(checked_in=True) for _ in some), persons=some)
    event.announce()
    for _ in range(rounds):
        event.start()
        waiting = event.open()
        for first in range(0, len(waiting), 250):
            reports = [(m.number, event.random_report(m)) for m in waiting[first : first + 250]]
            event.do(*(c.EnterResult(match=number, report=report) for number, report in reports))
        event.close()
    store.close()
    komandor("export", "--data", str(folder), "-o", str(folder / "large.komandor"))


def komandor(*words: str) -> Row:
    """What a command takes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "komandor", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-500:]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {f"{words[0]}_cpu": cpu, f"{words[0]}_s": time.perf_counter() - start}


def served(folder: Path) -> Row:
    """Start, first page of standings, the same again, and memory."""
    where = ("--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", str(folder))
    start = time.perf_counter()
    command = [sys.executable, "-m", "komandor", "serve", *where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"(http://127.0.0.1:\d+)/", process.stdout.readline())
        assert found
        row, before = {"start_s": time.perf_counter() - start}, cpu_of(process.pid)
        event = next(iter(json.loads((folder / "events.json").read_text())))
        for name in ("standings_cold", "standings_again"):
            start = time.perf_counter()
            whole(f"{found[1]}/t/{event}/standings")
            row |= {f"{name}_s": time.perf_counter() - start, f"{name}_cpu": cpu_of(process.pid) - before}
            before = cpu_of(process.pid)
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        return row | {"memory_mb": int(next(x for x in lines if x.startswith("VmRSS")).split()[1]) / 1024}
    finally:
        process.terminate()
        process.wait(30)


def whole(address: str) -> None:
    """Fetch a page; a server that says that it is busy is asked again, as a browser does."""
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                assert len(answer.read()) > 10_000
                return
        except urllib.error.HTTPError as problem:
            if problem.code != 503:
                raise


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(folder: Path) -> Row:
    from komandor.store import open_store

    store = open_store(folder)
    (folder / "events.json").write_text(json.dumps(store.tournaments()))
    store.close()
    file = str(folder / "large.komandor")
    return served(folder) | komandor("verify", file) | komandor("check", file)


def compare(trees: list[Path], options: argparse.Namespace) -> None:
    """Measure each checkout in turns, and print the medians, with their ratio where there are two."""
    rows: dict[Path, list[Row]] = {tree: [] for tree in trees}
    with tempfile.TemporaryDirectory(prefix="komandor-large-") as name:
        for tree in trees:
            ask(tree, MAKE, Path(name, tree.name), options)
        for _ in range(options.times):
            for tree in trees:
                rows[tree].append(json.loads(ask(tree, MEASURE, Path(name, tree.name), options)))
    for key in rows[trees[0]][0]:
        medians = [statistics.median(row[key] for row in rows[tree]) for tree in trees]
        ratio = f"  {medians[0] / (medians[-1] or 0.01):.2f}" if len(trees) > 1 else ""
        print(f"{key:20}" + "".join(f"{one:9.2f}" for one in medians) + ratio)
    print(f"load {os.getloadavg()[0]:.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--do", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    verb, folder = options.do or ("", "")
    if verb == MAKE:
        make(Path(folder), options.players, options.rounds, options.seed)
    elif verb == MEASURE:
        print(json.dumps(measure(Path(folder))))
    else:
        here = Path(__file__).resolve().parents[1]
        compare([here, options.against.resolve()] if options.against else [here], options)
    return 0


def ask(tree: Path, verb: str, folder: Path, options: argparse.Namespace) -> str:
    """Let a checkout do its part with its own environment."""
    sizes = ["--players", str(options.players), "--rounds", str(options.rounds), "--seed", str(options.seed)]
    command = [
        str(tree / ".venv/bin/python"),
        str(Path(__file__).resolve()),
        *sizes,
        "--do",
        verb,
        str(folder),
    ]
    env = {**os.environ, "PYTHONPATH": f"{tree}:{tree / 'src'}"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # what was installed is compiled once
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
