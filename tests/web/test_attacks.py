"""What a stranger tries against the site brings them nothing and takes nothing from anybody else."""

import asyncio
import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from komandor.app.access import HOST, PUBLIC, Actor
from komandor.app.handle import Refused, create
from komandor.app.identity import SPACE
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, import_, parse, write
from komandor.log.canonical import canonical
from komandor.log.record import GENESIS, Recorded, follow
from komandor.store.memory import MemoryStore
from komandor.web.server.cache import Rendered
from komandor.web.server.site import Site
from tests.support.event import Event
from tests.support.waiting import in_a_loop
from tests.support.world import JUDGE, ORGANISER, SCOREKEEPER, World, client, opened, site_of

VICTIM = {"first": "Zofia", "last": "Ofiara", "contact": "500 600 700", "show": "short", "consent": "on"}
OTHER = {"first": "Jan", "last": "Inny", "show": "short", "consent": "on"}


def browser(world: World, *tokens: str) -> Client:
    return client(site_of(world), *tokens)


def registered(world: World, form: dict[str, str], at: Client | None = None) -> Client:
    """A phone that opened the poster's form and registered."""
    phone = at or browser(world)
    phone.get("/join/cup")
    assert phone.post("/join/cup", form)["Location"] == "/m/cup/link"
    return phone


# ── a repeated command ───────────────────────────────────────────────────────


def test_a_command_id_from_the_log_gives_no_seat() -> None:
    world = opened()
    registered(world, VICTIM | {"command_id": "victims-form"})
    before = len(world.t.players)
    for seen in {r.command_id for r in world.store.read("cup")} | {"victims-form"}:
        thief = browser(world)
        thief.get("/join/cup")
        thief.post("/join/cup", OTHER | {"command_id": seen, "another": "1"})
        page = thief.get("/m/cup/data").content.decode()
        assert "Ofiara" not in page
        assert "500 600 700" not in page
        assert "Testowy" not in page
    assert len(world.t.players) > before, "each of them registered as a new player"


def test_the_same_form_of_the_same_phone_registers_once_and_keeps_its_seat() -> None:
    world = opened()
    phone = registered(world, VICTIM | {"command_id": "one"})
    registered(world, VICTIM | {"command_id": "one"}, phone)
    assert len(world.t.players) == 7
    assert "Ofiara" in phone.get("/m/cup/data").content.decode()


def test_the_id_of_a_form_is_kept_nowhere_as_it_was_sent() -> None:
    world = opened()
    registered(world, VICTIM | {"command_id": "victims-form"})
    assert isinstance(world.store, MemoryStore)
    kept = "\n".join(world.store._connection.iterdump())
    assert "Ofiara" in kept
    assert "victims-form" not in kept


def test_one_id_for_two_actions_is_two_commands() -> None:
    world = opened()
    desk = browser(world, world.link(ORGANISER))
    assert desk.post("/c/cup/people/1/fee", {"paid": "1", "command_id": "same"}).status_code in (
        200,
        204,
        302,
    )
    before = world.t.version
    desk.post("/c/cup/people/add", {"first": "Ala", "last": "Nowa", "command_id": "same"})
    assert world.t.version > before


def test_an_id_answers_only_whoever_sent_it_first() -> None:
    event = Event("armada")
    event.ask(c.ReportIncident("x"), command_id="tap")
    answer = event.ask(c.ReportIncident("x"), by=PUBLIC, command_id="tap")
    assert isinstance(answer, Refused)
    assert answer.refusal.reasons[0].code == "command.not_yours"


@pytest.mark.parametrize("bad", ["x" * 300, "a\nb", "\x01", "x" * 100_000])
def test_no_form_can_make_a_log_unreadable(bad: str) -> None:
    world = opened()
    phone = client(site_of(world))
    phone.get("/join/cup")
    assert phone.post("/join/cup", VICTIM | {"command_id": bad})["Location"] == "/m/cup/link"
    bundle = import_(MemoryStore(), export(world.store, "cup", with_secret=True))
    assert isinstance(bundle, Bundle)


