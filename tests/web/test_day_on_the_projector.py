"""The hall sees the plan of the day, with its breaks by name."""

from komandor.app.queries.everybody.schedule import Break, DayPlan, keep_day_plan
from tests.support.event import swiss
from tests.support.world import World, site_of


def test_rounds_and_lunch_stand_on_the_projector() -> None:
    world = World("destiny", swiss(3)).people(8).announce()
    keep_day_plan(world.store, world.id, DayPlan("10:00", 15, (Break(1, 45, "Lunch"),)))
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/screen/part/day") or (None, {})
    assert page is not None
    text = str(page.render(site, "en", **parts))
    assert text.index("Round 1") < text.index("Lunch") < text.index("Round 2")


def test_it_is_passed_over_when_the_event_is_finished() -> None:
    world = World("destiny", swiss(2)).people(8).play_out()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/screen/part/day") or (None, {})
    assert page is not None
    assert "data-empty" in str(page.render(site, "en", **parts))
