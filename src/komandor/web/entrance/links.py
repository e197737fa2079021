"""Secret links: opening one gives this browser the seat it stands for; and the keys of the host."""

from collections.abc import Sequence, Set

from django.http import HttpResponse

from komandor.app.access import HOST, Actor, roles_of
from komandor.app.api_tokens import HOST_SCOPES, ApiToken, new_token, revoke_token, tokens_of
from komandor.app.identity import HOST_EVENT, HostKey, Seat, host_keys, key_id, revoke_host_keys, seat_of
from komandor.core.tournament import by
from komandor.core.tournament.state import Tournament
from komandor.texts import word
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.forms.fields import LINE
from komandor.web.forms.form_ids import form_secret
from komandor.web.rendering import i18n
from komandor.web.rendering.errors import error
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import forget, remember, tokens
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import WHOLE_SITE, too_often
from komandor.web.server.security import YEAR

DEAD = N_("This link is no longer valid. Ask the organiser for a new one.")


WALKING = set(by.LEADERS) - set(by.DESK)
"""They work from a phone; whoever has another role too sits at the desk."""


def open_seat(request: Request, token: str, kind: str) -> HttpResponse:
    """Give this browser the seat of a secret link, and go there."""
    seat = seat_of(request.site.store, token)
    if seat is None or seat.actor.kind != kind:
        return too_often(request, WHOLE_SITE, "link") or error(request, 404, DEAD)
    response = redirect(request, begins_at(_event(request, seat), seat.actor))
    remember(request, response, token)
    return response


def _event(request: Request, seat: Seat) -> Tournament:
    return request.site.services.ledger.load(seat.tournament).state


def begins_at(t: Tournament, actor: Actor) -> str:
    """The page at which somebody with this seat begins."""
    if actor == HOST:
        return url("home")
    roles = set(roles_of(t, actor))
    route = "my-table" if actor.player else "judge" if roles and roles <= WALKING else "console"
    return url(route, t.id)


def leave(request: Request) -> HttpResponse:
    """Forget all seats in this browser (a borrowed laptop)."""
    said = request.t.gettext("Signed out. To return, use your link or code.")
    response = redirect(request, url("home"), said)
    forget(request, response)
    return response


def switch_language(request: Request, lang: str) -> HttpResponse:
    """Remember the language and go back to where the switch was."""
    response = redirect(request, request.GET.get("next", url("home")))
    if lang in i18n.LANGUAGES:
        response.set_cookie(i18n.COOKIE, lang, max_age=YEAR, samesite="Lax")
    return response


class KeysPage(EntrancePage, template="entrance/keys.html"):
    keys: Sequence[HostKey]
    here: Set[str]  # the keys that this browser holds
    link: str
    api_tokens: Sequence[ApiToken]
    scopes: Sequence[tuple[str, str]]
    token: str  # a new one for a program, to be shown


def keys(request: Request) -> HttpResponse:
    """GET: the host's valid keys and tokens. POST: one is made and shown once, or some are closed."""
    store, fields = request.site.store, request.fields
    here = {key_id(token) for token in tokens(request)}
    link = token = ""
    if request.method == "POST":
        wanted, label = fields.raw("do"), fields.raw("label")[:LINE]
        if wanted == "new":
            link = request.site.new_link(HOST_EVENT, HOST, label, form_secret(request))
        elif wanted == "token":
            scope = fields.choice("scope", HOST_SCOPES, "read")
            token = new_token(store, HOST_EVENT, HOST, scope, label, secret=form_secret(request))
        elif wanted == "end-token":
            revoke_token(store, HOST_EVENT, fields.raw("token"))
            return redirect(request, url("host-keys"), request.t.gettext("Token revoked."))
        else:
            others = {one.id for one in host_keys(store)} - here if wanted == "others" else set()
            count = revoke_host_keys(store, others or {fields.raw("key")})
            message = request.t.ngettext("%(num)d host key revoked.", "%(num)d host keys revoked.", count)
            still = here & {one.id for one in host_keys(store)}
            return redirect(request, url("host-keys" if still else "home"), message % {"num": count})
    ours = tokens_of(store, HOST_EVENT)
    scopes = [(one, word("scope", one, request.lang)) for one in HOST_SCOPES]
    page = KeysPage(keys=host_keys(store), here=here, link=link, api_tokens=ours, scopes=scopes, token=token)
    return entrance(request, page)
