"""Sanctions, deck checks, components, proxies, incidents: recorded by the rules, effects shown first."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client, opened, site_of


def staff(world: World, actor: Actor = JUDGE) -> Client:
    return client(site_of(world), world.link(actor))


@pytest.fixture
def lcg() -> World:
    return opened().start()


@pytest.fixture
def armada() -> World:
    return opened("armada").start()


@pytest.mark.rule("COM-COND-8")
def test_a_match_loss_shows_the_standings_before_it_is_given(lcg: World) -> None:
    a = lcg.t.matches[1].a
    shown = staff(lcg).get(f"/j/cup/player/{a}/sanction?kind=match_loss").content.decode()
    assert "What happens" in shown
    assert lcg.t.matches[1].result is None
    done = staff(lcg).post(
        f"/j/cup/player/{a}/sanction", {"kind": "match_loss", "reason": "cards up the sleeve"}
    )
    assert done.status_code == 302
    result = lcg.t.matches[1].result
    assert result is not None
    assert result.winner == lcg.t.matches[1].b


@pytest.mark.rule("COM-ROLE-8")
def test_a_marshal_recommends_and_the_organiser_decides(armada: World) -> None:
    marshal = staff(armada, MARSHAL)
    page = marshal.get("/j/cup/player/1/sanction").content.decode()
    assert "kind=disqualification" not in page
    assert "kind=recommend" in page
    bare = marshal.post("/j/cup/player/1/sanction", {"kind": "disqualification", "reason": "x"})
    assert bare.status_code == 422
    assert armada.t.players[1].active
    assert (
        marshal.post("/j/cup/player/1/sanction", {"kind": "recommend", "reason": "hit him"}).status_code
        == 302
    )
    assert armada.t.recommendations == {1: "hit him"}
    assert "/c/cup/player/1/disqualify" in staff(armada, ORGANISER).get("/j/cup/").content.decode()


@pytest.mark.rule("SWL-SANC-3", "COM-COND-7")
def test_in_the_card_game_a_judge_disqualifies(lcg: World) -> None:
    wish = {"kind": "disqualification", "reason": "marked cards", "category": "tampering"}
    assert staff(lcg).post("/j/cup/player/1/sanction", wish).status_code == 302
    assert lcg.t.players[1].status == "disqualified"
    assert lcg.t.sanctions[1].category == "tampering"


def test_points_are_taken_only_when_said_how_many(lcg: World) -> None:
    wish = {"kind": "points", "reason": "stalling"}
    assert staff(lcg).post("/j/cup/player/1/sanction", wish).status_code == 422
    assert staff(lcg).post("/j/cup/player/1/sanction", wish | {"points": "2"}).status_code == 302
    assert lcg.t.sanctions[1].points == 2


@pytest.mark.rule("SWL-CHECK-1", "SWL-CHECK-2")
def test_an_illegal_deck_annuls_the_result_and_leads_to_the_new_one(lcg: World) -> None:
    a = lcg.t.matches[1].a
    lcg.do(lcg.won(a))
    judge = staff(lcg)
    assert judge.post("/j/cup/checks/draw", {"count": "2"}).status_code == 302
    wish = {"legal": "0", "match": "1", "removed": "a fourth copy", "sanction": "warning"}
    done = judge.post(f"/j/cup/player/{a}/check", wish)
    assert done["Location"] == "/c/cup/match/1"
    assert lcg.t.matches[1].result is None
    assert lcg.t.sanctions[1].kind == "warning"


@pytest.mark.rule("SWL-CHECK-3")
def test_a_deck_beyond_repair_ends_the_day(lcg: World) -> None:
    a = lcg.t.matches[1].a
    staff(lcg).post(f"/j/cup/player/{a}/check", {"legal": "0", "mendable": "0", "note": "twenty short"})
    assert lcg.t.players[a].status == "left"


@pytest.mark.rule("COM-LOST-3")
def test_the_form_for_a_lost_card_knows_the_most_minutes_that_can_be_given(armada: World) -> None:
    judge, wish = staff(armada), {"player": armada.t.matches[1].a, "kind": "lost", "what": "Tarkin"}
    page = judge.get("/j/cup/components").content.decode()
    (most,) = re.findall(r'<input[^>]*name="minutes"[^>]* max="(\d+)"', page)
    more = judge.post("/j/cup/components", wish | {"minutes": str(int(most) + 1)})
    assert more.status_code == 422
    assert f"enter a whole number from 0 to {most}." in more.content.decode()
    assert judge.post("/j/cup/components", wish | {"minutes": most}).status_code == 302


@pytest.mark.rule("COM-LOST-3", "COM-LOST-4")
def test_a_lost_card_has_its_minutes_and_then_the_game_is_conceded(armada: World) -> None:
    a, judge = armada.t.matches[1].a, staff(armada)
    wish = {"player": a, "kind": "lost", "category": "card", "what": "Tarkin", "minutes": "5"}
    assert judge.post("/j/cup/components", wish).status_code == 302
    assert armada.t.matches[1].extension == 5
    page = judge.get("/j/cup/components").content.decode()
    assert "Tarkin" in page
    assert "data-clock" in page
    assert "proxy" not in judge.get("/j/cup/component/1").content.decode().split("<main")[1].split("way")[1]
    assert judge.post("/j/cup/component/1", {"resolution": "conceded"}).status_code == 422
    points = {"scores.a": "20", "scores.b": "30"}
    assert judge.post("/j/cup/component/1", {"resolution": "conceded", **points}).status_code == 302
    result = armada.t.matches[1].result
    assert result is not None
    assert result.winner == armada.t.matches[1].b


@pytest.mark.rule("COM-LOST-8", "COM-LOST-9")
def test_a_proxy_prints_its_four_fields_and_is_only_for_a_damaged_card(armada: World) -> None:
    judge = client(site_of(armada), armada.link(ORGANISER))
    damaged = {"player": 1, "kind": "damaged", "category": "card", "what": "Howl", "minutes": "0"}
    judge.post("/j/cup/components", damaged)
    wish = {
        "component": 1,
        "card": "Howlrunner",
        "unreadable": "speed 4",
        "maker": "Julia",
        "date": "2026-11-14",
    }
    assert judge.post("/j/cup/proxies", wish | {"maker": ""}).status_code == 422
    done = judge.post("/j/cup/proxies", wish)
    paper = judge.get(done["Location"]).content.decode()
    assert all(word in paper for word in ("Howlrunner", "speed 4", "Julia", "2026-11-14"))
    lost = {"player": 1, "kind": "lost", "category": "card", "what": "X", "minutes": "0"}
    judge.post("/j/cup/components", lost)
    assert judge.post("/j/cup/component/2", {"resolution": "proxy"}).status_code == 422


@pytest.mark.rule("COM-ROLE-17", "SWL-COND-4")
def test_anybody_reports_an_incident_and_staff_read_it(lcg: World) -> None:
    stranger = client(site_of(lcg))
    wish = {"text": "table 2 signals with fingers", "table": "2", "category": "collusion"}
    assert stranger.post("/t/cup/report", wish).status_code == 302
    page = staff(lcg).get("/j/cup/incidents").content.decode()
    assert "signals with fingers" in page
    assert "collusion" in page
    assert stranger.get("/j/cup/incidents").status_code == 403
    assert stranger.post("/t/cup/report", {"text": " "}).status_code == 422


def test_a_report_names_nobody(lcg: World) -> None:
    client(site_of(lcg), lcg.link(Actor("player", 1))).post("/t/cup/report", {"text": "my opponent peeks"})
    assert lcg.store.read("cup")[-1].by == "public"


def test_sixth_report_from_one_browser_waits(lcg: World) -> None:
    stranger = client(site_of(lcg))
    stranger.get("/t/cup/report")
    answers = [stranger.post("/t/cup/report", {"text": f"again {n}"}) for n in range(6)]
    assert [a.status_code for a in answers] == [302] * 5 + [429]
    assert answers[-1]["Retry-After"] == "600"
    assert client(site_of(lcg)).post("/t/cup/report", {"text": "somebody else"}).status_code == 302


@pytest.mark.rule("DES-DICE-1")
def test_a_deck_check_of_destiny_counts_the_dice_of_elite_and_other_characters() -> None:
    world = opened("destiny")
    team = [{"name": "Vader", "version": "elite"}, {"name": "Trooper", "version": "regular"}]
    world.do(c.SubmitList(1, {"characters": team, "deck": []})).start()
    shown = staff(world).get("/j/cup/player/1/check").content.decode()
    assert re.findall(r'<span class="num">(\d)×</span> <span>(\w+)</span>', shown) == [
        ("2", "Vader"),
        ("1", "Trooper"),
    ]
