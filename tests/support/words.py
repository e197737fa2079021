"""The words that organisers and the public read on the pages of an event."""

import re
from html import unescape

from django.test import Client

from komandor.web.public import PAGES
from tests.support.world import ORGANISER, World, client, site_of


def desk_of(world: World, lang: str = "en") -> Client:
    desk = client(site_of(world), world.link(ORGANISER))
    desk.cookies["lang"] = lang
    return desk


def text_of(page: str) -> str:
    """The words of a page, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def public(world: World, tail: str, lang: str = "en") -> str:
    """The words of a public page."""
    page = next(page for page in PAGES if page.path == f"/t/<tournament>/{tail}")
    body = page.render(site_of(world), lang, tournament=world.id)
    assert isinstance(body, str)
    return text_of(body)


def seen(world: World, path: str, lang: str = "en") -> str:
    return text_of(desk_of(world, lang).get(path, headers={"Accept-Language": lang}).content.decode())
