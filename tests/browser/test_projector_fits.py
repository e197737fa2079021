"""Nothing on the wall is cut off, and one long name does not make everybody else small."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from komandor.app.queries.everybody.schedule import Break, DayPlan, keep_day_plan
from komandor.app.self_service import SelfService, keep_self_service
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import StagePlan
from komandor.log.store import EventStore, Person
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import double, single, swiss
from tests.support.site import Served, serving
from tests.support.world import World

LONG: Person = {"first": "Bartłomiej Maksymilian", "last": "Brzęczyszczykiewicz-Wąchocki", "show": "full"}
WORD: Person = {"first": "Zofia", "last": "Konstantynopolitańczykowianeczkówna", "show": "full"}
WIFI = "Sklep Smoczy Zakątek - goście"
WALLS = [(1280, 720), (1920, 1080)]
OTHER_SHAPES = [(1024, 768), (1080, 1920)]


def with_a_long_name(store: EventStore, id: str, players: int, *stages: StagePlan) -> World:
    world = World("conquest", *stages, store=store, id=id)
    world.do(c.ChangeEvent({"public_names": "full"}))
    return world.do(c.RegisterPlayer(), c.RegisterPlayer(), persons=(LONG, WORD)).people(players - 2)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    with_a_long_name(store, "seats", 40)
    with_a_long_name(store, "pairs", 40).announce().publish()
    with_a_long_name(store, "ranked", 40).announce().play_round()
    with_a_long_name(store, "cut", 8, swiss(2), single(4)).announce().play_stage().cut()
    with_a_long_name(store, "over", 8, swiss(2), single(4)).play_out()
    World("destiny", swiss(6), store=store, id="six").people(24).play_out()
    prizes = with_a_long_name(store, "prizes", 12, swiss(1)).play_out()
    prizes.do(c.AddPrize("Puchar"), c.AddPrize("Mata do gry", "raffle", count=12)).do(c.DrawRaffle(2))
    generous = with_a_long_name(store, "generous", 40, swiss(1)).play_out()
    generous.do(*(c.AddPrize(f"Mata do gry numer {n}", "award") for n in range(11)))
    generous.do(c.AddPrize("Losowanie", "raffle", count=30), *(c.GiveAward(n, n) for n in range(1, 12)))
    generous.do(c.DrawRaffle(12))
    left = World("conquest", swiss(3), store=store, id="left").people(6).announce().play_round()
    left.do(c.DropPlayer(left.order()[1]))
    World("star-wars-lcg", swiss(1), double(16), store=store, id="sixteen").people(
        16
    ).announce().play_stage().cut()
    with_a_long_name(store, "late", 40).announce().start()
    teams = World("star-wars-lcg", swiss(2), store=store, id="teams", teams=True)
    teams.do(*(c.RegisterPlayer(members=2) for _ in TEAMS), persons=TEAMS).announce().play_round()
    World("destiny", store=store, id="clock").people(6).announce().start()
    with_a_long_name(store, "break", 20).announce().play_round()
    keep_self_service(store, "seats", SelfService(wifi_name=WIFI, wifi_password="smok-2026 " * 4))
    keep_day_plan(store, "break", DayPlan("10:00", 15, (Break(1, 45, "Obiad"),)))
    notices = World(store=store, id="notices").people(4)
    notices.do(c.PostNotice("Zgubiono czarną kostkę. " * 20)).do(c.PostNotice("Runda 2 za 5 minut"))
    with serving(make_site(store, secret="a secret of the tests")) as site:
        yield site


@pytest.fixture(params=WALLS, ids=str)
def wall(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, locale="pl-PL")
    yield context.new_page()
    context.close()


def shown(page: Page, served: Served, path: str) -> None:
    page.goto(f"{served.url}/t/{path}")
    page.evaluate("document.fonts.ready")


OUTSIDE = """(what) => [...document.querySelectorAll(what)].filter((one) => {
  if (!one.checkVisibility()) return false;
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
    || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible");
}).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("path", ["pairs/screen/pairings", "seats/screen/seats"])
def test_one_long_name_leaves_forty_people_on_one_page(served: Served, wall: Page, path: str) -> None:
    shown(wall, served, path)
    expect(wall.locator("[data-page]")).to_have_text("")
    lines = wall.locator(".slide.shown .hall-list li")
    assert lines.count() == 40
    assert wall.evaluate(OUTSIDE, ".slide.shown .hall-name, .slide.shown .hall-seat") == []
    rows = wall.evaluate(
        """() => [...document.querySelectorAll(".slide.shown li")].map((li) =>
        [li.getBoundingClientRect().height, li.querySelector(".hall-name").getBoundingClientRect().height])"""
    )
    assert all(name <= row for row, name in rows), "two lines stay in their row"
    names = lines.locator(".hall-name").all_text_contents()
    assert "Brzęczyszczykiewicz-Wąchocki Bartłomiej Maksymilian" in map(str.strip, names)


