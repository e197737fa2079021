"""Presses the same things at the same moment on two processes of one site: is everything kept, and once?

    python -m bench.attacks.races [--times 200] [--lists 100]

Starts PostgreSQL, two `komandor serve` on it and Debian's nginx with the shipped configuration before both,
all on loopback. At the same moment two switches are turned, one on each process, and *New event* is pressed
on both with one form; a key of the host that one revokes is tried on the other. Then the same list is sent
again and again through the proxy. Both switches are kept, one event each, no other answer than the usual, no
key that still opens, one verdict. Ends by itself.
"""

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import NamedTuple

import httpx

from bench.options import parser_of
from bench.served import CSRF, EVENT, PATIENCE, Row, announced, load, show
from komandor.app.access import THE_ORGANISER
from komandor.app.card_data import keep_catalogue
from komandor.app.identity import issue, key_id, new_host_key
from komandor.app.self_service import self_service_of
from komandor.log.store import EventStore
from komandor.store import open_store
from tests.lists.made import FLEET, catalogue
from tests.support.child import Child
from tests.support.nginx import NAME, free_port, proxy
from tests.support.postgres import running_server

VERDICT = re.compile(r'data-verdict="(\w+)"')


class Site(NamedTuple):
    """Two processes on one store, the proxy before both, and the keys of organiser and host."""

    store: EventStore
    addresses: tuple[str, str]
    proxy: str
    organiser: str
    host: str
    until_end: ExitStack  # what is closed with the site


@contextmanager
def two_processes(database: str, folder: Path) -> Iterator[Site]:
    """A site with one event, until the block ends."""
    env = {"KOMANDOR_DATABASE": database, "KOMANDOR_SECRET": "s" * 40}
    env |= {"KOMANDOR_HOSTS": NAME, "KOMANDOR_PROXY": "1"}
    with ExitStack() as all_of_it:
        store = all_of_it.enter_context(closing(open_store(database)))
        announced(store, EVENT, 2)
        keep_catalogue(store, catalogue("armada"))
        ports = [_started(folder / name, env, all_of_it) for name in "ab"]
        before = all_of_it.enter_context(proxy(folder / "nginx", *ports))
        here = tuple(f"http://127.0.0.1:{port}" for port in ports)
        keys = issue(store, EVENT, THE_ORGANISER), new_host_key(store, "lasting")
        yield Site(store, (here[0], here[1]), before.url, *keys, all_of_it)


def _started(data: Path, env: dict[str, str], all_of_it: ExitStack) -> int:
    data.mkdir()
    port, child = free_port(), Child(data, env=env)
    child.url = f"http://127.0.0.1:{port}"
    all_of_it.callback(child.start().stop)
    return port


def browser(site: Site, address: str, link: str) -> httpx.Client:
    """A browser that has opened this secret link."""
    ours = address.startswith("https")
    headers = {"Origin": f"https://{NAME}", "Host": NAME} if ours else {"Origin": address}
    client = httpx.Client(base_url=address, headers=headers, verify=False, timeout=PATIENCE)
    site.until_end.callback(client.close)
    client.cookies.set("csrf", CSRF)
    assert client.get(link).status_code == 302, "the link opens nothing"
    return client


def at_once(threads: ThreadPoolExecutor, *jobs: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """What these are answered, all begun at the same moment."""
    together = Barrier(len(jobs), timeout=PATIENCE)

    def begun(job: Callable[[], httpx.Response]) -> httpx.Response:
        together.wait()
        return job()

    return [one.result(PATIENCE) for one in [threads.submit(begun, job) for job in jobs]]


def sent(client: httpx.Client, path: str, made_for: str, **fields: str) -> httpx.Response:
    return client.post(path, data={"csrfmiddlewaretoken": CSRF, "made_for": made_for, **fields})


def switches(site: Site, threads: ThreadPoolExecutor, times: int) -> Row:
    """Two switches beside the log, one on each process."""
    desks = [browser(site, address, f"/s/{site.organiser}") for address in site.addresses]
    lost, path, statuses = 0, f"/c/{EVENT}/people/phones", Counter[int]()
    for n in range(times):
        turned = "1" if n % 2 == 0 else ""
        names = ("check_in", "fees")
        turns = [
            partial(sent, desk, path, "staff:1", **{name: turned})
            for desk, name in zip(desks, names, strict=True)
        ]
        statuses.update(answer.status_code for answer in at_once(threads, *turns))
        kept = self_service_of(site.store, EVENT)
        lost += (kept.check_in, kept.fees).count(n % 2 != 0)
    return {"switches": times, "lost": lost, "other_answers": statuses.total() - statuses[302]}


def new_events(site: Site, threads: ThreadPoolExecutor, times: int) -> Row:
    """*New event* with the same form on both processes."""
    hosts = [browser(site, address, f"/host/{site.host}") for address in site.addresses]
    before, apart, statuses = len(site.store.tournaments()), 0, Counter[int]()
    for n in range(times):
        form = {"name": "Liga", "date": "2026-11-21", "event_kind": "league", "command_id": f"form{n}"}
        presses = [partial(sent, host, "/new/destiny", "host", **form) for host in hosts]
        answers = at_once(threads, *presses)
        statuses.update(answer.status_code for answer in answers)
        apart += len({answer.headers.get("location") for answer in answers}) != 1
    made = len(site.store.tournaments()) - before
    other = statuses.total() - statuses[302]
    return {"new_events": times, "made": made, "not_the_same": apart, "other_answers": other}


def keys(site: Site, times: int) -> Row:
    """A key of the host that was revoked here is tried there at once, in a browser that has used it."""
    host, opened = browser(site, site.addresses[0], f"/host/{site.host}"), Counter[int]()
    for _ in range(times):
        lost = new_host_key(site.store, "lost")
        thief = browser(site, site.addresses[1], f"/host/{lost}")
        assert thief.get("/keys").status_code == 200
        assert sent(host, "/keys", "host", do="revoke", key=key_id(lost)).status_code == 302
        opened[thief.get("/keys").status_code] += 1
    return {"keys_revoked": times, "still_open": times - opened[403]}


def lists(site: Site, times: int) -> Row:
    """The same list through the proxy."""
    desk = browser(site, site.proxy, f"/s/{site.organiser}")
    pages = (sent(desk, f"/c/{EVENT}/lists/1", "staff:1", do="paste", text=FLEET).text for _ in range(times))
    verdicts = {found for page in pages for found in VERDICT.findall(page) or ("none",)}
    return {"lists": times, "verdicts": "+".join(sorted(verdicts))}


def run(options: argparse.Namespace, database: str, folder: Path) -> bool:
    with two_processes(database, folder) as site, ThreadPoolExecutor(2) as threads:
        rows = [race(site, threads, options.times) for race in (switches, new_events)]
        rows += [keys(site, max(1, options.times // 10)), lists(site, options.lists)]
    for row in rows:
        show(row | {"load": load()})
    wrong = ("lost", "not_the_same", "other_answers", "still_open")
    held = not any(row[name] for row in rows for name in wrong if name in row)
    return held and rows[1]["made"] == options.times and rows[3]["verdicts"] == "legal"


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--lists", type=int, default=100)
    with running_server() as database, tempfile.TemporaryDirectory(prefix="komandor-races-") as name:
        return 0 if run(parser.parse_args(), database, Path(name)) else 1


if __name__ == "__main__":
    sys.exit(main())
