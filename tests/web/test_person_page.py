"""A person has a page, is found by a few letters, and many steps are undone with one reason."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.app.undo_targets import targets_after
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.web.server.site import Site
from tests.support.forms import Page
from tests.support.world import JUDGE, ORGANISER, SCOREKEEPER, World, client, opened, site_of


@pytest.fixture
def world() -> World:
    world = opened("armada", players=6).announce().play_round().start()
    world.do(c.GiveSanction(player=1, kind="warning", reason="powolna gra", category="other"), by=JUDGE)
    return world


def as_(world: World, site: Site, actor: Actor) -> Client:
    return client(site, world.link(actor))


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


def test_rounds_opponents_and_penalties_stand_there(world: World) -> None:
    site = site_of(world)
    page = text(as_(world, site, JUDGE).get("/c/cup/player/1"))
    first, second = (next(m for m in world.t.in_round(n) if 1 in m.players) for n in (1, 2))
    for match in (first, second):
        other = match.opponent(world.t.players[1].number)
        assert f"/c/cup/player/{other}" in page
        assert f"/c/cup/match/{match.number}" in page
    assert "powolna gra" in page
    assert "powolna gra" not in text(as_(world, site, SCOREKEEPER).get("/c/cup/player/1"))


def test_letters_find_a_person_a_table_and_an_action(world: World) -> None:
    desk = as_(world, site_of(world), ORGANISER)
    found = text(desk.get("/c/cup/find?q=gracz3"))
    assert "/c/cup/player/3" in found
    assert "/c/cup/player/3/drop" in found, "what can be done with the only person that fits"
    match = next(m for m in world.t.in_round(2) if m.table == 2)
    assert f"/c/cup/match/{match.number}" in text(desk.get("/c/cup/find?q=2"))
    assert 'href="/c/cup/settings"' in text(desk.get("/c/cup/find?q=edit", headers={"Accept-Language": "en"}))
    judge = as_(world, site_of(world), JUDGE)
    assert "/c/cup/player/3/drop" not in text(judge.get("/c/cup/find?q=gracz3"))


def test_one_reason_goes_back_over_many_steps(world: World) -> None:
    before = world.t.version
    there = (world.t.phase, len(world.t.matches))
    world.results()
    world.do(world.undo())  # a step that was taken back already stays taken back
    world.results()
    world.close()
    world.draw()
    desk = as_(world, site_of(world), ORGANISER)
    assert desk.get(f"/c/cup/back/{before}").status_code == 200
    done = desk.post(
        f"/c/cup/back/{before}", {"reason": "wrong round", "command_id": "b1", "seen": world.t.version}
    )
    assert done.status_code == 302
    assert (world.t.phase, len(world.t.matches)) == there
    assert not any(m.result for m in world.t.in_round(2))
    assert targets_after(world.ledger, "cup", world.t.version) == ()


def test_names_are_changed_in_the_preview_of_a_pasted_list(world: World) -> None:
    desk = as_(world, site_of(world), ORGANISER)
    form = {"text": "zofia dab <z@example.com>\nLista:\n", "command_id": "p1", "seen": world.t.version}
    shown = text(desk.post("/c/cup/people/bring", form))
    assert 'value="Zofia Dab"' in shown
    assert re.search(r'name="take" value="1"[^>]*checked', shown)
    assert not re.search(r'name="take" value="2"[^>]*checked', shown)


def test_a_changed_name_is_registered_with_its_contact() -> None:
    world = opened("armada", players=2)
    site = site_of(world)
    form = {
        "text": "zofia dab <z@example.com>\n",
        "do": "take",
        "take": "1",
        "name-1": "Zofia Dąb",
        "command_id": "p2",
        "seen": world.t.version,
    }
    assert as_(world, site, ORGANISER).post("/c/cup/people/bring", form).status_code == 302
    assert world.store.people("cup")[3] == {"first": "Zofia", "last": "Dąb", "contact": "z@example.com"}


@pytest.mark.rule("AMB-G46")
def test_the_organiser_gives_bonus_points_and_everybody_can_look_them_up() -> None:
    world = opened("armada", players=4, settings={"points.bonus": True}).announce().play_round()
    site = site_of(world)

    def public(path: str) -> str:
        shown, parts = site.pages.find(path) or (None, {})
        assert shown is not None
        return str(shown.render(site, "en", **parts))

    desk = as_(world, site, ORGANISER)
    page = desk.get("/c/cup/player/1")
    assert "Give bonus points" in text(page)
    assert "GiveBonus" not in text(as_(world, site, JUDGE).get("/c/cup/player/1"))
    form = next(one for one in Page("", text(page)).forms if one.action.endswith("/do/GiveBonus"))
    desk.post(form.action, form.fields | {"points": "3", "reason": "malowana flota"})
    assert world.t.players[PlayerNo(1)].bonuses[0].points == 3
    assert "malowana flota" in text(desk.get("/c/cup/player/1"))
    assert "malowana flota" in public("/t/cup/changes"), (
        "bonus_given is public: by_hand=always on its row in core/tournament/actions"
    )
