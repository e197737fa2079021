"""A pack as one file: a ZIP of `pack.json`, `cards.json` and `game-edition.toml`, always the same bytes."""

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from komandor.core.lists.cards import BrokenCatalogue, plain
from komandor.core.lists.packs import Pack, manifest_of, pack_from
from komandor.core.reasons import why

MANIFEST, CARDS, EDITION = "pack.json", "cards.json", "game-edition.toml"
MOST_BYTES = 16 * 1024 * 1024
"""All files of a pack together, unpacked. The largest card data that is known has 2 MB."""
START = (1980, 1, 1, 0, 0, 0)
ADDRESS = re.compile(r"https?://[^\s|<>)\]\"']+")
MOST_SOURCES = 20


def written(pack: Pack) -> bytes:
    """The file of a pack."""
    parts = {MANIFEST: _json(manifest_of(pack))}
    parts |= {CARDS: _json(plain(pack.cards))} if pack.cards else {}
    parts |= {EDITION: pack.edition.encode()} if pack.edition else {}
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(parts.items()):
            info = zipfile.ZipInfo(name, START)
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            archive.writestr(info, data)
    return out.getvalue()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()


def is_pack(data: bytes) -> bool:
    """Whether this is a ZIP that holds a pack, and not just a community's files."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return MANIFEST in archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        return False


def read_pack(data: bytes, facts: Callable[[str], Mapping[str, type]]) -> Pack:
    """The pack in a file; raises BrokenCatalogue. Nothing is unpacked beyond what a pack may have.

    `facts` gives the names and types of what a game knows of its cards.
    """
    parts = _parts(data)
    manifest = _parsed(parts, MANIFEST)
    game = manifest.get("game") if isinstance(manifest, dict) else None
    try:
        edition = parts.get(EDITION, b"").decode("utf-8")
    except UnicodeDecodeError:
        raise BrokenCatalogue(why("card_data.not_utf8", place=EDITION)) from None
    return pack_from(manifest, edition, _parsed(parts, CARDS) if CARDS in parts else None, facts(str(game)))


def _parts(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            inside = archive.infolist()
            names = [one.filename for one in inside]
            if (
                MANIFEST not in names
                or len(set(names)) < len(names)
                or set(names) - {MANIFEST, CARDS, EDITION}
            ):
                raise BrokenCatalogue(why("card_data.pack_parts"))
            if sum(one.file_size for one in inside) > MOST_BYTES:
                raise BrokenCatalogue(why("card_data.too_large", most=MOST_BYTES >> 20))
            return {one.filename: archive.read(one) for one in inside}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error):
        raise BrokenCatalogue(why("card_data.not_zip")) from None


def _parsed(parts: Mapping[str, bytes], name: str) -> Any:
    try:
        return json.loads(parts[name])
    except (ValueError, RecursionError):
        raise BrokenCatalogue(why("card_data.not_json", place=name)) from None


def sources_in(folder: Path) -> tuple[str, ...]:
    """The addresses that the table of sources beside a community's files names."""
    path = folder / "SOURCES.md"
    text = path.read_text(encoding="utf-8", errors="replace")[:100_000] if path.is_file() else ""
    return tuple(dict.fromkeys(ADDRESS.findall(text)))[:MOST_SOURCES]
