"""Text stays text: none of 500 payloads, in any field, becomes markup, script, address or formula."""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import komandor.web
from komandor.app.access import HOST, Actor
from komandor.core.tournament import commands as c
from komandor.web.console.paper.sheets import OF_A_ROUND, OF_THE_EVENT
from komandor.web.routing import areas
from komandor.web.server.site import Site
from tests.support.doors import address, copied_site, field_names
from tests.support.payloads import PAYLOADS, filled
from tests.support.world import ORGANISER, World, client, opened, site_of

CHUNK = 100
CHUNKS = [PAYLOADS[n : n + CHUNK] for n in range(0, len(PAYLOADS), CHUNK)]
PLAIN = "an ordinary word"
FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # what spreadsheets take for the start of a formula
ADDRESS = (
    "href",
    "src",
    "action",
    "formaction",
    "data",
    "poster",
    "data-live",
    "data-preview",
    "xlink:href",
)


class Page(HTMLParser):
    """What a browser would see: tags with their attributes, and comments."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: set[str] = set()  # names of tags and attributes
        self.bad: list[str] = []
        self.in_data = False  # just behind the opening tag of JSON-LD
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words.add(f"<{tag}>")
        for name, value in attrs:
            self.words.add(name)
            clean = re.sub(r"[\x00-\x20\x7f-\xa0]", "", value or "").lower()
            scripted = name in ADDRESS and re.match(r"(javascript|vbscript|data|//|/\\)", clean)
            if name.startswith("on") or name in ("style", "srcdoc") or scripted:
                self.bad.append(f"<{tag} {name}={value!r}>")
        self.in_data = tag == "script" and attrs == [("type", "application/ld+json")]
        ours = dict(attrs).get("src", "").startswith("/static/")  # type: ignore[union-attr]
        if tag == "script" and not ours and not self.in_data:
            self.bad.append(f"<script {attrs}>")
        if tag in ("iframe", "object", "embed", "base", "style", "marquee"):
            self.bad.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        """Data for search engines is one JSON value without a sign that could end or open a tag."""
        if self.in_data and ("<" in data or not json.loads(data)):
            self.bad.append(f"<script>{data[:40]}")
        self.in_data = False

    def handle_comment(self, data: str) -> None:
        self.bad.append(f"<!--{data[:40]}")

    def handle_pi(self, data: str) -> None:
        self.bad.append(f"<?{data[:40]}")


def pages(world: World, site: Site) -> Iterator[tuple[str, str, bytes]]:
    """Every page and export: those of Django with all seats at once, and the cached ones."""
    seats = [world.link(a) for a in (ORGANISER, Actor("player", 1), HOST)]
    browser = client(site, *seats)
    for route in areas.ROUTES:
        if "GET" in route.methods:
            for where in _variants(address(route)):
                answer = browser.get(where)
                yield where, answer.headers.get("Content-Type", ""), answer.content
    for cached in areas.PAGES:
        parts = {
            "tournament": "cup",
            "number": "1",
            "guide": "organiser",
            "id": "COM-PAIR-5" if "amb" not in cached.path else "AMB-G1",
        }
        made = cached.render(
            site,
            "pl",
            **{k: v for k, v in parts.items() if k in re.findall(r"<(?:\w+:)?(\w+)>", cached.path)},
        )
        body = made.encode() if isinstance(made, str) else made or b""
        yield cached.path, cached.content_type, body


def _variants(where: str) -> list[str]:
    if where.endswith("/print/x"):
        return [where[:-1] + sheet for sheet in (*OF_A_ROUND, *OF_THE_EVENT)]
    return [where]


@lru_cache(maxsize=1)
def parsed(body: bytes) -> Page:
    """The page that was looked at last is parsed once, which takes longer than to make it."""
    return Page(body.decode())


def faults(kind: str, body: bytes) -> list[str]:
    """What in this answer would run, by its type."""
    if kind.startswith("text/html"):
        return parsed(body).bad
    if kind.startswith("image/svg"):
        tree = ET.fromstring(body.decode())
        return [e.tag for e in tree.iter() if "script" in e.tag or any(a.startswith("on") for a in e.attrib)]
    if kind.startswith("application/json"):
        json.loads(body)
    return []


@pytest.fixture(scope="module")
def ordinary() -> set[str]:
    """The tags and attributes that the site is made of: as shown with ordinary words, or in any template."""
    world = filled(PLAIN)
    shown = [body for _, kind, body in pages(world, site_of(world)) if kind.startswith("text/html")]
    folder = Path(komandor.web.__file__).parent / "templates"
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.html"))
    written = set(re.findall(r"\s([a-z][a-z-]+)=|\s(data-[a-z-]+)|\"([a-z-]+)\":", source))
    tags = {f"<{tag}>" for tag in re.findall(r"<([a-z][a-z0-9]*)", source)}
    return tags.union({w for found in written for w in found if w}, *(Page(b.decode()).words for b in shown))


@pytest.mark.parametrize(
    "chunk",
    [CHUNKS[0], *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in CHUNKS[1:])],
    ids=lambda chunk: chunk[0][:12].encode("unicode_escape").decode(),
)
def test_every_page_shows_it_as_text(chunk: tuple[str, ...], ordinary: set[str]) -> None:
    """No tag or attribute that the site does not have with ordinary words, and nothing that could run."""
    world = filled(" ".join(chunk))
    wrong = []
    for where, kind, body in pages(world, site_of(world)):
        wrong += [f"{where}: {fault}" for fault in faults(kind, body)]
        if kind.startswith("text/html"):
            wrong += [f"{where}: {word}" for word in parsed(body).words - ordinary]
        if b"49__xss" in body:
            wrong.append(f"{where}: a template was run")
    assert wrong == []


@pytest.mark.slow
def test_what_was_typed_comes_back_as_text() -> None:
    """Forms refused with payloads in every field, and queries, show them as text again."""
    world = filled(PLAIN)
    seats = [world.link(a) for a in (ORGANISER, Actor("player", 1), HOST)]
    wrong = []
    for at, chunk in enumerate(CHUNKS):
        fields = dict.fromkeys(field_names(), " ".join(chunk)[:1500])
        query = dict.fromkeys(fields, " ".join(chunk[at::7])[:200])  # an address has its limits
        own = client(copied_site(world), *seats)
        for route in areas.ROUTES[at % 2 :: 2]:
            for method in route.methods:
                where = address(route)
                answer = own.get(where, query) if method == "GET" else own.post(where, fields)
                kind = answer.headers.get("Content-Type", "")
                wrong += [f"{method} {where}: {fault}" for fault in faults(kind, answer.content)]
                to = answer.headers.get("Location", "/")
                if not to.startswith("/") or to.startswith(("//", "/\\")):
                    wrong.append(f"{where} leads to {to!r}")
    assert wrong == []


def _seen(text: str) -> str:
    """The text without spaces, control signs and signs that only turn or join others."""
    return "".join(ch for ch in text if unicodedata.category(ch)[0] not in "CZ")


def test_no_cell_of_a_table_is_a_formula() -> None:
    """Five fields of a hundred people: each payload once, in a cell of its own."""
    keys = ("first", "last", "nick", "club", "contact")
    people = [
        dict(zip(keys, PAYLOADS[n * 5 : n * 5 + 5], strict=True)) | {"show": "full"} for n in range(100)
    ]
    world = opened("armada", people=people)
    for one in people[6:]:
        world.do(c.RegisterPlayer(checked_in=True), persons=(one,))
    staff = client(site_of(world), world.link(ORGANISER))
    text = staff.get("/c/cup/people/file").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len(rows) == 101
    assert [cell for row in rows for cell in row if cell.startswith(FORMULA)] == []
    kept = _seen("".join(cell for row in rows for cell in row)).replace("'", "")
    lost = [p for p in PAYLOADS if _seen(p).replace("'", "")[:60] not in kept]
    assert lost == [], "what is seen stays, but for apostrophes before formulas"


def test_the_command_line_writes_no_formula_either() -> None:
    from komandor.app.event_view import EventView
    from komandor.app.queries.everybody.names import names_of
    from komandor.documents.of_event import document_of
    from komandor.documents.tables import players_csv, results_csv, standings_csv

    people = [{"first": p, "last": "", "show": "full"} for p in PAYLOADS[:60]]
    world = opened("armada", people=people)
    for one in people[6:]:
        world.do(c.RegisterPlayer(checked_in=True), persons=(one,))
    world.start()
    view = EventView(loaded=world.loaded, names=names_of(world.t, world.store.people("cup")))
    document = document_of(view, now=0)
    for table in (standings_csv, results_csv, players_csv):
        text = table(document).removeprefix("\ufeff")
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert [cell for cell in cells if cell.startswith(FORMULA) and not re.fullmatch(r"-?\d+", cell)] == []
