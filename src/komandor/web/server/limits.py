"""How often one seat or browser, one address, and everybody at one event together may ask for something.

Counted by seat or by browser, by address, and for the event.  A whole hall may share one
address, so an address gets as much as a busy hall needs; the event gets ten times that, so that a script at
one address uses up its own share and not everybody's.  Whoever sends a form without having opened it has no
cookie of ours: these share a tenth of their own and use up nothing of the others.  Whoever meets a limit is
told when to come back and whom to ask.  Staff are not counted: their links are few, named and revocable.

What strangers can try (codes, links, registrations) is counted in the store, for all processes together,
under names that tell nobody an address.  What a known seat sends is counted by each process for itself: that
only keeps a phone that has gone wild from filling the process, and no report waits for it (decision 32).
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import HttpResponse

from komandor.log.store import ReadOnly
from komandor.web.rendering.errors import error
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import Request
from komandor.web.server.security import read_cookie, write_cookie
from komandor.web.server.site import Site

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
    shared: bool = False  # by all processes together


LIMITS: Mapping[str, Limit] = {
    "register": Limit(6, 400, 600, shared=True),
    "claim": Limit(8, 120, 600, shared=True),
    "report": Limit(30, 20_000, 60),
    "call": Limit(6, 600, 60),
    "write": Limit(40, 20_000, 60),
    "incident": Limit(5, 120, 600, shared=True),
    "link": Limit(20, 600, 60, shared=True),  # links that open nothing; those that do are never counted
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
    """Seconds to wait because a limit was exceeded; 0 if none was."""
    limit, site, me = LIMITS[action], request.site, request.me
    if me.staff:
        return 0
    who = str(me.player) if me.player else visitor(request)
    share, mark = (limit.all, "") if who else (limit.all // STRANGERS, "-")
    address = request.META.get("REMOTE_ADDR", "")
    shares = {f"@{mark}{address}": share, mark: share * ADDRESSES} | ({who: limit.one} if who else {})
    named = {f"{action}/{tournament}/{pool}": most for pool, most in shares.items()}
    count = partial(_in_store, site) if limit.shared else site.counters.count
    return limit.window if site.counters.over(named, limit.window, site.clock(), count) else 0


def _in_store(site: Site, keys: Sequence[str], until: int, now: int) -> Mapping[str, int]:
    """Count for all processes, under keys that only this site can make; in memory if nothing can be saved."""
    names = {key: hmac.digest(site.secret.encode(), key.encode(), "sha256").hex()[:32] for key in keys}
    try:
        counted = site.store.count(tuple(names.values()), until, now)
    except ReadOnly:
        return site.counters.count(keys, until, now)
    return {key: counted[name] for key, name in names.items()}


def too_often(request: Request, tournament: str, action: str) -> HttpResponse | None:
    """The page that asks to wait a little; None if no limit was exceeded."""
    wait = over_limit(request, tournament, action)
    if not wait:
        return None
    request.site.metrics.rejected(action)
    response = error(request, 429, INSTEAD.get(action, WAIT))
    response.headers["Retry-After"] = str(wait)
    return response
