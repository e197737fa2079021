"""Whoever watches a tournament hears of its new version, by stream or by polling, and of nothing else."""

import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from komandor.store import open_store
from komandor.web.server import live
from komandor.web.server.live import Hub, now_ms
from komandor.web.server.make_site import make_site
from tests.support.site import Served, serving, visitor, write
from tests.support.waiting import PATIENCE, in_a_loop, wait_until


def messages(response: httpx.Response) -> Iterator[tuple[str, int]]:
    """(event, version) of every message in a stream."""
    event = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            event = line[7:]
        elif line.startswith("data: "):
            yield event, int(line[6:].split()[0])


def test_a_stream_says_the_version_at_once_and_again_after_each_append(served: Served) -> None:
    with served.client.stream("GET", "/live/cup") as response:
        heard = messages(response)
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["connection"] == "close", "a proxy would use it again while we close it"
        assert next(heard) == ("version", 1)
        write(served.site.store, "cup", "second")
        assert next(heard) == ("version", 2)


def test_another_tournaments_news_wakes_nobody(served: Served) -> None:
    with served.client.stream("GET", "/live/cup") as response:
        heard = messages(response)
        next(heard)
        write(served.site.store, "other", "o1")
        write(served.site.store, "cup", "second")
        assert next(heard) == ("version", 2)


def test_silence_is_broken_by_heartbeats() -> None:
    store = open_store("memory:")
    write(store, "cup", "first")
    site = make_site(store, secret="s")
    site.hub.heartbeat = 0.05
    with serving(site) as served, served.client.stream("GET", "/live/cup") as response:
        heard = messages(response)
        assert [next(heard) for _ in range(3)] == [("version", 1), ("beat", 1), ("beat", 1)]


def test_polling_gives_version_and_the_servers_time(served: Served) -> None:
    before = now_ms()
    answer = served.client.get("/live/cup/version").json()
    assert answer["version"] == 1
    assert before <= answer["now"] <= now_ms()


@pytest.mark.parametrize("path", ["/live/nothing", "/live/nothing/version", "/live/cup/other"])
def test_what_does_not_exist_is_not_found(served: Served, path: str) -> None:
    assert served.client.get(path).status_code == 404


def test_watchers_are_counted_while_they_watch(served: Served) -> None:
    with served.client.stream("GET", "/live/cup") as response:
        heard = messages(response)
        next(heard)
        assert served.site.hub.watching("cup") == 1
    assert wait_until(lambda: served.site.hub.watching("cup") == 0)


def test_two_hundred_streams_all_hear_one_append(served: Served) -> None:
    heard: list[int] = []
    ready = threading.Barrier(21)

    def watch() -> None:
        with visitor(served.url) as client:
            streams = [client.send(client.build_request("GET", "/live/cup"), stream=True) for _ in range(10)]
            readers = [messages(stream) for stream in streams]
            assert [next(reader)[1] for reader in readers] == [1] * 10
            ready.wait(PATIENCE)
            heard.extend(next(reader)[1] for reader in readers)
            for stream in streams:
                stream.close()

    threads = [threading.Thread(target=watch) for _ in range(20)]
    for thread in threads:
        thread.start()
    ready.wait(PATIENCE)
    write(served.site.store, "cup", "second")
    for thread in threads:
        thread.join(PATIENCE)
    assert heard == [2] * 200


def test_a_version_never_goes_back() -> None:
    hub = Hub(lambda _: 3)
    assert in_a_loop(hub.version("cup")) == 3
    hub.heard("cup", 2)
    assert in_a_loop(hub.version("cup")) == 3


def test_reports_that_come_together_are_told_together(served: Served) -> None:
    served.site.hub.pace = 0.2
    with served.client.stream("GET", "/live/cup") as response:
        heard = messages(response)
        next(heard)
        for number in range(2, 62):
            write(served.site.store, "cup", f"c{number}")
        versions = [next(heard)[1]]
        while versions[-1] < 61:
            versions.append(next(heard)[1])
    assert len(versions) <= 20


def test_a_tournament_that_does_not_exist_is_looked_up_once_in_a_while() -> None:
    asked: list[str] = []

    def look(tournament: str) -> int:
        asked.append(tournament)
        return 0

    async def ask_often() -> None:
        hub = Hub(look)
        assert [await hub.version("none") for _ in range(5)] == [0] * 5
        assert await hub.version("\0") == 0
        hub.heard("none", 7)
        assert await hub.version("none") == 7

    in_a_loop(ask_often())
    assert asked == ["none"]


def test_a_store_that_does_not_answer_stops_only_who_needs_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cached pages, streams and /healthz go on, and /healthz says what is wrong."""
    monkeypatch.setattr(live, "PATIENCE", 0.2)
    monkeypatch.setattr(live, "PULSE", 0.1)
    page = served.client.get("/t/cup/counted").text
    stalled = threading.Event()
    monkeypatch.setattr(served.site.hub, "_read", lambda _: stalled.wait(PATIENCE) or 0)
    try:
        began = time.monotonic()
        assert served.client.get("/live/none/version").status_code == 503
        assert served.client.get("/t/none/counted").status_code == 503
        assert served.client.get("/t/cup/counted").text == page
        assert time.monotonic() - began < PATIENCE / 2
        assert served.client.get("/healthz").json()["trouble"] == "store.unreachable"
    finally:
        stalled.set()
    monkeypatch.setattr(served.site.hub, "_read", lambda _: 1)
    assert wait_until(lambda: served.client.get("/healthz").json()["status"] == "ok")
