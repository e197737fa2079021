"""On a phone the site has an icon, a preview and an offline page, and keeps nothing of anybody there."""

import json
import re
import struct
from collections.abc import Iterator

import pytest

from komandor.web.routing.urls import cached_pages
from komandor.web.server.make_site import make_site
from tests.support.site import Served, serving
from tests.support.world import opened


@pytest.fixture
def site() -> Iterator[Served]:
    store = opened().store
    with serving(make_site(store, secret="a secret of the tests", pages=cached_pages)) as served:
        yield served


def test_every_icon_of_the_manifest_is_there(site: Served) -> None:
    answer = site.client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert site.client.get(icon["src"]).content.startswith(b"\x89PNG")
    page = site.client.get("/t/cup").text
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch
    assert site.client.get(touch[1]).content.startswith(b"\x89PNG")
    assert 'name="theme-color"' in page


def test_a_link_to_an_event_shows_its_name_and_a_picture(site: Served) -> None:
    for path in ("/t/cup", "/t/cup/standings", "/join/cup"):
        page = site.client.get(path).text
        title = re.search(r'property="og:title" content="([^"]+)"', page)
        picture = re.search(r'property="og:image" content="(http[^"]+)"', page)
        assert title, path
        assert picture, path
        assert title[1] in page.split("</head>")[1], path
        shown = site.client.get(re.sub("^http://[^/]+", "", picture[1]))
        assert shown.headers["content-type"] == "image/png"
        assert struct.unpack(">II", shown.content[16:24]) == (1200, 630)


def test_the_worker_keeps_the_offline_page_and_static_files_only(site: Served) -> None:
    answer = site.client.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    named = re.search(r"const KEPT = (.+);", answer.text)
    assert named
    kept = json.loads(named[1])
    assert kept[0] == "/offline"
    assert all(path.startswith("/static/") for path in kept[1:])
    assert all(site.client.get(path).status_code == 200 for path in kept)
    assert ".put(" not in answer.text, "no answer of the server is kept"
    assert "set-cookie" not in site.client.get("/offline").headers