@settings(max_examples=200)
@given(st.text(max_size=250), st.text(max_size=250), st.text(max_size=20))
def test_every_export_imports(command: str, by: str, text: str) -> None:
    store, at = MemoryStore(), "2026-11-14T09:00:00Z"
    store.create("cup")
    try:
        event = canonical({"text": text.encode(errors="replace").decode(), "type": "noted"})
        store.append("cup", 0, at, by, command, (event,))
    except ValueError:
        assert store.version("cup") == 0
    assert isinstance(import_(MemoryStore(), export(store, "cup")), Bundle)


# ── ids and files ────────────────────────────────────────────────────────────


def renamed(world: World, id: str, people: Any = None) -> bytes:
    """The file of an event under another id, closed by somebody who knows how."""
    records: tuple[Recorded, ...] = ()
    for r in world.store.read(world.id):
        payload = dict(r.payload)
        if payload["type"] == "tournament_created":
            payload["id"] = id
        head = records[-1].hash if records else GENESIS
        records += follow(id, len(records), head, r.at, r.by, r.command_id, (canonical(payload),))
    return write(Bundle(id, records, people or {}))


@pytest.mark.parametrize("id", ["*", "../../etc", "a/b", "A", "ż", "x" * 41, "a b", "\u2028", "-x", ".."])
def test_no_event_has_an_id_that_is_more_than_a_name(id: str) -> None:
    world = opened()
    site = site_of(world)
    host = client(site, world.link(HOST))
    answer = host.post("/import", {"file": BytesIO(renamed(world, id))})
    assert answer.status_code == 422
    assert world.store.tournaments() == ("cup",)
    wish = c.CreateTournament(id=id, game="armada", name="Cup", date="2026-11-14", commitment="")
    made = create(world.ledger, wish)
    assert isinstance(made, Refused)
    assert made.refusal.reasons[0].code == "event.bad_id"


def test_nobody_is_host_by_the_name_of_an_event() -> None:
    world = opened()
    bundle = parse(renamed(world, "*"))
    assert not isinstance(bundle, Refusal)
    world.store.load("*", bundle.records, {})
    stranger = browser(world)
    stranger.get("/join/*")
    stranger.post("/join/*", OTHER)
    assert stranger.get("/new").status_code == 403
    assert stranger.post("/run/cup").status_code == 403
    held = browser(world, *(re.findall(r"/p/([\w-]{16,})", stranger.get("/m/*/link").content.decode())))
    assert held.get("/import").status_code == 403


BAD_PEOPLE = ({1: {"first": 123}}, {1: {"members": "x"}}, {1: {"members": [1, 2]}}, {1: {"first": ["x"]}})


@pytest.mark.parametrize("people", BAD_PEOPLE)
def test_a_file_whose_people_are_no_people_is_refused(people: Any) -> None:
    world = opened()
    host = browser(world, world.link(HOST))
    assert host.post("/import", {"file": BytesIO(renamed(world, "twin", people))}).status_code == 422
    assert host.get("/").status_code == 200


EVENTS: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "no creation": ('{"text":"x","type":"notice_posted"}',),
    "long stages": (
        '{"changes":{"stages":[["swiss",9007199254740991,0]],"structure":"custom"},"type":"event_changed"}',
    ),
    "a name that is a number": ('{"changes":{"name":5},"type":"event_changed"}',),
    "a moment that no clock shows": ('{"type":"list_deadline_set","until":9007199254740991}',),
    "a player whose lot needs all memory": ('{"player":9007199254740991,"type":"player_registered"}',),
    "no round of Swiss": (
        '{"players":6,"stages":[{"cut":0,"kind":"swiss","rounds":0}],"type":"structure_announced"}',
    ),
    "a component of a stranger": (
        '{"component":1,"kind":"lost","player":99,"type":"component_reported","what":"x"}',
    ),
    "an unknown game": ('{"changes":{"edition":"chess@1"},"type":"event_changed"}',),
}


