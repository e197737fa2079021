"""A form sent again is answered with what is true now, and a seat that was taken back opens nothing."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client

from komandor.app.access import HOST, Actor
from komandor.app.codes import code_of
from komandor.app.handle import Refused
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.values import Step
from komandor.log.store import Person
from tests.support.event import Event
from tests.support.forms import Page
from tests.support.world import ORGANISER, World, client, opened, site_of

EWA = {"first": "Ewa", "last": "Nowa", "show": "short", "consent": "on", "command_id": "form"}
ZOSIA: Person = {"first": "Zofia", "last": "Tajna", "contact": "500 600 700"}


def desk(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


def undone(world: World) -> World:
    """The last thing is taken back."""
    return world.do(c.VoidEvents((world.t.version,), "typed twice"))


def test_a_form_that_is_filled_in_otherwise_is_another_form() -> None:
    world = opened()
    browser = desk(world)
    for name in ("Jan Pierwszy", "Ola Druga"):
        answer = browser.post("/c/cup/people/add", {"name": name, "command_id": "one", "seen": "1"})
        assert answer.status_code == 302, "what is said to be registered is registered"
    assert [world.store.people("cup")[n]["first"] for n in (7, 8)] == ["Jan", "Ola"]
    assert len(world.t.players) == 8
    version = world.t.version
    for seen in ("1", "2"):
        browser.post("/c/cup/people/1/fee", {"paid": "1", "command_id": "one", "seen": seen})
    assert world.t.version == version + 1, "the same form twice is done once"


def test_a_corrected_registration_of_the_same_form_says_that_it_was_sent_before() -> None:
    world = opened()
    phone = client(site_of(world))
    phone.get("/join/cup")
    phone.post("/join/cup", EWA)
    phone.post("/join/cup", EWA | {"last": "Nowak"})
    assert "You have already registered with this form" in phone.get("/m/cup/link").content.decode()
    assert len(world.t.players) == 7


def test_what_was_taken_back_is_not_said_to_be_done() -> None:
    world = opened()
    browser, form = desk(world), {"text": "Obiad o 13", "command_id": "one"}
    browser.post("/c/cup/screens", form)
    undone(world)
    answer = browser.post("/c/cup/screens", form)
    assert answer.status_code == 422
    assert "has been undone since" in answer.content.decode()
    undone(world)  # the undoing itself: the notice is there again
    version = world.t.version
    assert browser.post("/c/cup/screens", form).status_code == 302
    assert world.t.version == version


def test_every_face_is_told_that_a_command_was_taken_back() -> None:
    event = Event("armada")
    event.ask(c.PostNotice("lunch"), command_id="tap")
    event.do(c.VoidEvents((event.t.version,), "no lunch"))
    answer = event.ask(c.PostNotice("lunch"), command_id="tap")
    assert isinstance(answer, Refused)
    assert answer.refusal.reasons[0].code == "command.taken_back"


def test_the_link_of_a_registration_that_was_taken_back_opens_nobody_elses_seat() -> None:
    world = opened()
    phone = client(site_of(world))
    phone.get("/join/cup")
    phone.post("/join/cup", EWA)
    slip = code_of(world.store, "cup", 7)
    undone(world)
    assert phone.get("/m/cup/data").status_code == 403
    world.do(c.RegisterPlayer(), persons=(ZOSIA,))
    assert max(world.t.players) == 7, "the number is given again"
    assert phone.get("/m/cup/data").status_code == 403
    phone.post("/join/cup/claim", {"code": slip})
    assert phone.get("/m/cup/data").status_code == 403
    zosia = client(site_of(world), world.link(Actor("player", 7)))
    assert "500 600 700" in zosia.get("/m/cup/data").content.decode()


def test_the_link_of_an_appointment_that_was_taken_back_gives_no_other_role() -> None:
    world = opened()
    world.do(c.AppointStaff(("scorekeeper",)), persons=({"first": "Jan", "last": "Pomoc"},))
    scorekeeper = client(site_of(world), world.link(Actor("staff", 5)))
    assert scorekeeper.get("/c/cup/").status_code == 200
    undone(world)
    world.do(c.AppointStaff(("second_organiser",)), persons=({"first": "Ola", "last": "Druga"},))
    assert "organiser" in str(world.t.staff[max(world.t.staff)].roles)
    assert scorekeeper.get("/c/cup/staff").status_code == 403
    assert scorekeeper.get("/c/cup/").status_code == 403


def test_whoever_is_in_again_keeps_their_link() -> None:
    world = opened()
    world.do(c.RegisterPlayer(), persons=(ZOSIA,))
    zosia = client(site_of(world), world.link(Actor("player", 7)))
    undone(world)
    assert zosia.get("/m/cup/").status_code == 403
    undone(world)
    assert zosia.get("/m/cup/").status_code == 200


def test_nobody_is_brought_back_under_a_number_that_somebody_else_has() -> None:
    world = opened()
    world.do(c.RegisterPlayer(), persons=({"first": "Ewa", "last": "Nowa"},))
    undone(world)
    undo = world.t.version
    world.do(c.RegisterPlayer(), persons=(ZOSIA,))
    answer = world.ask(c.VoidEvents((undo,), "she came after all"))
    assert isinstance(answer, Refused)
    assert [(r.code, r.params["seq"]) for r in answer.refusal.reasons] == [("undo.in_the_way", undo + 1)]


@pytest.mark.parametrize("roles", [("marshal",), ("judge", "scorekeeper")])
def test_a_new_role_of_the_same_person_keeps_their_link(roles: tuple[str, ...]) -> None:
    world = opened("armada")
    undone(world.do(c.PostNotice("lunch")))
    judge = client(site_of(world), world.link(Actor("staff", 3)))
    world.do(c.AppointStaff(roles, 3))
    assert judge.get("/c/cup/").status_code == 200


def drawn(world: World) -> int:
    return sum(isinstance(event, e.RoundDrawn) for event in world.log)


@pytest.mark.parametrize("source", ["none", "dice"])
def test_a_draw_pressed_twice_is_one_draw(source: str) -> None:
    """Also if the second press comes when the round is drawn, or published, already."""
    world = opened().announce()
    browser = desk(world)
    forms = [{"code": "draw", "public_source": source, "step": "draw:1", "command_id": "one"}]
    forms += [{"code": "roll", "public": "3 5 1 6", "step": "roll:1", "command_id": "two"}] * (
        source == "dice"
    )
    for form in forms:
        assert [browser.post("/c/cup/step", form).status_code for _ in range(3)] == [302] * 3
    world.do(c.PublishRound())
    assert [browser.post("/c/cup/step", form).status_code for form in forms] == [302] * len(forms)
    assert (drawn(world), world.t.phase) == (1, "published")


@pytest.mark.parametrize("form", [{"code": "draw"}, {"code": "draw", "step": "draw:1"}, {"code": "roll"}])
def test_a_draw_on_an_old_page_takes_no_published_round_away(form: dict[str, str]) -> None:
    world = opened().announce().draw()
    browser = desk(world)
    assert browser.post("/c/cup/step", form).status_code == 422
    world.publish()
    answer = browser.post("/c/cup/step", form)
    assert answer.status_code == 422
    assert ("That step is already done" in answer.content.decode()) == ("step" in form)
    assert (drawn(world), world.t.phase) == (1, "published")


@pytest.mark.parametrize("code", ["draw", "start_clock", "close_round"])
def test_a_step_of_an_earlier_round_is_not_taken_in_the_next(code: Step) -> None:
    world = opened(players=4).announce().play_round().play_until(code)
    page = desk(world).get("/c/cup/").content.decode()
    form = {"code": code, "step": f"{code}:2"}
    assert all(f'name="{name}" value="{value}"' in page for name, value in form.items())
    version = world.t.version
    assert desk(world).post("/c/cup/step", {**form, "step": f"{code}:1"}).status_code == 422
    assert world.t.version == version
    assert desk(world).post("/c/cup/step", form).status_code == 302


def test_a_new_event_sent_again_is_one_event_and_filled_in_otherwise_another() -> None:
    world = opened()
    site = site_of(world)
    host = client(site, world.link(HOST))
    form = {"name": "Liga", "date": "2026-11-21", "event_kind": "league", "command_id": "one"}

    def sent(**more: str) -> str:
        return str(host.post("/new/destiny", {**form, **more})["Location"])

    with ThreadPoolExecutor(4) as presses:
        made = set(presses.map(lambda _: sent(), range(4)))
    assert len(made) == 1
    assert host.get(made.pop()).status_code == 200
    assert len(world.store.tournaments()) == 2
    sent(name="Liga II")
    sent(command_id="two")
    assert len(world.store.tournaments()) == 4


def test_a_name_sent_twice_by_a_page_without_scripts_is_one_player() -> None:
    world = opened()
    browser = desk(world)
    (form,) = (
        f
        for f in Page("/c/cup/people", browser.get("/c/cup/people").content.decode()).forms
        if "name" in f.fields
    )
    for _ in range(2):
        assert browser.post(form.action, {**form.fields, "name": "Jan Nowy"}).status_code == 302
    assert len(world.t.players) == 7
