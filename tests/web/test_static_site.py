"""The zip of an event needs no server: its links lead to files in it, and it says what all may know."""

import io
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from komandor.cli.main import main
from komandor.log.bundle import export
from komandor.log.store import Person
from komandor.web.public.open_data import FILES
from komandor.web.public.static_site import static_site
from tests.support.event import single, swiss
from tests.support.world import World, opened, site_of

HOSTILE: Person = {"first": 'Ann" href="/evil', "last": "<b>&amp;", "show": "nick", "nick": 'x" src="/y'}
LEADS = ("href", "src", "action", "data-live", "data-verify")


class Links(HTMLParser):
    """Every attribute of a page that leads somewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in LEADS]


def files_of(world: World, lang: str = "en") -> dict[str, bytes]:
    packed = static_site(site_of(world), "pl" if lang == "pl" else "en", world.id)
    assert packed is not None
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


@pytest.fixture(scope="module")
def played() -> World:
    return opened("destiny", swiss(2), single(4), players=6, people=(HOSTILE,)).play_out()


def test_every_round_page_and_file_is_in_it(played: World) -> None:
    names = set(files_of(played))
    rounds = {f"round-{n}.html" for n in (1, 2, 3, 4)}
    pages = {
        f"{n}.html" for n in ("index", "pairings", "tables", "standings", "bracket", "players", "verify")
    }
    assert rounds | pages | {f"data/{file.file}" for file in FILES} | {"log.komandor"} <= names
    assert not any(name.startswith("/") or ".." in name for name in names)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_link_leads_to_a_file_in_it(played: World, lang: str) -> None:
    files = files_of(played, lang)
    for name, body in files.items():
        if name.endswith(".html"):
            links = Links(body.decode()).found
            assert links
            led = {link.partition("#")[0] for link in links if not link.startswith(("#", "data:"))}
            assert led <= set(files), name
    style = files["assets/komandor.css"].decode()
    assert {f"assets/{found}" for found in re.findall(r'url\("([^":]+)"\)', style)} <= set(files)


def test_only_short_names_and_only_what_is_published() -> None:
    people = [{"first": f"Ann{n}", "last": "Longsurname"} for n in range(6)]
    world = opened("armada", swiss(3), players=6, people=people).play_round().draw()
    files = files_of(world)
    assert "round-1.html" in files
    assert "round-2.html" not in files
    assert not [name for name, body in files.items() if b"Longsurname" in body]
    assert b"Ann1 L" in files["standings.html"]


def test_the_same_event_gives_the_same_bytes(played: World) -> None:
    first, second = files_of(played), files_of(played)
    del first["data/event.ics"], second["data/event.ics"]  # a calendar names the moment it was written
    assert first == second


def test_nobody_s_zip_is_not_there() -> None:
    assert static_site(site_of(World()), "en", "nobody") is None


def test_the_share_page_offers_it(played: World) -> None:
    page, parts = (site := site_of(played)).pages.find("/t/cup/share") or (None, {})
    assert page is not None
    assert "/t/cup/data/site.zip" in str(page.render(site, "en", **parts))


def test_the_terminal_writes_it_from_a_file(played: World, tmp_path: Path) -> None:
    file, out = tmp_path / "cup.komandor", tmp_path / "site.zip"
    file.write_bytes(export(played.store, played.id, with_people=True))
    assert main(["export", str(file), "--format", "site", "-o", str(out)]) == 0
    with zipfile.ZipFile(out) as found:
        assert b"Gracz2 T." in found.read("standings.html")
        assert b"Gracz2 Testowy" not in found.read("standings.html")
