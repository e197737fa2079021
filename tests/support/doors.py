"""Every address of the site with something in its place, and copies of a world to try it on."""

import re
from copy import copy
from pathlib import Path

import komandor.web
from komandor.app.ledger import Ledger
from komandor.store.memory import MemoryStore
from komandor.web.routing.routes import Route
from komandor.web.server.site import Site
from tests.support.world import World, site_of

PARTS = {"tournament": "cup", "token": "x" * 22, "game": "armada", "seq": "5", "lang": "pl"}


def address(route: Route, tournament: str = "cup") -> str:
    """The route with real things in its path: table 1, player 1, call 1 … all exist in a busy world."""

    def part(found: re.Match[str]) -> str:
        kind, name = found[1], found[2]
        if name == "tournament":
            return tournament
        return PARTS.get(name, "1" if kind == "int" else "x")

    return "/" + re.sub(r"<(\w+):(\w+)>", part, route.path)


def copied(world: World) -> World:
    """The same events, links and secrets in a store of their own: what is done there is done to nobody."""
    fresh, old = MemoryStore(), world.store
    assert isinstance(old, MemoryStore)
    old._connection.backup(fresh._connection)
    twin = copy(world)
    twin.store, twin.ledger = fresh, Ledger(fresh)
    return twin


def copied_site(world: World) -> Site:
    """The site over such a copy, which need not read again what the world has read already."""
    site = site_of(copied(world))
    site.services.ledger._known[world.id] = world.loaded
    return site


def writes(site: Site) -> int:
    """How many rows have been written to the store of this site."""
    assert isinstance(site.store, MemoryStore)
    return site.store._connection.total_changes


def field_names() -> tuple[str, ...]:
    """Every name that a view reads from a form or a query, found in the source itself."""
    reads = "get|getlist|raw|text|number|optional_number|numbers|choice|side|time|ticked"
    read = re.compile(rf"\.(?:{reads})\(\s*f?\"([\w.{{}}-]+)\"")
    folder = Path(komandor.web.__file__).parent
    names = {name for path in folder.rglob("*.py") for name in read.findall(path.read_text(encoding="utf-8"))}
    names |= {f"{n.split('{')[0]}{side}" for n in names if "{" in n for side in ("a", "b", "1")}
    html = re.compile(r"name=\"([\w.-]+)\"|ui\.(?:field|textarea|select|switch)\(\"([\w.-]+)\"")
    for path in (folder / "templates").rglob("*.html"):
        names |= {one or two for one, two in html.findall(path.read_text(encoding="utf-8"))}
    return tuple(sorted(n for n in names if "{" not in n and n not in ("csrfmiddlewaretoken", "made_for")))
