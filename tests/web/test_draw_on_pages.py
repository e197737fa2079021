"""Pages offer a draw only where lots decide, ask for dice only where wanted, and promise what is proved."""

import pytest
from django.http import QueryDict

from komandor.app.queries.everybody.rounds import round_view
from komandor.core.tournament import commands as c
from komandor.web.entrance.new_event_form import event_from
from komandor.web.forms.fields import Fields
from tests.support.event import single, swiss
from tests.support.rules import rules_of
from tests.support.words import desk_of, seen
from tests.support.world import ORGANISER, World, client, opened, site_of

DICE = {"draw.public": "dice"}


def public_page(world: World, path: str) -> str:
    site = site_of(world)
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None
    return " ".join(str(page.render(site, "en", **parts)).split())


@pytest.mark.parametrize(("lang", "drawn"), [("en", "Pair round again"), ("pl", "Losuj pary ponownie")])
def test_nothing_is_drawn_again_where_seeds_decide(lang: str, drawn: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().draw()
    assert drawn in seen(world, "/c/cup/", lang)
    world.publish().results().close().play_stage().cut().draw()
    assert drawn not in seen(world, "/c/cup/", lang)
    world.publish()
    assert drawn not in seen(world, "/c/cup/", lang)


def test_where_seeds_decide_nothing_is_asked_about_a_draw() -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage()
    world.do(c.ChangeEvent({"settings": DICE}, "the players ask for it"))
    assert "public_source" not in desk_of(world.cut()).get("/c/cup/").content.decode()
    world.draw()
    assert world.round.public_source == "none"
    early = World("destiny", swiss(3), single(4), settings=DICE).people(8).announce()
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


def test_a_round_is_drawn_in_one_step_and_nothing_asks_for_dice() -> None:
    world = opened("armada").announce()
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get("/c/cup/").content.decode()
    assert "public_source" not in page
    assert "dice" not in page.split('class="next-step')[1].split("</section>")[0]
    desk.post("/c/cup/step", {"code": "draw", "step": "draw:1"})
    assert (world.t.phase, world.round.public_source) == ("drawn", "none")


def test_where_the_event_draws_with_dice_they_are_proposed_first() -> None:
    world = opened("armada", settings=DICE).announce()
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/").content.decode()
    chosen = page.split('name="public_source"')[1].split("</select>")[0].split("<option")[1:]
    assert [one.split('value="')[1].split('"')[0] for one in chosen if " selected" in one] == ["dice"]


def test_the_page_of_the_dice_says_what_was_announced_and_refuses_anything_else() -> None:
    world = opened("armada", settings=DICE).announce()
    desk = desk_of(world)
    desk.post("/c/cup/step", {"code": "draw", "step": "draw:1", "dice": "5", "sides": "6"})
    assert world.t.phase == "frozen"
    assert "5 dice with 6 sides" in seen(world, "/c/cup/", "en")
    page = desk.post("/c/cup/step", {"code": "roll", "step": "roll:1", "public": "seven"})
    assert "5 numbers from 1 to 6" in page.content.decode()
    assert world.t.phase == "frozen"
    desk.post("/c/cup/step", {"code": "roll", "step": "roll:1", "public": "6, 5, 1, 3, 3"})
    assert (world.t.phase, world.round.public) == ("drawn", "1 3 3 5 6")


def test_from_the_page_of_the_dice_one_can_go_on_without_them_or_back() -> None:
    """Also after the page was loaded again, when no message offers an undo."""
    world = opened("armada", settings=DICE).announce()
    desk = desk_of(world)
    desk.post("/c/cup/step", {"code": "draw", "step": "draw:1"})
    page = desk.get("/c/cup/").content.decode()
    assert f'href="/c/cup/undo/{world.t.version}"' in page
    assert 'name="without"' in page
    desk.post("/c/cup/step", {"code": "roll", "step": "roll:1", "without": "1"})
    assert (world.t.phase, world.round.waived) == ("drawn", "dice")
    assert "Drawn without what was announced: public dice" in seen(world, "/c/cup/", "en")
    world.publish()
    assert "without the announced randomness: public dice roll" in public_page(world, "/t/cup/changes")


@pytest.mark.parametrize(
    ("chosen", "drawn_with"),
    [
        ({"level": "casual"}, "none"),
        ({"level": "formal"}, "dice"),
        ({"level": "championship"}, "dice"),
        ({"level": "championship", "public": "none"}, "none"),
        ({"level": "casual", "public": "beacon"}, "beacon"),
        ({"event_kind": "unofficial"}, "none"),
        ({"event_kind": "national"}, "dice"),
    ],
)
def test_public_dice_are_proposed_where_much_is_at_stake(chosen: dict[str, str], drawn_with: str) -> None:
    form = QueryDict(mutable=True)
    form.update({"name": "Cup", **chosen})
    assert event_from(rules_of("armada"), Fields(form), None).settings["draw.public"] == drawn_with


def test_the_page_of_the_draws_promises_no_more_than_is_proved() -> None:
    """A beacon is named and not checked, and the promise alone can be steered."""
    world = opened("armada").announce()
    world.do(c.FreezeRound("beacon", "drand round 1")).do(c.DrawRound("9f" * 32)).publish()
    text = public_page(world, "/t/cup/verify")
    levels = [row.split("</span>")[0].split(">")[-1].strip() for row in text.split('<span class="badge')[1:]]
    assert "C" in levels
    assert not {"A", "B"} & set(levels)
    meaning = text.split('<dl class="levels">')[1].split("</dl>")[0]
    for words in ("a number nobody has checked", "could predict and influence it"):
        assert words in " ".join(meaning.split())
    assert "Level B" not in meaning
    for words in ("nobody could foresee", "not chosen it", "Nobody can try several"):
        assert words not in text


def test_dice_are_said_to_count_if_people_saw_them() -> None:
    world = opened("armada").announce()
    world.do(c.FreezeRound("dice", dice=4, sides=6)).do(c.DrawRound("3 5 1 6")).publish()
    meaning = public_page(world, "/t/cup/verify").split('<dl class="levels">')[1].split("</dl>")[0]
    assert "If people in the hall saw it, nobody could steer the draw." in meaning
    assert "Level C" not in meaning
