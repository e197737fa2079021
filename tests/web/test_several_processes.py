"""A site in several processes loses and doubles nothing, whichever of them is killed, hangs or is renewed."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from socket import create_server

import httpx
import pytest

from komandor.app.identity import issue
from komandor.store import open_store
from tests.support.child import Child
from tests.support.waiting import PATIENCE, wait_until
from tests.support.world import ORGANISER, World

pytestmark = [pytest.mark.slow, pytest.mark.skipif("sys.platform == 'win32'", reason="signals")]

CSRF = "c" * 32
TOLD = "another takes its place"


class Desk(threading.Thread):
    """Adds people one after another on a connection that it keeps; repeats what was not answered."""

    def __init__(self, url: str, token: str, number: int) -> None:
        super().__init__(daemon=True)
        self.client = httpx.Client(base_url=url, timeout=PATIENCE, cookies={"csrf": CSRF})
        assert self.client.get(f"/s/{token}").status_code in (200, 302)
        self.number, self.added, self.stopped = number, 0, threading.Event()
        self.trouble: list[str] = []
        self.refused: list[str] = []

    def run(self) -> None:
        while not self.stopped.is_set():
            name = f"Gracz{self.number}x{self.added} Nowy{self.number}x{self.added}"
            same = name.replace(" ", "-")  # an id with a space is none, and each repeat would be another form
            form = {"csrfmiddlewaretoken": CSRF, "made_for": "staff:1", "name": name, "command_id": same}
            while not self._sent(form):
                pass
            self.added += 1
        self.client.close()

    def _sent(self, form: dict[str, str]) -> bool:
        try:
            origin = str(self.client.base_url).rstrip("/")
            answer = self.client.post("/c/cup/people/add", data=form, headers={"Origin": origin})
        except httpx.TransportError as problem:
            self.trouble.append(repr(problem))
            return self.stopped.is_set()
        if answer.status_code != 302:
            self.refused.append(f"{answer.status_code} {answer.text[:300]}")
        return answer.status_code == 302 or len(self.refused) > 100


@pytest.fixture
def site(tmp_path: Path, postgres_database: str) -> Iterator[Child]:
    child = Child(
        tmp_path / "data",
        env={"KOMANDOR_DATABASE": postgres_database, "KOMANDOR_SECRET": "s" * 32},
        verb=("serve", "--processes", "2"),
    )
    child.data.mkdir()
    store = open_store(postgres_database)
    World(store=store).people(2)
    child.env["ORGANISER"] = issue(store, "cup", ORGANISER)
    store.close()
    yield child.start()
    child.stop()


@pytest.fixture
def desks(site: Child) -> Iterator[list[Desk]]:
    desks = [Desk(site.url, site.env["ORGANISER"], number) for number in range(4)]
    for desk in desks:
        desk.start()
    yield desks
    for desk in desks:
        desk.stopped.set()
        desk.join(PATIENCE)


def said(site: Child) -> str:
    return site.data.with_suffix(".said").read_text()


def workers(site: Child) -> set[int]:
    assert site.process
    found = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text()
    return {int(pid) for pid in found.split()}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def add_more(desks: list[Desk], each: int = 5) -> None:
    goals = [desk.added + each for desk in desks]
    done = wait_until(lambda: all(d.added >= goal for d, goal in zip(desks, goals, strict=True)))
    assert done, [(desk.number, desk.added, (desk.trouble + desk.refused)[-3:]) for desk in desks]


def finish(desks: list[Desk]) -> set[str]:
    """The names that were acknowledged."""
    for desk in desks:
        desk.stopped.set()
        desk.join(PATIENCE)
        assert not desk.is_alive()
    return {f"Gracz{desk.number}x{n}" for desk in desks for n in range(desk.added)}


def names(database: str) -> list[str]:
    store = open_store(database)
    found = [str(person.get("first", "")) for person in store.people("cup").values()]
    store.close()
    return [name for name in found if name.startswith("Gracz")]


def test_killed_processes_lose_and_double_nothing(
    site: Child, desks: list[Desk], postgres_database: str
) -> None:
    for n in range(1, 5):
        add_more(desks)
        os.kill(min(workers(site)), signal.SIGKILL)
        assert wait_until(lambda n=n: said(site).count(TOLD) == n)
    add_more(desks)
    wanted = finish(desks)
    assert [desk.refused for desk in desks] == [[], [], [], []]
    kept = names(postgres_database)
    assert len(kept) == len(set(kept)), "doubled"
    assert set(kept) >= wanted, "lost"
    assert len(workers(site)) == 2


def test_wrong_codes_are_counted_for_all_processes_and_not_forgotten_with_one(site: Child) -> None:
    """Twelve in ten minutes for all who have no cookie of ours."""
    begun = time.time()
    answers = [wrong_code(site) for _ in range(30)]
    os.kill(min(workers(site)), signal.SIGKILL)
    assert wait_until(lambda: TOLD in said(site))
    answers += [wrong_code(site) for _ in range(10)]
    windows = int(time.time()) // 600 - int(begun) // 600 + 1
    assert set(answers) == {422, 429}
    assert answers.count(422) <= 12 * windows


def wrong_code(site: Child) -> int:
    form = {"csrfmiddlewaretoken": CSRF, "made_for": "public", "code": "AAAA AAAA"}
    headers = {"Origin": site.url, "Cookie": f"csrf={CSRF}"}
    return httpx.post(site.url + "/join/cup/claim", data=form, headers=headers, timeout=PATIENCE).status_code


def test_a_process_that_hangs_is_replaced(site: Child) -> None:
    stopped = min(workers(site))
    os.kill(stopped, signal.SIGSTOP)
    assert wait_until(lambda: TOLD in said(site)), said(site)
    assert f"process {stopped} does not answer" in said(site)
    assert wait_until(lambda: not alive(stopped) and len(workers(site)) == 2)
    assert site.get("/readyz").json()["status"] == "ok"


def test_renewing_all_under_load_refuses_nothing(
    site: Child, desks: list[Desk], postgres_database: str
) -> None:
    assert site.process
    for _ in range(2):
        before = workers(site)
        add_more(desks)
        site.process.send_signal(signal.SIGHUP)
        assert wait_until(lambda before=before: not before & workers(site)), said(site)
        add_more(desks)
    wanted = finish(desks)
    assert [desk.trouble + desk.refused for desk in desks] == [[], [], [], []]
    kept = names(postgres_database)
    assert len(kept) == len(set(kept))
    assert set(kept) == wanted
    assert TOLD not in said(site)


def test_streams_of_a_renewed_process_end_and_begin_anew(site: Child) -> None:
    assert site.process
    with httpx.stream("GET", site.url + "/live/cup", timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("event: version")
        site.process.send_signal(signal.SIGHUP)
        for _ in lines:  # until its process lets go of it
            pass
    with httpx.stream("GET", site.url + "/live/cup", timeout=PATIENCE) as stream:
        assert next(stream.iter_lines()).startswith("event: version")


def metrics(site: Child) -> dict[str, float]:
    lines = site.get("/metrics").text.splitlines()
    return {name: float(value) for name, value in (x.rsplit(" ", 1) for x in lines if x[0] != "#")}


def test_whoever_is_asked_counts_for_all_and_a_killed_process_takes_nothing_along(
    site: Child, desks: list[Desk]
) -> None:
    saved = 'komandor_requests_total{kind="write",status="302"}'
    with ExitStack() as phones:
        open_live = partial(httpx.stream, "GET", site.url + "/live/cup", timeout=PATIENCE)
        lines = [phones.enter_context(open_live()).iter_lines() for _ in range(12)]
        assert all(next(one).startswith("event: version") for one in lines)
        assert {metrics(site)["komandor_streams"] for _ in range(6)} == {12}
        add_more(desks)
        finish(desks)
        added = sum(desk.added for desk in desks)
        assert {metrics(site)[saved] for _ in range(6)} == {added}
        os.kill(min(workers(site)), signal.SIGKILL)
        assert wait_until(lambda: TOLD in said(site) and metrics(site)["komandor_processes"] == 2)
        after = metrics(site)
        assert (after[saved], after["komandor_write_seconds_count"]) == (added, added)
        assert after["komandor_streams"] < 12, "those of the killed process are closed"


def test_all_end_with_the_supervisor_also_when_it_is_killed(site: Child) -> None:
    serving = workers(site)
    site.kill()
    assert wait_until(lambda: not any(alive(pid) for pid in serving))
    assert site.start().get("/healthz").json()["status"] == "ok", "its port is free again"
    serving = workers(site)
    assert site.process
    site.process.terminate()
    assert site.process.wait(PATIENCE) == 0
    assert not any(alive(pid) for pid in serving)


def test_a_data_folder_takes_one_process_and_a_taken_port_is_named(
    tmp_path: Path, postgres_database: str
) -> None:
    def refused(*options: str, **env: str) -> str:
        command = [sys.executable, "-m", "komandor", "serve", "--processes", "2", "--data", str(tmp_path)]
        done = subprocess.run(
            [*command, *options], capture_output=True, text=True, check=False, env={**os.environ, **env}
        )
        assert done.returncode == 2, done.stderr
        return done.stderr

    assert "several processes need PostgreSQL" in refused()
    with create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused("--host", "127.0.0.1", "--port", port, KOMANDOR_DATABASE=postgres_database)
    assert f"127.0.0.1:{port}" in said
