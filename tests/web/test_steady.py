"""What many people ask for at once is computed, read and written once, not for each of them."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.app.ledger import Ledger, damaged_logs
from komandor.cli.serve import _check_logs
from komandor.core.tournament import commands as c
from komandor.core.tournament.replay import replay
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.store.memory import MemoryStore
from komandor.store.sql import SqlStore
from komandor.web.server.counters import Counters
from komandor.web.server.make_site import home_link
from komandor.web.server.round_backups import RoundBackups
from tests.support.site import Served, serving, write
from tests.support.waiting import PATIENCE, wait_until
from tests.support.world import JUDGE, ORGANISER, World, busy, client, opened, site_of
from tests.web.conftest import Rendering


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every question to a store and every transaction of one, by name."""
    made: list[str] = []

    def noting(name: str) -> Callable[..., Any]:
        real = getattr(SqlStore, name)

        def noted(self: SqlStore, *values: Any) -> Any:
            made.append(name)
            return real(self, *values)

        return noted

    for name in ("read", "get_many"):
        monkeypatch.setattr(SqlStore, name, noting(name))
    return made


def test_a_report_is_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    world = opened("destiny").start()
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    phone = client(site_of(world), world.link(Actor("player", match.a)))
    commits, real = [], MemoryStore._write

    def counted(self: MemoryStore, job: Any) -> Any:
        commits.append(job)
        return real(self, job)

    monkeypatch.setattr(MemoryStore, "_write", counted)
    slip = {"g0.end": "win", "g0.winner": "a", "match": match.number, "between": f"{match.a}-{match.b}"}
    assert phone.post("/m/cup/report", slip | {"command_id": "once"}).status_code == 302
    assert len(commits) == 1


def test_twenty_links_of_one_browser_are_looked_up_at_once(calls: list[str]) -> None:
    world = opened()
    browser = client(site_of(world), *(world.link(Actor("player", 1 + n % 6)) for n in range(20)))
    calls.clear()
    assert browser.get("/m/cup/").status_code == 200
    assert calls.count("get_many") < 8


@pytest.mark.parametrize("path", ["/c/cup/log", "/c/cup/log?kind=results", "/j/cup/", "/j/cup/sanctions"])
def test_the_log_is_not_read_from_the_store_for_a_page(calls: list[str], path: str) -> None:
    world = busy(opened().start())
    staff = client(site_of(world), world.link(ORGANISER))
    staff.get("/c/cup/log")
    calls.clear()
    assert staff.get(path).status_code == 200
    assert "read" not in calls


def test_a_longer_history_shares_what_is_before() -> None:
    world = opened()
    before = world.loaded
    world.do(c.PostNotice("lunch"))
    after = world.loaded
    assert after.history._items is before.history._items  # type: ignore[attr-defined]
    assert (len(before.history), len(after.history)) == (before.version, before.version + 1)
    assert list(after.history[:-1]) == list(before.history)
    forked = before.notes.grow([after.notes[-1]])
    assert list(forked) == list(after.notes)
    assert len(world.loaded.notes) == after.version


