"""Whoever waits is told what for and until when: a seed, the ninth of eight, the owner of a lost die."""

import re
from html import unescape

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.event import double, single, swiss
from tests.support.world import JUDGE, World, opened
from tests.web.test_phone_report import phone, seated


def at(world: World, player: int, path: str = "") -> str:
    """The page as it reads, in one line."""
    page = phone(world, player).get(f"/m/cup/{path}").content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def cut() -> World:
    return opened("destiny", swiss(2), single(4), players=8).announce().play_stage().cut()


def test_who_made_the_cut_reads_the_seed_until_the_table_is_known(cut: World) -> None:
    second = cut.t.stages[2].seeds[1]
    assert "You're in: seed 2 of 4 Your next match is at about" in at(cut, second)
    assert "You're in" not in at(cut.start(), second)


@pytest.mark.rule("COM-CUT-2")
def test_who_is_left_out_reads_how_far_and_why(cut: World) -> None:
    stage = cut.t.stages[2]
    fifth, sixth, *_ = (n for n in stage.standings_before if n not in stage.seeds)
    page = at(cut, fifth)
    assert "5th, 1 place short of the top 4 You are below" in page
    assert "6th, 2 places short of the top 4 Thank you for playing" in at(cut, sixth)
    assert "5th, 1 place short" in at(cut.start(), fifth), "also while the finals are played"


def test_who_gave_up_a_place_in_the_cut_is_not_told_of_being_short(cut: World) -> None:
    first = cut.t.stages[2].seeds[0]
    cut.do(c.DropPlayer(first))
    assert "short of the top" not in at(cut, first)


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
def test_a_lost_component_has_its_deadline_on_the_owners_phone() -> None:
    world = opened("armada").start()
    match = seated(world)
    lost = c.ReportComponent(
        player=match.a, kind="lost", what="red die", category="die", minutes=5, match=match.number
    )
    world.do(lost, by=JUDGE)
    assert re.search(r"Find a replacement: red die Time left: .* until \d\d:\d\d", at(world, match.a))
    assert "red die" not in at(world, match.b or 0)
    assert "you concede the game" in at(world, match.a)
    world.do(world.won(match.a))
    page = at(world, match.a)
    assert "red die" in page
    assert "concede" not in page, "the game is over"
    assert "If it is still missing when the next round begins" in page
    world.do(c.ResolveComponent(1, "replaced"), by=JUDGE)
    assert "red die" not in at(world, match.a)


def test_a_double_elimination_names_the_own_bracket_only() -> None:
    world = (
        opened("destiny", swiss(2), double(4), players=8).announce().play_stage().cut().play_round().start()
    )
    upper, lower = world.open()
    for match, own, other in ((upper, "Upper bracket 2", "Lower"), (lower, "Lower bracket 1", "Upper")):
        for page in (at(world, match.a), at(world, match.a, "history")):
            assert own in page
            assert f"{other} bracket" not in page.replace("Upper bracket 1", "")


def test_the_own_place_says_you_on_both_sides(cut: World) -> None:
    second = cut.t.stages[2].seeds[1]
    page = at(cut, second, "why")
    assert "You are below" in page
    assert "is below you" in page


def test_the_final_page_has_the_record() -> None:
    """And a picture of the own place to share."""
    world = opened("destiny", swiss(3), players=8).announce().play_stage().play_out()
    best = world.t.places[0][0]
    assert "Your place 1st Your record: 3–0" in at(world, best)
    page = phone(world, best).get("/m/cup/").content.decode()
    picture = rf"/t/cup/result/{best}\.png\?lang=en"
    assert re.search(rf'<img [^>]*src="{picture}"[^>]* alt="Gracz[^"]*: 1st \(3–0\)"', page)
    assert re.search(rf'<a [^>]*href="{picture}" download="[^"]+\.png"', page)


def test_the_own_table_is_marked_among_all() -> None:
    world = opened("destiny", swiss(3), players=8).start()
    match = seated(world)
    page = phone(world, match.a).get("/m/cup/").content.decode()
    assert re.findall(r'<li( aria-current="location")?>(\d+)</li>', page) == [
        (' aria-current="location"' if n == match.table else "", str(n)) for n in (1, 2, 3, 4)
    ]
    world.do(world.won(match.a))
    assert "Find my table" not in at(world, match.a)


def test_after_the_last_swiss_round_nobody_waits_for_a_round_that_may_not_come() -> None:
    world = opened("destiny", swiss(2), single(4), players=8).announce().play_stage()
    for player in world.t.players:
        page = at(world, player)
        assert "All Swiss rounds have been played The cut to top 4 comes next." in page
        assert "Wait for the next round" not in page


@pytest.mark.rule("COM-ROLE-13")
def test_who_appealed_waits_for_the_final_ruling_and_not_for_the_judge() -> None:
    world = opened("armada").start()
    match = seated(world)
    world.do(c.CallJudge(match.number, kind="dispute"), by=Actor("player", match.a))
    assert "Stop playing until the judge comes." in at(world, match.a)
    world.do(c.GiveRuling(1, "It counts."), by=JUDGE)
    world.do(c.AppealRuling(1), by=Actor("player", match.a))
    assert "Don't play on until the final ruling." in at(world, match.a)
    assert "until the judge comes" not in at(world, match.a)
