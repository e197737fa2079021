"""The same walk in Chromium: real tabs that hear the news, real clicks, and every script in between.

A button is pressed where it stands, once or twice within a second, with whatever the page has become by
then. What was sent is what the browser sent; the laws are those of the other walks.
"""

import re
import time
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Browser, ElementHandle, Error, Page, Request, sync_playwright

from bench.explorer.http.campaign import Pressed, outcome
from bench.explorer.http.claims import acting
from bench.explorer.http.doors import Answer, InProcess, Pairs
from bench.explorer.http.hall import Fetched, Hall, Jar, Tab, door_of, events_of
from bench.explorer.http.laws import broken
from bench.explorer.http.pages import HIDDEN, Button, Form
from bench.explorer.http.walk import NOT_PRESSED, Walk
from bench.explorer.played import Found
from bootstrap import find_chromium
from komandor.app.ledger import opened
from komandor.store.memory import MemoryStore
from tests.support.chromium import ARGS
from tests.support.site import serving
from tests.support.world import site_of

EACH, TWICE, BACK = 120, 0.4, 0.15
SETTLES = 150
"""Milliseconds that a page gets to send what a click asks for."""
GONE = re.compile("context was destroyed|not attached")
"""What Playwright says when news has just put another page, or part of one, in the place of this."""
PART = re.compile(r'; name="([^"]*)"\r\n\r\n(.*?)\r\n--', re.DOTALL)
GAPS = (50, 120, 500, 900)
"""Milliseconds between two clicks on one spot."""
PATIENCE = 60_000
LIGHT = ("--blink-settings=imagesEnabled=false", "--renderer-process-limit=4")
"""No pictures, and no process for each of 18 tabs."""
FILL = """(form, sent) => {
  const given = new Map();
  for (const [name, value] of sent) given.set(name, [...(given.get(name) || []), value]);
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden" || field.type === "submit" || field.type === "file") continue;
    const values = given.get(field.name) || [];
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""
FIND = """([id, n]) => {
  const form = document.querySelector(`input[name=command_id][value="${id}"]`)?.form;
  return form ? [...form.elements].filter((one) => one.type === "submit" && !one.disabled)[n] : null;
}"""


class InChromium(Walk):
    """A walk whose jars are contexts of a browser and whose tabs are pages."""

    def __init__(self, seed: int, hall: Hall, door: InProcess, url: str, browser: Browser) -> None:
        super().__init__(seed, hall, door)
        self.url = url
        self.shown: dict[int, Page] = {}
        for jar in self.jars:
            context = browser.new_context(locale="en-GB", service_workers="block", reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            self.shown |= {id(tab): context.new_page() for tab in jar.tabs}
        for page in self.shown.values():
            page.on("dialog", lambda asked: asked.accept())

    def _switch(self, jar: Jar) -> None:
        seat = self.rnd.choice(jar.seats)
        tab = self.rnd.choice(jar.tabs)
        if self.fetch(jar, tab, door_of(seat[1], jar.tokens[seat])).status < 400:
            jar.opens(seat)
            tab.pages[-1].opened = tuple(jar.opened)

    def fetch(self, jar: Jar, tab: Tab, path: str, depth: int = 0) -> Answer:  # noqa: ARG002 as every walk calls it
        page = self.shown[id(tab)]
        came = page.goto(self.url + path, wait_until="load")
        status = came.status if came else 0
        if status >= 500:
            raise Found("chromium", "a failure", f"GET {path}: {status}")
        self._seen(jar, tab, page)
        return Answer(status, text_of(page), "", True)

    def _seen(self, jar: Jar, tab: Tab, page: Page) -> None:
        path = self._path(page)
        tab.show(Fetched(path, text_of(page), self._shown(path), tuple(jar.opened)))

    def _press_something(self, jar: Jar, tab: Tab) -> None:
        if not tab.pages:
            return
        if self.rnd.random() < BACK:
            self._went_back(tab)
        now = self._now(tab)
        buttons = [
            (form, button)
            for form in now.page.forms
            for button in form.buttons
            if not NOT_PRESSED.search(button.action or form.action) and self._often(form, button)
        ]
        if buttons:
            form, button = self.rnd.choice(buttons)
            self._as_made(now, jar, tab, form)
            self.press(jar, tab, now, form, button)

    def _went_back(self, tab: Tab) -> None:
        """Show the page before, as the browser kept it or fetches it again."""
        page = self.shown[id(tab)]
        try:
            page.go_back(wait_until="load")
        except Error:  # the page before was the answer to a form, which a browser asks to send again
            page.wait_for_url("chrome-error:**")
            page.goto(self.url)

    def _as_made(self, now: Fetched, jar: Jar, tab: Tab, form: Form) -> None:
        """How things stood, and which links were open, when this form was made: a page may have stayed as it
        was for long, or have been fetched again by itself since."""
        seen = form.hidden("seen")
        if now.t and seen.isdecimal():
            now.t = opened(self.hall.store.read(now.t.id)[: int(seen)]).state
        area = form.action.split("/")[1]
        for links in (now.opened, *(one.opened for one in reversed(tab.pages)), tuple(jar.opened)):
            if now.t and str(acting(now.t, area, now.t.id, links)) == form.hidden("made_for"):
                now.opened = links
                return

    def _now(self, tab: Tab) -> Fetched:
        """What stands in the tab by now; it was made for whoever sat there when it was opened."""
        page = self.shown[id(tab)]
        path = self._path(page)
        return Fetched(path, text_of(page), self._shown(path), tab.pages[-1].opened)

    def _path(self, page: Page) -> str:
        return page.url.removeprefix(self.url).partition("#")[0]

    def _filled(self, page: Page, form: Form, button: Button, sent: Pairs) -> ElementHandle | None:
        """The button on the page, its form filled in; nothing if the page was just going to show news."""
        unseen = {name for name, one in form.controls.items() if one.kind == HIDDEN}
        typed = [one for one in sent if one[0] not in unseen]
        try:
            found = page.evaluate_handle(FIND, [form.hidden("command_id"), form.buttons.index(button)])
            if element := found.as_element():
                element.evaluate(f"(button, sent) => ({FILL})(button.form, sent)", typed)
                if element.is_visible():
                    element.scroll_into_view_if_needed()
            return element
        except Error as left:
            if GONE.search(str(left)):
                return None
            raise

    def press(self, jar: Jar, tab: Tab, old: Fetched, form: Form, button: Button) -> bool:
        page, claim = self.shown[id(tab)], self.claim(old, form, button)
        element = self._filled(page, form, button, claim.sent) if claim else None
        if claim is None or element is None:
            return False
        clicked = self._click(page, element)
        sent = [pairs for to, pairs in clicked if to == claim.path]
        written = self._written(claim)
        self.presses += max(1, len(sent))
        try:
            broken(replace(claim, sent=sent[0]) if sent else claim, written)
        except Found as found:
            found.text += f"; sent: {clicked}"
            raise
        if form.action.endswith("/step") and len({one.command_id for one in written}) > 1:
            raise Found("chromium", "two steps", f"{claim.said}: {[one.event for one in written]}")
        self.accepted += bool(written)
        self.counts[old.path.replace(claim.event, "E"), "written" if written else "nothing"] += 1
        self._sits_down(jar, claim, written)
        if page.url.startswith(f"{self.url}/m/") and form.hidden("command_id") in jar.joined:
            jar.opens(jar.joined[form.hidden("command_id")])
        self._seen(jar, tab, page)
        return bool(written)

    def _click(self, page: Page, button: ElementHandle) -> list[tuple[str, Pairs]]:
        """Press where the button stands, now and then twice: where the browser sent what."""
        sent: list[Request] = []

        def hear(request: Request) -> None:
            if request.method == "POST":
                sent.append(request)

        page.on("request", hear)
        box = button.bounding_box()
        if box:
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.mouse.click(*at)
            if self.rnd.random() < TWICE:
                page.wait_for_timeout(self.rnd.choice(GAPS))
                page.mouse.click(*at)
        else:
            button.evaluate("(button) => button.click()")  # in a menu that is closed
        with suppress(Error):  # by the page's own clock: the processor may be busy elsewhere
            page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", SETTLES)
        for request in sent:
            with suppress(Error):  # until it is answered; a page that went away hears of it no more
                while request.response() and request.redirected_to:
                    request = request.redirected_to  # noqa: PLW2901 to where it leads in the end
        page.wait_for_load_state("load")
        page.remove_listener("request", hear)
        return [(urlsplit(one.url).path, fields_of(one)) for one in sent]


def fields_of(request: Request) -> Pairs:
    """What was sent, by a form or by a script."""
    body = request.post_data or ""
    if request.headers.get("content-type", "").startswith("multipart/"):
        return PART.findall(body)
    return parse_qsl(body, keep_blank_values=True)


def text_of(page: Page) -> str:
    """The page as it stands; one that is just going away is waited for."""
    while True:
        page.wait_for_load_state("load")
        with suppress(Error):
            return page.content()


def run_in_chromium(first: int, seconds: float, presses: int, game: str, walks: int | None = None) -> Pressed:
    """Walks from this seed on, until so many presses or walks were made or the time is over."""
    total, end = Pressed(), time.monotonic() + seconds
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(windows=False), args=[*ARGS, *LIGHT]
        )
        for seed in count(first):
            if total.presses >= presses or total.walks == walks or time.monotonic() > end:
                return total
            store = MemoryStore()
            site = site_of(store)
            hall = events_of(Random(f"hall {seed}"), str(seed), store, site.services.ledger, game)
            with serving(site) as served:
                walk = InChromium(seed, hall, InProcess(site), served.url, browser)
                total += outcome(walk, seed, EACH)
                for context in browser.contexts:
                    context.close()
    return total
