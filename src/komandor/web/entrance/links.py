"""Secret links: opening one gives this browser the seat it stands for."""

from collections.abc import Callable

from django.http import HttpResponse

from komandor.app.identity import HOST_EVENT, seat_of
from komandor.web.errors import error
from komandor.web.i18n import N_
from komandor.web.limits import WHOLE_SITE, too_often
from komandor.web.request import Request
from komandor.web.responses import redirect
from komandor.web.who import forget, remember

DEAD = N_("This link is no longer valid. Ask the organiser for a new one.")


def host(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "host", lambda _: "/")


def staff(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "staff", lambda tournament: f"/c/{tournament}/")


def player(request: Request, token: str) -> HttpResponse:
    return _open(request, token, "player", lambda tournament: f"/m/{tournament}/")


def leave(request: Request) -> HttpResponse:
    """Forget all seats in this browser (a borrowed laptop)."""
    response = redirect(request, "/")
    forget(request, response)
    return response


def _open(request: Request, token: str, kind: str, target: Callable[[str], str]) -> HttpResponse:
    seat = seat_of(request.site.store, token)
    if seat is None or seat.actor.kind != kind or (kind == "host") != (seat.tournament == HOST_EVENT):
        return too_often(request, WHOLE_SITE, "link") or error(request, 404, DEAD)
    response = redirect(request, target(seat.tournament))
    remember(request, response, token)
    return response