def test_replaying_one_event_does_not_stop_another(monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store("memory:")
    World(store=store, id="slow")
    World(store=store, id="quick")
    ledger, inside, on = Ledger(store), threading.Event(), threading.Event()

    def slow(history: Any) -> Any:
        if history[0][1].id == "slow":
            inside.set()
            assert on.wait(PATIENCE)
        return replay(history)

    monkeypatch.setattr("komandor.app.ledger.replay", slow)
    waiting = threading.Thread(target=ledger.load, args=("slow",))
    waiting.start()
    assert inside.wait(PATIENCE)
    quick = threading.Thread(target=ledger.load, args=("quick",), daemon=True)
    quick.start()
    quick.join(PATIENCE / 4)
    blocked = quick.is_alive()
    on.set()
    waiting.join(PATIENCE)
    assert not blocked


def test_copies_are_made_by_one_thread(tmp_path: Path) -> None:
    store = open_store("memory:")
    keeper = RoundBackups(store, tmp_path)
    threads: set[str] = set()
    keeper._look = lambda *_: threads.add(threading.current_thread().name)
    before = threading.active_count()
    for version in range(200):
        keeper.heard("cup", version)
    assert threading.active_count() <= before + 1
    assert wait_until(keeper._news.empty)
    assert threads == {"komandor-copies"}


def test_counters_count_per_key_and_window() -> None:
    counters = Counters()
    assert [counters.count(["a"], 6060, 6000)["a"] for _ in range(3)] == [1, 2, 3]
    assert counters.count(["a", "b"], 6060, 6059) == {"a": 4, "b": 1}
    assert counters.count(["a"], 7200, 6000) == {"a": 1}
    assert counters.count(["a"], 6120, 6060) == {"a": 1}


def test_a_share_that_is_used_up_is_not_counted_again_before_the_next_window() -> None:
    counters, asked = Counters(), list[tuple[int, int]]()

    def count(keys: Sequence[str], until: int, now: int) -> Mapping[str, int]:
        asked.append((until, now))
        return counters.count(keys, until, now)

    def over(now: float) -> bool:
        return counters.over({"one": 2, "all": 9}, 60, now, count)

    assert [over(6000.0 + n) for n in range(5)] == [False, False, True, True, True]
    assert asked == [(6060, 6000), (6060, 6001), (6060, 6002)]
    assert [over(6060.0), over(6060.0), over(6119.9)] == [False, False, True]


def test_counters_of_past_windows_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komandor.web.server.counters.MOST_COUNTED", 10)
    counters = Counters()
    for key in range(11):
        counters.count([str(key)], 6060, 6000)
    counters.count(["long"], 10**9, 6000)
    counters.count(["new"], 7020, 7000)
    assert counters.count(["long"], 10**9, 7000) == {"long": 2}
    assert len(counters._counted) == 2


def test_a_server_starts_without_what_only_some_pages_need() -> None:
    parts = ("markdown_it", "psycopg", "komandor.check", "komandor.simulate")
    imports = "import sys, komandor.cli.serve, komandor.web.routing.urls"
    script = f"{imports}; print(*(set({parts}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


# ── pages while the log grows ────────────────────────────────────────────────


@pytest.fixture
def hurried(served: Served) -> Served:
    """A site that rests between two renderings of a page, as a real one does."""
    served.site.pages.pace, served.site.pages.stale = 0.3, PATIENCE
    return served


def test_a_growing_log_does_not_render_its_page_at_every_version(
    hurried: Served, rendering: Rendering
) -> None:
    hurried.client.get("/t/cup/counted")
    for number in range(40):
        write(hurried.site.store, "cup", f"c{number}")
        assert hurried.client.get("/t/cup/counted").status_code == 200
    assert rendering.count < 20
    assert wait_until(lambda: hurried.client.get("/t/cup/counted").text == "<p>cup pl 41</p>")


def test_who_names_a_version_gets_no_older_page(hurried: Served, rendering: Rendering) -> None:
    hurried.client.get("/t/cup/counted")
    for number in range(2, 6):
        write(hurried.site.store, "cup", f"c{number}")
        page = hurried.client.get("/t/cup/counted", headers={"X-Version": str(number)})
        assert page.text == f"<p>cup pl {number}</p>"
    write(hurried.site.store, "cup", "last")
    seen = hurried.client.get("/t/cup/counted", headers={"X-Version": "5"})
    assert seen.text == "<p>cup pl 5</p>"
    assert rendering.count == 5


def test_a_page_that_nobody_looked_at_for_long_is_not_served_old(served: Served) -> None:
    served.site.pages.pace, served.site.pages.stale = 0.0, 0.05
    served.client.get("/t/cup/counted")
    assert not threading.Event().wait(0.1)
    write(served.site.store, "cup", "second")
    assert served.client.get("/t/cup/counted").text == "<p>cup pl 2</p>"


def test_a_phone_is_shown_the_version_that_it_heard_of(calls: list[str]) -> None:
    """Phones that were told together share one version, whatever was written meanwhile."""
    world = opened().start()
    site = site_of(world)
    phone = client(site, world.link(Actor("player", 1)))
    seen = world.t.version
    heard = {"X-Requested-With": "live", "X-Version": str(seen)}
    phone.get("/m/cup/live", headers=heard)
    world.do(c.PostNotice("lunch"))
    site.services.ledger.load("cup")
    calls.clear()
    assert phone.get("/m/cup/live", headers=heard).headers["ETag"].startswith(f'"{seen}-')
    assert "read" not in calls
    newer = {**heard, "X-Version": str(seen + 1)}
    assert phone.get("/m/cup/live", headers=newer).headers["ETag"].startswith(f'"{seen + 1}-')


# ── damaged logs ─────────────────────────────────────────────────────────────


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[EventStore]:
    """Two events; in the log of one a digit was changed behind Komandor's back."""
    store = open_store(tmp_path)
    busy(opened(store=store).start())
    World(store=store, id="sound")
    store.close()
    with closing(sqlite3.connect(tmp_path / "komandor.sqlite3")) as behind:
        behind.execute("DROP TRIGGER log_no_update")
        behind.execute("UPDATE log SET at = replace(at, '2', '3') WHERE tournament = 'cup' AND seq = 9")
        behind.commit()
    store = open_store(tmp_path)
    yield store
    store.close()


def said_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What a start says about this data folder."""
    try:
        with closing(open_store(folder)) as store:
            home_link(store)
            _check_logs(store, lambda _: False)
    except ReadOnly as problem:
        return str(problem)
    return capsys.readouterr().err


def test_every_page_of_the_file_that_is_wiped_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(open_store(tmp_path)) as store:
        busy(opened(store=store).start())
    assert said_of(tmp_path, capsys) == ""
    whole = (tmp_path / "komandor.sqlite3").read_bytes()
    with closing(sqlite3.connect(tmp_path / "komandor.sqlite3")) as db:
        size, unused = (
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "freelist_count")
        )
    assert unused == 0
    silent = []
    for page in range(len(whole) // size):
        (tmp_path / str(page)).mkdir()
        wiped = whole[: page * size] + bytes(size) + whole[(page + 1) * size :]
        (tmp_path / str(page) / "komandor.sqlite3").write_bytes(wiped)
        if "damaged" not in said_of(tmp_path / str(page), capsys):
            silent.append(page)
    assert silent == []


def test_a_changed_record_is_found_and_named(damaged: EventStore) -> None:
    assert list(damaged_logs(damaged)) == ["cup"]


def test_a_damaged_event_has_pages_that_say_so(damaged: EventStore) -> None:
    """The other events go on."""
    with serving(site_of(damaged)) as hall:
        for path in ("/t/cup/", "/t/cup/pairings", "/c/cup/", "/c/cup/log", "/j/cup/", "/m/cup/"):
            for lang, words in (("en", "is damaged"), ("pl", "uszkodzon")):
                answer = hall.client.get(path, params={"lang": lang})
                assert (path, answer.status_code) == (path, 422)
                assert words in answer.text
        assert hall.client.get("/t/sound/").status_code == 200
        assert hall.client.get("/").status_code == 200


def test_unreadable_people_do_not_break_a_page_either(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    world = opened(store=store)
    with closing(sqlite3.connect(tmp_path / "komandor.sqlite3")) as behind:
        behind.execute("UPDATE people SET data = '{' WHERE person = 1")
        behind.commit()
    judge = client(site_of(world), world.link(JUDGE))
    assert judge.get("/j/cup/").status_code == 422
    store.close()
