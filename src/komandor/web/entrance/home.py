"""The first page: events on this machine, and the way to a new one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.handle import cannot_be_saved, now
from komandor.app.ledger import Loaded, Unreadable, opened
from komandor.core.games import rules_of
from komandor.core.reasons import Refusal, why
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import Bundle, export, import_
from komandor.log.store import ReadOnly
from komandor.texts import sentence
from komandor.web.browser_seats import seats
from komandor.web.entrance.new_event import seat_organiser
from komandor.web.errors import why_unreadable
from komandor.web.event_page import status_of
from komandor.web.jinja import day
from komandor.web.request import Request
from komandor.web.responses import page, redirect


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One event on the list. `seat` is the path that the asker's own link leads to."""

    id: str
    name: str
    game: str
    game_name: str
    date: str
    place: str
    phase: str
    players: int
    round: int
    seat: str
    mine: str  # "staff" | "player" | "": what this browser holds in it


def home(request: Request) -> HttpResponse:
    mine: dict[str, str] = {}
    for seat in seats(request):  # staff before player
        mine[seat.tournament] = "staff" if mine.get(seat.tournament) == "staff" else seat.actor.kind
    events = tuple(request.site.services.ledger.everything())
    cards = [_card(request, one, mine) for one in events if isinstance(one, Loaded)]
    return page(
        request,
        "entrance/home.html",
        cards=sorted(cards, key=lambda c: (c.date, c.name), reverse=True),
        unreadable=[why_unreadable(request, one) for one in events if isinstance(one, Unreadable)],
        today=day(now()),
        host="host" in request.me.roles,
    )


SEATS = {"staff": "/c/{}/", "player": "/m/{}/"}


def run(request: Request, tournament: str) -> HttpResponse:
    """The owner of this machine takes the organiser's seat of an event that is kept on it."""
    response = redirect(request, f"/c/{tournament}/")
    seat_organiser(request, response, tournament)
    return response


def _card(request: Request, loaded: Loaded, seats_here: Mapping[str, str]) -> Card:
    t: Tournament = loaded.state
    mine = seats_here.get(t.id, "")
    data = rules_of(t.edition).data
    return Card(
        id=t.id,
        name=t.name,
        game=data.id,
        game_name=data.name[request.lang],
        date=t.date,
        place=t.place,
        phase=t.phase,
        players=len(t.active()),
        round=max(t.rounds, default=0),
        seat=SEATS.get(mine, "/t/{}/").format(t.id),
        mine=mine,
    )


def export_file(request: Request, tournament: str) -> HttpResponse:
    """The whole event as a file; with `?people=0` without people and secret, to hand out."""
    whole = request.fields.ticked("people", default=True)
    data = export(request.site.store, tournament, with_people=whole, with_secret=whole)
    response = HttpResponse(data, content_type="application/octet-stream")
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament}.komandor"'
    return response


def import_file(request: Request) -> HttpResponse:
    """An event from another machine; a damaged or hostile file is refused whole."""
    refusal: Refusal | None = None
    if request.method == "POST":
        read = _imported(request)
        if isinstance(read, Bundle):
            response = redirect(request, f"/c/{read.tournament}/", request.t.gettext("The event is here."))
            seat_organiser(request, response, read.tournament)
            return response
        refusal = read
    reasons = [(sentence(r, request.lang), r.rule) for r in refusal.reasons] if refusal else []
    return page(request, "entrance/import.html", status_of(request, refusal), reasons=reasons)


def _imported(request: Request) -> Bundle | Refusal:
    upload = request.FILES.get("file")
    if upload is None:
        return Refusal((why("file.missing"),))
    try:
        return import_(request.site.store, upload.read(), _replays)
    except ReadOnly as problem:
        return cannot_be_saved(problem)


def _replays(bundle: Bundle) -> Refusal | None:
    """Refuse a file whose events are unknown or whose log cannot be replayed."""
    try:
        opened(bundle.records)
    except Unreadable as problem:
        return Refusal((why("file.does_not_replay", None, problem=str(problem)[:200]),))
    return None
