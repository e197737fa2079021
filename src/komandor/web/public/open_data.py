"""What other programs take from an event: files, text to paste, and the reading half of the API.

All of it is printed from the public document: it says what the pages say and nothing unpublished. It is made
once for each version and served as bytes like every public page; scripts of other sites may read it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import msgspec

from komandor.app.handle import now
from komandor.documents.calendar import calendar
from komandor.documents.cryodex_json import write_cryodex_json
from komandor.documents.document import EventDocument, json_schema, write_document
from komandor.documents.nrtm import write_nrtm
from komandor.documents.of_event import document_of
from komandor.documents.shared_text import everything, round_text, standings_text
from komandor.documents.tables import players_csv, results_csv, standings_csv
from komandor.texts.catalogue import Lang
from komandor.web.public.picture_files import PNG, event_picture
from komandor.web.public.public_page import PublicPart, public_page
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import url
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

JSON, CSV = "application/json", "text/csv; charset=utf-8"
TEXT, MARKDOWN, ICAL = "text/plain; charset=utf-8", "text/markdown; charset=utf-8", "text/calendar"
Written = Callable[[EventPage, EventDocument], bytes | str]


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of an event: its name in the address, what it is, and how it is written."""

    file: str
    content_type: str
    about: str
    write: Written


def _calendar(p: EventPage, found: EventDocument) -> bytes:
    day = p.timetable
    slots = day.slots if day else ()
    starts, ends = (slots[0].starts, slots[-1].ends) if slots else (None, None)
    return calendar(found, now(), starts, ends)


FILES = (
    DataFile("standings.csv", CSV, N_("Standings for a spreadsheet"), lambda _, d: standings_csv(d)),
    DataFile(
        "results.csv", CSV, N_("All pairings and results for a spreadsheet"), lambda _, d: results_csv(d)
    ),
    DataFile("players.csv", CSV, N_("Players for a spreadsheet"), lambda _, d: players_csv(d)),
    DataFile("event.json", JSON, N_("The whole event (Komandor document)"), lambda _, d: write_document(d)),
    DataFile(
        "listfortress.json",
        JSON,
        N_("For ListFortress and Rollbetter (Cryodex)"),
        lambda _, d: write_cryodex_json(d),
    ),
    DataFile("nrtm.json", JSON, N_("For Always Be Running (NRTM)"), lambda _, d: write_nrtm(d)),
    DataFile(
        "event.md", MARKDOWN, N_("Everything as Markdown"), lambda p, d: everything(d, p.lang, markdown=True)
    ),
    DataFile(
        "event.txt", TEXT, N_("Everything as plain text"), lambda p, d: everything(d, p.lang, markdown=False)
    ),
    DataFile("event.ics", ICAL, N_("For your calendar"), _calendar),
    DataFile("event.png", PNG, N_("A picture for posts; with the winner at the end"), event_picture),
)

WEBSITE = N_("All pages as a website, without a server")

PARTS: Mapping[str, Callable[[EventDocument], object]] = {
    "players": lambda document: document.players,
    "rounds": lambda document: document.rounds,
    "standings": lambda document: document.standings,
    "bracket": lambda document: document.bracket,
}
"""A part of the document that the API gives alone → the part."""


def document(p: EventPage) -> EventDocument:
    return document_of(p, now=p.now, address=p.site.address, lang=p.lang)


# ── the page from which people take them ─────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class PasteText:
    """A text to copy: plain, in Markdown, and as a block of code, because Discord shows no tables."""

    title: str
    plain: str
    markdown: str
    discord: str


class SharePart(PublicPart, template="public/parts/share.html"):
    HEADING: ClassVar[str] = N_("Share and download")
    texts: Sequence[PasteText]
    files: Sequence[tuple[str, str, str]]  # what it is, its name, its address

    @property
    def scripts(self) -> Sequence[str]:
        return ("js/share.js",)


def share(p: EventPage) -> SharePart:
    found, id = document(p), p.t.id
    texts = [_paste(r.name, partial(round_text, found, r, p.lang)) for r in found.rounds[-1:]]
    if found.standings:
        texts.append(_paste(N_("Standings"), partial(standings_text, found, p.lang)))
    files = [(f.about, f.file, url(route_of(f), id)) for f in FILES]
    return SharePart(p, texts=texts, files=[(WEBSITE, "site.zip", url("data-site-zip", id)), *files])


def _paste(title: str, text: Callable[[bool], str]) -> PasteText:
    """`text`: in Markdown, or plain."""
    plain, fenced = text(False), text(False).replace("`", "'")
    return PasteText(title=title, plain=plain, markdown=text(True), discord=f"```\n{fenced}```\n")


# ── addresses ────────────────────────────────────────────────────────────────


def route_of(file: DataFile) -> str:
    """The name of the route of a file."""
    return f"data-{file.file.replace('.', '-')}"


def _made(write: Written) -> Callable[..., bytes | str | None]:
    """How a file is rendered for the cache; None if there is no such event."""

    def made(site: Site, lang: Lang, tournament: str) -> bytes | str | None:
        p = public_page(site, tournament, lang)
        return write(p, document(p)) if p else None

    return made


def _part(pick: Callable[[EventDocument], object]) -> Written:
    return lambda _, found: msgspec.json.encode(pick(found), order="deterministic")


def _round(site: Site, lang: Lang, tournament: str, number: str) -> bytes | None:
    p = public_page(site, tournament, lang)
    found = next((r for r in document(p).rounds if r.number == int(number)), None) if p else None
    return msgspec.json.encode(found, order="deterministic") if found else None


def _schema(site: Site, lang: Lang) -> bytes:
    return msgspec.json.encode(json_schema(), order="deterministic")


API = "/api/v1/events/<tournament>"
PAGES: tuple[CachedPage, ...] = (
    *(
        CachedPage(
            f"/t/<tournament>/data/{f.file}", _made(f.write), route_of(f), f.content_type, for_scripts=True
        )
        for f in FILES
    ),
    CachedPage(API, _made(lambda _, d: write_document(d)), "api-event", JSON, for_scripts=True),
    *(
        CachedPage(f"{API}/{name}", _made(_part(pick)), f"api-{name}", JSON, for_scripts=True)
        for name, pick in PARTS.items()
    ),
    CachedPage(f"{API}/rounds/<int:number>", _round, "api-round", JSON, for_scripts=True),
    CachedPage("/api/v1/schemas/event.json", _schema, "api-schema", JSON, for_scripts=True),
)