@pytest.mark.parametrize("size", OTHER_SHAPES, ids=str)
@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("seats/screen/join", ".hall-join :is(h2, p, .qr-code)"),
        (
            "pairs/screen/pairings",
            ".screen-title, .screen-round, li:not([hidden]) :is(.hall-name, .hall-seat)",
        ),
        ("sixteen/screen/bracket", ".screen-title, .screen-round, .bracket-name"),
        ("prizes/screen/prizes", ".hall-prizes :is(dt, dd, span)"),
        ("clock/screen/clock", ".clock-digits, .hall-at-time"),
        ("break/screen/clock", ".hall-resting :is(h2, p, .num)"),
        ("break/screen/day", ".hall-day li span"),
    ],
)
def test_a_wall_of_another_shape_cuts_nothing(
    served: Served, browser: Browser, size: tuple[int, int], path: str, what: str
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="pl-PL")
    page = context.new_page()
    shown(page, served, f"{path}?every=60")
    assert page.locator(what).count()
    assert page.evaluate(OUTSIDE, what) == []
    high = "one => one.getBoundingClientRect().height / innerHeight"
    heads = page.locator(".screen-head").evaluate(high)
    assert heads < 1 / 6, "the heading leaves the screen to what is shown"
    context.close()


PARTED = """() => [...document.querySelectorAll(".slide.shown li :is(.hall-name, .hall-side span)")]
  .filter((one) => one.checkVisibility()).flatMap((one) => [...one.childNodes].flatMap((text) =>
    [...(text.data || "").matchAll(/[^\\s-]+/g)].filter((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
    }).map((word) => word[0])))"""


@pytest.mark.parametrize("size", [*WALLS, *OTHER_SHAPES], ids=str)
@pytest.mark.parametrize("path", ["ranked/screen/standings", "pairs/screen/pairings", "over/screen/bracket"])
def test_no_name_is_parted_inside_a_word(
    served: Served, browser: Browser, size: tuple[int, int], path: str
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="pl-PL")
    page = context.new_page()
    shown(page, served, f"{path}?every=60")
    for _ in range(2 if "standings" in path else 1):  # the page of a long name depends on its points
        assert page.evaluate(PARTED) == []
        page.keyboard.press("ArrowRight")
    context.close()


@pytest.mark.parametrize(("event", "least"), [("over", 45), ("sixteen", 25)])
def test_a_tall_wall_has_the_bracket_round_below_round(
    served: Served, browser: Browser, event: str, least: int
) -> None:
    """A tree as wide as the wall is high leaves letters of 20 pixels and two thirds of the page empty."""
    context = browser.new_context(viewport={"width": 1080, "height": 1920}, reduced_motion="reduce")
    page = context.new_page()
    shown(page, served, f"{event}/screen/bracket")
    rounds = page.locator(".hall-rounds:visible").first
    expect(page.locator(".hall-bracket .bracket:visible")).to_have_count(0)
    size = rounds.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= least
    room = page.locator(".hall-brackets").evaluate("(one) => one.clientHeight")
    assert rounds.evaluate("(one) => one.scrollHeight") <= room + 1
    context.close()


def test_everybody_who_won_a_prize_is_named(served: Served, wall: Page) -> None:
    shown(wall, served, "prizes/screen/prizes")
    size = "one => parseFloat(getComputedStyle(one).fontSize) / innerHeight"
    assert wall.locator(".hall-prizes").evaluate(size) >= 1 / 20, "one long name does not make all small"
    assert wall.locator(".hall-prizes dd").last.locator("span").count() == 12
    assert wall.evaluate(OUTSIDE, ".hall-prizes :is(dt, dd, span)") == []


