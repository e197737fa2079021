"""While the tag of a player's page stays the same, so does the page; results of other tables keep both."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.state import Match
from komandor.web.phone import my_table_page
from komandor.web.rendering import event_page
from komandor.web.server import live
from tests.support.event import single, swiss
from tests.support.world import World, client, opened, site_of

HIDDEN = re.compile(r'name="(?:command_id|seen|made_for|csrfmiddlewaretoken)" value="[^"]*"')
NOW = live.now_ms()


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time stands still: pages change with it, too."""
    for module in (event_page, my_table_page):
        monkeypatch.setattr(module, "now_ms", lambda: NOW)


def looked_at(phone: Client) -> tuple[str, str]:
    answer = phone.get("/m/cup/live")
    return answer.headers["ETag"], HIDDEN.sub("", answer.content.decode())


def report(world: World, match: Match) -> None:
    world.do(c.ReportResult(match.number, world.slip(match.a), match.players), by=Actor("player", match.a))


def confirm(world: World, number: int) -> None:
    match = world.t.matches[number]
    world.do(c.ConfirmResult(match.number, report_code(match.result)), by=Actor("player", match.b))


def test_the_same_tag_means_the_same_page_all_day() -> None:
    world = opened("destiny", swiss(2), single(4), players=8)
    site = site_of(world)
    phones = {n: client(site, world.link(Actor("player", n))) for n in (1, 4)}
    seen: dict[str, str] = {}

    def look() -> None:
        for phone in phones.values():
            tag, page = looked_at(phone)
            assert seen.setdefault(tag, page) == page

    for number in (1, 2, 3):
        world.start()
        look()
        for match in world.open():
            report(world, match)
            look()
            confirm(world, match.number)
            look()
        if number == 1:
            world.do(c.PostNotice("lunch"))
            look()
        world.close()
        look()
    assert len(seen) > 20


def test_a_result_of_another_table_changes_no_tag_and_a_result_of_the_own_one_does() -> None:
    world = opened("destiny", swiss(3), players=8).start()
    first, second, *_ = world.open()
    phone = client(site_of(world), world.link(Actor("player", first.a)))
    tags = [looked_at(phone)[0]]
    report(world, second)
    confirm(world, second.number)
    tags.append(looked_at(phone)[0])
    report(world, first)
    tags.append(looked_at(phone)[0])
    confirm(world, first.number)
    tags.append(looked_at(phone)[0])
    assert tags[0] == tags[1]
    assert len(set(tags)) == 3


def test_the_cut_changes_with_results_of_others() -> None:
    world = opened("destiny", swiss(3), single(2), players=8).start()
    for match in world.open():
        world.do(world.won(match.a))
    world.close()
    world.start()
    first, second, *_ = world.open()
    phone = client(site_of(world), world.link(Actor("player", first.a)))
    before = looked_at(phone)[0]
    report(world, second)
    assert looked_at(phone)[0] == before
    confirm(world, second.number)
    assert looked_at(phone)[0] != before
