"""Limits stop whoever meets them, and no stranger can use up what others need."""

from typing import cast

import pytest
from django.test import Client

from komandor.app import codes
from komandor.core.ids import PlayerNo
from komandor.web.server.limits import LIMITS, Limit
from komandor.web.server.site import Site
from tests.support.world import World, client, opened, site_of

WRONG = {"code": "AAAA AAAA"}
FORM = {"first": "Zofia", "last": "Uczciwa", "show": "short", "consent": "on"}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the usual shares, so that a flood is short."""
    limits = cast("dict[str, Limit]", LIMITS)
    for action, limit in LIMITS.items():
        monkeypatch.setitem(limits, action, Limit(limit.one, limit.all // 10, limit.window))


@pytest.fixture
def world() -> World:
    return opened()


@pytest.fixture
def site(world: World) -> Site:
    return site_of(world)


def phone(site: Site, path: str) -> Client:
    """A browser that has opened the form."""
    browser = client(site)
    browser.get(path)
    return browser


@pytest.mark.parametrize("form", [{}, {"first": "x", "last": "y"}])
def test_forms_that_register_nobody_count_for_nobody(site: Site, form: dict[str, str]) -> None:
    for _ in range(LIMITS["register"].all + 1):
        client(site).post("/join/cup", form)
    assert phone(site, "/join/cup").post("/join/cup", FORM)["Location"] == "/m/cup/link"


def test_registrations_without_our_cookie_use_up_nothing_of_the_hall(world: World, site: Site) -> None:
    flood = [
        client(site).post("/join/cup", FORM | {"first": f"X{n}"}).status_code
        for n in range(LIMITS["register"].all + 1)
    ]
    assert flood[-1] == 429
    assert len(world.t.players) < 6 + LIMITS["register"].all // 5
    assert phone(site, "/join/cup").post("/join/cup", FORM)["Location"] == "/m/cup/link"


def test_incidents_without_our_cookie_use_up_nothing_of_the_hall(site: Site) -> None:
    text = {"text": "x"}
    flood = [client(site).post("/t/cup/report", text).status_code for _ in range(LIMITS["incident"].all + 1)]
    assert flood[-1] == 429
    assert phone(site, "/t/cup/report").post("/t/cup/report", text).status_code == 302


@pytest.mark.parametrize("cookie", [True, False])
def test_wrong_codes_never_keep_a_right_one_out(world: World, site: Site, cookie: bool) -> None:
    for _ in range(LIMITS["claim"].all * 2):
        last = (phone(site, "/join/cup/claim") if cookie else client(site)).post("/join/cup/claim", WRONG)
    assert last.status_code == 429
    right = {"code": codes.code_of(world.store, "cup", PlayerNo(1))}
    assert client(site).post("/join/cup/claim", right)["Location"] == "/m/cup/"


def test_whoever_uses_up_the_share_of_one_address_locks_out_no_other(site: Site) -> None:
    for n in range(LIMITS["register"].all + 1):
        browser = phone(site, "/join/cup")
        flood = browser.post("/join/cup", FORM | {"first": f"X{n}"}, REMOTE_ADDR="203.0.113.9")
    assert flood.status_code == 429
    assert "Ask a member of staff" in flood.content.decode(), "the desk is never limited"
    honest = phone(site, "/join/cup").post("/join/cup", FORM, REMOTE_ADDR="198.51.100.7")
    assert honest["Location"] == "/m/cup/link"
