"""Pages offer a draw only where lots decide, propose dice, promise what is proved, and mark floats truly."""

import pytest

from komandor.app.queries.everybody.rounds import round_view
from komandor.core.tournament import commands as c
from tests.support.event import single, swiss
from tests.support.words import desk_of, seen
from tests.support.world import ORGANISER, World, client, opened, site_of


@pytest.mark.parametrize(("lang", "drawn"), [("en", "Draw again"), ("pl", "Losuj ponownie")])
def test_nothing_is_drawn_again_where_seeds_decide(lang: str, drawn: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().draw()
    assert drawn in seen(world, "/c/cup/", lang)
    world.publish().results().close().play_stage().cut().draw()
    assert drawn not in seen(world, "/c/cup/", lang)
    world.publish()
    assert drawn not in seen(world, "/c/cup/", lang)


def test_where_seeds_decide_nothing_is_asked_about_a_draw() -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage()
    assert "public_source" not in desk_of(world.cut()).get("/c/cup/").content.decode()
    early = World("destiny", swiss(3), single(4)).people(8).announce()
    assert "public_source" in desk_of(early).get("/c/cup/").content.decode()


def test_an_arrow_goes_when_a_correction_makes_it_untrue() -> None:
    """Adam was drawn down to Jan; after a correction of round 1 it is Jan who has more points."""
    world = World("destiny").people(6).announce().play_round().start()
    view = round_view(world.t, 2, 0)
    row = next(r for r in view.rows if r.b and r.a.floated)
    high, low = (row.a, row.b) if row.a.floated < 0 else (row.b, row.a)
    assert high is not None
    assert low is not None
    played = next(m for m in world.in_round(1) if high.player in m.players)
    won = next(m for m in world.in_round(1) if low.player in m.players)
    for match, loser in ((played, high.player), (won, 0)):
        winner = low.player if not loser else match.opponent(loser)
        assert winner is not None
        report = world.report(match, winner)
        world.do(c.EnterResult(match=match.number, report=report, reason="slip misread"))
    after = next(r for r in round_view(world.t, 2, 0).rows if r.match == row.match)
    assert after.b
    assert (after.a.floated, after.b.floated) == (0, 0)


def test_where_most_pairs_differ_in_points_arrows_say_nothing_and_are_left_out() -> None:
    """Armada, margins of 30, 100, 180 and 250: after round 1 no two players have the same points."""
    world = World("armada").people(8).announce().start()
    for match, margin in zip(world.in_round(1), (30, 100, 180, 250), strict=True):
        report = {"end": "rounds", "scores": (margin, 0), "first": "a"}
        world.do(c.EnterResult(match=match.number, report=report))
    world.close().start()
    assert len(world.t.rounds[2].floats) >= 4
    assert not any(seat.floated for r in round_view(world.t, 2, 0).rows for seat in (r.a, r.b) if seat)


def test_the_draw_page_proposes_dice_first() -> None:
    world = opened("armada").announce()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    chosen = page.split('name="public_source"')[1].split("</select>")[0].split("<option")[1:]
    assert [one.split('value="')[1].split('"')[0] for one in chosen if " selected" in one] == ["dice"]


def test_the_page_of_the_draws_promises_no_more_than_is_proved() -> None:
    """A beacon is named and not checked, dice count if they were seen, the promise alone can be steered."""
    world = opened("armada").announce()
    world.do(c.FreezeRound("beacon", "drand round 1")).do(c.DrawRound("3 5 1 6")).publish()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/verify") or (None, {})
    assert page is not None
    text = " ".join(str(page.render(site, "en", **parts)).split())
    levels = [row.split("</span>")[0].split(">")[-1].strip() for row in text.split('<span class="badge')[1:]]
    assert "C" in levels
    assert not {"A", "B"} & set(levels)
    meaning = text.split('<dl class="levels">')[1].split("</dl>")[0]
    for words in ("if the hall saw them rolled", "could foresee and steer it", "named, not checked"):
        assert words in meaning
    for words in ("nobody could foresee", "not chosen it", "Nobody can try several"):
        assert words not in text
