"""Which format a file of another program has, found by looking at it, and the document in it.

A file is read whole or refused whole: names that would break a page, somebody in two matches of a Swiss
round, and more players or rounds than any event has, are refused here for every format.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from komandor.app.clean_names import LONGEST, one_line
from komandor.app.decoded import decoded
from komandor.core.reasons import why
from komandor.documents.cryodex_json import read_cryodex_json
from komandor.documents.cryodex_save import read_cryodex_save
from komandor.documents.document import (
    SCHEMA,
    DocumentStanding,
    EventDocument,
    Unfit,
    read_document,
    small_enough,
)
from komandor.documents.nrtm import read_nrtm
from komandor.documents.ranked import Published, possible, ranked
from komandor.documents.tables import read_csv

MARKS: tuple[tuple[str, Callable[[bytes], EventDocument]], ...] = (
    ("preliminaryRounds", read_nrtm),
    ("eliminationPlayers", read_nrtm),
    ("tournament", read_cryodex_json),
    ("players", read_cryodex_json),
)
"""A key of the JSON → what reads it; the first that is there decides."""


def read_foreign(raw: bytes, file_name: str = "") -> tuple[EventDocument, ...]:
    """Every event in the file; several only where a program keeps all of them in one.

    A table has no name for its event: then the file has.
    """
    stem = file_name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
    return tuple(_in_order(document, stem) for document in _read(raw))


def _in_order(document: EventDocument, stem: str) -> EventDocument:
    """The document with clean names. Raises Unfit for what no event can have."""
    possible(document)
    players = tuple(replace(p, name=one_line(p.name)[:LONGEST]) for p in document.players)
    if nameless := next((p for p in players if not p.name), None):
        raise Unfit(why("foreign.no_name", None, number=nameless.number))
    named = next(filter(None, (one_line(text)[:LONGEST] for text in (document.name, stem))), "?")
    return replace(document, name=named, players=players)


def _ranked_again(document: EventDocument) -> EventDocument:
    """A document of ours, which anybody may have changed: its standings follow from its rounds, as always."""
    said = {
        row.player: Published(points=row.points, sos=_decimal(row, "sos"), esos=_decimal(row, "esos"))
        for row in document.standings
    }
    return ranked(replace(document, standings=(), notes=(), draws=None), said)


def _decimal(row: DocumentStanding, key: str) -> float | None:
    return row.tiebreakers[key].decimal if key in row.tiebreakers else None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON. Raises Unfit for a key that is there twice: programs differ in which one counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise Unfit(why("foreign.key_twice", None, key=twice[:80]))
    return found


def _read(raw: bytes) -> tuple[EventDocument, ...]:
    """Every event in the file, as its format has it. Cryodex writes in the code page of the computer."""
    small_enough(raw)
    text = decoded(raw)
    if "\0" in text:
        raise Unfit(why("foreign.not_text"))
    if text.lstrip().startswith("<"):
        return read_cryodex_save(text)
    if not text.lstrip().startswith("{"):
        return (read_csv(text.encode()),)
    raw = text.encode()
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except Unfit:
        raise
    except (ValueError, RecursionError):
        raise Unfit(why("foreign.not_json")) from None
    if found.get("schema") == SCHEMA:
        return (_ranked_again(read_document(raw)),)
    reader = next((read for key, read in MARKS if key in found), None)
    if reader is None:
        raise Unfit(why("foreign.unknown_format", None, keys=", ".join(found)[:200] or "–"))
    return (reader(raw),)
