"""A form that makes something beside the log makes it once, however often it is sent."""

from collections.abc import Mapping

import pytest

from komandor.app.access import HOST
from komandor.app.api_tokens import revoke_token, tokens_of
from komandor.app.following import is_key, keys, revoke_key
from komandor.app.identity import HOST_EVENT, host_keys
from komandor.app.outbox.targets import targets_of
from komandor.log.store import EventStore
from tests.support.world import ORGANISER, client, opened, site_of

HOOK = {
    "do": "add",
    "kind": "webhook",
    "name": "Shop",
    "address": "https://example.org/",
    "topics": "pairings",
}
FORMS: Mapping[str, dict[str, str]] = {
    "/keys": {"do": "new", "label": "second laptop"},
    "/keys ": {"do": "token", "scope": "read", "label": "timer"},
    "/following": {"do": "new", "label": "the hall"},
    "/c/cup/tokens": {"do": "token", "seat": "staff:1", "scope": "read", "label": "timer"},
    "/c/cup/messages": HOOK,
}


def made(store: EventStore) -> int:
    tokens = len(tokens_of(store, HOST_EVENT)) + len(tokens_of(store, "cup"))
    return len(host_keys(store)) + tokens + len(keys(store)) + len(targets_of(store, "cup"))


@pytest.mark.parametrize(("where", "form"), FORMS.items())
def test_sent_twice_it_makes_one_and_shows_it_again(where: str, form: dict[str, str]) -> None:
    world = opened(id="cup")
    desk = client(site_of(world), world.link(HOST), world.link(ORGANISER))
    before = made(world.store)
    shown = [desk.post(where.strip(), {**form, "command_id": "one"}).content.decode() for _ in range(2)]
    assert made(world.store) == before + 1
    secrets = [page.split("<code", 1)[1].split("</code>")[0] for page in shown]
    assert secrets[0] == secrets[1]
    desk.post(where.strip(), {**form, "command_id": "another"})
    assert made(world.store) == before + 2


def test_a_key_that_was_revoked_does_not_come_back_when_its_form_is_sent_again() -> None:
    world = opened(id="cup")
    store, desk = world.store, client(site_of(world), world.link(HOST), world.link(ORGANISER))
    sent = {where: {**form, "command_id": "one"} for where, form in FORMS.items()}
    for where in ("/following", "/c/cup/tokens"):
        desk.post(where, sent[where])
    revoke_key(store, keys(store)[0].id)
    revoke_token(store, "cup", tokens_of(store, "cup")[0].id)
    for where in ("/following", "/c/cup/tokens"):
        desk.post(where, sent[where])
    assert (keys(store), tokens_of(store, "cup")) == ((), ())
    assert not any(is_key(store, key) for key in ("", "one"))