def test_many_prizes_come_on_several_pages_in_type_that_reads(served: Served, wall: Page) -> None:
    shown(wall, served, "generous/screen/prizes?every=60")
    pages = int(wall.locator("[data-page]").inner_text().split()[-1])
    seen: list[str] = []
    for _ in range(pages):
        small = (
            "all => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight"
        )
        assert wall.locator(".hall-prizes:visible dd").evaluate_all(small) >= 1 / 30
        assert wall.evaluate(OUTSIDE, ".hall-prizes :is(dt, dd, span)") == []
        seen += wall.locator(".hall-prizes:visible dt").all_inner_texts()
        wall.keyboard.press("ArrowRight")
    assert len(seen) == len(set(seen)) == 12


def test_a_clock_that_has_not_started_says_so(served: Served, wall: Page) -> None:
    shown(wall, served, "pairs/screen/clock")
    expect(wall.locator(".slide.shown .clock-word:visible")).to_have_text("przed startem")
    assert wall.evaluate(OUTSIDE, ".slide.shown :is(.clock-word, .clock-digits, .hall-at-time)") == []


def test_the_last_line_of_pairings_stays_whole_when_time_is_up(served: Served, wall: Page) -> None:
    """The word under the clock makes the heading higher."""
    shown(wall, served, "late/screen/pairings?every=60")
    wall.evaluate("document.querySelector('.screen-clock [data-clock]').dataset.ends = Date.now() - 9e4")
    expect(wall.locator(".screen-clock [data-clock-over]")).to_be_visible()
    foot = wall.locator(".screen-foot").evaluate("one => one.getBoundingClientRect().top")
    lines = wall.locator(".slide.shown li:visible")
    ends = lines.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert len(ends) == 40
    assert max(ends) <= foot + 1


def test_no_place_is_missing_from_the_standings_when_somebody_left(served: Served, wall: Page) -> None:
    shown(wall, served, "left/screen/standings")
    assert wall.locator(".slide.shown .hall-rank").all_inner_texts() == ["1", "2", "3", "4", "5", "6"]
    expect(wall.locator(".slide.shown li").nth(1)).to_contain_text("rezygnacja")


def test_more_than_an_hour_of_overtime_stays_on_the_wall(served: Served, wall: Page) -> None:
    shown(wall, served, "clock/screen/clock")
    wall.evaluate("document.querySelector('.slide.shown [data-clock]').dataset.ends = Date.now() - 5.4e6")
    digits = wall.locator(".slide.shown [data-clock-digits]")
    expect(digits).to_have_text(re.compile(r"^\+1:30:\d\d$"))
    clock = ".slide.shown .clock-digits, .slide.shown [data-clock-over], .slide.shown .hall-at-time"
    assert wall.evaluate(OUTSIDE, clock) == []
    middle = wall.locator(".slide.shown [data-clock-over]").bounding_box()
    assert middle
    width = wall.evaluate("innerWidth")
    assert abs(middle["x"] + middle["width"] / 2 - width / 2) < width / 100


PAST_THEIR_BOX = """() => [...document.querySelectorAll(".slide.shown .bracket-game")].flatMap((game) => {
  const box = game.querySelector(".bracket-box").getBoundingClientRect();
  return [...game.querySelectorAll(".bracket-name")].filter((name) => {
    const at = name.getBoundingClientRect(), score = name.parentNode.querySelector(".bracket-score");
    return at.bottom > box.bottom || at.right > (score ? score.getBoundingClientRect().left : box.right);
  }).map((name) => name.textContent);
})"""


@pytest.mark.parametrize("event", ["cut", "over"])
def test_a_long_name_is_whole_in_the_bracket(served: Served, wall: Page, event: str) -> None:
    shown(wall, served, f"{event}/screen/bracket")
    names = "".join(wall.locator(".slide.shown .bracket .bracket-name").all_text_contents())
    assert "Brzęczyszczykiewicz" in names
    assert "Wąchocki" in names
    assert "…" not in names
    assert wall.evaluate(PAST_THEIR_BOX) == []


def test_the_upper_bracket_of_sixteen_comes_by_halves(served: Served, wall: Page) -> None:
    shown(wall, served, "sixteen/screen/bracket?every=60")
    names = wall.locator(".hall-bracket:visible .bracket-name")
    high = wall.evaluate("innerHeight")
    assert min(box["height"] for one in names.all() if (box := one.bounding_box())) >= high / 40


@pytest.mark.parametrize(("slide", "what"), [("podium", "svg text"), ("progress", ".places-name")])
def test_names_of_the_best_are_whole_and_not_squeezed(
    served: Served, wall: Page, slide: str, what: str
) -> None:
    shown(wall, served, f"over/screen/{slide}")
    assert "Brzęczyszczykiewicz" in (wall.locator(".slide.shown svg").text_content() or "")
    assert wall.locator(".slide.shown [textLength]").count() == 0
    assert wall.evaluate(OUTSIDE, f".slide.shown {what}") == []


