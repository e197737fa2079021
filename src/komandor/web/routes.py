"""Every address inside Django with who may open it: one table, route × role.

An area (console, phone, judge …) exports `ROUTES`; `patterns` turns them into Django's
URL patterns with the guard in front.  A route without roles does not start.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path

from komandor.app.ledger import Unreadable
from komandor.web.browser_seats import me_in
from komandor.web.errors import error, unreadable
from komandor.web.i18n import N_
from komandor.web.request import Request

View = Callable[..., HttpResponse]
ROLES = ("public", "player", "judge", "marshal", "scorekeeper", "organiser", "host")
EVERYBODY = ("public",)
STAFF = ("organiser", "marshal", "judge", "scorekeeper")
LEADERS = ("organiser", "marshal", "judge")
ORGANISER = ("organiser",)
DOOR = ("organiser", "scorekeeper")
PLAYER = ("player",)
HOST = ("host",)
LONGEST_NUMBER = 100  # digits; Python itself refuses to read numbers of thousands
NOT_YOURS = N_("Open the secret link that you were given for this event, or ask the organiser for one.")


@dataclass(frozen=True, slots=True)
class Route:
    """`path` as Django writes it; `methods` that answer; `who` of ROLES may come in."""

    path: str
    view: View
    name: str
    who: tuple[str, ...]
    methods: tuple[str, ...] = ("GET",)


def patterns(routes: Iterable[Route]) -> list[URLPattern]:
    return [path(r.path, guarded(r), name=r.name) for r in routes]


def guarded(route: Route) -> View:
    """The view behind its door: `request.me` says who came in, `request.loaded` the event as it stands."""
    if not route.who or set(route.who) - set(ROLES):
        raise ValueError(f"route {route.path!r} does not say who may open it")

    @wraps(route.view)
    def view(request: Request, **parts: Any) -> HttpResponse:
        if request.method not in (*route.methods, "HEAD"):
            return HttpResponseNotAllowed(route.methods)
        if not _readable(request):
            return error(request, 400)
        try:
            return _answer(route, request, parts)
        except Unreadable as problem:
            return unreadable(request, problem)

    return view


def _answer(route: Route, request: Request, parts: dict[str, Any]) -> HttpResponse:
    tournament = parts.get("tournament")
    loaded = None
    if tournament is not None:
        loaded = request.site.services.ledger.load(tournament)
        if not loaded.version:
            return error(request, 404)
        request.loaded = loaded
    request.me = me_in(request, tournament, loaded.state if loaded else None)
    if not request.me.may(route.who):
        return error(request, 403, NOT_YOURS)
    return route.view(request, **parts)


def _readable(request: Request) -> bool:
    """Whether no field holds a number that is longer than any number can be here."""
    values = (value for data in (request.GET, request.POST) for _, held in data.lists() for value in held)
    return not any(len(v) > LONGEST_NUMBER and v.strip().lstrip("-+").isdecimal() for v in values)
