"""Catalogues on this machine: read from a folder with a community's files, kept in the data folder.

A kept catalogue is one JSON file for each game, `catalogues/<game>.json`; loading another replaces it.
"""

import hashlib
import json
import re
import threading
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from komandor.core import games
from komandor.core.games.game import Rules
from komandor.core.lists.cards import BrokenCatalogue, Catalogue, Gathered, from_plain, plain
from komandor.core.lists.knowledge import Cards

FOLDER = "catalogues"
OWN_FILE = "catalogue.toml"
SOURCES = "SOURCES.md"
MOST_FILES = 500
MOST_BYTES = 64 * 1024 * 1024
SUFFIXES = (".json", ".toml", ".md")
DAY = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d)\b")


def read_catalogue(folder: Path, rules: Rules) -> Catalogue:
    """The catalogue in a folder, or in its part for this game; raises BrokenCatalogue with the reason."""
    place = next((p for p in (folder / rules.data.id, folder) if p.is_dir()), None)
    if folder.is_file() and folder.suffix == ".json":
        return _from_file(folder, rules)
    if place is None:
        raise BrokenCatalogue(f"{folder} is not a folder")
    digest = hashlib.sha256()
    documents = dict(_documents(place, digest))
    own = _own(place, digest)
    assert rules.lists is not None
    found = _joined(rules.lists.gather(documents), own, rules)
    if not found.cards:
        raise BrokenCatalogue(f"{place} holds no card data of {rules.data.name['en']} that is known")
    return Catalogue(
        game=rules.data.id,
        name=str(own.get("name") or place.resolve().name),
        version=str(own.get("version") or digest.hexdigest()[:8]),
        date=str(own.get("date") or _date(place)),
        content=found,
        trust="medium" if own.get("trust") == "medium" else "high",
        community="allow" if own.get("community") == "allow" else "ask",
    )


def _documents(place: Path, digest: Any) -> Iterator[tuple[str, Any]]:
    """The parsed JSON files of a folder by their path in it."""
    paths = sorted(path for path in place.rglob("*.json") if path.is_file())
    if len(paths) > MOST_FILES or sum(path.stat().st_size for path in paths) > MOST_BYTES:
        raise BrokenCatalogue(f"{place}: more than {MOST_FILES} files or {MOST_BYTES >> 20} MB")
    for path in paths:
        digest.update(path.read_bytes())
        yield path.relative_to(place).as_posix(), _parsed(path)


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as problem:
        raise BrokenCatalogue(f"{path.name}: not JSON in UTF-8 ({type(problem).__name__})") from None


def _own(place: Path, digest: Any) -> Mapping[str, Any]:
    """The organiser's own `catalogue.toml`: name, date, trust, release dates, cards."""
    path = place / OWN_FILE
    if not path.is_file():
        return {}
    digest.update(path.read_bytes())
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BrokenCatalogue(f"{OWN_FILE}: {' '.join(str(problem).split())}") from None


def _joined(found: Gathered, own: Mapping[str, Any], rules: Rules) -> Gathered:
    """The community's data with what the organiser adds; a product or card named again replaces the other."""
    head = {"game": rules.data.id, "name": "own", "version": "1", "date": "-"}
    added = from_plain(head | _texts(own), _facts(rules)).content
    ids = {(card.id or card.full_name) for card in added.cards}
    named = {product.name for product in added.products}
    return replace(
        found,
        cards=(*(c for c in found.cards if (c.id or c.full_name) not in ids), *added.cards),
        products=(*(p for p in found.products if p.name not in named), *added.products),
        seasons=(*found.seasons, *added.seasons),
        maps=(*found.maps, *added.maps),
        groups=(*found.groups, *added.groups),
    )


def _facts(rules: Rules) -> Mapping[str, type]:
    return rules.lists.facts if rules.lists else {}


def _texts(own: Mapping[str, Any]) -> dict[str, Any]:
    return {key: own[key] for key in ("cards", "products", "seasons", "maps", "groups") if key in own}


