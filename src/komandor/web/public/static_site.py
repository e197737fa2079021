"""The public pages of an event as one zip that needs no server: unpacked anywhere, it opens from the disk.

The pages are those of the site, made by the same functions. Links between them become names of files, the
style and the scripts lie beside them, and the log is inside the page that checks the draws, because a page
from the disk may fetch nothing. What leads to other parts of a site loses its link; `public.css` hides it.
"""

import base64
import html
import re
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO

from komandor.texts.catalogue import Lang
from komandor.web.public.open_data import FILES, route_of
from komandor.web.public.public_page import public_page
from komandor.web.rendering.event_page import EventPage
from komandor.web.routing.request import url
from komandor.web.server.assets import Assets
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

PARTS = (
    "pairings",
    "tables",
    "standings",
    "bracket",
    "players",
    "lists",
    "changes",
    "edition",
    "verify",
    "share",
)
PAGES_IN_IT = {"public": "index.html", **{f"public-{part}": f"{part}.html" for part in PARTS}}
"""The route of a page → its file."""
ATTRIBUTE = re.compile(r'\s(href|src|data-live|data-verify|data-topic)="([^"]*)"')
NOT_ON_A_DISK = re.compile(
    r'<link rel="(?:manifest|preload)"[^>]*>|<script src="[^"]*/js/home-screen\.js"[^>]*></script>'
    r'|<meta (?:property="og:|name="twitter:)[^>]*>|<nav class="languages".*?</nav>',
    re.DOTALL,
)
"""What only a site has: an app to install, previews of its links, and the other language."""
IN_STYLE = re.compile(r'url\("([^":]+)"\)')
THEN = (1980, 1, 1, 0, 0, 0)  # the same event gives the same bytes


def static_site(site: Site, lang: Lang, tournament: str) -> bytes | None:
    """The zip; None if there is no such event."""
    p = public_page(site, tournament, lang)
    if p is None:
        return None
    names = dict(_names(p))
    made = {name: body for path, name in names.items() if (body := _made(site, lang, path)) is not None}
    log = made.get("log.komandor", b"")
    known = {path: name for path, name in names.items() if name in made}
    known |= {site.assets.url(name): f"assets/{name}" for name in site.assets.by_name}
    files: dict[str, bytes] = {}
    for name, body in made.items():
        files[name] = _on_disk(body.decode(), known, log).encode() if name.endswith(".html") else body
    files |= _assets(site.assets, files)
    return _zipped(files)


def _names(p: EventPage) -> Iterator[tuple[str, str]]:
    """The address of everything that can be in the zip, and the name of its file."""
    id = p.t.id
    yield from ((url(route, id), name) for route, name in PAGES_IN_IT.items())
    yield from ((url("public-round", id, n), f"round-{n}.html") for n in sorted(p.t.rounds))
    yield from ((url(route_of(file), id), f"data/{file.file}") for file in FILES)
    yield url("public-log", id), "log.komandor"


def _made(site: Site, lang: Lang, path: str) -> bytes | None:
    found = site.pages.find(path)
    body = found[0].render(site, lang, **found[1]) if found else None
    return body.encode() if isinstance(body, str) else body


def _on_disk(text: str, known: Mapping[str, str], log: bytes) -> str:
    """A page of the site as a file."""

    def attribute(found: re.Match[str]) -> str:
        key, value = found.groups()
        to = _to(key, html.unescape(value), known, log)
        return f' {key}="{html.escape(to)}"' if to else ""

    text = ATTRIBUTE.sub(attribute, NOT_ON_A_DISK.sub("", text))
    return text.replace('<body class="public"', '<body class="public on-disk"', 1)


def _to(key: str, value: str, known: Mapping[str, str], log: bytes) -> str:
    """Where an attribute of a page on the disk leads; empty: nowhere."""
    if key in ("data-live", "data-topic"):
        return ""
    if key == "data-verify":
        return f"data:application/octet-stream;base64,{base64.b64encode(log).decode()}"
    if value.startswith("#"):
        return value
    path, mark, part = value.partition("#")
    return known[path] + mark + part if path in known else ""


def _assets(assets: Assets, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every script, style and picture that the pages name, and what the style names."""
    pages = (body.decode() for name, body in files.items() if name.endswith(".html"))
    named = {name for page in pages for name in re.findall(r'="assets/([^"]+)"', page)}
    named |= set(IN_STYLE.findall(assets.by_name["komandor.css"].plain.decode()))
    return {f"assets/{name}": assets.by_name[name].plain for name in named}


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, body in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(name, THEN), body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


PAGES = (CachedPage("/t/<tournament>/data/site.zip", static_site, "data-site-zip", "application/zip"),)
