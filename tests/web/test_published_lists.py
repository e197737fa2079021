"""Lists are hidden until the organiser publishes them; then anybody sees them, the decisions and factions."""

from pathlib import Path

import pytest

from komandor.app.access import Actor
from komandor.app.card_data import CardData, keep_catalogue
from komandor.app.queries.everybody.factions import factions_of, factions_view
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import DeckCheck
from tests.lists.made import LEGAL, catalogue
from tests.support.event import single, swiss
from tests.support.site import serving
from tests.support.world import JUDGE, ORGANISER, World, client, site_of

FLEET = LEGAL["armada"]
ILLEGAL = FLEET.replace("2 x X-wing Squadron (26)", "12 x X-wing Squadron (156)")
NAME = "Nazwisko Na Liście"


def played(data: Path) -> World:
    """One Swiss round of four: player 2 with an overridden list, player 4 without one; the cut is made."""
    world = World("armada", swiss(1), single(2), settings={"lists.required": True}).people(4)
    keep_catalogue(world.store, catalogue("armada"))
    world.ledger.cards = CardData(world.store)
    for number in (1, 2, 3):
        world.do(c.SubmitList(number, {"player": NAME}, ILLEGAL if number == 2 else FLEET))
    world.do(c.CheckList(2, "legal", "a slip of the pen")).announce()
    world.do(c.FreezeRound(despite_lists=(4,), reason="a late train")).do(c.DrawRound())
    return world.play_round().do(c.MakeCut())


@pytest.mark.rule("COM-LIST-5", "COM-MAT-6")
def test_nothing_of_a_list_is_public_before_and_everything_after(tmp_path: Path) -> None:
    world = played(tmp_path)
    with serving(site_of(world)) as served:
        get = served.client.get
        pages = "/t/cup/standings", "/t/cup/", "/t/cup/changes", "/t/cup/screen/standings"
        assert get("/t/cup/lists").status_code == 404
        assert not any("Rebel" in get(page).text for page in pages)
        world.do(c.PublishLists("all"))
        shown = get("/t/cup/lists", headers={"Accept-Language": "en"}).text
        assert all(
            text in shown for text in ("Corvette A", "a slip of the pen", "a late train", "AMB-G39", "<svg")
        )
        assert NAME not in shown, "a list names nobody in public"
        english = {"Accept-Language": "en"}
        for page in ("standings", "screen/standings"):
            assert "Rebel" in get(f"/t/cup/{page}", headers=english).text, page
        desk = client(site_of(world), world.link(ORGANISER))
        assert "Rebel" in desk.get("/c/cup/standings").content.decode()
        world.do(c.VoidEvents((world.t.version,), "too early"))
        assert get("/t/cup/lists").status_code == 404


def test_lists_of_the_cut_are_for_its_players(tmp_path: Path) -> None:
    world = played(tmp_path).do(c.PublishLists("cut")).start()
    inside = [n for n in world.t.stages[2].seeds if n]
    outside = next(n for n in (1, 2, 3, 4) if n not in inside)
    listed = [n for n in inside if world.t.players[n].lists]
    site = site_of(world)
    for owner in listed:
        other = next(n for n in inside if n != owner)
        path = f"/m/cup/list/{owner}"
        assert client(site, world.link(Actor("player", other))).get(path).status_code == 200
        assert client(site, world.link(Actor("player", outside))).get(path).status_code == 404
    assert listed


def test_factions_are_counted_by_matches_at_a_table(tmp_path: Path) -> None:
    world = played(tmp_path)
    assert factions_view(world.t) == ()
    world.do(c.PublishLists("all"))
    (rebels,) = factions_view(world.t)
    results = [m.result for m in world.t.matches.values() if m.result]
    ends = [s.outcome for result in results for s in result.scores if s.player != 4]
    assert (rebels.faction, rebels.players) == (("faction", "rebel"), 3)
    assert (rebels.wins, rebels.losses) == (ends.count("win"), len(ends) - ends.count("win"))
    assert factions_of(world.t, 4) == ()


def test_staff_see_the_factions_before_the_lists_are_public(tmp_path: Path) -> None:
    world = played(tmp_path)
    site = site_of(world)
    english = {"Accept-Language": "en"}
    page = client(site, world.link(ORGANISER)).get("/c/cup/lists", headers=english).content.decode()
    assert "Results by faction" in page
    assert "Only staff see this" in page
    assert client(site).get("/t/cup/lists", headers=english).status_code == 404
    world.do(c.PublishLists("all"))
    page = client(site, world.link(ORGANISER)).get("/c/cup/lists", headers=english).content.decode()
    assert "Results by faction" in page
    assert "Only staff see this" not in page


def test_a_deck_is_ticked_off_against_the_locked_list(tmp_path: Path) -> None:
    world = played(tmp_path)
    judge = client(site_of(world), world.link(JUDGE if 3 in world.t.staff else ORGANISER))
    page = judge.get("/j/cup/player/1/check", headers={"Accept-Language": "en"}).content.decode()
    assert 'name="has" value="ships.1" form="not-legal"' in page
    every = ["ships.0", "ships.1", *(f"upgrades.{n}" for n in range(3)), "commander.0", "squadrons.0"]
    every += [f"objectives.{n}" for n in range(3)]
    judge.post("/j/cup/player/1/check", {"legal": "0", "has": every, "note": "one is missing"})
    (check,) = world.t.deck_checks.values()
    assert isinstance(check, DeckCheck)
    assert "one is missing" in check.note
    assert check.note.endswith("X-wing Squadron")
