"""The projector's clock names every table that still plays, and in a break the time when play goes on."""

import re
from html import unescape

import pytest

from komandor.app.queries.everybody.schedule import Break, DayPlan, keep_day_plan
from komandor.core.tournament import commands as c
from komandor.web.public.projector import in_rows
from tests.support.world import World, site_of


def wall(world: World, lang: str = "en") -> str:
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/screen/part/clock") or (None, {})
    assert page is not None
    return str(page.render(site, lang, **parts))


def said(text: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", text)).split())


def test_three_tables_in_a_row_are_one_row_and_others_stand_alone() -> None:
    tables = [(table, 5 if table == 9 else 0) for table in (1, 2, 4, 5, 6, 8, 9, 10)] + [(None, 0)]
    rows = [(one.first, one.last, one.extra) for one in in_rows(tables)]
    assert rows == [(1, 1, 0), (2, 2, 0), (4, 6, 0), (8, 8, 0), (9, 9, 5), (10, 10, 0), (None, None, 0)]
    assert sum(one.count for one in in_rows(tables)) == len(tables)


def test_of_forty_tables_none_is_counted_only() -> None:
    world = World("destiny").people(80).announce().start()
    world.do(c.ExtendTable(world.in_round()[4].number, 5, ""))
    text = said(wall(world))
    assert "Tables still playing: 1–4 · 5 (+5′) · 6–40" in text
    assert "more" not in text


@pytest.mark.parametrize(("lang", "until"), [("en", "Next round at about"), ("pl", "Następna runda około")])
def test_in_a_break_the_clock_says_when_play_goes_on(lang: str, until: str) -> None:
    world = World("conquest").people(8).announce().play_round()
    keep_day_plan(world.store, "cup", DayPlan("10:00", 15, (Break(1, 45, "Obiad"),)))
    page = wall(world, lang)
    assert re.search(rf"Obiad {until} \d\d:\d\d", said(page))
    assert "data-empty" not in page, "it is shown when it is asked for"