@pytest.mark.parametrize("kind", EVENTS)
def test_a_file_that_is_legal_by_its_hashes_only_is_refused(kind: str) -> None:
    world = opened()
    whole = parse(renamed(world, "twin"))
    assert isinstance(whole, Bundle)
    first = () if kind in ("nothing", "no creation") else whole.records
    head = first[-1].hash if first else GENESIS
    more = follow("twin", len(first), head, "2026-11-14T09:00:00Z", "host", "bad", EVENTS[kind])
    host = browser(world, world.link(HOST))
    answer = host.post("/import", {"file": BytesIO(write(Bundle("twin", first + more, {})))})
    assert answer.status_code == 422
    assert host.get("/").status_code == 200
    assert world.store.tournaments() == ("cup",)


def test_a_whole_event_is_taken_in() -> None:
    world = opened()
    host = browser(world, world.link(HOST))
    file = renamed(world, "twin", world.store.people("cup"))
    assert host.post("/import", {"file": BytesIO(file)})["Location"] == "/c/twin/"
    assert host.get("/").content.decode().count("event-card") == 2


# ── one bad event, off duty, several seats ───────────────────────────────────


def test_one_damaged_event_does_not_break_the_list_of_the_others() -> None:
    world = opened()
    site = site_of(world)
    read = world.store.read

    def damaged(tournament: str, after: int = 0) -> tuple[Recorded, ...]:
        if tournament == "bad":
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return read(tournament, after)

    bundle = parse(renamed(world, "bad"))
    assert isinstance(bundle, Bundle)
    world.store.load("bad", bundle.records, {})
    world.store.read = damaged
    page = client(site).get("/").content.decode()
    assert "Puchar Sklepu" in page
    assert "The log of event bad is damaged" in page


def test_an_event_is_hidden_and_shown_again_by_the_host_only() -> None:
    world = opened()
    host, organiser = browser(world, world.link(HOST)), browser(world, world.link(ORGANISER))
    assert organiser.post("/archive/cup", {"hide": "1"}).status_code == 403
    assert host.post("/archive/none", {"hide": "1"}).status_code == 404
    host.post("/archive/cup", {"hide": "1"})
    assert "Puchar Sklepu" not in browser(world).get("/").content.decode()
    assert "Puchar Sklepu" not in browser(world).get("/?archived=1").content.decode()
    assert "Puchar Sklepu" in host.get("/?archived=1").content.decode()
    assert organiser.get("/c/cup/").status_code == 200
    host.post("/archive/cup", {"hide": "0"})
    assert "Puchar Sklepu" in browser(world).get("/").content.decode()


def test_whoever_was_dismissed_sees_no_page_of_the_time_before() -> None:
    """A page that says which version it has heard of is shown that one, but not to staff of the past."""
    world = opened().start()
    site = site_of(world)
    judge, heard = client(site, world.link(JUDGE)), {"X-Version": str(world.t.version)}
    assert judge.get("/j/cup/live", headers=heard).status_code == 200
    world.do(c.DismissStaff(StaffNo(3)))
    for path in ("/j/cup/live", "/j/cup/", "/c/cup/people"):
        assert judge.get(path, headers=heard).status_code == 403


@pytest.mark.parametrize("do", ["link", "revoke", "erase", "save", "withdraw"])
def test_staff_who_are_off_duty_do_nothing_to_a_player(do: str) -> None:
    world = opened()
    world.do(c.SetDuty(StaffNo(4), False))
    player = browser(world, world.link(Actor("player", 1)))
    desk = browser(world, world.link(SCOREKEEPER))
    before = world.t.version, world.store.items(SPACE)
    assert desk.post("/c/cup/people/1", {"do": do}).status_code == 403
    assert (world.t.version, world.store.items(SPACE)) == before
    assert player.get("/m/cup/").status_code == 200


