"""Every address inside Django, who may open it, and which commands its forms give.

An area (console, phone, judge …) exports `ROUTES`; `patterns` turns them into Django's URL
patterns with the guard in front.  A page names the roles that may read it.  Who may post a command
follows from the command's row (`core.tournament.actions`) and is not written down again here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import wraps
from typing import Any

from django.http import HttpResponse, HttpResponseNotAllowed, QueryDict
from django.urls import URLPattern, path

from komandor.app.access import off_duty
from komandor.app.ledger import Unreadable
from komandor.core.reasons import Refusal, why
from komandor.core.tournament import by
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.commands import Command
from komandor.log.store import ReadOnly
from komandor.texts import sentence
from komandor.web.forms.fields import Fields, version_seen
from komandor.web.forms.guard import out_of_place
from komandor.web.rendering.errors import error, not_saved, unreadable
from komandor.web.rendering.i18n import N_
from komandor.web.routing.browser_seats import OPEN_TO, me_in
from komandor.web.routing.request import Request, keep_path, url

View = Callable[..., HttpResponse]
ROLES = (*reversed(by.ROLES), "host")
EVERYBODY, PLAYER, STAFF, LEADERS = by.PUBLIC, by.PLAYER, by.STAFF, by.LEADERS
ORGANISER, DESK, HOST = by.ORGANISER, by.DESK, ("host",)
LONGEST_NUMBER = 100  # digits; Python itself refuses to read numbers of thousands
NOT_YOURS = N_(
    "Open the secret link that you were given for this event, or ask the organiser for one. "
    "If you run this site, open the address that Komandor printed when it was started."
)


AREA_ROLES: Mapping[str, tuple[str, ...]] = {
    "c": STAFF,
    "j": STAFF,
    "m": PLAYER,
    "t": EVERYBODY,
    "join": EVERYBODY,
    "new": HOST,
}
"""First part of the path → the roles for which that area of the site is made."""
HOMES = {"c": "console", "j": "judge", "m": "my-table"}
"""The same → its first page, which shows how things stand to whoever sent a form whose moment has passed."""


@dataclass(frozen=True, slots=True)
class Route:
    """An address. `path` as Django writes it.

    `reads`: the roles that may open the page.  `posts`: the commands that its forms give.  `form`: the
    page is the form of its commands, and opens to whoever may give them.  `writes`: the roles that may
    post something that is no command, such as a preview or a switch.  `sent_once`: one form is one command,
    also if what was typed is corrected after an answer was lost.  `takes_step`: its forms say for which step
    of the day they were made.
    """

    path: str
    view: View
    name: str
    _: KW_ONLY
    reads: tuple[str, ...] = ()
    posts: tuple[type[Command], ...] = ()
    form: bool = False
    writes: tuple[str, ...] = ()
    sent_once: bool = False
    takes_step: bool = False

    @property
    def area(self) -> str:
        """The first part of the path."""
        return self.path.partition("/")[0]

    @property
    def methods(self) -> tuple[str, ...]:
        reading = ("GET",) if self.reads or self.form else ()
        return (*reading, "POST") if self.posts or self.writes else reading

    def roles(self, method: str) -> frozenset[str]:
        """Who may send a request of this method."""
        if method == "POST":
            return self._giving() | frozenset(self.writes)
        return frozenset(self.reads) or self._giving()

    def _giving(self) -> frozenset[str]:
        """Whoever may give one of the commands, as far as the page or its area is made for them."""
        made_for = self.reads or AREA_ROLES.get(self.area, ROLES)
        givers = {role for command in self.posts for role in ACTION_OF[command].by or HOST}
        return frozenset(givers & set(made_for))


VIEWS: dict[str, View] = {}
"""The view of each route, by the route's name."""


def patterns(routes: Iterable[Route]) -> list[URLPattern]:
    routes = tuple(routes)
    OPEN_TO.update({r.name: r.roles for r in routes})
    VIEWS.update({r.name: r.view for r in routes})
    for r in routes:
        keep_path(r.name, f"/{r.path}")
    return [path(r.path, guarded(r), name=r.name) for r in routes]


def guarded(route: Route) -> View:
    """The view behind its guard, which puts `me`, `route`, `loaded` and `fields` on the request."""
    if not route.methods or not all(route.roles(method) for method in route.methods):
        raise ValueError(f"route {route.path!r} does not say who may open it")

    @wraps(route.view)
    def view(request: Request, **parts: Any) -> HttpResponse:
        if request.method == "HEAD":  # a reading, for which no view needs to know of another method
            request.method = "GET"
        if request.method not in route.methods:
            return HttpResponseNotAllowed(route.methods)
        if not _readable(request):
            return error(request, 400)
        try:
            return _answer(route, request, parts)
        except Unreadable as problem:
            return unreadable(request, problem)
        except ReadOnly as problem:
            return not_saved(request, problem)

    return view


def _answer(route: Route, request: Request, parts: dict[str, Any]) -> HttpResponse:
    tournament = parts.get("tournament")
    loaded = None
    if tournament is not None:
        ledger, seen = request.site.services.ledger, _seen(request) if route.reads == PLAYER else 0
        loaded = ledger.view(tournament, seen) if seen else ledger.load(tournament)
        if not loaded.version:
            return error(request, 404)
        if ledger.followed(tournament):
            return error(request, 403, sentence(why("event.followed"), request.lang))
        request.loaded = loaded
    request.me = me_in(request, tournament, loaded.state if loaded else None)
    request.route = route
    request.actor = request.me.acting(route.area)
    if not request.me.may(tuple(route.roles(request.method or "GET"))):
        return error(request, 403, NOT_YOURS)
    by_duty = loaded is not None and request.method == "POST" and bool(set(route.writes) & set(STAFF))
    if by_duty and not request.me.host and (no := off_duty(request.loaded.state, request.me.staff)):
        return error(request, 403, sentence(no.reasons[0], request.lang))
    request.fields = Fields(request.POST if request.method == "POST" else request.GET)
    if request.method == "POST" and (passed := out_of_place(request, route.area)):
        return _as_it_is_now(request, passed, tournament)
    return route.view(request, **parts)


def _as_it_is_now(request: Request, passed: Refusal, tournament: str | None) -> HttpResponse:
    """The page on which things stand now, with the sentence why; nothing of what was typed is in it."""
    home = HOMES.get(request.route.area)
    if home is None or passed.reasons[0].code.startswith("page.other_seat"):
        there = url(home, tournament) if home and tournament else ""
        return error(request, 409, sentence(passed.reasons[0], request.lang), home=there)
    request.fields = Fields(QueryDict())
    request.POST = QueryDict()
    return VIEWS[home](request, tournament, passed)


def _seen(request: Request) -> int:
    """The version that live.js has heard of: phones that heard of it together are shown the same version.

    Asked for players only: an older version would still know the roles of staff who were dismissed.
    """
    named = request.headers.get("X-Version", "") if request.method == "GET" else ""
    return version_seen(named) or 0


def _readable(request: Request) -> bool:
    """Reject absurdly long numbers before anything parses them."""
    values = (value for data in (request.GET, request.POST) for _, held in data.lists() for value in held)
    return not any(len(v) > LONGEST_NUMBER and v.strip().lstrip("-+").isdecimal() for v in values)
