"""The first page: events on this machine, and the way to a new one."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse

from komandor.app.access import Actor, roles_of
from komandor.app.handle import cannot_be_saved
from komandor.app.imports import unfit
from komandor.app.ledger import Loaded, Unreadable
from komandor.core.games.game import GameData
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import Bundle, export, import_
from komandor.log.store import ReadOnly
from komandor.web.entrance.entrance_page import entrance
from komandor.web.entrance.links import begins_at
from komandor.web.entrance.new_event import seat_organiser
from komandor.web.rendering.errors import why_unreadable
from komandor.web.rendering.file_names import file_name
from komandor.web.rendering.responses import download, redirect
from komandor.web.routing.browser_seats import seats
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request

ARCHIVED = "archived"
ON_A_PAGE = 60  # events


@dataclass(frozen=True, slots=True)
class Card:
    """One event on the list."""

    t: Tournament
    mine: Actor | None  # the seat that this browser holds in it

    @property
    def path(self) -> str:
        """The page at which the seat begins; the public one without a seat."""
        return begins_at(self.t, self.mine) if self.mine else url("public", self.t.id)

    @property
    def roles(self) -> tuple[str, ...]:
        """What this browser's seat may be called."""
        return roles_of(self.t, self.mine) if self.mine else ()

    @property
    def game(self) -> GameData:
        return rules(self.t).data


def home(request: Request) -> HttpResponse:
    held = sorted(seats(request), key=lambda seat: seat.actor.kind == "staff")  # rather staff than player
    mine = {seat.tournament: seat.actor for seat in held}
    host = request.me.host
    hidden = {key for key, _ in request.site.store.items(ARCHIVED)}
    shown = host and request.fields.ticked("archived")
    events = [e for e in request.site.services.ledger.everything() if (_id(e) in hidden) == shown]
    known = [one.state for one in events if isinstance(one, Loaded)]
    known.sort(key=lambda t: str(t.name).casefold())
    known.sort(key=lambda t: (t.id in mine, str(t.date), t.phase != "closed"), reverse=True)
    last = max(1, -(-len(known) // ON_A_PAGE))
    number = min(request.fields.optional_number("page", 1) or 1, last)
    return entrance(
        request,
        "home.html",
        cards=[Card(t, mine.get(t.id)) for t in known[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]],
        page_number=number,
        last=last,
        unreadable=[(_id(e), why_unreadable(request, e)) for e in events if isinstance(e, Unreadable)],
        host=host,
        hidden=len(hidden),
        archived=shown,
    )


def _id(event: Loaded | Unreadable) -> str:
    return event.state.id if isinstance(event, Loaded) else event.tournament


def archive(request: Request, event: str) -> HttpResponse:
    """Hide an event from the list of events, or show it there again. Nothing of it is deleted."""
    store, hide = request.site.store, request.fields.ticked("hide")
    if event not in store.tournaments():
        raise Http404
    store.put(ARCHIVED, event, {"hidden": True} if hide else None)
    message = (
        request.t.gettext("The event is hidden.") if hide else request.t.gettext("The event is on the list.")
    )
    return redirect(request, url("home"), message)


def run(request: Request, tournament: str) -> HttpResponse:
    """The owner of this machine takes the organiser's seat of an event that is kept on it."""
    response = redirect(request, url("console", tournament))
    seat_organiser(request, response, tournament)
    return response


def export_file(request: Request, tournament: str) -> HttpResponse:
    """The whole event as a file; with `?people=0` without people and secret, to hand out."""
    whole = request.fields.ticked("people", default=True)
    data = export(request.site.store, tournament, with_people=whole, with_secret=whole)
    return download(data, "application/octet-stream", file_name(request.loaded.state, "", "komandor"))


def import_file(request: Request) -> HttpResponse:
    """An event from another machine; a damaged or hostile file is refused whole."""
    refusal: Refusal | None = None
    if request.method == "POST":
        read = _imported(request)
        if isinstance(read, Bundle):
            response = redirect(
                request, url("console", read.tournament), request.t.gettext("The event is here.")
            )
            seat_organiser(request, response, read.tournament)
            return response
        refusal = read
    return entrance(request, "import.html", refusal)


def _imported(request: Request) -> Bundle | Refusal:
    upload = request.FILES.get("file")
    if upload is None:
        return refuse("file.missing")
    try:
        return import_(request.site.store, upload.read(), unfit)
    except ReadOnly as problem:
        return cannot_be_saved(problem)
