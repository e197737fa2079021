"""The first page: events on this machine, and the way to a new one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpResponse

from komandor.app.access import Actor, roles_of
from komandor.app.handle import cannot_be_saved
from komandor.app.imports import unfit
from komandor.app.ledger import Loaded, Unreadable
from komandor.app.queries.everybody.event_head import EventHead
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.documents.document import EventDocument
from komandor.documents.kept import SPACE
from komandor.log.bundle import Bundle, export, import_
from komandor.log.store import ReadOnly
from komandor.texts import Lang
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.entrance.foreign import ENDINGS, taken_in
from komandor.web.entrance.links import begins_at
from komandor.web.entrance.new_event import seat_organiser
from komandor.web.rendering.errors import why_unreadable
from komandor.web.rendering.file_names import file_name
from komandor.web.rendering.responses import download, redirect
from komandor.web.routing.browser_seats import seats
from komandor.web.routing.request import Request, url

ARCHIVED = "archived"
ON_A_PAGE = 60  # events


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCard:
    """One event on the list; `path`: where this browser's seat begins, `roles`: what it may be called."""

    event: EventHead
    game_name: str
    players: int
    path: str
    roles: Sequence[str]
    runs: bool  # this browser has a seat on its staff
    followed: bool  # it runs elsewhere and is only shown here


class HomePage(EntrancePage, template="entrance/home.html"):
    cards: Sequence[EventCard]
    page_number: int
    last: int
    unreadable: Sequence[tuple[str, str]]
    host: bool
    hidden: int
    archived: bool
    foreign: int  # events of other programs


def _card(t: Tournament, mine: Actor | None, lang: Lang, followed: bool) -> EventCard:
    return EventCard(
        event=EventHead.of(t),
        game_name=rules(t).data.name[lang],
        players=len(t.entered),
        path=begins_at(t, mine) if mine else url("public", t.id),
        roles=roles_of(t, mine) if mine else (),
        runs=bool(mine and mine.staff),
        followed=followed,
    )


def home(request: Request) -> HttpResponse:
    held = sorted(seats(request), key=lambda seat: seat.actor.kind == "staff")  # rather staff than player
    mine = {seat.tournament: seat.actor for seat in held}
    host = request.me.host
    hidden = {key for key, _ in request.site.store.items(ARCHIVED)}
    shown = host and request.fields.ticked("archived")
    ledger = request.site.services.ledger
    events = [e for e in ledger.everything() if (_id(e) in hidden) == shown]
    known = [one.state for one in events if isinstance(one, Loaded)]
    known.sort(key=lambda t: str(t.name).casefold())
    known.sort(key=lambda t: (t.id in mine, str(t.date), t.phase != "closed"), reverse=True)
    last = max(1, -(-len(known) // ON_A_PAGE))
    number = min(request.fields.optional_number("page", 1) or 1, last)
    shown_here = known[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    page = HomePage(
        cards=[_card(t, mine.get(t.id), request.lang, ledger.followed(t.id)) for t in shown_here],
        page_number=number,
        last=last,
        unreadable=[(_id(e), why_unreadable(request, e)) for e in events if isinstance(e, Unreadable)],
        host=host,
        hidden=len(hidden),
        archived=shown,
        foreign=len(request.site.store.items(SPACE)),
    )
    return entrance(request, page)


def _id(event: Loaded | Unreadable) -> str:
    return event.state.id if isinstance(event, Loaded) else event.tournament


def archive(request: Request, event: str) -> HttpResponse:
    """Hide an event from the list of events, or show it there again. Nothing of it is deleted."""
    store, hide = request.site.store, request.fields.ticked("hide")
    if event not in store.tournaments():
        raise Http404
    store.put(ARCHIVED, event, {"hidden": True} if hide else None)
    message = (
        request.t.gettext("The event is hidden.")
        if hide
        else request.t.gettext("The event is back in the list.")
    )
    return redirect(request, url("home"), message)


def run(request: Request, tournament: str) -> HttpResponse:
    """The owner of this machine takes the organiser's seat of an event that is kept on it."""
    response = redirect(request, url("console", tournament))
    seat_organiser(request, response, tournament)
    return response


def export_file(request: Request, tournament: str) -> HttpResponse:
    """The whole event as a file without the secret of its draws; with `?people=0` to hand out."""
    data = export(request.site.store, tournament, with_people=request.fields.ticked("people", default=True))
    return download(data, "application/octet-stream", file_name(request.loaded.state, "", "komandor"))


class ImportPage(EntrancePage, template="entrance/import.html"):
    """A file to bring an event from another machine."""


def import_file(request: Request) -> HttpResponse:
    """An event from another machine; a damaged or hostile file is refused whole."""
    refusal: Refusal | None = None
    if request.method == "POST":
        read = _imported(request)
        if not isinstance(read, Bundle | Refusal):
            return redirect(request, url("foreign-event", read[0].id), request.t.gettext("Event imported."))
        if isinstance(read, Bundle):
            response = redirect(
                request, url("console", read.tournament), request.t.gettext("Event imported.")
            )
            seat_organiser(request, response, read.tournament)
            return response
        refusal = read
    return entrance(request, ImportPage(), refusal)


def _imported(request: Request) -> Bundle | Sequence[EventDocument] | Refusal:
    upload = request.FILES.get("file")
    if upload is None:
        return refuse("file.missing")
    try:
        if str(upload.name).lower().endswith(ENDINGS):
            return taken_in(request.site.store, upload.read(), str(upload.name))
        return import_(request.site.store, upload.read(), unfit)
    except ReadOnly as problem:
        return cannot_be_saved(problem)