def test_the_seat_opened_last_is_the_one_a_phone_acts_as() -> None:
    world = opened()
    first, second = (world.link(Actor("player", n)) for n in (1, 2))
    phone = browser(world)
    for token, name in ((first, "Gracz1"), (second, "Gracz2"), (first, "Gracz1")):
        phone.get(f"/p/{token}")
        assert f"<h1>{name} T." in phone.get("/m/cup/more").content.decode()
    assert f"/p/{second}" in phone.get("/m/cup/more").content.decode(), "a way to the other seat"


def test_a_withdrawn_seat_never_hides_an_active_one() -> None:
    world = opened()
    tokens = [world.link(Actor("player", n)) for n in (1, 2)]
    world.do(c.WithdrawRegistration(PlayerNo(2)))
    assert "<h1>Gracz1 T." in browser(world, *tokens).get("/m/cup/more").content.decode()
    assert "<h1>Gracz2 T." in browser(world, tokens[1]).get("/m/cup/more").content.decode()


def test_a_parent_who_registers_two_children_sees_the_link_of_the_second() -> None:
    world = opened()
    phone = registered(world, VICTIM | {"first": "Ola", "command_id": "one"})
    phone.post("/join/cup?another=1", VICTIM | {"first": "Jan", "command_id": "two"})
    assert "Jan O." in phone.get("/m/cup/link").content.decode()


def test_signs_that_nobody_sees_are_no_part_of_a_name() -> None:
    world = opened()
    registered(world, VICTIM | {"first": "Zo\u202efia\u200b", "last": "O\u2066fia" + "\u0336" * 40 + "ra"})
    kept = world.store.people("cup")[7]
    assert (kept["first"], kept["last"]) == ("Zofia", "Ofia" + "\u0336" * 3 + "ra")
    empty = browser(world).post("/join/cup", VICTIM | {"first": "\u200b\u2060", "last": "\ufeff"})
    assert empty.status_code == 422


def test_behind_tls_cookies_are_never_sent_without_it() -> None:
    answer = browser(opened()).get("/join/cup", secure=True)
    assert all(cookie["secure"] for cookie in answer.cookies.values())


@pytest.mark.parametrize("path", ["/m/cup/live", "/t/cup/players"])
def test_the_tag_of_a_page_names_the_head_of_the_log(path: str) -> None:
    """A restored copy may reach the same version with other records."""
    tags = []
    for text in ("one", "two"):
        world = opened()
        world.do(c.PostNotice(text))
        if path.startswith("/t/"):
            page = in_a_loop(public_page(site_of(world), path))
            tags.append(page.etag.decode())
        else:
            tags.append(browser(world, world.link(Actor("player", 1))).get(path)["ETag"])
    assert tags[0].split("-")[0] == tags[1].split("-")[0]
    assert tags[0] != tags[1]


async def public_page(site: Site, path: str) -> Rendered:
    site.hub.attach(asyncio.get_running_loop())
    page = await site.pages.get(site, path, "en")
    assert page is not None
    return page


def test_names_exchanged_after_a_draw_are_shown_among_the_changes() -> None:
    world = opened()
    site = site_of(world)

    def lines() -> int:
        found = site.pages.find("/t/cup/changes")
        assert found is not None
        page = found[0].render(site, "en", **found[1])
        assert isinstance(page, str)
        return page.count("Gracz1 T.") + page.count("Nowe I.")

    world.do(c.ChangePerson(PlayerNo(1)), persons=({"first": "Gracz1", "last": "Testowy"},))
    before = lines()
    world.announce()
    world.draw()
    assert lines() == before
    world.do(c.ChangePerson(PlayerNo(1)), persons=({"first": "Nowe", "last": "Imię"},))
    assert lines() > before


def test_the_text_of_a_sanction_is_not_among_the_public_changes() -> None:
    world = opened("armada")
    site = site_of(world)
    world.announce().draw().publish().start()
    match = world.open()[0]
    text = "Oszustwo przy tasowaniu"
    world.do(c.GiveSanction(player=match.a, kind="game_loss", reason=text, match=match.number))
    found = site.pages.find("/t/cup/changes")
    assert found is not None
    page = found[0].render(site, "en", **found[1])
    assert isinstance(page, str)
    assert text not in page
    assert "because of a penalty" in page
