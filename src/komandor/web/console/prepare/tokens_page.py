"""Tokens with which programs act for a player or a member of staff of one event."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.api_tokens import SEAT_SCOPES, ApiToken, new_token, revoke_token, tokens_of
from komandor.texts import word
from komandor.web.console.console_page import console
from komandor.web.console.prepare.staff_page import AboutEvent
from komandor.web.forms.fields import LINE
from komandor.web.forms.form_ids import form_secret
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url


class TokensPage(AboutEvent, template="console/prepare/tokens.html"):
    api_tokens: Sequence[ApiToken]
    seats: Sequence[tuple[str, str]]
    scopes: Sequence[tuple[str, str]]
    token: str  # a new one, to be shown


def tokens(request: Request, tournament: str) -> HttpResponse:
    """GET: the valid tokens of this event. POST: one is made and shown once, or one is closed."""
    p, fields, store, token = opened(request), request.fields, request.site.store, ""
    seats = seats_of(p)
    if fields.raw("do") == "end-token" and request.method == "POST":
        revoke_token(store, tournament, fields.raw("token"))
        return redirect(request, url("tokens", tournament), request.t.gettext("Token revoked."))
    if request.method == "POST":
        seat, scope = fields.choice("seat", seats), fields.choice("scope", SEAT_SCOPES)
        if not fields.refusal:
            label, secret = fields.raw("label")[:LINE], form_secret(request)
            token = new_token(store, tournament, seats[seat], scope, label, secret=secret)
    shown = TokensPage(
        p,
        api_tokens=tokens_of(store, tournament),
        seats=[(key, p.actor_name(key)) for key in seats],
        scopes=[(one, word("scope", one, request.lang)) for one in SEAT_SCOPES],
        token=token,
    )
    return console(request, p, shown, "settings", fields.refusal)


def seats_of(p: EventPage) -> dict[str, Actor]:
    """Everybody who can have a token: the staff, then the players by name."""
    staff = [Actor("staff", one.number) for one in p.t.staff.values() if not one.dismissed]
    players = [Actor("player", n) for n in sorted(p.t.active(), key=p.order)]
    return {str(one): one for one in (*staff, *players)}
