"""Public pages answer anybody alike: no cookie, short names, both languages, Polish order."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.places import swiss_order
from komandor.rulebook import ambiguities, rules
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import single, swiss
from tests.support.site import Served, serving
from tests.support.world import World, site_of


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    World("armada", swiss(2), single(4), store=store).people(11).announce().play_stage().cut().start()
    World(store=store, id="empty")
    with serving(make_site(store, secret="a secret of the tests")) as site:
        yield site


def get(served: Served, path: str, lang: str = "pl") -> str:
    answer = served.client.get(path, headers={"Accept-Language": lang})
    assert answer.status_code == 200, path
    assert "set-cookie" not in answer.headers
    return answer.text


TAILS = (
    "",
    "pairings",
    "pairings/tables",
    "round/1",
    "standings",
    "bracket",
    "players",
    "changes",
    "verify",
    "screen",
)


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("tail", TAILS)
def test_every_page_stands_in_both_languages_without_cookies(served: Served, tail: str, lang: str) -> None:
    text = get(served, f"/t/cup/{tail}", lang)
    assert f'<html lang="{lang}"' in text
    assert "Kowalska" not in text


@pytest.mark.parametrize("tail", [tail for tail in TAILS if tail != "round/1"])
def test_an_event_without_anybody_says_so_instead_of_failing(served: Served, tail: str) -> None:
    assert "<main" in get(served, f"/t/empty/{tail}")


@pytest.mark.rule("COM-ROLE-9")
def test_everybody_sees_who_runs_the_event_and_who_is_off_duty() -> None:
    store = open_store("memory:")
    event = World(store=store).do(c.AppointStaff(("judge",)))
    with serving(make_site(store, secret="a secret of the tests")) as site:
        assert "poza dyżurem" not in get(site, "/t/cup/")
        event.do(c.SetDuty(2, False))
        assert "poza dyżurem" in get(site, "/t/cup/")


def rendered(world: World, path: str) -> str:
    """A public page in English, without a server."""
    site = site_of(world)
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None
    return str(page.render(site, "en", **parts))


def test_the_changes_say_which_exception_a_round_was_published_with() -> None:
    world = World("armada", swiss(1)).register(2)
    world.do(c.ForbidPair(player=1, opponent=2, reason="bracia")).announce().draw()
    world.do(c.PublishRound(accept=True))
    page = rendered(world, "/t/cup/changes")
    assert "published despite a forbidden pairing" in page
    assert "a rematch" not in page


def test_the_changes_show_who_came_into_the_cut_for_somebody() -> None:
    """The event has a field `accepted` too, which is no list of exceptions."""
    world = World("armada", swiss(2), single(2)).people(4).announce().play_stage().cut()
    gone = world.t.stages[2].seeds[0]
    assert gone is not None
    world.do(c.DropPlayer(gone))
    line = [n for n in swiss_order(world.t) if n not in world.t.stages[2].seeds and n != gone]
    world.do(c.ReplaceSeed(gone, line[0], False)).do(c.ReplaceSeed(gone, line[1], True))
    page = rendered(world, "/t/cup/changes")
    assert page.count("<li") >= 2
    assert "published" not in page


@pytest.mark.parametrize(("lang", "day"), [("en", "14 November 2026"), ("pl", "14 listopada 2026")])
def test_the_day_of_an_event_is_written_as_its_readers_write_it(served: Served, lang: str, day: str) -> None:
    assert day in get(served, "/t/cup", lang)
    assert (
        f'<time datetime="2026-11-14">{day}</time>'
        in served.client.get("/", headers={"Accept-Language": lang}).text
    )


def test_what_does_not_exist_is_not_found(served: Served) -> None:
    for path in (
        "/t/cup/round/99",
        "/t/nobody/",
        "/rules/" + "COM-" + "NONSENSE-1",
        "/rules/amb/" + "AMB-" + "X1",
    ):
        assert served.client.get(path).status_code == 404, path


def test_every_link_of_a_public_page_opens_from_where_it_stands() -> None:
    """Also the mark of a round that was changed by hand, from the page of that round."""
    world = World("destiny", swiss(2), single(2)).people(4).announce().draw()
    one, two = world.matches()
    world.do(c.SwapPlayers(one.a, two.a, "brothers")).play_out()
    with serving(site_of(world)) as site:
        waiting, seen = ["/t/cup/", "/t/cup/part/round/1"], set[str]()
        while waiting:
            path = waiting.pop()
            seen.add(path)
            links = re.findall(r'<a [^>]*href="([^"#?]+)', get(site, path))
            found = {urljoin(path, link) for link in links}
            waiting += [one for one in found - seen - set(waiting) if one.startswith("/t/cup/")]
    assert {"/t/cup/round/1", "/t/cup/changes"} < seen


def test_names_stand_in_polish_order(served: Served) -> None:
    names = re.findall(r'data-find="([^"]+)"', get(served, "/t/cup/players"))
    order = "Grzegorz Anna Celina Anna Hania Ewa Bartek Żaneta Filip Darek Łucja"  # by surname
    assert " ".join(name.split()[0] for name in names) == order


def test_a_part_holds_what_its_page_holds(served: Served) -> None:
    whole, part = get(served, "/t/cup/standings"), get(served, "/t/cup/part/standings")
    assert part.strip() in whole
    assert 'data-live="/t/cup/part/standings"' in whole


def test_every_place_has_its_reason_with_a_rule(served: Served) -> None:
    text = get(served, "/t/cup/standings", "en")
    places = re.findall(r'<details class="why".*?</details>', text, re.DOTALL)
    assert len(places) == 11
    assert all('href="/rules/' in place for place in places)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_reference_holds_all_rules_and_ambiguities(served: Served, lang: str) -> None:
    text = get(served, "/rules", lang)
    assert all(f'href="/rules/{r.id}"' in text for r in rules())
    assert all(f'href="/rules/amb/{a.id}"' in text for a in ambiguities())


def test_each_rule_and_ambiguity_has_its_page(served: Served) -> None:
    for r in rules():
        assert served.site.pages.find(f"/rules/{r.id}"), r.id
    text = get(served, "/rules/COM-BYE-3")
    assert 'lang="en"' in text
    assert "src/komandor/core" in text
    assert "AMB-" in get(served, "/rules/amb/AMB-G10")


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_sources_that_readings_cite_are_told_of_in_the_reference(served: Served, lang: str) -> None:
    index = get(served, "/rules", lang)
    for a in ambiguities():
        page = get(served, f"/rules/amb/{a.id}", lang)
        cited = {one.id for one in a.evidence}
        assert set(re.findall(r'<a href="/rules#x\d+">(X\d+)</a>', page)) == cited, a.id
        assert all(f'<tr id="{id.lower()}">' in index for id in cited), a.id


def test_rules_are_found_by_word_and_by_id_and_narrowed(served: Served) -> None:
    by_word = get(served, "/rules/search?q=wolny los&game=destiny")
    assert "COM-BYE-1" in by_word
    assert "ARM-BYE-1" not in by_word
    assert 'href="/rules/ARM-SCORE-5"' in get(served, "/rules/search?q=arm-score-5")
    assert 'href="/rules/COM-BYE-3"' in get(served, "/rules/search?q=" + "COM-" + "BYEX-3")


def test_the_log_can_be_downloaded_and_is_what_it_says(served: Served) -> None:
    answer = served.client.get("/t/cup/log.komandor")
    assert answer.content.startswith(b'{"count"')
    assert b"Kowalska" not in answer.content
