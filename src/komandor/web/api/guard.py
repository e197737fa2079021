"""Who asks by the API, and whether they may: `Authorization: Bearer TOKEN` and nothing else.

Cookies are not looked at, so that no page of another site can act in a browser's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from komandor.app.access import HOST, PUBLIC, Actor, roles_of
from komandor.app.api_tokens import ApiToken, Scope, opened_by
from komandor.app.handle import cannot_be_saved
from komandor.app.ledger import Unreadable
from komandor.core.reasons import why
from komandor.core.tournament.state import Tournament
from komandor.log.store import ReadOnly
from komandor.web.api.answers import problem, said
from komandor.web.routing.browser_seats import Me
from komandor.web.routing.request import Request, keep_path
from komandor.web.server.limits import WHOLE_SITE, over_limit

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked: `scope` is the least that its token needs, None if it needs no token.

    `answers`: the type of its answer. `asks`: names of what the query may hold, all whole numbers or ids.
    """

    method: str
    path: str
    view: View
    name: str
    summary: str
    _: KW_ONLY
    answers: Any
    scope: Scope | None = None
    asks: tuple[str, ...] = ()


def patterns(operations: tuple[Operation, ...]) -> list[URLPattern]:
    """Django's URL patterns: all operations of one address behind one guard."""
    found: dict[str, list[Operation]] = {}
    for one in operations:
        found.setdefault(one.path, []).append(one)
        keep_path(one.name, f"/{one.path}")
    return [path(at, _guarded(tuple(here))) for at, here in found.items()]


def _guarded(here: tuple[Operation, ...]) -> View:
    methods = {one.method: one for one in here}

    def view(request: Request, **parts: Any) -> HttpResponse:
        operation = methods.get("GET" if request.method == "HEAD" else request.method or "")
        if operation is None:
            return not_this_way(request, *methods)
        try:
            return _answer(operation, request, parts)
        except Unreadable as broken:
            return problem(request, "refused", said(request, broken.reason))
        except ReadOnly as no:
            return problem(request, "not-saved", said(request, *cannot_be_saved(no).reasons))

    return csrf_exempt(view)


READABLE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Accept-Language, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
"""What a script of another site may send when it reads: no token, so that none is kept in its pages."""


def not_this_way(request: Request, *methods: str) -> HttpResponse:
    """A method that nothing answers here; OPTIONS is told which ones there are."""
    asked = request.method == "OPTIONS"
    response = HttpResponse(status=204) if asked else problem(request, "method-not-allowed")
    response.headers["Allow"] = ", ".join((*methods, *(("HEAD",) if "GET" in methods else ())))
    for name, value in READABLE.items() if asked and "GET" in methods else ():
        response.headers[name] = value
    return response


def _answer(operation: Operation, request: Request, parts: Mapping[str, Any]) -> HttpResponse:
    token = token_of(request.headers.get("Authorization"), request)
    if isinstance(token, HttpResponse):
        return token
    tournament, t = parts.get("tournament"), None
    if tournament is not None:
        request.loaded = request.site.services.ledger.load(tournament)
        if not request.loaded.version:
            return problem(request, "not-found", said(request, why("api.no_event")))
        t = request.loaded.state
    if token and tournament is not None and not token.opens(tournament):
        return problem(request, "not-allowed", said(request, why("api.other_event")))
    if operation.scope and token is None:
        return problem(request, "token-needed", said(request, why("api.token_missing")))
    if operation.scope and token and not token.allows(operation.scope):
        return problem(request, "not-allowed", said(request, why("api.scope", scope=operation.scope)))
    request.actor = token.actor if token else PUBLIC
    request.me = me_of(t, request.actor)
    if t and token and not roles_of(t, token.actor):  # dismissed, or not in the event any more
        return problem(request, "not-allowed", said(request, why("api.seat_gone")))
    counted = request.method == "POST" and tournament and request.me.player
    if counted and (wait := over_limit(request, str(tournament), "write")):
        return too_often(request, wait)
    return operation.view(request, token, **parts)


def token_of(header: str | None, request: Request) -> ApiToken | HttpResponse | None:
    """The token of a request; None without one, a problem for one that opens nothing."""
    if header is None:
        return None
    kind, _, text = header.partition(" ")
    found = opened_by(request.site.store, text.strip()) if kind.lower() == "bearer" else None
    if found:
        return found
    request.me = Me()
    if wait := over_limit(request, WHOLE_SITE, "link"):
        return too_often(request, wait)
    return problem(request, "token-needed", said(request, why("api.token_unknown")))


def too_often(request: Request, wait: int) -> HttpResponse:
    response = problem(request, "too-often", said(request, why("api.too_often", seconds=wait)))
    response.headers["Retry-After"] = str(wait)
    return response


def me_of(t: Tournament | None, actor: Actor) -> Me:
    """The person for whom a token stands."""
    roles = frozenset({"public", *(roles_of(t, actor) if t else ())})
    if actor == HOST:
        return Me(host=True, roles=roles | {"host"})
    return Me(
        actor if actor.kind == "staff" and t and roles_of(t, actor) else None,
        actor if actor.player else None,
        roles=roles,
    )