def test_a_champion_with_a_long_name_is_not_set_small(served: Served, wall: Page) -> None:
    shown(wall, served, "over/screen/podium")
    line = wall.locator(".slide.shown svg text", has_text="Wąchocki")
    assert int(line.get_attribute("font-size") or 0) >= 32
    assert wall.evaluate(OUTSIDE, ".slide.shown svg text") == []


def test_places_by_round_are_not_taken_for_the_final_ones(served: Served, wall: Page) -> None:
    shown(wall, served, "over/screen/progress")
    expect(wall.locator(".slide.shown h2")).to_have_text("Miejsca po każdej rundzie przed odcięciem")


@pytest.mark.parametrize("event", ["over", "break"])
def test_dots_beside_a_long_name_are_whole(served: Served, wall: Page, event: str) -> None:
    shown(wall, served, f"{event}/screen/standings")
    expect(wall.locator(".slide.shown .hall-list li").first).to_be_visible()
    assert wall.evaluate(OUTSIDE, ".slide.shown .hall-other, .slide.shown .hall-points") == []


def test_the_end_of_a_break_is_read_from_the_back_of_the_hall(served: Served, wall: Page) -> None:
    shown(wall, served, "break/screen/standings")
    rest = wall.locator(".slide.shown p", has_text="Obiad · Następna runda około")
    assert rest.evaluate("one => parseFloat(getComputedStyle(one).fontSize) / innerHeight") >= 1 / 16


def test_an_announcement_is_as_large_as_the_wall_allows(served: Served, wall: Page) -> None:
    shown(wall, served, "notices/screen/notice?every=60")
    size = "parseFloat(getComputedStyle(document.querySelector('.hall-notice:not([hidden]) p')).fontSize)"
    short = wall.evaluate(f"{size} / innerHeight")
    assert short >= 1 / 8
    assert wall.evaluate(OUTSIDE, ".hall-notice p, .hall-notice h2") == []
    wall.keyboard.press("ArrowRight")
    expect(wall.locator(".hall-notice:visible")).to_contain_text("czarną kostkę")
    assert wall.evaluate(f"{size} / innerHeight") < short
    assert wall.evaluate(OUTSIDE, ".hall-notice p, .hall-notice h2") == []


TEAMS: list[Person] = [
    {
        "team": f"Mandalorianie z Trójmiasta {n}",
        "members": [{"first": first, "last": f"K{n}"} for first in ("Anna", "Maria")],
    }
    for n in range(8)
]
CLIPPED = """() => [...document.querySelectorAll(".table-wrap")].filter((one) =>
  one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize(
    "path", ["pairs/pairings/tables", "over/standings", "over/", "over/bracket", "teams/standings"]
)
@pytest.mark.parametrize("locale", ["pl-PL", "en-GB"])
def test_a_small_phone_shows_every_column_of_the_public_pages(
    served: Served, browser: Browser, path: str, locale: str
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=locale)
    page = context.new_page()
    shown(page, served, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(CLIPPED) == []
    context.close()


@pytest.mark.parametrize("event", ["over", "six"])
def test_an_opened_why_has_the_width_of_a_small_phone(served: Served, browser: Browser, event: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="pl-PL")
    page = context.new_page()
    shown(page, served, f"{event}/standings")
    why = page.locator("details.why").nth(1)
    why.locator("summary").click()
    assert why.evaluate("one => one.getBoundingClientRect().width") > 360 / 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_on_a_phone_the_places_by_round_begin_with_the_names(served: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="pl-PL")
    page = context.new_page()
    shown(page, served, "six/standings")
    chart = page.locator(".places-wrap")
    assert chart.evaluate("one => one.scrollWidth > one.clientWidth"), "earlier rounds are reached by pulling"
    names = page.locator(".places-name").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert max(names) <= 360
    context.close()


def test_on_a_small_phone_names_by_table_are_not_parted(served: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="pl-PL")
    page = context.new_page()
    shown(page, served, "pairs/pairings/tables")
    cells = page.locator(".by-table td:is(:nth-child(2), :nth-child(3))")
    texts = [" ".join(text.split()) for text in cells.all_inner_texts()]
    heights = cells.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    two_lines = [text for text, high in zip(texts, heights, strict=True) if len(text) < 25 and high > 34]
    assert len(texts) == 40
    assert two_lines == []
    context.close()
