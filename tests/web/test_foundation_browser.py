"""In a real browser the page keeps itself up to date and never moves under the finger."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from komandor.store import open_store
from komandor.web.rendering.jinja import environment
from komandor.web.rendering.records import NOBODY
from komandor.web.routing.urls import cached_pages
from komandor.web.server.cache import CachedPage
from komandor.web.server.live import now_ms
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.site import Served, serving, write

WHOLE = """{% extends "base.html" %}
{% block follows %} data-topic="{{ topic }}" data-version="{{ version }}"{% endblock %}
{% block body %}<h1>Cup</h1>
<section data-live="/t/cup/part" data-jitter="10" id="part">{{ part }}</section>
{{ ui.clock(ends=ends) }}{{ ui.button("Go", type="button", key="n", attrs={"id": "go"}) }}{% endblock %}"""


def part(site: Site, lang: str, tournament: str) -> str:
    version = site.store.version(tournament)
    return f'<p id="version">version {version}</p><form><input id="field" aria-label="field"></form>'


def whole(site: Site, lang: str, tournament: str) -> str:
    from markupsafe import Markup

    template = environment(lang, site.assets).from_string(WHOLE)
    return template.render(
        NOBODY.names(),
        part=Markup(part(site, lang, tournament)),
        topic=tournament,
        version=site.store.version(tournament),
        path="/t/cup",
        ends=now_ms() + 90_000,
    )


@pytest.fixture
def served() -> Iterator[Served]:
    store = open_store("memory:")
    write(store, "cup", "first")
    pages = (CachedPage("/t/<tournament>", whole), CachedPage("/t/<tournament>/part", part), *cached_pages)
    site = make_site(store, secret="s", pages=pages)
    site.hub.heartbeat = 0.5
    with serving(site) as running:
        yield running


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page on which nothing may fail: no script error, no blocked asset, no refused style."""
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield page
    assert said == []


def test_a_new_version_appears_without_reload(served: Served, quiet: Page) -> None:
    quiet.goto(served.url + "/t/cup")
    expect(quiet.locator("body")).to_have_attribute("data-connection", "open")
    write(served.site.store, "cup", "second")
    expect(quiet.locator("#version")).to_have_text("version 2")


def test_a_field_being_typed_in_is_left_alone_until_it_is_let_go(served: Served, quiet: Page) -> None:
    quiet.goto(served.url + "/t/cup")
    expect(quiet.locator("body")).to_have_attribute("data-connection", "open")
    quiet.locator("#field").focus()
    write(served.site.store, "cup", "second")
    expect(quiet.locator("#part")).to_have_attribute("data-waiting", "")
    expect(quiet.locator("#version")).to_have_text("version 1")
    expect(quiet.locator("#field")).to_be_focused()
    quiet.locator("#go").focus()
    expect(quiet.locator("#version")).to_have_text("version 2")


def test_without_a_stream_it_asks(served: Served, quiet: Page) -> None:
    quiet.add_init_script("delete window.EventSource")
    quiet.clock.install()
    quiet.goto(served.url + "/t/cup")
    expect(quiet.locator("body")).to_have_attribute("data-connection", "open")
    write(served.site.store, "cup", "second")
    quiet.clock.run_for(7_000)
    expect(quiet.locator("#version")).to_have_text("version 2")


def test_while_a_stream_does_not_open_it_asks(served: Served, page: Page) -> None:
    page.route("**/live/cup", lambda route: None)  # neither answered nor refused
    page.clock.install()
    page.goto(served.url + "/t/cup")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    write(served.site.store, "cup", "second")
    page.clock.run_for(7_000)
    expect(page.locator("#version")).to_have_text("version 2")


def test_a_part_that_could_not_be_given_is_fetched_again(served: Served, page: Page) -> None:
    page.goto(served.url + "/t/cup")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    page.route("**/t/cup/part", lambda route: route.fulfill(status=503), times=1)
    write(served.site.store, "cup", "second")
    expect(page.locator("#version")).to_have_text("version 2")


def test_a_lost_connection_is_shown_and_mended(served: Served, page: Page) -> None:
    page.goto(served.url + "/t/cup")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    page.clock.install()
    page.goto(served.url + "/t/cup")
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    page.context.set_offline(True)
    served.site.hub.leave()  # in its own loop: others open and end streams there
    served.site.hub.leaving = False
    page.clock.run_for(60_000)
    expect(page.locator("#offline")).to_be_visible()
    write(served.site.store, "cup", "second")
    page.context.set_offline(False)
    page.clock.run_for(20_000)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#version")).to_have_text("version 2")


def test_the_clock_counts_and_warns(served: Served, quiet: Page) -> None:
    quiet.goto(served.url + "/t/cup")
    clock = quiet.locator("[data-clock]")
    expect(clock).to_have_attribute("data-state", "soon")
    digits = clock.locator("[data-clock-digits]")
    expect(digits).to_have_text(re.compile(r"^(1:[0-3]\d|0:[3-5]\d)$"))
    shown = digits.inner_text()
    expect(digits).not_to_have_text(shown)


def test_keys_press_buttons_and_a_question_mark_lists_them(served: Served, quiet: Page) -> None:
    quiet.goto(served.url + "/t/cup")
    quiet.evaluate(
        "document.getElementById('go').addEventListener('click', () => { document.title = 'pressed'; })"
    )
    quiet.keyboard.press("n")
    expect(quiet).to_have_title("pressed")
    quiet.keyboard.press("?")
    expect(quiet.locator("#keys")).to_be_visible()
    expect(quiet.locator("[data-keys]")).to_contain_text("Go")
    quiet.keyboard.press("Escape")
    expect(quiet.locator("#keys")).to_be_hidden()


def test_light_and_dark_are_remembered(served: Served, quiet: Page) -> None:
    quiet.emulate_media(color_scheme="light")
    quiet.goto(served.url + "/styleguide")
    quiet.locator("[data-theme-switch]").click()
    expect(quiet.locator("html")).to_have_attribute("data-theme", "dark")
    quiet.reload()
    expect(quiet.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_word_of_what_was_done_is_text_and_goes_away(served: Served, quiet: Page) -> None:
    quiet.goto(served.url + "/styleguide")
    quiet.evaluate("Komandor.say({text: '<img src=x onerror=alert(1)>', undo: '/undo'})")
    toast = quiet.locator("#toasts .toast")
    expect(toast.locator("p")).to_have_text("<img src=x onerror=alert(1)>")
    expect(toast.locator("form")).to_have_attribute("action", "/undo")
    toast.locator("[data-dismiss]").click()
    expect(toast).to_have_count(0)


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 360])
def test_the_style_guide_is_accessible_and_fits(
    served: Served, quiet: Page, lang: str, scheme: str, width: int
) -> None:
    quiet.set_viewport_size({"width": width, "height": 800})
    quiet.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    quiet.goto(f"{served.url}/styleguide?lang={lang}")
    assert Axe().run(quiet).response["violations"] == []
    assert quiet.evaluate("document.documentElement.scrollWidth") <= width
