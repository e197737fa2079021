"""A public page is rendered once per version and language, however many ask, and never served stale."""

import asyncio
import gzip
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest

from komandor.store import open_store
from komandor.web.server.cache import CachedPage
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.site import Served, serving, write
from tests.support.waiting import PATIENCE
from tests.web.conftest import Rendering


def test_many_requests_one_rendering(served: Served, rendering: Rendering) -> None:
    texts = {served.client.get("/t/cup/counted").text for _ in range(5)}
    assert texts == {"<p>cup pl 1</p>"}
    assert rendering.count == 1


def test_at_the_same_moment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    all_asked, asked, count = threading.Event(), 0, 0

    def slow(site: Site, lang: str, tournament: str) -> str:
        nonlocal count
        count += 1
        assert all_asked.wait(PATIENCE)
        return "slow"

    store = open_store("memory:")
    write(store, "cup", "first")
    site = make_site(store, secret="s", pages=(CachedPage("/t/<tournament>", slow),))
    get = site.pages.get

    async def counted(*request: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 12:
            all_asked.set()
        return await get(*request)

    monkeypatch.setattr(site.pages, "get", counted)
    with serving(site) as served, ThreadPoolExecutor(12) as pool:
        asking = partial(httpx.get, served.url + "/t/cup", timeout=PATIENCE, verify=False)
        answers = [answer.text for answer in pool.map(lambda _: asking(), range(12))]
    assert answers == ["slow"] * 12
    assert count == 1


def test_a_page_that_came_while_the_version_was_asked_for_is_not_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def page(site: Site, lang: str, tournament: str) -> str:
        made.append(tournament)
        return "a page"

    store = open_store("memory:")
    write(store, "cup", "first")
    site = make_site(store, secret="s", pages=(CachedPage("/t/<tournament>", page),))

    async def two() -> None:
        asked, first_is_there, version = [], asyncio.Event(), site.hub.version

        async def second_waits(tournament: str) -> int:
            asked.append(tournament)
            if len(asked) == 2:
                await asyncio.wait_for(first_is_there.wait(), PATIENCE)
            return await version(tournament)

        monkeypatch.setattr(site.hub, "version", second_waits)
        first, second = (asyncio.create_task(site.pages.get(site, "/t/cup", "en")) for _ in range(2))
        assert await first
        first_is_there.set()
        assert await second
        assert asyncio.all_tasks() == {asyncio.current_task()}, "nobody makes it again"

    with ThreadPoolExecutor(1) as apart:  # a browser test before this one keeps a loop in this thread
        apart.submit(asyncio.run, two()).result()
    assert made == ["cup"]


def test_a_new_version_is_seen_by_whoever_wrote_it(served: Served, rendering: Rendering) -> None:
    for number in range(2, 8):
        served.client.get("/t/cup/counted")
        write(served.site.store, "cup", f"c{number}")
        assert served.client.get("/t/cup/counted").text == f"<p>cup pl {number}</p>"


def test_each_language_is_its_own_page(served: Served) -> None:
    english = {"Accept-Language": "en-GB,en;q=0.9"}
    assert served.client.get("/t/cup/counted", headers=english).text == "<p>cup en 1</p>"
    assert served.client.get("/t/cup/counted").text == "<p>cup pl 1</p>"
    assert served.client.get("/t/cup/counted?lang=en").headers["content-language"] == "en"


def test_the_etag_answers_304_until_the_version_changes(served: Served) -> None:
    tag = served.client.get("/t/cup/counted").headers["etag"]
    again = served.client.get("/t/cup/counted", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    write(served.site.store, "cup", "second")
    assert served.client.get("/t/cup/counted", headers={"If-None-Match": tag}).status_code == 200


def test_it_is_packed_for_those_who_can_unpack(served: Served) -> None:
    with served.client.stream("GET", "/t/cup/counted", headers={"Accept-Encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == b"<p>cup pl 1</p>"
    plain = served.client.get("/t/cup/counted", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_cached_pages_set_no_cookie(served: Served) -> None:
    for path in ("/t/cup/counted", "/styleguide"):
        assert "set-cookie" not in served.client.get(path).headers


def test_an_unknown_tournament_is_not_found(served: Served, rendering: Rendering) -> None:
    assert served.client.get("/t/none/counted").status_code == 404
    assert rendering.count == 0


def test_head_has_the_headers_without_the_body(served: Served) -> None:
    whole, head = served.client.get("/t/cup/counted"), served.client.head("/t/cup/counted")
    assert head.content == b""
    assert head.headers["etag"] == whole.headers["etag"]


@pytest.mark.parametrize(
    ("path", "asked", "parts"),
    [
        ("/t/<tournament>", "/t/cup", {"tournament": "cup"}),
        ("/t/<tournament>/round/<int:number>", "/t/cup/round/12", {"tournament": "cup", "number": "12"}),
        ("/t/<tournament>/round/<int:number>", "/t/cup/round/x", None),
        ("/t/<tournament>", "/t/cup/more", None),
        ("/rules/<rule>.html", "/rules/A-1xhtml", None),
    ],
)
def test_paths(path: str, asked: str, parts: dict[str, str] | None) -> None:
    match = CachedPage(path, lambda *_: "").pattern.fullmatch(asked)
    assert (match.groupdict() if match else None) == parts
