"""Which format a file of another program has, found by looking at it, and the document in it."""

import json
from collections.abc import Callable

from komandor.documents.cryodex_json import read_cryodex_json
from komandor.documents.cryodex_save import read_cryodex_save
from komandor.documents.document import SCHEMA, EventDocument, Unfit, read_document
from komandor.documents.nrtm import read_nrtm
from komandor.documents.tables import read_csv

MARKS: tuple[tuple[str, Callable[[bytes], EventDocument]], ...] = (
    ("preliminaryRounds", read_nrtm),
    ("eliminationPlayers", read_nrtm),
    ("tournament", read_cryodex_json),
    ("players", read_cryodex_json),
)
"""A key of the JSON → what reads it; the first that is there decides."""


def read_foreign(raw: bytes) -> tuple[EventDocument, ...]:
    """Every event in the file; several only where a program keeps all of them in one."""
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"<":
        return read_cryodex_save(raw)
    if start != b"{":
        return (read_csv(raw),)
    try:
        found = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise Unfit(str(problem)) from None
    if found.get("schema") == SCHEMA:
        return (read_document(raw),)
    reader = next((read for key, read in MARKS if key in found), None)
    if reader is None:
        raise Unfit(
            f"neither a Komandor document nor NRTM nor Cryodex: its keys are {', '.join(found)[:200]}"
        )
    return (reader(raw),)
