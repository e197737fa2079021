"""A token opens what its seat and its scope allow, at its own event, until it is revoked; and no page."""

import re

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import SCOPES, Scope, new_token, opened_by, tokens_of
from komandor.app.identity import revoke
from komandor.core.tournament import commands as c
from komandor.web.server.site import Site
from tests.support.api import Api, token_for
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of

OFFERS = "events/cup/offers"
PLAYER = Actor("player", 1)
SHOWN = re.compile(r"komandor_[\w-]{32}")


@pytest.fixture
def world() -> World:
    return opened(id="cup").start()


@pytest.fixture
def site(world: World) -> Site:
    return site_of(world)


def test_the_store_keeps_no_token(world: World) -> None:
    token = token_for(world.store, JUDGE)
    assert token not in str(world.store.items("api_tokens"))


@pytest.mark.parametrize(
    ("scope", "reads", "reports", "runs", "makes"),
    [
        ("read", 200, 403, 403, 403),
        ("report", 200, 200, 403, 403),
        ("run", 200, 200, 200, 403),
        ("host", 200, 200, 200, 201),
    ],
)
def test_a_scope_says_how_much(
    world: World, scope: Scope, reads: int, reports: int, runs: int, makes: int
) -> None:
    program = Api(site_of(world), new_token(world.store, "*", HOST, scope))
    assert program.get(OFFERS).status == reads
    match = world.matches()[0]
    assert program.do("extend-table", match=match.number, minutes=3).status == reports
    assert program.do("post-notice", text="lunch at one").status == runs
    made = program.post("events", {"game": "armada", "name": "New", "date": "2026-11-14"})
    assert made.status == makes
    assert len(SCOPES) == 4


def test_a_token_of_one_event_opens_no_other(world: World) -> None:
    opened(id="other", store=world.store)
    program = Api(site_of(world), token_for(world.store, ORGANISER))
    for path in ("offers", "views/event", "views/people", "log", "stream"):
        answer = program.get(f"events/other/{path}")
        assert (answer.status, answer.codes) == (403, ["api.other_event"]), path
    assert program.do("post-notice", "other", text="x").codes == ["api.other_event"]
    assert [one["id"] for one in program.get("events").json["events"]] == ["cup"]


def test_a_link_is_no_token_and_a_token_no_link(world: World, site: Site) -> None:
    token, link = token_for(world.store, ORGANISER), world.link(ORGANISER)
    assert Api(site, link).get(OFFERS).status == 401
    assert client(site, token).get("/c/cup/settings").status_code == 403
    assert client(site).get(f"/s/{token}").status_code == 404


def test_cookies_open_nothing_in_the_api(world: World, site: Site) -> None:
    browser = client(site, world.link(ORGANISER), world.link(HOST))
    assert browser.get("/api/v1/events/cup/offers").status_code == 401
    posted = browser.post("/api/v1/events/cup/actions/post-notice", "{}", content_type="application/json")
    assert posted.status_code == 401


def test_whoever_loses_the_seat_loses_its_tokens(world: World, site: Site) -> None:
    judge, player = (Api(site, token_for(world.store, one)) for one in (JUDGE, PLAYER))
    assert (judge.get(OFFERS).status, player.get(OFFERS).status) == (200, 200)
    world.do(c.DismissStaff(3))
    assert judge.get(OFFERS).codes == ["api.seat_gone"]
    revoke(world.store, "cup", PLAYER)
    assert player.get(OFFERS).codes == ["api.token_unknown"]


def test_the_organiser_makes_and_revokes_tokens_on_a_page(world: World, site: Site) -> None:
    browser = client(site, world.link(ORGANISER))
    form = {"do": "token", "seat": "player:1", "scope": "report", "label": "slips by camera"}
    page = browser.post("/c/cup/tokens", form).content.decode()
    (token,) = SHOWN.findall(page)
    found = opened_by(world.store, token)
    assert found
    assert (found.actor, found.scope, found.label) == (PLAYER, "report", "slips by camera")
    again = browser.get("/c/cup/tokens").content.decode()
    assert "slips by camera" in again
    assert not SHOWN.search(again), "it is shown once"
    assert Api(site, token).get("events/cup/views/my-seat").status == 200
    browser.post("/c/cup/tokens", {"do": "end-token", "token": found.id})
    assert Api(site, token).get("events/cup/views/my-seat").status == 401
    assert tokens_of(world.store, "cup") == ()


def test_nobody_makes_a_token_for_a_stranger_or_beyond_the_event(world: World, site: Site) -> None:
    browser = client(site, world.link(ORGANISER))
    for wrong in (
        {"seat": "host", "scope": "run"},
        {"seat": "player:99", "scope": "run"},
        {"seat": "staff:1", "scope": "host"},
    ):
        assert browser.post("/c/cup/tokens", {"do": "token", **wrong}).status_code == 422
    assert tokens_of(world.store, "cup") == ()
    host = new_token(world.store, "*", HOST, "host")
    found = opened_by(world.store, host)
    assert found
    browser.post("/c/cup/tokens", {"do": "end-token", "token": found.id})
    assert opened_by(world.store, host), "an organiser ends no token of the host"


def test_the_host_makes_and_revokes_tokens_beside_the_keys(world: World, site: Site) -> None:
    browser = client(site, world.link(HOST))
    (token,) = SHOWN.findall(
        browser.post("/keys", {"do": "token", "scope": "host", "label": "bot"}).content.decode()
    )
    assert (
        Api(site, token).post("events", {"game": "destiny", "name": "A", "date": "2026-11-14"}).status == 201
    )
    found = opened_by(world.store, token)
    assert found
    browser.post("/keys", {"do": "end-token", "token": found.id})
    assert Api(site, token).get(OFFERS).status == 401
    assert browser.get("/keys").status_code == 200, "the keys stay"


def test_wrong_tokens_are_tried_only_so_often(world: World, site: Site) -> None:
    stranger = Api(site, "komandor_" + "x" * 32)
    answers = [stranger.get(OFFERS) for _ in range(61)]
    assert [one.status for one in answers] == [401] * 60 + [429]
    assert answers[-1].headers["Retry-After"] == "60"
    assert answers[0].headers["WWW-Authenticate"].startswith("Bearer")
    assert Api(site, token_for(world.store, JUDGE)).get(OFFERS).status == 200
