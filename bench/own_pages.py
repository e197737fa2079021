"""How long a phone waits for its own page while others report: several processes, and another checkout.

    python -m bench.own_pages [--processes CORES] [--against TREE] [--times 2] [--players 1000]
                              [--streams 2000] [--fetchers 200] [--readers 0] [--rate 20] [--seconds 20]

In a round of so many players `--streams` phones listen, of which `--fetchers` fetch their own page whenever
they hear of something new; `--readers` read public pages without a pause, and phones report at a steady rate,
all on loopback. This checkout serves with `--processes` on PostgreSQL; `--against` names another one with an
environment of its own, which serves with one process from its data folder. They are measured in turns by the
same clients, those of this checkout. Printed are the medians over the turns, with their ratio, and the load.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings

from bench import served

SECRET = "s" * 40
Row = dict[str, float]


# ── in the environment of the checkout that serves ───────────────────────────


def serve(players: int, processes: int) -> None:
    """Serve round 1 until the input ends; say where, and what each phone knows."""
    with tempfile.TemporaryDirectory(prefix="komandor-own-") as name, ExitStack() as stack:
        folder = Path(name)
        if processes > 1:
            port, phones = stack.enter_context(in_several(folder, players, processes))
        else:
            phones = of_any_age(served.prepare(folder, players))
            _, port = stack.enter_context(served.serving(folder))
        seats = [[one.player, one.match, one.between, cookie_of(one)] for one in phones]
        print(json.dumps({"port": port, "phones": seats}), flush=True)
        sys.stdin.read()


def of_any_age(prepared: Any) -> list[served.Phone]:
    """The phones; earlier checkouts give a cookie of the organiser as well."""
    phones: list[served.Phone] = prepared[1] if isinstance(prepared, tuple) else prepared
    return phones


def cookie_of(phone: served.Phone) -> str:
    """Name and value of the cookie; in earlier checkouts it had one name everywhere."""
    return phone.cookie if "=" in phone.cookie.partition(":")[0] else f"seats={phone.cookie}"


@contextmanager
def in_several(folder: Path, players: int, processes: int) -> Iterator[tuple[int, list[served.Phone]]]:
    from komandor.store import open_store
    from tests.support.nginx import free_port
    from tests.support.postgres import running_server

    with running_server() as database:
        store, port = open_store(database), free_port()
        phones = served.phones_in(store, SECRET, players)
        store.close()
        own = {"KOMANDOR_DATABASE": database, "KOMANDOR_SECRET": SECRET}
        where = f"--host 127.0.0.1 --port {port} --no-browser --processes {processes} --data".split()
        command = [sys.executable, "-m", "komandor", "serve", *where, str(folder)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **own}
        ) as process:
            try:
                assert process.stdout
                assert "runs at" in process.stdout.readline()
                yield port, phones
            finally:
                process.terminate()


# ── the clients ──────────────────────────────────────────────────────────────


class EitherPhone(served.Phone):
    """A phone whose form is understood by earlier checkouts too, which named the match alone."""

    def report(self, site: str, ours: int, theirs: int) -> bytes:
        fields: dict[str, object] = {"made_for": f"player:{self.player}", "about": f"match:{self.match}"}
        fields |= {"match": self.match, "between": self.between}
        fields |= {"command_id": f"{self.player}-{ours}-{theirs}"}
        scores = {"g0.end": "rounds", "g0.scores.a": ours, "g0.scores.b": theirs}
        return served.post(site, f"/m/{served.EVENT}/report", self.cookie, fields | scores)


def measured(tree: Path, processes: int, options: argparse.Namespace) -> Row:
    """One turn of a checkout."""
    command = [str(tree / ".venv/bin/python"), str(Path(__file__).resolve())]
    sizes = ["--players", str(options.players), "--processes", str(processes), "--serve"]
    env = {**os.environ, "PYTHONPATH": f"{tree}:{tree / 'src'}"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, *sizes], cwd=tree, env=env, stdin=pipe, stdout=pipe, text=True
    ) as server:
        try:
            assert server.stdout
            found = json.loads(server.stdout.readline())
            phones = [EitherPhone(*one) for one in found["phones"]]
            return under_load(found["port"], phones, options)
        finally:
            assert server.stdin
            server.stdin.close()


def under_load(port: int, phones: list[EitherPhone], options: argparse.Namespace) -> Row:
    from bench.crowd import Reports, Watchers, steady, warm

    reports = Reports([replace(one) for one in phones[::2]])
    asyncio.run(warm(port, reports, phones[0]))
    watching = Watchers(
        port, options.streams, [p.cookie for p in phones[: options.fetchers]], options.readers
    )
    began = time.perf_counter()
    took = asyncio.run(steady(port, reports, options.rate, options.seconds))
    seconds = time.perf_counter() - began
    heard = watching.end()
    statuses = Counter(reports.sent.values())
    assert set(statuses) == {302}, f"not every report was taken: {statuses}"
    assert not heard["statuses"].keys() - {"200", "304"}, heard["statuses"]
    row = spread("own_page", heard["fetched"]) | spread("report", took)
    row |= {"own_pages_per_s": len(heard["fetched"]) / seconds, "pages_per_s": len(heard["pages"]) / seconds}
    return row | {"streams_lost": heard["lost"], "load": os.getloadavg()[0]}


def spread(what: str, seconds: list[float]) -> Row:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {f"{what}_p50_s": cuts[49], f"{what}_p99_s": cuts[98], f"{what}_worst_s": max(seconds)}


def compare(options: argparse.Namespace) -> None:
    here = Path(__file__).resolve().parents[1]
    sides = [(here, options.processes), *([(options.against.resolve(), 1)] if options.against else [])]
    rows: dict[Path, list[Row]] = {tree: [] for tree, _ in sides}
    for _ in range(options.times):
        for tree, processes in sides:
            rows[tree].append(measured(tree, processes, options))
    for key in rows[here][0]:
        medians = [statistics.median(row[key] for row in rows[tree]) for tree, _ in sides]
        ratio = f"  {medians[0] / (medians[-1] or 0.001):.2f}" if len(sides) > 1 else ""
        print(f"{key:18}" + "".join(f"{one:10.3f}" for one in medians) + ratio, flush=True)


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--against", type=Path)
    sizes = {"--times": 2, "--players": 1000, "--streams": 2000, "--fetchers": 200, "--readers": 0}
    for name, usual in sizes.items():
        parser.add_argument(name, type=int, default=usual)
    for name in ("--rate", "--seconds"):
        parser.add_argument(name, type=float, default=20)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    django_settings.configure()
    if options.serve:
        serve(options.players, options.processes)
        return 0
    from komandor.web.server.run_server import raise_file_limit

    raise_file_limit()
    served.use_uvloop()
    compare(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
