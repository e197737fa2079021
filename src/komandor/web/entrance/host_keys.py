"""The host's own keys: every one that is valid, a new one to hand over, and closing them."""

from collections.abc import Sequence, Set

from django.http import HttpResponse

from komandor.app.access import HOST
from komandor.app.identity import HOST_EVENT, HostKey, host_keys, key_id, revoke_host_keys
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.forms.fields import LINE
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import tokens
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request


@shows("entrance/keys.html")
class KeysPage(EntrancePage):
    keys: Sequence[HostKey]
    here: Set[str]  # the keys that this browser holds
    link: str


def keys(request: Request) -> HttpResponse:
    """GET: the keys. POST: one is made and shown once, or some are closed."""
    store, fields = request.site.store, request.fields
    here = {key_id(token) for token in tokens(request)}
    link = ""
    if request.method == "POST":
        wanted = fields.raw("do")
        if wanted == "new":
            link = request.site.new_link(HOST_EVENT, HOST, fields.raw("label")[:LINE])
        else:
            others = {one.id for one in host_keys(store)} - here if wanted == "others" else set()
            count = revoke_host_keys(store, others or {fields.raw("key")})
            message = request.t.ngettext("%(num)d key is closed.", "%(num)d keys are closed.", count)
            still = here & {one.id for one in host_keys(store)}
            return redirect(request, url("host-keys" if still else "home"), message % {"num": count})
    return entrance(request, KeysPage(keys=host_keys(store), here=here, link=link))
