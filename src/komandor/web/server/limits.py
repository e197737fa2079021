"""How often one seat or browser, one address, and everybody at one event together may ask for something.

Counted by seat or by browser, by address, and for the event.  A whole hall may share one
address, so an address gets as much as a busy hall needs; the event gets ten times that, so that a script at
one address uses up its own share and not everybody's.  Whoever sends a form without having opened it has no
cookie of ours: these share a tenth of their own and use up nothing of the others.  Whoever meets a limit is
told when to come back and whom to ask.  Staff are not counted: their links are few, named and revocable.
The counts are kept in memory, so that asking too often costs no write to the disk; several processes of one
hosted site count on their own.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.web.rendering.errors import error
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import Request
from komandor.web.server.security import read_cookie, write_cookie

COOKIE = "visitor"
WHOLE_SITE = "*"
ADDRESSES = 10  # so many times the share of one address for all of an event
STRANGERS = 10  # so many times less for all together who send no cookie
WAIT = N_("Too many attempts in a short time. Nothing is lost; wait a few minutes and try again.")
INSTEAD: Mapping[str, str] = {
    "register": N_(
        "Many people are registering by phone right now."
        " Ask a member of staff, or try again in a few minutes."
    ),
    "claim": N_(
        "Too many attempts in a short time. Scan your sign-in slip instead, or ask a member of staff."
    ),
    "incident": N_("Too many reports in a short time. Tell a judge, or try again in a few minutes."),
}
"""What to do instead of waiting."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds: by one seat or browser, and by all at one address."""

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
"""What is asked for → limit. 400 players report 400 times in minutes, one of them a few times."""


def visitor(request: Request) -> str:
    """A browser without a seat, known by a cookie of its own."""
    kept = read_cookie(request, COOKIE).get("id")
    return str(kept) if kept else ""


def remember_visitor(request: Request, response: HttpResponse) -> None:
    if not visitor(request):
        write_cookie(request, response, COOKIE, {"id": secrets.token_urlsafe(9)})


def over_limit(request: Request, tournament: str, action: str) -> int:
    """For how many seconds to wait, because this was asked too often; 0 while everything is usual."""
    limit, now, count = LIMITS[action], request.site.clock(), request.site.counters.count
    me = request.me
    if me.staff:
        return 0
    who = str(me.player) if me.player else visitor(request)
    over = bool(who) and count(f"{action}/{tournament}/{who}", limit.window, now) > limit.one
    share, mark = (limit.all, "") if who else (limit.all // STRANGERS, "-")
    address = request.META.get("REMOTE_ADDR", "")
    for pool, most in ((f"@{mark}{address}", share), (mark, share * ADDRESSES)):
        over = over or count(f"{action}/{tournament}/{pool}", limit.window, now) > most
    return limit.window if over else 0


def too_often(request: Request, tournament: str, action: str) -> HttpResponse | None:
    """The page that asks to wait a little; None while everything is usual."""
    wait = over_limit(request, tournament, action)
    if not wait:
        return None
    request.site.metrics.rejected(action)
    response = error(request, 429, INSTEAD.get(action, WAIT))
    response.headers["Retry-After"] = str(wait)
    return response
