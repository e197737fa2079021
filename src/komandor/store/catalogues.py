"""Card data as files: what a community publishes, or a whole catalogue as one JSON file (`plain`)."""

import hashlib
import json
import re
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

from komandor.core.games.game import Rules
from komandor.core.lists.cards import BrokenCatalogue, Catalogue, Gathered, from_plain, reach_of
from komandor.core.reasons import why

OWN_FILE = "catalogue.toml"
SOURCES = "SOURCES.md"
MOST_FILES = 500
MOST_BYTES = 16 * 1024 * 1024
"""All files together; parsed they take about 17 times as much memory. The largest known have 2 MB."""
SUFFIXES = (".json", ".toml", ".md")
DAY = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d)\b")


def read_catalogue(folder: Path, rules: Rules) -> Catalogue:
    """The catalogue in a folder, or in its part for this game; raises BrokenCatalogue with the reason."""
    place = next((p for p in (folder / rules.data.id, folder) if p.is_dir()), None)
    if folder.is_file() and folder.suffix == ".json":
        return _from_file(folder, rules)
    if place is None:
        raise BrokenCatalogue(why("card_data.no_folder", place=str(folder)))
    digest = hashlib.sha256()
    documents = dict(_documents(place, digest))
    own = _own(place, digest)
    assert rules.lists is not None
    found = _joined(rules.lists.gather(documents), own, rules)
    if not found.cards:
        raise BrokenCatalogue(why("card_data.none_known", game=rules.data.id))
    return Catalogue(
        game=rules.data.id,
        name=str(own.get("name") or place.resolve().name),
        version=str(own.get("version") or digest.hexdigest()[:8]),
        date=str(own.get("date") or _date(place)),
        content=found,
        **reach_of(own),
    )


def _documents(place: Path, digest: Any) -> Iterator[tuple[str, Any]]:
    """The parsed JSON files of a folder by their path in it."""
    paths = sorted(path for path in place.rglob("*.json") if path.is_file())
    if len(paths) > MOST_FILES or sum(path.stat().st_size for path in paths) > MOST_BYTES:
        raise BrokenCatalogue(why("card_data.too_many", files=MOST_FILES, most=MOST_BYTES >> 20))
    for path in paths:
        digest.update(path.read_bytes())
        yield path.relative_to(place).as_posix(), _parsed(path)


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise BrokenCatalogue(why("card_data.not_json", place=path.name)) from None


def _own(place: Path, digest: Any) -> Mapping[str, Any]:
    """The organiser's own `catalogue.toml`: name, date, trust, release dates, cards."""
    path = place / OWN_FILE
    if not path.is_file():
        return {}
    digest.update(path.read_bytes())
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        (line,) = re.findall(r"at line (\d+)", str(problem)) or ("",)
        raise BrokenCatalogue(why("card_data.not_toml", place=f"{OWN_FILE}:{line}".rstrip(":"))) from None


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
    """A whole catalogue in one file."""
    if path.stat().st_size > MOST_BYTES:
        raise BrokenCatalogue(why("card_data.too_large", most=MOST_BYTES >> 20))
    raw = _parsed(path)
    if isinstance(raw, dict) and raw.get("game") != rules.data.id:
        raise BrokenCatalogue(why("card_data.other_game", game=str(raw.get("game"))[:40]))
    return from_plain(raw, _facts(rules))


def read_uploaded(files: Sequence[tuple[str, bytes]], rules: Rules) -> Catalogue:
    """The catalogue in files that were sent: a kept one, a community's files, or ZIP archives of them."""
    with TemporaryDirectory() as place:
        folder = Path(place) / Path(files[0][0]).stem[:80].strip(". ") if files else Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        if sum(len(data) for _, data in files) > MOST_BYTES:
            raise BrokenCatalogue(why("card_data.too_large", most=MOST_BYTES >> 20))
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
                raise BrokenCatalogue(why("card_data.too_many", files=MOST_FILES, most=MOST_BYTES >> 20))
            for one in wanted:
                parts = [part for part in Path(one.filename).parts if part not in ("..", "/", "\\")]
                yield "/".join(part for part in parts if ":" not in part), archive.read(one)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise BrokenCatalogue(why("card_data.not_zip")) from None


def _is_kept(path: Path) -> bool:
    """Whether this file is a whole catalogue."""
    found = _parsed(path)
    return isinstance(found, dict) and {"game", "cards", "name", "date"} <= set(found)
