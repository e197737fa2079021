"""A served site with one page in the cache and one tournament in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from komandor.store import open_store
from komandor.web.routing.urls import cached_pages
from komandor.web.server.cache import CachedPage
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.site import Served, serving, write


@dataclass
class Rendering:
    """A cached page that counts how often it is rendered."""

    count: int = 0
    langs: list[str] = field(default_factory=list)

    def page(self, site: Site, lang: str, tournament: str) -> str:
        self.count += 1
        self.langs.append(lang)
        return f"<p>{tournament} {lang} {site.store.version(tournament)}</p>"


@pytest.fixture
def rendering() -> Rendering:
    return Rendering()


@pytest.fixture
def served(rendering: Rendering) -> Iterator[Served]:
    """A site with the tournament "cup" at version 1 and the cached page /t/<tournament>/counted."""
    store = open_store("memory:")
    write(store, "cup", "first")
    pages = (*cached_pages, CachedPage("/t/<tournament>/counted", rendering.page))
    with serving(make_site(store, secret="a secret of the tests", pages=pages)) as site:
        yield site
