"""Every page of an event: those behind the guard for each seat, and the public ones from memory."""

import re
from collections.abc import Iterator

from komandor.app.access import HOST, Actor
from komandor.web.console.paper.sheets import OF_A_ROUND, OF_THE_EVENT
from komandor.web.routing import areas
from komandor.web.server.site import Site
from tests.support.doors import address
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client

PLAYER = Actor("player", 1)
LOOKED_AT = {ORGANISER: "/c/", MARSHAL: "/j/", JUDGE: "/j/", PLAYER: ("/m/", "/join/", "/t/")}
GAP = re.compile(r"<(?:\w+:)?(\w+)>")


def event_pages(world: World, site: Site, lang: str = "pl") -> Iterator[tuple[str, str]]:
    """Every page of the event `cup` that can be read: address and text."""
    yield from _guarded(world, site, lang)
    for cached in areas.PAGES:
        names = GAP.findall(cached.path)
        if "tournament" in names and not cached.path.endswith((".komandor", ".zip", ".png")):
            parts = {"tournament": "cup", "number": "1"}
            made = cached.render(site, lang, **{name: parts[name] for name in names})
            yield cached.path, made.decode() if isinstance(made, bytes) else made or ""


def _guarded(world: World, site: Site, lang: str) -> Iterator[tuple[str, str]]:
    for seat, looked_at in LOOKED_AT.items():
        browser = client(site, world.link(seat), *((world.link(HOST),) if seat == ORGANISER else ()))
        browser.cookies["lang"] = lang
        for where in (one for one in _addresses() if one.startswith(looked_at)):
            answer = browser.get(where)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                yield where, answer.content.decode()


def _addresses() -> Iterator[str]:
    for route in areas.ROUTES:
        where = address(route)
        if "GET" in route.methods and "/cup" in where:
            sheets = (*OF_A_ROUND, *OF_THE_EVENT) if where.endswith("/print/x") else ()
            yield from (where[:-1] + sheet for sheet in sheets)
            yield where
