"""A site in memory and the organiser's browser in front of it, on which nothing may fail unseen."""

from collections.abc import Callable, Iterator
from functools import partialmethod

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.browser.pages import Desk
from tests.browser.phones import hall_of
from tests.support.site import Served, serving

__all__ = ["hall_of"]

BLOCKED = partialmethod(Browser.new_context, service_workers="block")


@pytest.fixture(autouse=True)
def as_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones in a hall open http addresses, where browsers run no service worker; 127.0.0.1 would."""
    monkeypatch.setattr(Browser, "new_context", BLOCKED)


LOCALES = {"pl": "pl-PL", "en": "en-GB"}


@pytest.fixture
def site_served() -> Iterator[Served]:
    with serving(make_site(open_store("memory:"), secret="a secret of the tests")) as served:
        yield served


@pytest.fixture
def desk_in(site_served: Served, browser: Browser) -> Iterator[Callable[[str], Desk]]:
    """`desk_in("pl")` is a new browser at the list of events."""
    contexts, said = [], []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "422" not in message.text:
            said.append(message.text)

    def open_desk(lang: str) -> Desk:
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale=LOCALES[lang])
        contexts.append(context)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", heard)
        desk = Desk(page, site_served.url, lang)
        desk.enter(site_served.site.home)
        return desk

    yield open_desk
    for context in contexts:
        context.close()
    assert said == [], "scripts or assets failed"
