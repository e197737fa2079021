"""The hall's screen reads from twenty metres, turns its pages by itself and follows the event; nobody can do
anything with it."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from komandor.core.tournament import commands as c
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import double, single, swiss
from tests.support.site import Served, serving
from tests.support.world import World, busy, opened

SIZES = [(1280, 720), (1920, 1080)]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    World(store=store).people(150).announce().publish()
    World("destiny", store=store, id="small").people(6).announce().start()
    finals = World("star-wars-lcg", swiss(2), double(8), store=store, id="finals").people(18)
    finals.announce().play_stage().cut().play_round()
    busy(opened(store=store, id="busy").start())
    World("conquest", swiss(2), store=store, id="done").people(6).play_out()
    with serving(make_site(store, secret="a secret of the tests")) as site:
        yield site


@pytest.fixture
def hall(served: Served, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="pl-PL")
    page, said = context.new_page(), []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


HEIGHTS = """() => [...document.querySelectorAll(".slide.shown .hall-list li:not([hidden])")].map((li) => {
  const box = li.getBoundingClientRect();
  return [box.height / innerHeight, box.bottom / innerHeight, box.right / innerWidth];
})"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_lines_are_high_enough_and_everybody_appears_once(
    served: Served, hall: Page, width: int, height: int
) -> None:
    hall.set_viewport_size({"width": width, "height": height})
    hall.goto(f"{served.url}/t/cup/screen/pairings?every=60")
    pages = int(hall.locator("[data-page]").inner_text().split()[-1])
    assert pages > 1
    seen: list[str] = []
    for _ in range(pages):
        lines = hall.evaluate(HEIGHTS)
        assert min(line[0] for line in lines) >= 1 / 24
        assert max(line[1] for line in lines) <= 1
        assert max(line[2] for line in lines) <= 1
        expect(hall.locator("[data-letters]")).to_have_text(re.compile(r"^.(–.)?$"))
        seen += hall.locator(".slide.shown li:not([hidden]) .hall-name").all_inner_texts()
        hall.keyboard.press("ArrowRight")
    assert len(seen) == len(set(seen)) == 150


def test_pages_turn_by_themselves(served: Served, hall: Page) -> None:
    hall.clock.install()
    hall.goto(f"{served.url}/t/cup/screen/pairings?every=60")
    pages = hall.locator("[data-page]")
    first = pages.inner_text()
    hall.clock.run_for(61_000)
    expect(pages).not_to_have_text(first)


