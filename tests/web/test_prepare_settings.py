"""Every choice about an event can be made on its page, and after the announcement never silently."""

import re

import pytest
from django.test import Client

from komandor.core.games import GAMES
from komandor.core.games.settings import settings_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventChanged
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.values import StagePlan
from komandor.rulebook import ambiguity, rule
from tests.support.forms import Page
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of

PAGE = "/c/cup/settings"


def desk(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


@pytest.mark.parametrize("game", [g.data.id for g in GAMES])
def test_every_setting_of_the_game_is_there_with_its_passage(game: str) -> None:
    world = opened(game)
    page = desk(world).get(PAGE).content.decode()
    for one in settings_of(rules(world.t)):
        open_ = len(one.choices) != 1
        assert (f'name="set.{one.key}"' in page) == open_, "only what leaves a choice"
        assert ambiguity(one.ambiguity) or rule(one.ambiguity)
        assert (f"/rules/{one.ambiguity}" if open_ else one.ambiguity) in page


@pytest.mark.rule("IA-MAP-2")
def test_missions_are_changed_with_a_reason_once_a_round_is_played() -> None:
    world = opened("imperial-assault", level="casual").start()
    browser = desk(world)
    form = next(f for f in Page(PAGE, browser.get(PAGE).content.decode()).forms if f.id == "missions")
    assert "reason" in form.fields
    pool = "\n".join((*world.t.missions, "Nowa mapa"))
    answer = browser.post(PAGE, form.fields | {"missions": pool, "reason": "jedna mapa się zgubiła"})
    assert answer.status_code == 302
    assert "Nowa mapa" in world.t.missions


def test_only_what_differs_is_written() -> None:
    world = opened("armada")
    browser = desk(world)
    values = {
        "part": "readings",
        "set.registration.late_entry": "2",
        "set.armada.missed_round_tp": "3",
        "set.lists.required": "1",
    }
    browser.post(PAGE, values)
    (changed,) = (x for x in world.log if isinstance(x, EventChanged))
    assert changed.changes == {"settings": {"registration.late_entry": "yes", "armada.missed_round_tp": 3}}


def test_a_value_out_of_range_is_refused_and_stays_in_its_field() -> None:
    world = opened("armada")
    answer = desk(world).post(PAGE, {"part": "readings", "set.armada.missed_round_tp": "77"})
    assert answer.status_code == 422
    assert 'value="77"' in answer.content.decode()
    assert settings(world.t)["armada.missed_round_tp"] == 0


@pytest.mark.rule("COM-STRUCT-4")
def test_stages_of_a_custom_structure() -> None:
    world = opened("armada")
    stages = {
        "stage.0.kind": "swiss",
        "stage.0.rounds": "3",
        "stage.1.kind": "swiss",
        "stage.1.rounds": "2",
        "stage.1.cut": "16",
        "stage.2.kind": "single",
        "stage.2.cut": "4",
    }
    desk(world).post(PAGE, {"part": "structure", "structure": "custom", **stages})
    wanted = (StagePlan("swiss", 3), StagePlan("swiss", 2, 16), StagePlan("single", 0, 4))
    assert (world.t.structure, world.t.custom) == ("custom", wanted)


@pytest.mark.rule("COM-TIME-1", "SWL-ROUND-2")
def test_minutes_stay_inside_the_document_and_go_back_to_it() -> None:
    world = opened("star-wars-lcg")
    browser = desk(world)
    assert browser.post(PAGE, {"part": "minutes", "minutes.swiss": "120"}).status_code == 422
    browser.post(PAGE, {"part": "minutes", "minutes.swiss": "65"})
    assert world.t.minutes["swiss"] == 65
    browser.post(PAGE, {"part": "minutes", "minutes.swiss": ""})
    assert world.t.minutes["swiss"] == 70


@pytest.mark.rule("COM-PREP-3")
def test_during_the_event_a_change_needs_its_reason_and_is_marked() -> None:
    world = opened("armada").start()
    browser = desk(world)
    change = {"part": "minutes", "minutes.swiss": "120"}
    assert browser.post(PAGE, change).status_code == 422
    assert browser.post(PAGE, {**change, "reason": "the hall closes early"}).status_code == 302
    changed = world.log[-1]
    assert isinstance(changed, EventChanged)
    assert (changed.reason, changed.exception) == ("the hall closes early", True)


@pytest.mark.rule("COM-GEN-5")
def test_the_outline_is_attached_and_notices_go_up_and_down() -> None:
    world = opened("armada")
    browser = desk(world)
    browser.post(PAGE, {"part": "outline", "text": "Prizes for all", "overrides": "COM-TIME-1"})
    browser.post(PAGE, {"part": "notice", "text": "Lunch at noon"})
    assert (world.t.outline, world.t.notices[1]) == ("Prizes for all", "Lunch at noon")
    browser.post(PAGE, {"part": "notice", "withdraw": "1"})
    assert world.t.notices[1] == ""


@pytest.mark.rule("IA-MAP-1")
def test_the_page_says_that_the_pool_is_not_yet_in_force() -> None:
    """Only while the event is before the day on which the pool begins."""
    world = opened("imperial-assault")
    said = "Not yet in force on the day of this event"
    assert said not in desk(world).get(PAGE).content.decode()
    world.do(c.ChangeEvent({"settings": {"ia.pool_valid_from": "2099-11-01"}}))
    assert said in desk(world).get(PAGE).content.decode()


@pytest.mark.rule("DES-ELIM-2")
@pytest.mark.parametrize(("structure", "idle"), [("basic", True), ("advanced", True), ("custom", False)])
def test_a_choice_that_the_structure_makes_itself_is_marked(structure: str, idle: bool) -> None:
    """Whether a knock-out match is one game is a question of custom structures only."""
    page = desk(opened("destiny", structure=structure)).get(PAGE).content.decode()
    row = page[page.index('for="set-destiny.knockout_best_of"') :].partition("</details>")[0]
    assert ("Has no effect in this structure" in row) is idle
    assert page.count("Has no effect in this structure") == idle


def test_the_pool_of_missions() -> None:
    world = opened("imperial-assault")
    first = world.t.missions[:2]
    desk(world).post(PAGE, {"part": "missions", "missions": "\n".join([*first, "", first[0]])})
    assert world.t.missions == first


def test_checklists_are_ticked_by_all_staff() -> None:
    world = opened("armada")
    judge = client(site_of(world), world.link(JUDGE))
    item = "materials.COM-MAT-1"
    judge.post("/c/cup/checklists?done=1", {"item": item})
    assert world.t.ticked[item]
    judge.post("/c/cup/checklists?done=0", {"item": item})
    judge.post("/c/cup/checklists?done=1", {"item": "no such thing"})
    assert world.t.ticked == {item: False}


@pytest.mark.rule("COM-PART-4")
def test_a_leader_who_may_not_play_is_told_why() -> None:
    world = opened("armada", level="championship")
    browser = desk(world)
    assert "COM-PART-4" in browser.get("/c/cup/staff").content.decode()
    assert browser.post("/c/cup/staff", {"do": "play", "staff": "3"}).status_code == 422


def test_a_dismissed_judge_has_no_link_any_more() -> None:
    world = opened("armada")
    token = world.link(JUDGE)
    desk(world).post("/c/cup/staff", {"do": "dismiss", "staff": "3"})
    assert world.t.staff[3].dismissed
    assert client(site_of(world), token).get("/c/cup/lists").status_code == 403


def test_a_copy_brings_everything_but_the_people() -> None:
    from komandor.app.access import HOST

    world = opened("imperial-assault")
    world.do(
        c.ChangeEvent(
            {"settings": {"registration.late_entry": "yes"}, "minutes": {"swiss": 70}, "tables": "5-20"}
        )
    )
    host = client(site_of(world), world.link(HOST))
    shown = host.get("/new/imperial-assault?copy=cup").content.decode()
    (source,) = re.findall(r'name="copy" value="([^"]*)"', shown)
    assert 'name="copy"' not in host.get("/new/imperial-assault").content.decode()
    form = {
        "name": "Second",
        "copy": source,
        "structure": "basic",
        "event_kind": "store",
        "level": "casual",
        "tables": "5-20",
        "command_id": "copy-1",
    }
    made = host.post("/new/imperial-assault", form)
    twin = world.ledger.load(made.headers["Location"].split("/")[2]).state
    assert (twin.name, twin.tables, twin.minutes, twin.settings) == (
        "Second",
        "5-20",
        world.t.minutes,
        world.t.settings,
    )
    assert (twin.missions, dict(twin.players)) == (world.t.missions, {})


def test_every_form_of_a_page_has_a_command_id_of_its_own() -> None:
    page = desk(opened("armada")).get("/c/cup/settings").content.decode()
    ids = re.findall(r'name="command_id" value="([^"]+)"', page)
    assert len(ids) > 5
    assert len(set(ids)) == len(ids)
