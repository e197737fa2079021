"""At 1366×768 the organiser sees the whole form, many people, and no message over a title."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from komandor.core.tournament import commands as c
from komandor.log.store import Person
from tests.support.event import single, swiss
from tests.support.site import serving
from tests.support.world import ORGANISER, World, opened, site_of

SCREEN = {"width": 1366, "height": 768}


@pytest.fixture
def laptop(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    yield context.new_page()
    context.close()


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_the_form_of_a_new_event_fits(laptop: Page, game: str) -> None:
    with serving(site_of(World(game, swiss(3)))) as served:
        laptop.goto(served.url + served.site.home)
        laptop.goto(f"{served.url}/new/{game}")
        hint, button = laptop.locator(".structure-hint"), laptop.locator("form#new button.primary")
        for part in (hint, button, laptop.locator("[name=expected]")):
            assert box(part)["bottom"] <= SCREEN["height"]
        bar = box(laptop.locator("form#new .bar"))
        for field in laptop.locator("form#new :is(input, select):visible").all():
            assert not _cross(box(field), bar)


def test_many_people_are_seen_at_once(laptop: Page) -> None:
    world = World("destiny", swiss(3))
    for number in range(20):
        person: Person = {"first": "Anna", "last": f"Nowak{chr(97 + number)}", "club": "Warszawa"}
        world.do(c.RegisterPlayer(), persons=(person,))
    with serving(site_of(world)) as served:
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        laptop.goto(f"{served.url}/c/cup/people")
        rows = laptop.locator("#people tbody tr").all()
        assert sum(box(row)["bottom"] <= SCREEN["height"] for row in rows) >= 8
        laptop.set_viewport_size({"width": 360, "height": 740})
        name, add = box(laptop.locator("form.add [name=name]")), box(laptop.locator("form.add button"))
        assert name["width"] > 280, "on a phone a name has the whole line"
        assert add["bottom"] - name["y"] < 130


def test_whoever_leaves_during_a_game_is_asked_told_and_dropped_on_one_screen(laptop: Page) -> None:
    world = World("armada", swiss(3)).people(24).announce().play_round().start().results(but=6)
    player = world.open()[0].a
    with serving(site_of(world)) as served:
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        laptop.goto(f"{served.url}/c/cup/player/{player}/drop")
        part = laptop.locator(".effect")
        order = [
            box(part.locator(what).first)
            for what in ("[name=game]", "[name=reason]", "h2", "dl div", ".primary")
        ]
        assert [one["y"] for one in order] == sorted(one["y"] for one in order)
        assert order[-1]["bottom"] <= SCREEN["height"]


OVER = """() => [...document.querySelectorAll(".panel :is(.button, .progress, p, dl, td)")].filter((one) =>
  one.getBoundingClientRect().right > one.closest(".panel").getBoundingClientRect().right + 1
).map((one) => one.textContent.trim())"""
CUT = """() => [...document.querySelectorAll("td.grow .player a")].filter((one) =>
  one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().height > 40
).map((one) => one.textContent)"""


PARTED = """() => [...document.querySelectorAll("main td .player :is(a, span)")]
  .filter((one) => one.checkVisibility()).flatMap((one) => [...one.childNodes])
  .flatMap((text) => [...(text.data || "").matchAll(/[^\\s-]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  }).map((word) => word[0]))"""


@pytest.mark.parametrize("width", [768, 961, 1024])
def test_a_long_surname_is_not_parted_inside_the_word(browser: Browser, width: int) -> None:
    playing = World("armada", swiss(3)).people(24).announce().play_round().start().results(but=3)
    over = World("star-wars-lcg", swiss(2), single(4), store=playing.store, id="over").people(8).play_out()
    size = {"width": width, "height": 768}
    with serving(site_of(playing)) as served, browser.new_context(viewport=size, locale="pl-PL") as context:
        page = context.new_page()
        for world, path in ((playing, ""), (over, "standings")):
            page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
            page.goto(f"{served.url}/c/{world.id}/{path}")
            page.evaluate("document.fonts.ready")
            assert "Brzęczyszczykiewicz" in page.locator("main").inner_text()
            assert page.evaluate(PARTED) == []


@pytest.mark.parametrize("lang", ["pl-PL", "en-GB"])
def test_on_a_small_laptop_nothing_leaves_its_panel_and_names_are_whole(browser: Browser, lang: str) -> None:
    """People before round 1, pairings before they are published, the round: at 1024 and at 1366 pixels."""
    world = World("armada", swiss(3)).people(6)
    world.do(c.CheckIn((1,)))
    steps: dict[str, Callable[[], object]] = {
        "people": lambda: None,
        "?drawn": lambda: world.do(c.CheckIn(tuple(world.t.players))).announce().draw(),
        "?playing": world.start,
    }
    context = browser.new_context(locale=lang)
    page = context.new_page()
    with serving(site_of(world)) as served:
        page.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        for path, step in steps.items():
            step()
            for width in (1024, 1366):
                page.set_viewport_size({"width": width, "height": 768})
                page.goto(f"{served.url}/c/cup/{path}")
                assert page.evaluate(OVER) == []
                assert page.evaluate(CUT) == []
    context.close()


def test_a_message_covers_neither_title_nor_what_was_pressed(laptop: Page) -> None:
    world = opened("destiny", swiss(3), players=16).announce().draw()
    with serving(site_of(world)) as served:
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        laptop.goto(f"{served.url}/c/cup/")
        laptop.locator(".next-step button.primary:not([disabled])").click()
        message = laptop.locator("#toasts .toast")
        expect(message).to_be_visible()
        for part in ("h1", ".next-step", ".quick"):
            assert not _cross(box(message), box(laptop.locator(part).first)), part


def _cross(one: dict[str, float], other: dict[str, float]) -> bool:
    apart = one["right"] <= other["x"] or other["right"] <= one["x"]
    return not (apart or one["bottom"] <= other["y"] or other["bottom"] <= one["y"])


def test_a_team_written_in_one_field_fills_both(laptop: Page) -> None:
    """Otherwise "Anna + Jan" waits in the first field, and the next team makes four people of them."""
    world = opened("star-wars-lcg", players=0, teams=True)
    with serving(site_of(world)) as served:
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        laptop.goto(f"{served.url}/c/cup/people")
        laptop.keyboard.type("Anna Nowak + Jan Lis")
        expect(laptop.locator("[name=one_name]")).to_have_value("Anna Nowak")
        expect(laptop.locator("[name=two_name]")).to_have_value("Jan Lis")
        laptop.keyboard.press("Enter")
        expect(laptop.locator("#people tbody tr")).to_have_count(1)


CHIP = """() => {
  const chip = document.querySelector(".band .game-chip"), words = chip.lastElementChild;
  const [frame, part] = [chip, words].map((one) => one.getBoundingClientRect());
  return {hidden: part.top >= frame.bottom, ends: part.right <= frame.right, room: part.width};
}"""


def test_a_long_event_leaves_the_game_its_first_letters_or_its_sign_alone(laptop: Page) -> None:
    """Between the name of the event and that of the organiser the game's name was cut in a letter."""
    world = World("imperial-assault", swiss(3), name="Otwarte Mistrzostwa Mazowsza i Podlasia").people(8)
    world.announce().start()
    with serving(site_of(world)) as served:
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        for path in ("", "standings", "log"):
            laptop.goto(f"{served.url}/c/cup/{path}")
            for width in (1366, 1280, 1200, 1130):
                laptop.set_viewport_size({"width": width, "height": 768})
                seen = laptop.evaluate(CHIP)
                assert seen["hidden"] or (seen["ends"] and seen["room"] >= 80), (path, width, seen)


def test_on_a_small_laptop_quick_entry_is_one_line_and_points_stand_beside_the_surname(laptop: Page) -> None:
    world = World("armada", swiss(3)).people(24).announce().play_round().start()
    with serving(site_of(world)) as served:
        laptop.set_viewport_size({"width": 1024, "height": 768})
        laptop.goto(f"{served.url}/s/{world.link(ORGANISER)}")
        laptop.goto(f"{served.url}/c/cup/")
        laptop.evaluate("document.fonts.ready")
        parts = [
            box(laptop.locator(f".quick {one}")) for one in ("[name=table]", "[name=result]", ".primary")
        ]
        assert max(one["y"] for one in parts) < min(one["bottom"] for one in parts)
        rows = laptop.locator("td.grow .player:has(.player-points)").all()
        for row in rows:
            assert box(row.locator(".player-points"))["x"] - box(row.locator("a"))["x"] < 200, (
                row.inner_text()
            )