DIGITS = """() => {
  const digits = document.querySelector(".slide.shown [data-clock-digits]"), style = getComputedStyle(digits);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const box = digits.getBoundingClientRect();
  return [pen.measureText("0").actualBoundingBoxAscent / innerHeight, box.left, innerWidth - box.right];
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_digits_of_the_clock_take_a_third_of_the_height(
    served: Served, hall: Page, width: int, height: int
) -> None:
    hall.set_viewport_size({"width": width, "height": height})
    hall.goto(f"{served.url}/t/small/screen/clock")
    hall.evaluate("document.fonts.ready")
    hall.evaluate("document.querySelector('.slide.shown [data-clock]').dataset.ends = Date.now() + 8e6")
    expect(hall.locator(".slide.shown [data-clock-digits]")).to_have_text(re.compile(r"^2:1\d:\d\d$"))
    share, left, right = hall.evaluate(DIGITS)
    assert share >= 1 / 3
    assert left >= 0
    assert right >= 0
    expect(hall.locator(".hall-at-time")).to_contain_text("fazy utrzymania")


def test_a_screen_follows_the_event_without_being_touched(served: Served, hall: Page) -> None:
    store = served.site.store
    event = World(store=store, id="live").people(4).announce()
    hall.goto(f"{served.url}/t/live/screen")
    expect(hall.locator("body")).to_have_attribute("data-shown", "join")
    event.publish()
    expect(hall.locator("body")).to_have_attribute("data-shown", "pairings")
    event.do(c.PostNotice("Obiad o 13"))
    expect(hall.locator(".screen-ticker")).to_have_text("Obiad o 13")
    event.do(c.StartClock())
    expect(hall.locator(".screen-clock [data-clock]")).to_be_attached()


def test_a_bracket_of_sixteen_is_shown_by_halves_in_type_that_reads(served: Served, hall: Page) -> None:
    store = served.site.store
    World("destiny", swiss(1), single(16), store=store, id="sixteen").people(16).announce().play_stage().cut()
    hall.goto(f"{served.url}/t/sixteen/screen/bracket?every=60")
    expect(hall.locator("[data-page]")).to_have_text(re.compile("1.+2"))
    assert hall.locator(".hall-bracket:visible").count() == 1
    names = hall.locator(".hall-bracket:visible .bracket-name")
    assert min(box["height"] for one in names.all() if (box := one.bounding_box())) >= 1080 / 40


def test_a_screen_has_no_form_and_no_cookie(served: Served, hall: Page) -> None:
    hall.goto(f"{served.url}/t/finals/screen")
    assert hall.locator("main form").count() == 0
    assert hall.context.cookies() == []


SCREENS = ("small/screen", "finals/screen/bracket", "finals/bracket", "small/")
PAGES = ("finals/standings", "small/pairings", "finals/pairings/tables", "cup/verify", "done/")


@pytest.mark.parametrize(
    ("path", "theme"), [(p, t) for p in SCREENS for t in ("light", "dark")] + [(p, "light") for p in PAGES]
)
def test_public_pages_and_screens_have_no_barrier(served: Served, hall: Page, path: str, theme: str) -> None:
    hall.emulate_media(color_scheme=theme, reduced_motion="reduce")
    hall.goto(f"{served.url}/t/{path}")
    hall.evaluate("document.fonts.ready")
    found = Axe().run(hall).response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found] == []


@pytest.mark.parametrize("path", ["/rules/COM-TIME-1", "/rules/amb/AMB-G10", "/rules/search?q=bye"])
def test_the_reference_has_no_barrier(served: Served, hall: Page, path: str) -> None:
    hall.goto(served.url + path)
    found = Axe().run(hall).response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found] == []


def test_a_visitor_checks_the_draws_in_their_own_browser(served: Served, hall: Page) -> None:
    hall.goto(f"{served.url}/t/finals/verify")
    hall.locator("[data-verify]").click()
    expect(hall.locator("[data-verdict]")).to_have_attribute("data-state", "ok")
    hall.locator("[data-steps] summary").click()
    expect(hall.locator(".verdict-lines .ok").first).to_be_visible()
    data = served.client.get("/t/finals/log.komandor").content
    torn = {
        "name": "torn.komandor",
        "mimeType": "application/octet-stream",
        "buffer": data[:-200] + data[-199:],
    }
    hall.set_input_files("[data-verify-file]", torn)
    expect(hall.locator("[data-verdict]")).to_have_attribute("data-state", "bad")


def test_the_genuine_file_of_another_event_is_not_called_right(served: Served, hall: Page) -> None:
    hall.goto(f"{served.url}/t/finals/verify")
    for event, state, said in (
        ("busy", "bad", "plik innego turnieju"),
        ("finals", "ok", "dziennik tego turnieju"),
    ):
        data = served.client.get(f"/t/{event}/log.komandor").content
        file = {"name": f"{event}.komandor", "mimeType": "application/octet-stream", "buffer": data}
        hall.set_input_files("[data-verify-file]", file)
        expect(hall.locator(".verdict-line")).to_contain_text(said)
        expect(hall.locator("[data-verdict]")).to_have_attribute("data-state", state)


def test_what_is_wrong_with_a_log_is_said_first_and_as_wrong(served: Served, hall: Page) -> None:
    """A line with a cross that reads "the file is as it was written" would say the opposite."""
    hall.set_viewport_size({"width": 390, "height": 844})
    hall.goto(f"{served.url}/t/finals/verify")
    button = hall.locator("[data-verify]").bounding_box()
    assert button
    assert button["y"] + button["height"] < 844, "the button is found without turning the page"
    data = served.client.get("/t/finals/log.komandor").content
    changed = data.replace(b'"by":"host"', b'"by":"hoss"', 1)
    assert changed != data
    file = {"name": "x.komandor", "mimeType": "application/octet-stream", "buffer": changed}
    hall.set_input_files("[data-verify-file]", file)
    expect(hall.locator("[data-verdict]")).to_have_attribute("data-state", "bad")
    expect(hall.locator(".verdict-lines li").first).to_contain_text("To się nie zgadza: plik jest taki")
    expect(hall.locator("[data-level]")).to_contain_text("pokaż to organizatorowi")


def test_a_spectator_with_a_phone_checks_a_running_event_with_calls_and_incidents(
    served: Served, hall: Page
) -> None:
    hall.set_viewport_size({"width": 390, "height": 844})
    hall.goto(f"{served.url}/t/busy/verify")
    expect(hall.locator("main")).to_contain_text(
        "treści i nazwiska, które nie są jawne, są w nim zapieczętowane"
    )
    hall.locator("[data-verify]").click()
    expect(hall.locator("[data-verdict]")).to_have_attribute("data-state", "ok")
    hall.locator("[data-steps] summary").click()
    lines = hall.locator(".verdict-lines")
    expect(lines).to_contain_text("runda 1: kolejność losów (6) wynika z klucza")
    expect(lines.locator(".note", has_text="wpisy bez treści, bo nie jest jawna")).to_be_visible()
    assert hall.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_name_is_found_while_it_is_typed_also_without_its_tails(served: Served, hall: Page) -> None:
    hall.goto(f"{served.url}/t/cup/pairings")
    hall.keyboard.press("/")
    hall.keyboard.type("lucja")
    shown = hall.locator("#seats li:visible .names-name").all_inner_texts()
    assert shown
    assert all("Łucja" in name for name in shown)
