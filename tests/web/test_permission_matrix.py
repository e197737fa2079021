"""Every route × role × own or other event lets in exactly whom the table names, and none of them breaks."""

from pathlib import Path

import pytest
from django.test import Client

from komandor.app.access import HOST, Actor
from komandor.app.identity import revoke
from komandor.core.tournament import commands as c
from komandor.web import permissions
from komandor.web.permissions import Row, Whose, table
from komandor.web.routes import ROLES
from tests.support.doors import address, copied, field_names
from tests.support.world import (
    JUDGE,
    MARSHAL,
    ORGANISER,
    SCOREKEEPER,
    World,
    busy,
    client,
    opened,
    running,
    site_of,
)

SEATS = {
    "player": Actor("player", 1), "judge": JUDGE, "marshal": MARSHAL, "scorekeeper": SCOREKEEPER,
    "organiser": ORGANISER, "host": HOST,
}  # fmt: skip
ROWS = table()
WRITES = [row for row in ROWS if "POST" in row.route.methods]
HOSTILE = (
    "9" * 5000,
    "9" * 99,
    "-1",
    "\x00",
    "²",
    "١٢",
    "\ud7ff\uffff\u202e",
    "a" * 30_000,
    "<script>\"'{{7*7}}",
    "../../etc",
    "[]",
)


@pytest.fixture(scope="module")
def world() -> World:
    """Two events, both in full swing; everybody's seat is at the first."""
    first = busy(running(opened(id="cup")))
    busy(running(opened(id="other", store=first.store)))
    return first


@pytest.fixture(scope="module")
def links(world: World) -> dict[str, str]:
    return {role: world.link(actor) for role, actor in SEATS.items()}


def browser(world: World, links: dict[str, str], role: str) -> Client:
    return client(site_of(world), *([links[role]] if role in links else []))


def judged(row: Row, role: str, whose: Whose, method: str, status: int) -> str:
    """What is wrong with this answer, or nothing."""
    where = f"{method} {permissions.path_of(row.route)} as {role}, {whose} event: {status}"
    if status >= 500:
        return where
    if method not in row.route.methods:
        return "" if status == 405 else where
    return "" if (status == 403) != row.allows(role, whose) else where


@pytest.mark.parametrize("whose", ["own", "other"])
@pytest.mark.parametrize("role", ROLES)
def test_each_door(world: World, links: dict[str, str], role: str, whose: Whose) -> None:
    tournament = "cup" if whose == "own" else "other"
    wrong, reader = [], browser(world, links, role)
    for row in ROWS:
        where = address(row.route, tournament)
        wrong.append(judged(row, role, whose, "GET", reader.get(where).status_code))
        allowed = "POST" in row.route.methods and row.allows(role, whose)
        own = copied(world, ("other",)) if allowed else world
        before = world.store.version(tournament)
        wrong.append(judged(row, role, whose, "POST", browser(own, links, role).post(where).status_code))
        assert world.store.version(tournament) == before, where
    assert [w for w in wrong if w] == []


def test_every_route_names_its_people_and_seats_open_only_events() -> None:
    for row in ROWS:
        assert row.route.who, row.route.path
        assert row.event or set(row.route.who) <= {"public", "host"}, f"nobody can open {row.route.path}"


def test_no_event_route_is_open_to_all_for_writing_but_the_known_ones() -> None:
    open_writes = {r.route.name for r in WRITES if r.event and "public" in r.route.who}
    assert open_writes <= {"join", "claim", "report-incident"}


@pytest.mark.parametrize("value", HOSTILE, ids=lambda v: repr(v[:8]))
def test_hostile_input_breaks_nothing(world: World, links: dict[str, str], value: str) -> None:
    """Every field that any view reads holds the same nonsense; the answer is a page, never a failure."""
    fields = dict.fromkeys(field_names(), value)
    site = site_of(copied(world, ("other",)))
    everybody = client(site, *links.values())
    wrong = []
    for row in ROWS:
        where = address(row.route)
        query = {k: v[:200] for k, v in fields.items()}
        for method in row.route.methods:
            own = everybody
            if method == "POST":
                own = client(site_of(copied(world, ("other",))), *links.values())
            answer = own.get(where, query) if method == "GET" else own.post(where, fields)
            if answer.status_code >= 500:
                wrong.append(f"{method} {where}")
    assert wrong == []


def test_a_form_without_its_token_changes_nothing(world: World, links: dict[str, str]) -> None:
    site = site_of(world)
    before = world.store.version("cup")
    strict = client(site, *links.values(), csrf=True)
    wrong = [row.route.path for row in WRITES if strict.post(address(row.route)).status_code != 403]
    assert wrong == []
    assert world.store.version("cup") == before


def test_a_revoked_link_is_dead_at_once(world: World, links: dict[str, str]) -> None:
    own = copied(world)
    judge = browser(own, links, "judge")
    assert judge.get("/j/cup/").status_code == 200
    assert revoke(own.store, "cup", JUDGE) == 1
    assert judge.get("/j/cup/").status_code == 403
    assert judge.get(f"/s/{links['judge']}").status_code == 404


def test_dismissed_staff_are_strangers_at_once(world: World, links: dict[str, str]) -> None:
    own = copied(world)
    own.do(c.DismissStaff(3))
    judge = browser(own, links, "judge")
    wrong = [
        row.route.path
        for row in ROWS
        if row.event
        and not row.allows("public", "own")
        and judge.get(address(row.route)).status_code not in (403, 405)
    ]
    assert wrong == []


@pytest.mark.rule("COM-ROLE-9")
def test_off_duty_staff_change_nothing_but_their_duty(world: World, links: dict[str, str]) -> None:
    own = copied(world)
    own.do(c.SetDuty(3, False), JUDGE)
    before = own.store.version("cup")
    free = {"judge-duty", "judge-incidents", "report-incident"}
    judge = browser(own, links, "judge")
    for row in WRITES:
        if row.event and row.allows("judge", "own") and row.route.name not in free:
            judge.post(address(row.route), {"minutes": "5", "text": "x", "reason": "x", "kind": "warning"})
            assert own.store.version("cup") == before, row.route.path


def test_a_wrong_link_can_be_tried_only_so_often(world: World) -> None:
    own = copied(world)
    stranger = client(site_of(own))
    answers = [stranger.get(f"/s/{n:022d}").status_code for n in range(1201)]  # the minute may turn once
    assert answers[0] == 404
    assert 429 in answers
    assert stranger.get(f"/s/{own.link(JUDGE)}").status_code == 302


def test_the_page_in_the_documentation_is_fresh() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "permissions.md"
    assert page.read_text(encoding="utf-8") == permissions.page(), (
        "run: python -m komandor.web.permissions " + str(page)
    )
