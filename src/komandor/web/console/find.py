"""Ctrl+K: finds anybody, a table or an action by a few letters, and says where they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from django.http import HttpResponse

from komandor.app.offers import Offers
from komandor.core.ids import PlayerNo
from komandor.core.tournament.state import Match
from komandor.rulebook.finding import fold
from komandor.texts import word
from komandor.web.console.console_page import tabs
from komandor.web.rendering.event_page import EventPage, EventPart, opened
from komandor.web.rendering.responses import fragment
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request, url

MOST = 9
OF_A_PERSON = {"DropPlayer": "console-drop", "GiveSanction": "judge-sanction", "Disqualify": "console-dq"}
"""Action → the route of its form, for one person."""
AT: dict[str, str] = {
    **dict.fromkeys(("RegisterPlayer", "CheckIn", "NoteFee"), "people"),
    **dict.fromkeys(
        ("AnnounceStructure", "FreezeRound", "PublishRound", "StartClock", "CloseRound", "MakeCut"), "console"
    ),
    **dict.fromkeys(("PauseClock", "ResumeClock", "AdjustClock", "SwapPlayers", "EnterResult"), "console"),
    "EnterLate": "console-late",
    "ChangeEvent": "settings",
    "AppointStaff": "staff",
    "PostNotice": "screens",
    **dict.fromkeys(("AddPrize", "GiveAward", "DrawRaffle", "HandOutPrize"), "console-prizes"),
    "TickChecklist": "checklists",
    "CheckList": "lists",
    "VoidEvents": "console-log",
    "CallJudge": "judge-tables",
    "DrawDeckChecks": "judge-checks",
    "ReportComponent": "judge-components",
    "MakeProxy": "judge-proxies",
    "ReportIncident": "judge-incidents",
}
"""Action → the route of the page on which it is done."""


@dataclass(frozen=True, slots=True)
class Hit:
    kind: str  # person, table, action, page
    text: str
    href: str
    hint: str = ""


class FoundList(EventPart, template="console/found.html"):
    found: Sequence[Hit]


def find(request: Request, tournament: str) -> HttpResponse:
    """What fits the words that were typed, people first; without words the pages of the console."""
    p = opened(request)
    words = fold(request.fields.text("q")).split()
    every = chain(_tables(p, words), _people(request, p, words), _actions(request, p, words))
    return fragment(request, FoundList(p, found=[*islice(every, MOST)]))


def _fits(words: list[str], text: str) -> bool:
    parts = fold(text).split()
    return all(any(part.startswith(word) for part in parts) for word in words)


def _playing(p: EventPage) -> tuple[Match, ...]:
    round_ = p.t.round
    return p.t.in_round(round_.number) if round_ and p.t.playing else ()


def _tables(p: EventPage, words: list[str]) -> Iterator[Hit]:
    wanted = words[-1] if words and words[-1].isdecimal() else ""
    for match in _playing(p):
        if wanted and str(match.table) == wanted and match.b is not None:
            names = f"{p.name(match.a)} – {p.name(match.b)}"
            yield Hit("table", str(match.table), url("console-match", p.t.id, match.number), names)


def _people(request: Request, p: EventPage, words: list[str]) -> Iterator[Hit]:
    if not words:
        return
    fitting = [n for n in p.t.players if _fits(words, f"{p.name(n)} {n}")]
    tables = {n: m.table for m in _playing(p) for n in m.players if m.table}
    for n in fitting:
        hint = request.t.gettext("table %(table)s") % {"table": tables[n]} if n in tables else ""
        yield Hit("person", p.name(n), url("console-person", p.t.id, n), hint)
        if len(fitting) == 1:
            yield from _of_person(p, n)


def _of_person(p: EventPage, number: PlayerNo) -> Iterator[Hit]:
    """What can be done with the only person that fits."""
    offered = Offers(p.t, p.actor)
    places = [
        ("EnterResult", url("console-match", p.t.id, match.number))
        for match in _playing(p)
        if number in match.players and match.b is not None
    ]
    if p.t.players[number].active:
        places += [(name, url(route, p.t.id, number)) for name, route in OF_A_PERSON.items()]
    for name, href in places:
        if offered.may(name):
            yield Hit("action", word("command", name, p.lang), href, p.name(number))


def _actions(request: Request, p: EventPage, words: list[str]) -> Iterator[Hit]:
    pages = ((tab["text"], tab["href"]) for tab in tabs(request, p, ""))
    yield from (Hit("page", text, href) for text, href in pages if _fits(words, text))
    offered = Offers(p.t, p.actor)
    for name, route in AT.items():
        text = word("command", name, p.lang)
        if words and _fits(words, text) and offered.may(name) and can_open(request.me, route):
            yield Hit("action", text, url(route, p.t.id))
