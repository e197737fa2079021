"""A phone offers and says only what is so at this moment for this player."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.web.rendering.jinja import environment
from tests.support.event import double, single, swiss
from tests.support.world import JUDGE, ORGANISER, World, client, opened, site_of
from tests.web.test_phone_report import phone, seated


def at(world: World, player: int, path: str = "") -> str:
    return phone(world, player).get(f"/m/cup/{path}").content.decode()


def test_a_round_of_another_day_is_announced_with_its_date() -> None:
    world = World("armada", swiss(3), date="2099-01-01").people(4)
    assert "<time>10:00 on 1 January 2099</time>" in at(world, 1)


def test_a_round_after_midnight_is_announced_with_its_time_alone() -> None:
    """Also when its day is called the next one; where it is too far off, by its date."""
    pieces: Any = environment("pl", site_of(World("armada")).assets).get_template("phone/pieces.html").module
    ahead = pieces.time_ahead
    late = int(datetime(2026, 11, 19, 23, 50).astimezone().timestamp() * 1000)
    assert ahead(late + 49 * 60_000, late) == "<time>00:39</time>"
    assert ahead(late + 14 * 3_600_000, late) == "<time>20 listopada 2026, 13:50</time>"


def test_a_round_that_should_have_begun_by_now_has_no_time() -> None:
    """Its forecast is always "now", which on a page made minutes ago is nonsense."""
    earlier = (datetime.now(UTC) - timedelta(days=2)).date().isoformat()
    world = World("armada", swiss(3), date=earlier).people(4)
    assert "at about" not in at(world, 1)
    world.announce().start()
    world.do(world.won(seated(world).a))
    assert "at about" in at(world, seated(world).a), "the end of the running round is known"


def test_only_who_is_at_a_table_is_offered_to_play_the_round_first() -> None:
    world = opened("destiny", swiss(1), single(2)).announce().play_stage().cut().start()
    final = world.in_round()[0]
    out = next(n for n in world.t.players if n not in final.players)
    assert "Play this round, then drop" in at(world, final.a, "drop")
    assert "then drop" not in at(world, out, "drop")
    assert "Drop from the tournament" in at(world, out, "drop")


def test_who_has_played_the_round_is_not_told_to_play_it() -> None:
    world = opened("destiny", swiss(3)).start()
    match = seated(world)
    world.do(world.won(match.a))
    page = at(world, match.a, "drop")
    assert "Play this round" not in page
    assert "Drop after this round" in page


def test_a_correction_that_was_undone_is_not_called_a_result_taken_back() -> None:
    world = opened("armada", swiss(3)).start()
    match = seated(world)
    world.do(world.won(match.a))
    world.do(c.EnterResult(match=match.number, report=world.report(match, match.b or 0), reason="typo"))
    world.do(world.undo())
    page = at(world, match.a)
    assert "A correction to your result was undone" in page
    assert "Your result was undone" not in page
    world.do(world.undo(type(world.log[-3])))
    assert "Your result was undone" in at(world, match.a)


def test_whoever_was_noted_as_absent_is_told_so() -> None:
    world = opened("armada", swiss(3)).start()
    match = seated(world)
    world.do(c.DeclareNoShow(match.number, (match.a,)))
    page = at(world, match.a)
    assert "You were marked as a no-show" in page
    assert "You dropped" not in page


def test_the_latest_change_stands_above_the_table_and_earlier_ones_are_folded() -> None:
    world = opened("armada", swiss(3)).start()
    match = seated(world)
    world.do(world.won(match.a))
    world.do(c.EnterResult(match=match.number, report=world.report(match, match.b or 0), reason="typo"))
    sanction = c.GiveSanction(player=match.a, kind="warning", reason="slow", match=match.number)
    world.do(sanction, by=JUDGE)
    page = at(world, match.a)
    latest, folded = page.index("You received a penalty: "), page.index("Your result was corrected</span>")
    assert latest < page.index("<details", latest) < folded < page.index("</details>", folded)
    assert "Earlier changes" in page


def test_what_comes_before_the_game_is_not_explained_once_somebody_has_reported() -> None:
    world = opened("star-wars-lcg").start()
    match = seated(world)
    assert "SWL-SETUP-1" in at(world, match.a)
    world.do(c.ReportResult(match.number, world.slip(match.a), match.players), by=Actor("player", match.a))
    for player in match.players:
        assert "SWL-SETUP-1" not in at(world, player)


def test_a_dispute_says_how_players_end_it_themselves() -> None:
    world = opened("destiny").start()
    match = seated(world)
    for player in match.players:
        slip = world.report(match, player)
        world.do(c.ReportResult(match.number, slip, match.players), by=Actor("player", player))
    assert "as soon as both reports match" in at(world, match.a)


def test_the_page_of_the_link_advises_nothing_that_loses_it() -> None:
    """The address of that page does not hold the key."""
    world = opened("destiny")
    page = at(world, 1, "link")
    assert "/p/" in page
    assert "bookmark" not in page


@pytest.mark.parametrize(("path", "field"), [("components", "player"), ("proxies", "component")])
def test_a_player_or_card_is_named_instead_of_the_first_of_the_list(path: str, field: str) -> None:
    world = opened("armada").start()
    world.do(c.ReportComponent(player=1, kind="damaged", what="Luke"))
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get(f"/j/cup/{path}").content.decode()
    choice = re.search(rf'<select[^>]*name="{field}"[^>]*>\s*<option value="([^"]*)"', page)
    assert choice
    assert choice[1] == ""
    typed = {"what": "die", "card": "X", "unreadable": "Y", "maker": "Z", "date": "2026-11-14"}
    answer = desk.post(f"/j/cup/{path}", {field: "", **typed})
    assert answer.status_code == 422
    assert list(world.t.components) == [1]
    assert not world.t.proxies


def test_a_first_game_cannot_be_called_unplayed() -> None:
    world = opened("star-wars-lcg").start()
    page = at(world, seated(world).a, "report")
    assert re.findall(r'name="(g\d)\.end" value="unplayed"', page) == ["g1"]


def test_slips_of_a_knock_out_do_not_ask_who_leaves_after_the_round() -> None:
    for last, asked in ((single(4), False), (double(4), True)):
        world = opened("destiny", swiss(2), last, players=8).announce()
        desk = client(site_of(world), world.link(Actor("staff", 1)))
        world.play_stage().cut().publish()
        for number, expected in ((1, True), (3, asked)):
            page = desk.get(f"/c/cup/print/slips?round={number}").content.decode()
            assert "paper-slip" in page
            assert ("drops after this round" in page) == expected, (last, number)


def test_a_seat_that_was_given_up_is_not_offered_again() -> None:
    """Whoever leaves and registers again has two seats of one name on the phone."""
    world = opened("destiny")
    world.do(c.WithdrawRegistration(1))
    links = [world.link(Actor("player", n)) for n in (1, 2, 3)]
    page = client(site_of(world), *links).get("/m/cup/more").content.decode()
    assert "/p/" + links[1] in page
    assert "/p/" + links[0] not in page


def test_a_word_beside_a_card_is_understood_without_its_column() -> None:
    world = opened("conquest")
    warlord = ({"name": "Captain Cato", "needs_synapse": "no"},)
    world.do(c.SubmitList(1, {"warlord": warlord}), by=Actor("player", 1))
    page = at(world, 1, "list")
    assert "· without a synapse unit<" in page
    assert "· no<" not in page


def test_the_light_side_is_not_asked_as_if_it_were_a_tie_breaker() -> None:
    world = opened("star-wars-lcg").start()
    page = at(world, seated(world).a, "report")
    assert "Who played the light side (optional)" in page
    assert "If level" not in page