def _date(place: Path) -> str:
    """The newest day in the table of sources beside the files, else that of the newest file."""
    for path in (place / SOURCES, place.parent / SOURCES):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")[:100_000]
            days = [day for line in text.splitlines() if line.startswith("|") for day in DAY.findall(line)]
            if days:
                return str(max(days))
    newest = max(path.stat().st_mtime for path in place.rglob("*") if path.is_file())
    return datetime.fromtimestamp(newest, UTC).date().isoformat()


def _from_file(path: Path, rules: Rules) -> Catalogue:
    """A catalogue that `keep` has written."""
    raw = _parsed(path)
    if isinstance(raw, dict) and raw.get("game") != rules.data.id:
        raise BrokenCatalogue(f"game: this catalogue is for {str(raw.get('game'))[:40]}")
    return from_plain(raw, _facts(rules))


def keep(data: Path, catalogue: Catalogue) -> Path:
    """Write the catalogue into the data folder, in place of an earlier one."""
    path = data / FOLDER / f"{catalogue.game}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(plain(catalogue), ensure_ascii=False), encoding="utf-8")
    fresh.replace(path)
    return path


def kept(data: Path, rules: Rules) -> Catalogue | None:
    """The catalogue of a game in the data folder, if there is one."""
    path = data / FOLDER / f"{rules.data.id}.json"
    return _from_file(path, rules) if path.is_file() else None


def remove(data: Path, game: str) -> bool:
    """Take the catalogue of a game out of the data folder; False if there is none."""
    path = data / FOLDER / f"{game}.json"
    if not path.is_file():
        return False
    path.unlink()
    return True


class CatalogueStore:
    """The catalogues of a data folder, each read once and again when its file changes."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._read: dict[str, tuple[int, Cards | None]] = {}
        self._lock = threading.Lock()

    def __call__(self, game: str) -> Cards | None:
        """The card data of a game; None where none is loaded or the file cannot be read."""
        path = self.data / FOLDER / f"{game}.json"
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            return None
        with self._lock:
            before = self._read.get(game)
            if before is None or before[0] != stamp:
                before = self._read[game] = (stamp, self._cards(game))
            return before[1]

    def _cards(self, game: str) -> Cards | None:
        rules = next((one for one in games.GAMES if one.data.id == game), None)
        try:
            found = kept(self.data, rules) if rules else None
        except (BrokenCatalogue, OSError):
            return None
        return Cards(found, rules.lists.pool(found)) if found and rules and rules.lists else None


def read_uploaded(files: Sequence[tuple[str, bytes]], rules: Rules) -> Catalogue:
    """The catalogue in files that were sent: a kept one, a community's files, or ZIP archives of them."""
    with TemporaryDirectory() as place:
        folder = Path(place) / Path(files[0][0]).stem[:80].strip(". ") if files else Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files:
            for inner, content in _unpacked(name, data):
                path = folder / inner
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        kept_ones = [path for path in folder.glob("*.json") if _is_kept(path)]
        return read_catalogue(kept_ones[0] if len(kept_ones) == 1 else folder, rules)


def _unpacked(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, or the one file; only kinds that are read; no name leads elsewhere."""
    if not data.startswith(b"PK\x03\x04"):
        yield Path(name).name, data
        return
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            wanted = [one for one in archive.infolist() if Path(one.filename).suffix in SUFFIXES]
            if len(wanted) > MOST_FILES or sum(one.file_size for one in wanted) > MOST_BYTES:
                raise BrokenCatalogue(f"{name}: more than {MOST_FILES} files or {MOST_BYTES >> 20} MB")
            for one in wanted:
                parts = [part for part in Path(one.filename).parts if part not in ("..", "/", "\\")]
                yield "/".join(part for part in parts if ":" not in part), archive.read(one)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as problem:
        raise BrokenCatalogue(f"{name}: {problem}") from None


def _is_kept(path: Path) -> bool:
    """Whether `keep` has written this file."""
    found = _parsed(path)
    return isinstance(found, dict) and {"game", "cards", "name", "date"} <= set(found)
