"""Secret links: opening one gives this browser the seat it stands for."""

from collections.abc import Callable

from django.http import HttpResponse

from komandor.app.access import roles_of
from komandor.app.identity import Seat, seat_of
from komandor.web import i18n
from komandor.web.browser_seats import forget, remember
from komandor.web.errors import error
from komandor.web.i18n import N_
from komandor.web.limits import WHOLE_SITE, too_often
from komandor.web.request import Request
from komandor.web.responses import redirect
from komandor.web.security import YEAR

DEAD = N_("This link is no longer valid. Ask the organiser for a new one.")


WALKING = {"marshal", "judge"}  # they work from a phone; whoever has another role too sits at the desk


def host(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "host", lambda _: "/")


def staff(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "staff", lambda seat: _place(request, seat))


def player(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "player", lambda seat: f"/m/{seat.tournament}/")


def _place(request: Request, seat: Seat) -> str:
    roles = set(roles_of(request.site.services.ledger.load(seat.tournament).state, seat.actor))
    return f"/{'j' if roles and roles <= WALKING else 'c'}/{seat.tournament}/"


def leave(request: Request) -> HttpResponse:
    """Forget all seats in this browser (a borrowed laptop)."""
    response = redirect(request, "/")
    forget(request, response)
    return response


def switch_language(request: Request, lang: str) -> HttpResponse:
    """Remember the language and go back to where the switch was."""
    response = redirect(request, request.GET.get("next", "/"))
    if lang in i18n.LANGUAGES:
        response.set_cookie(i18n.COOKIE, lang, max_age=YEAR, samesite="Lax")
    return response


def _open(request: Request, token: str, kind: str, target: Callable[[Seat], str]) -> HttpResponse:
    seat = seat_of(request.site.store, token)
    if seat is None or seat.actor.kind != kind:
        return too_often(request, WHOLE_SITE, "link") or error(request, 404, DEAD)
    response = redirect(request, target(seat))
    remember(request, response, token)
    return response
