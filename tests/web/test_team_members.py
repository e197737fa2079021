"""Two against two: wherever a pair is shown, it says who plays in a team that has a name of its own."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.log.store import Person
from tests.support.event import swiss
from tests.support.world import ORGANISER, World, client, site_of

PEOPLE = ("Anna Kowalska", "Jan Bąk", "Ewa Lis", "Ola Mak", "Iza Rak", "Jerzy Sum", "Adam Kos", "Piotr Wilk")


def team(number: int, name: str) -> Person:
    two = [
        dict(zip(("first", "last"), who.split(), strict=True)) for who in PEOPLE[2 * number : 2 * number + 2]
    ]
    return {"members": two, **({"team": name} if name else {})}


@pytest.fixture(scope="module")
def world() -> World:
    world = World("star-wars-lcg", swiss(2), teams=True)
    teams = tuple(team(n, name) for n, name in enumerate(("Rekiny", "Sowy", "Żbiki", "")))
    world.do(c.AppointStaff(("judge",)), persons=({"first": "Julia", "last": "Pomoc"},))
    return world.do(*(c.RegisterPlayer(members=2) for _ in teams), persons=teams).announce().start()


@pytest.mark.parametrize("tail", ["", "pairings", "pairings/tables", "players", "screen/pairings"])
def test_public_pages_and_the_wall_name_the_members_in_short(world: World, tail: str) -> None:
    site = site_of(world)
    page, parts = site.pages.find(f"/t/cup/{tail}") or (None, {})
    assert page is not None
    text = str(page.render(site, "en", **parts))
    assert "Anna K. + Jan B." in text
    assert "Kowalska" not in text


def test_a_phone_names_the_people_of_the_other_team(world: World) -> None:
    match = next(m for m in world.t.in_round(1) if 1 in m.players)
    other = match.opponent(next(n for n in match.players if n == 1))
    page = client(site_of(world), world.link(Actor("player", other))).get("/m/cup/").content.decode()
    assert "Rekiny" in page
    assert "Anna K. + Jan B." in page


def test_the_judge_sees_them_in_full_and_the_paper_slip_in_short(world: World) -> None:
    site = site_of(world)
    match = next(m for m in world.t.in_round(1) if 1 in m.players)
    judge = client(site, world.link(Actor("staff", 2)))
    desk = client(site, world.link(ORGANISER))
    assert "Anna Kowalska + Jan Bąk" in judge.get(f"/j/cup/match/{match.number}").content.decode()
    assert "Anna K. + Jan B." in desk.get("/c/cup/print/slips").content.decode()


def test_a_team_reports_as_we(world: World) -> None:
    phone = client(site_of(world), world.link(Actor("player", 1)))
    page = phone.get("/m/cup/report").content.decode()
    assert ">We do<" in page.replace("\n", "")
    assert ">Me<" not in page.replace("\n", "")


def test_settings_of_two_against_two_open_and_ask_for_no_knockout_minutes(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.get("/c/cup/settings")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'name="minutes.swiss"' in page
    assert 'name="minutes.knockout"' not in page
    form = {"part": "minutes", "minutes.knockout": "40", "reason": "x"}
    assert desk.post("/c/cup/settings", form).status_code < 500


def test_a_team_that_comes_late_is_two_people_whose_names_are_shortened() -> None:
    late = {"registration.late_entry": True}
    world = World("star-wars-lcg", swiss(2), teams=True, settings=late).register(4).announce().start()
    desk = client(site_of(world), world.link(ORGANISER))
    alone = desk.post("/c/cup/late", {"name": "Zofia Nowak", "choice": "losses"})
    assert (alone.status_code, len(world.t.players)) == (422, 4)
    assert desk.post("/c/cup/late", {"name": "Zofia Nowak + Jan Bąk", "choice": "losses"}).status_code == 302
    assert world.store.people("cup")[5] == {
        "members": [{"first": "Zofia", "last": "Nowak"}, {"first": "Jan", "last": "Bąk"}]
    }
