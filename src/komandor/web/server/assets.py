"""Every asset of the site, in memory, under a path that changes when any of them changes.

The folder name in `/static/<stamp>/…` is a hash over all files, so relative links inside style sheets and
scripts work unchanged and everything may be cached by browsers without end. Served without entering Django
(docs/decisions: assets in memory).
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from komandor.core import games
from komandor.web.server.security import HEADERS, length

SHEETS = ("tokens", "base", "layout", "forms", "components", "tables", "round")
"""The style sheets of the design system in their order; sheets of single areas follow by name, print last."""

KEEP = b"public, max-age=31536000, immutable"
PACKED = ("text/", "application/json", "image/svg")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, ready to send."""

    plain: bytes
    packed: bytes | None
    headers: list[tuple[bytes, bytes]]
    headers_packed: list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True, eq=False)
class Assets:
    """All files by name, and the stamp of their contents."""

    stamp: str
    by_name: dict[str, Asset]

    @staticmethod
    @cache
    def load() -> "Assets":
        """Read the package's static folder."""
        found = dict(_walk(files("komandor.web") / "static"))
        found["komandor.css"] = _sheet(found)
        digest = hashlib.sha256()
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + found[name] + b"\0")
        return Assets(digest.hexdigest()[:12], {name: _asset(name, body) for name, body in found.items()})

    def url(self, name: str) -> str:
        """Where a page finds this asset. A name that does not exist is a bug."""
        if name not in self.by_name:
            raise LookupError(f"no asset named {name}")
        return f"/static/{self.stamp}/{name}"

    def find(self, path: str) -> tuple[Asset, bool] | None:
        """The asset at this path, and whether the path's stamp is today's."""
        _, _, stamp, name = path.split("/", 3) if path.count("/") >= 3 else ("", "", "", "")
        asset = self.by_name.get(name)
        return (asset, stamp == self.stamp) if asset else None


def _walk(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    found = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _walk(item, f"{prefix}{item.name}/")
        else:
            found.append((prefix + item.name, item.read_bytes()))
    return found


def _sheet(found: dict[str, bytes]) -> bytes:
    """All style sheets as one file: one request, and the layers in the right order."""
    names = {name[4:-4] for name in found if name.startswith("css/") and name.endswith(".css")}
    areas = sorted(names - {*SHEETS, "print"})
    sheets = (found[f"css/{name}.css"] for name in (*SHEETS, *areas, "print"))
    return b"\n".join((*sheets, game_colours().encode()))


def game_colours() -> str:
    """`--game` in the colour of each game, on light and on dark as in tokens.css."""
    looks = {rules.data.id: rules.data.look for rules in games.GAMES}
    light = " ".join(f"--g-{game}: {look.light};" for game, look in looks.items())
    dark = " ".join(f"--g-{game}: {look.dark};" for game, look in looks.items())
    rows = " ".join(f'[data-game="{game}"] {{ --game: var(--g-{game}); }}' for game in looks)
    by_system = f':root:not([data-theme="light"]) {{ {dark} }}'
    return (
        f"@layer tokens {{ :root {{ {light} }} @media (prefers-color-scheme: dark) {{ {by_system} }} "
        f':root[data-theme="dark"] {{ {dark} }} {rows} }}'
    )


def _asset(name: str, body: bytes) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = {"application/javascript": "text/javascript"}.get(kind, kind)
    kind = "font/woff2" if name.endswith(".woff2") else kind
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(PACKED) else None
    text = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    common = [(b"content-type", text.encode()), (b"vary", b"Accept-Encoding"), *HEADERS]
    packed_headers = [(b"content-encoding", b"gzip"), length(packed or b""), *common]
    return Asset(body, packed, [length(body), *common], packed_headers)
