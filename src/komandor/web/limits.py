"""How often one seat, one browser, and all of one event together may ask for something.

Counted in the store by seat or by browser, never by address: a whole hall shares one.  The figures are far
above what a busy hall does and far below what a script wants; whoever meets one is told when to come back.
Staff are not counted: their links are few, named and revocable.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.web.errors import error
from komandor.web.i18n import N_
from komandor.web.request import Request
from komandor.web.security import read_cookie, write_cookie

SPACE = "limits"
COOKIE = "visitor"
WHOLE_SITE = "*"
WAIT = N_("That was very often in a short time. Nothing is lost; wait a few minutes and try again.")


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds: by one, and by all of one event together."""

    one: int
    all: int
    window: int


LIMITS: Mapping[str, Limit] = {
    "register": Limit(6, 400, 600),
    "claim": Limit(8, 120, 600),
    "report": Limit(30, 20_000, 60),
    "call": Limit(6, 600, 60),
    "write": Limit(40, 20_000, 60),
    "incident": Limit(5, 120, 600),
    "link": Limit(20, 600, 60),  # links that open nothing; those that do are never counted
}
"""Deed → limit. A round of 400 players reports 400 times in minutes; one player reports a few times."""


def visitor(request: Request) -> str:
    """A browser without a seat, known by a cookie of its own."""
    kept = read_cookie(request, COOKIE).get("id")
    return str(kept) if kept else ""


def remember_visitor(request: Request, response: HttpResponse) -> None:
    if not visitor(request):
        write_cookie(request, response, COOKIE, {"id": secrets.token_urlsafe(9)})


def too_often(request: Request, tournament: str, action: str) -> HttpResponse | None:
    """The page that asks to wait a little; None while everything is usual."""
    limit, store, now = LIMITS[action], request.site.store, request.site.clock()
    me = request.me
    if me.staff:
        return None
    who = str(me.player) if me.player else visitor(request)
    over = bool(who) and store.count(SPACE, f"{action}/{tournament}/{who}", limit.window, now) > limit.one
    if not over and store.count(SPACE, f"{action}/{tournament}", limit.window, now) <= limit.all:
        return None
    response = error(request, 429, WAIT)
    response.headers["Retry-After"] = str(limit.window)
    return response
