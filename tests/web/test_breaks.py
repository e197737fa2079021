"""A longer break stands in the plan of the day on every face, and the forecast moves with it."""

import re
import time
from datetime import datetime

import pytest

from komandor.app.access import Actor
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import (
    Break,
    DayPlan,
    Schedule,
    day_plan_of,
    keep_day_plan,
    schedule,
)
from komandor.core.tournament import commands as c
from komandor.web.public.public_page import WITH_TIMES
from tests.support.site import serving
from tests.support.world import ORGANISER, World, client, opened, site_of

LUNCH = DayPlan("10:00", 15, (Break(2, 45, "Obiad"),))


def day(world: World, plan: DayPlan, now: int = 0) -> Schedule:
    made = schedule(world.t, plan, now, closed=world.loaded.closed)
    assert isinstance(made, Schedule), made
    return made


def test_the_break_comes_instead_of_the_usual_one_and_moves_the_rest_of_the_day() -> None:
    world = opened("armada")
    plain, shown = day(world, DayPlan("10:00", 15)), day(world, LUNCH)
    rest = shown.slots[1].rest
    assert rest is not None
    assert (rest.name, rest.starts, rest.ends) == ("Obiad", shown.slots[1].ends, shown.slots[2].starts)
    assert shown.ends - plain.ends == (45 - 15) * MINUTE
    assert [s.rest for s in shown.slots if s.number != 2] == [None, None]


def test_after_the_last_round_there_is_no_break() -> None:
    assert day(opened("armada"), DayPlan("10:00", 15, (Break(3, 45),))).slots[2].rest is None


def test_the_break_counts_from_the_real_end_of_the_round() -> None:
    world = opened("armada").play_round().play_round()
    closed = world.loaded.closed[2]
    shown = day(world, LUNCH, closed + MINUTE)
    assert shown.rest is not None
    assert shown.slots[2].starts == shown.rest.ends == closed + 45 * MINUTE


def test_console_phone_wall_and_public_page_name_the_break() -> None:
    world = opened("armada").play_round().play_round()
    keep_day_plan(world.store, "cup", LUNCH)
    site = site_of(world)
    desk, phone = client(site, world.link(ORGANISER)), client(site, world.link(Actor("player", 1)))
    for browser, path in ((desk, "/c/cup/"), (phone, "/m/cup/")):
        assert "Obiad" in browser.get(path).content.decode(), path
    for path in ("/t/cup", "/t/cup/screen/part/standings"):
        page, parts = site.pages.find(path) or (None, {})
        assert page is not None
        assert "Obiad" in str(page.render(site, "en", **parts)), path


def test_whoever_looks_during_a_break_reads_first_when_it_ends() -> None:
    world = opened("armada").play_round().play_round()
    keep_day_plan(world.store, "cup", LUNCH)
    site = site_of(world)
    phone = client(site, world.link(Actor("player", 1))).get("/m/cup/").content.decode()
    assert phone.index("Obiad") < phone.index("My points"), "not below the fold"
    for path in ("/t/cup/part/event", "/t/cup/screen/part/clock"):
        page, parts = site.pages.find(path) or (None, {})
        assert page is not None
        text = str(page.render(site, "en", **parts))
        plain = " ".join(re.sub("<[^>]+>", "", text).split()).replace(" ·", "")
        assert "Obiad Next round at about" in plain, path
        assert "being prepared" not in text, path


def test_a_break_added_between_rounds_reaches_the_cached_pages_without_a_new_record() -> None:
    world = opened("armada").play_round().play_round()
    with serving(site_of(world)) as served:
        cache = served.site.pages
        pages = ("/t/cup", "/t/cup/part/event", "/t/cup/screen", "/t/cup/screen/part/standings")
        before = {path: served.client.get(path) for path in pages}
        assert not any("Obiad" in page.text for page in before.values())
        keep_day_plan(world.store, "cup", LUNCH)
        for kept in cache._kept.values():
            assert kept.until < time.monotonic() + WITH_TIMES
            kept.until = kept.due = 0
        for path, page in before.items():
            again = served.client.get(path, headers={"If-None-Match": page.headers["etag"], "X-Version": "1"})
            assert (again.status_code, "Obiad" in again.text) == (200, True), path


def test_a_break_that_is_saved_reaches_an_open_wall_and_phone_at_once() -> None:
    world = opened("armada").play_round().play_round()
    form = {"part": "schedule", "break_name": "Obiad", "break_after": "2", "break_minutes": "30"}
    site = site_of(world)
    desk, phone = client(site, world.link(ORGANISER)), client(site, world.link(Actor("player", 1)))
    wall = "/t/cup/screen/part/standings"
    with serving(site) as served, served.client.stream("GET", "/live/cup") as stream:
        lines = stream.iter_lines()
        old = phone.get("/m/cup/live").headers["etag"]
        assert "Obiad" not in served.client.get(wall).text
        assert desk.post("/c/cup/settings", form).status_code == 302
        assert "event: again" in lines
        seen = {"X-Version": str(world.t.version)}
        assert "Obiad" in served.client.get(wall, headers=seen).text
        assert "Obiad" in phone.get("/m/cup/live", headers={"If-None-Match": old}).content.decode()


def test_the_organiser_adds_changes_and_removes_breaks() -> None:
    world = opened("armada")
    desk = client(site_of(world), world.link(ORGANISER))
    form = {"part": "schedule", "start": "09:30", "pause": "10"}
    two = {
        "break_name": ["Obi\u202ead", "", ""],
        "break_after": ["2", "1", ""],
        "break_minutes": ["30", "20", ""],
    }
    assert desk.post("/c/cup/settings", form | two).status_code == 302
    assert day_plan_of(world.store, "cup") == DayPlan("09:30", 10, (Break(1, 20), Break(2, 30, "Obiad")))
    assert 'value="Obiad"' in desk.get("/c/cup/settings").content.decode()
    none = {"break_name": ["Obiad"], "break_after": [""], "break_minutes": ["30"]}
    desk.post("/c/cup/settings", form | none)
    assert day_plan_of(world.store, "cup").breaks == ()


@pytest.mark.parametrize("wrong", [("two", "30"), ("0", "30"), ("2", "-5")])
def test_a_break_that_cannot_be_read_is_refused(wrong: tuple[str, str]) -> None:
    world = opened("armada")
    form = {"part": "schedule", "break_name": "x", "break_after": wrong[0], "break_minutes": wrong[1]}
    answer = client(site_of(world), world.link(ORGANISER)).post("/c/cup/settings", form)
    assert answer.status_code == 422
    assert day_plan_of(world.store, "cup") == DayPlan()


def test_a_day_that_crosses_midnight_says_the_date_and_a_late_one_starts_now() -> None:
    """An event made at half past ten in the evening for the same day does not promise 10:00."""
    world = opened("armada")
    world.do(c.ChangeEvent({"date": "2031-05-01"}))
    night = int(datetime.fromisoformat("2031-05-01T22:30").astimezone().timestamp() * 1000)
    shown = day(world, DayPlan(), night)
    assert shown.slots[0].starts == night
    desk = client(site_of(world), world.link(ORGANISER))
    keep_day_plan(world.store, "cup", DayPlan("22:30", 15))
    page = desk.get("/c/cup/people").content.decode()
    assert "Fri 2 May" in page
    assert "Thu 1 May" not in page
