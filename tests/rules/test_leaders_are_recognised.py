"""Whoever runs a formal or championship event cannot play in it unrecognised."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from komandor.app.access import PUBLIC, Actor
from komandor.app.handle import Accepted, Answer, Refused
from komandor.cli.exits import OK, REFUSED
from komandor.core.tournament import commands as c
from tests.cli.terminal import Run
from tests.support.event import Event
from tests.support.world import ORGANISER, World, client, site_of

OLGA = {"first": "Olga", "last": "Órg-Łąka"}
JAN = {"first": "Jan", "last": "Sędzia"}
WRITTEN = [
    {"first": "Olga", "last": "Órg-Łąka"},
    {"first": "OLGA", "last": "org łąka"},
    {"first": "Org-Laka", "last": "Olga"},
    {"first": "", "last": "", "nick": "olga org laka"},
]


def formal(level: str = "formal", game: str = "armada", **more: object) -> Event:
    event = Event(game, organiser=OLGA, level=level, **more)
    return event.do(c.AppointStaff(("judge",)), persons=(JAN,))


def codes(answer: Answer) -> list[tuple[str, str | None]]:
    assert isinstance(answer, Refused), answer
    return [(r.code, r.rule) for r in answer.refusal.reasons]


@pytest.mark.rule("COM-PART-4")
@pytest.mark.parametrize("level", ["formal", "championship"])
@pytest.mark.parametrize("person", WRITTEN)
def test_the_organiser_is_recognised_by_name(level: str, person: Mapping[str, object]) -> None:
    event = formal(level)
    answer = event.ask(c.RegisterPlayer(), persons=(person,))
    assert codes(answer) == [("staff.same_name_leads", "COM-PART-4"), ("staff.level_forbids", "COM-PART-4")]
    assert isinstance(answer, Refused)
    assert answer.refusal.reasons[0].params["staff"] == 1
    assert not event.t.players


@pytest.mark.rule("COM-PART-4")
def test_another_person_of_the_same_name_plays_when_the_desk_says_so() -> None:
    event = formal()
    assert isinstance(event.ask(c.RegisterPlayer(), persons=(JAN,), namesake=True), Accepted)
    assert event.player(1).staff is None
    event.do(c.AmendPlayer(1, {"groups": ("van",)}), persons=({**JAN, "club": "Orzeł"},))
    event.do(c.AppointStaff(("judge", "scorekeeper"), 2), persons=(JAN,))
    assert isinstance(event.ask(c.RegisterPlayer(), persons=({"first": "Ewa", "last": "Żak"},)), Accepted)


@pytest.mark.rule("COM-PART-4")
def test_a_player_does_not_become_a_leader_by_appointment_or_by_a_new_name() -> None:
    event = formal().do(c.RegisterPlayer(), persons=({"first": "Ewa", "last": "Żak"},))
    appointed = event.ask(c.AppointStaff(("judge",)), persons=({"first": "ewa", "last": "zak"},))
    assert codes(appointed)[0] == ("staff.same_name_plays", "COM-PART-4")
    for command in (c.AmendPlayer(1, {}), c.ChangePerson(1)):
        assert codes(event.ask(command, persons=(JAN,)))[0] == ("staff.same_name_leads", "COM-PART-4")
    event.do(c.AppointStaff(("scorekeeper",)), persons=({"first": "Ewa", "last": "Żak"},))
    promoted = event.ask(c.AppointStaff(("judge",), 3), persons=({"first": "Ewa", "last": "Żak"},))
    assert codes(promoted)[0] == ("staff.same_name_plays", "COM-PART-4")


@pytest.mark.rule("COM-PART-4")
def test_late_entry_and_teams_are_no_way_in() -> None:
    event = formal(settings={"registration.late_entry": True}).register(4).announce().start()
    assert codes(event.ask(c.EnterLate("losses"), persons=(OLGA,)))[0][1] == "COM-PART-4"
    teams = Event("star-wars-lcg", organiser=OLGA, event_kind="regional", level="formal", teams=True)
    both = {"members": [{"first": "Ewa", "last": "Żak"}, OLGA]}
    assert codes(teams.ask(c.RegisterPlayer(members=2), persons=(both,)))[0][1] == "SWL-PART-2"


@pytest.mark.rule("COM-PART-1", "COM-PART-2")
def test_at_a_casual_event_a_leader_who_plays_needs_a_substitute_however_registered() -> None:
    alone = Event("armada", organiser=OLGA)
    assert codes(alone.ask(c.RegisterPlayer(), persons=(OLGA,)))[1] == (
        "staff.no_other_leader",
        "COM-PART-1",
    )
    event = formal("casual").do(c.RegisterPlayer(), persons=(OLGA,)).register(3).announce()
    assert event.player(1).staff == 1
    event.refused(c.FreezeRound(), "staff.substitute_not_named", "COM-PART-2")


@pytest.mark.rule("COM-PART-4")
def test_by_phone_a_leaders_name_is_answered_like_any_other_and_round_1_waits_for_the_desk() -> None:
    event = formal().do(c.RegisterPlayer(), persons=({"first": "Ewa", "last": "Żak"},))
    assert isinstance(event.ask(c.RegisterPlayer(), by=PUBLIC, persons=(OLGA,)), Accepted)
    event.register(2).announce()
    refused = [("staff.same_name_plays", "COM-PART-4"), ("staff.level_forbids", "COM-PART-4")]
    assert codes(event.ask(c.FreezeRound())) == refused
    renamed = event.ask(c.ChangePerson(2), by=Actor("player", 2), persons=({"first": "Iga", "last": "Nowa"},))
    assert isinstance(renamed, Accepted)
    assert isinstance(event.ask(c.ChangePerson(2), by=Actor("player", 2), persons=(OLGA,)), Accepted)
    assert codes(event.ask(c.FreezeRound())) == refused
    assert isinstance(event.ask(c.FreezeRound(), namesake=True), Accepted)


@pytest.mark.rule("COM-PART-4")
def test_whom_the_desk_has_seen_to_is_not_asked_about_again() -> None:
    event = formal().register(3)
    event.do(c.RegisterPlayer(), by=PUBLIC, persons=(OLGA,))
    event.do(c.AmendPlayer(4, {}), persons=(OLGA,)).announce()
    assert isinstance(event.ask(c.FreezeRound()), Accepted)


NEW = {"show": "short", "consent": "on"}


@pytest.fixture
def world() -> World:
    return World("armada", organiser=OLGA, level="formal").people(2)


@pytest.mark.rule("COM-PART-4")
def test_the_phone_answers_a_registered_name_like_any_other(world: World) -> None:
    stranger = client(site_of(world))
    person = world.store.people("cup")[1]
    assert stranger.post("/join/cup", {**NEW, **person, "command_id": "one"}).status_code == 302
    page = client(site_of(world)).post("/join/cup", {**NEW, **OLGA, "another": "on", "command_id": "two"})
    assert page.status_code == 302
    assert len(world.t.players) == 4


@pytest.mark.rule("COM-PART-4")
def test_the_desk_is_asked_at_the_draw_about_a_leaders_name_from_a_phone(world: World) -> None:
    client(site_of(world)).post("/join/cup", {**NEW, **OLGA})
    world.register(2).announce()
    desk = client(site_of(world), world.link(ORGANISER))
    asked = desk.post("/c/cup/step", {"code": "draw", "seen": world.t.version}).content.decode()
    assert 'name="another"' in asked
    assert not world.t.rounds
    desk.post("/c/cup/step", {"code": "draw", "seen": world.t.version, "another": "1"})
    assert world.t.rounds


@pytest.mark.rule("COM-PART-4")
def test_the_desk_is_asked_and_can_answer(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    asked = desk.post("/c/cup/people/add", {"name": "olga org-laka"}).content.decode()
    assert "COM-PART-4" in asked
    assert 'name="another"' in asked
    assert "Olga Órg-Łąka" in asked
    desk.post("/c/cup/people/add", {"name": "olga org-laka", "another": "1"})
    assert len(world.t.players) == 3


@pytest.mark.rule("COM-PART-4")
def test_a_pasted_list_marks_a_leader_and_leaves_the_line_out(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    preview = desk.post("/c/cup/people/bring", {"text": "Ewa Lis\nÓrg-Łąka, Olga"}).content.decode()
    assert preview.count(" checked>") == 1
    assert "COM-PART-4" in preview


@pytest.mark.rule("COM-PART-4")
def test_the_staff_page_asks_before_a_player_leads(world: World) -> None:
    desk, name = client(site_of(world), world.link(ORGANISER)), "Anna Kowalska"
    assert (world.store.people("cup")[1]["first"], world.store.people("cup")[1]["last"]) == tuple(
        name.split()
    )
    post = {"name": name, "roles": "judge", "do": "appoint"}
    asked = desk.post("/c/cup/staff", post).content.decode()
    assert "COM-PART-4" in asked
    assert 'name="another"' in asked
    assert len(world.t.staff) == 1
    desk.post("/c/cup/staff", post | {"another": "1"})
    assert len(world.t.staff) == 2


@pytest.mark.rule("COM-PART-4")
def test_the_terminal_recognises_a_leader_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(tmp_path, capsys)
    about = ("--game", "armada", "--name", "Cup", "--date", "2026-11-15", "--level", "formal")
    run.event("new", *about, "--organiser", "Olga Org")
    code, _, error = run("event", "register", "Ewa Żak", "olga org")
    assert code == REFUSED
    assert error.startswith("COM-PART-4: Olga Org")
    run.event("register", "Olga Org", "--another-person")
    run.event("register", "Ewa Żak")
    assert run("event", "staff", "Ewa Żak", "--role", "judge")[0] == REFUSED
    assert run("event", "do", "appoint-staff", "--roles", "judge", "--name", "Ewa Żak")[0] == REFUSED
    assert run("event", "staff", "Ewa Żak", "--role", "judge", "--another-person")[0] == OK
