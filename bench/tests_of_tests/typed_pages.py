"""What people open and press in their browsers on a day of `typed`: servers asked over HTTP."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg

from bench.tests_of_tests.typed_lines import FAULTS
from tests.support.postgres import running_server

HIDDEN = re.compile(
    r'<input type="hidden" name="(csrfmiddlewaretoken|command_id|seen|made_for|step)" value="([^"]*)"'
)
LINK = re.compile(r"As (\w+): (http://[^/]+)(/\S+)")
GREETING = re.compile(r"Komandor runs at (http://[^/\s]+)")
READY = "Ctrl+C stops it."
PUBLIC = ("", "/pairings", "/standings", "/players", "/changes", "/bracket", "/rules", "/log.komandor")
MINE = ("", "list", "history", "why", "news", "more", "data")
PATIENCE = 60.0


class Browser:
    """A browser without eyes: pages, and forms with the hidden fields of the page seen before."""

    def __init__(self, address: str, link: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, follow_redirects=True)
        self.hidden: dict[str, str] = {}
        self.where = str(self.get(link).url)

    def get(self, path: str) -> httpx.Response:
        answer = self.client.get(path)
        self._look(answer, path)
        self.hidden = dict(HIDDEN.findall(answer.text)) if "html" in answer.headers["content-type"] else {}
        return answer

    def post(self, seen: str, path: str, **fields: object) -> None:
        """Send the form of the page `seen`."""
        self.get(seen)
        self._look(self.client.post(path, data={**self.hidden, **fields}), path)

    def _look(self, answer: httpx.Response, path: str) -> None:
        if answer.status_code >= 500 or answer.status_code in (403, 404):
            FAULTS.append(f"{path}: {answer.status_code}")


@contextmanager
def serving(*words: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A server in a process of its own: its address, and the links to seats that it prints."""
    command = [sys.executable, "-m", "komandor", *words, "--host", "127.0.0.1", "--port", "0"]
    screenless = {key: value for key, value in os.environ.items() if "DISPLAY" not in key}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=screenless)
    try:
        assert process.stdout
        printed = ""
        for line in process.stdout:
            printed += line
            if READY in line:
                break
        found = GREETING.search(printed)
        assert found, f"{' '.join(words)} did not start: {printed}"
        yield found[1], {who: link for who, _, link in LINK.findall(printed)}
    finally:
        process.terminate()
        process.wait(PATIENCE)


def pages(folder: Path, imported: Path) -> None:
    """A demonstration on SQLite and on PostgreSQL, and the public pages of all events in a folder."""
    destiny = folder / "demo"
    with serving("demo", "--game", "destiny", "--players", "8", "--data", str(destiny)) as (address, links):
        _pressed(address, links, destiny, "a")
    with running_server() as url, psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE DATABASE typed")
        database = url.replace("/postgres?", "/typed?")
        words = ("demo", "--players", "8", "--data", str(folder / "pg"), "--database", database)
        with serving(*words) as (address, links):
            _pressed(address, links, folder / "pg", "200-90")
    with (
        serving("serve", "--data", str(imported)) as (address, _),
        httpx.Client(base_url=address, timeout=PATIENCE) as anybody,
    ):
        for event in re.findall(r'href="/t/([\w.-]+)/?"', anybody.get("/").text):
            for page in PUBLIC:
                if anybody.get(f"/t/{event}{page}").status_code >= 500:
                    FAULTS.append(f"/t/{event}{page}")


def _pressed(address: str, links: dict[str, str], data: Path, result: str) -> None:
    """A round is closed and copied, somebody is erased, and the next round is changed by hand."""
    organiser, player = Browser(address, links["organiser"]), Browser(address, links["player"])
    event = re.search(r"/[cm]/([\w.-]+)/", player.where + organiser.where)
    assert event, organiser.where
    console, phone = f"/c/{event[1]}/", f"/m/{event[1]}/"
    for table in range(1, 5):
        organiser.post(console, f"{console}quick", table=table, result=result)
    organiser.post(console, f"{console}step", code="close_round")
    _until(lambda: any((data / "backups").glob("*.sqlite3")), "no copy was made")
    organiser.post(f"{console}people/5", f"{console}people/5", do="erase")
    _until((data / "erased.jsonl").exists, "nobody was erased")
    organiser.post(console, f"{console}step", code="draw")
    organiser.post(console, f"{console}step", code="publish", accept="on")
    for other in (2, 3):  # one of them is not the opponent
        organiser.post(console, f"{console}swap", player=[1, other], reason="they came together")
    for page in MINE:
        player.get(phone + page)


def _until(true: Callable[[], bool], fault: str) -> None:
    deadline = time.monotonic() + PATIENCE / 3
    while not true():
        if time.monotonic() > deadline:
            FAULTS.append(fault)
            return
        time.sleep(0.1)
