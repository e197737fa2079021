"""How often one phone, and all phones together, may ask for something.

Counted in the store by seat or by browser, never by address: a whole hall shares one.
"""

import secrets
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.web.request import Request
from komandor.web.responses import page
from komandor.web.security import read_cookie, write_cookie

SPACE = "limits"
COOKIE = "visitor"


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds: by one, and by all of one event together."""

    one: int
    all: int
    window: int


LIMITS = {
    "register": Limit(6, 400, 600),
    "claim": Limit(8, 120, 600),
    "report": Limit(30, 20_000, 60),
    "call": Limit(6, 600, 60),
    "write": Limit(40, 20_000, 60),
}


def visitor(request: Request) -> str:
    """A browser without a seat, known by a cookie of its own."""
    kept = read_cookie(request, COOKIE).get("id")
    return str(kept) if kept else ""


def remember_visitor(request: Request, response: HttpResponse) -> None:
    if not visitor(request):
        write_cookie(request, response, COOKIE, {"id": secrets.token_urlsafe(9)})


def too_often(request: Request, tournament: str, deed: str) -> HttpResponse | None:
    """The page that asks to wait a little; None while everything is usual."""
    limit, store = LIMITS[deed], request.site.store
    player = request.me.player
    who = str(player) if player else visitor(request)
    over = bool(who) and store.count(SPACE, f"{deed}/{tournament}/{who}", limit.window) > limit.one
    if not over and store.count(SPACE, f"{deed}/{tournament}", limit.window) <= limit.all:
        return None
    minutes = max(1, limit.window // 60)
    back = f"/m/{tournament}/" if player else f"/join/{tournament}"
    response = page(request, "phone/wait.html", 429, minutes=minutes, back=back)
    response.headers["Retry-After"] = str(limit.window)
    return response
