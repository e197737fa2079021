"""Events that run elsewhere and are shown here: the publishing keys for them, and how each of them stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.following import (
    PublishingKey,
    follow_again,
    followed,
    followed_event,
    keys,
    new_key,
    revoke_key,
)
from komandor.app.ledger import Loaded, Unreadable
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.forms.fields import LINE
from komandor.web.forms.form_ids import form_secret
from komandor.web.rendering.errors import error
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedRow:
    """One event that is shown here; `broken`: the entry after which the hall goes another way, or 0."""

    id: str
    name: str
    version: int
    at: str  # when its last entry was made
    broken: int
    key: bool  # there is a valid key for it


class FollowingPage(EntrancePage, template="entrance/following.html"):
    rows: Sequence[FollowedRow]
    keys: Sequence[PublishingKey]
    made: str  # a key that was just made, shown once
    address: str


def following(request: Request) -> HttpResponse:
    """GET: the keys and the events. POST: a key is made and shown once, or one is revoked."""
    store, fields, made = request.site.store, request.fields, ""
    if request.method == "POST" and fields.raw("do") == "new":
        event = fields.raw("event")
        wanted = event if any(one.event == event for one in followed(store)) else ""
        made = new_key(store, fields.raw("label")[:LINE], wanted, form_secret(request))
    elif request.method == "POST" and fields.raw("do") == "again":
        return _again(request, fields.raw("event"))
    elif request.method == "POST":
        count = revoke_key(store, fields.raw("key"))
        message = request.t.ngettext("%(num)d key revoked.", "%(num)d keys revoked.", count)
        return redirect(request, url("host-following"), message % {"num": count})
    valid = keys(store)
    page = FollowingPage(
        rows=list(_rows(request, {one.event for one in valid})),
        keys=valid,
        made=made,
        address=request.site.address,
    )
    return entrance(request, page)


def _again(request: Request, event: str) -> HttpResponse:
    """Remove a copy that the hall no longer continues, so that it is sent from its beginning."""
    found = followed_event(request.site.store, event)
    if found is None or not found.broken:
        return error(request, 409)
    follow_again(request.site.services.ledger, event)
    request.site.services.forget_names(event)
    request.site.hub.forget(event)
    request.site.planned(event)  # pages of the old copy
    said = request.t.gettext("The old copy is removed. The event is shown again when the hall has sent it.")
    return redirect(request, url("host-following"), said)


def _rows(request: Request, with_key: set[str]) -> Sequence[FollowedRow]:
    return [
        FollowedRow(
            id=one.event,
            name=loaded.state.name,
            version=loaded.version,
            at=loaded.notes[loaded.version - 1].at,
            broken=one.broken,
            key=one.event in with_key,
        )
        for one in followed(request.site.store)
        if (loaded := _loaded(request, one.event)) and loaded.version
    ]


def _loaded(request: Request, event: str) -> Loaded | None:
    try:
        return request.site.services.ledger.load(event)
    except Unreadable:
        return None
