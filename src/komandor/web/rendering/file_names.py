"""Names of files that people keep: after the event, such as "2026-11-16 Conquest 10.komandor"."""

import unicodedata

from komandor.app.queries.everybody.event_head import EventHead
from komandor.core.tournament.state import Tournament

RESERVED = frozenset('<>:"/\\|?*')
"""What some file system does not allow in a name."""
LONGEST = 100


def file_stem(t: Tournament | EventHead) -> str:
    """Date and name of the event, as far as they may stand in the name of a file."""
    return _clean(f"{t.date or ''} {t.name}") or t.id


def file_name(t: Tournament, what: str, ending: str) -> str:
    """The name of a file about the event: "2026-11-16 Conquest 10 – standings.csv"."""
    return f"{file_stem(t)}{f' – {_clean(what)}' if what else ''}.{ending}"


def _clean(text: str) -> str:
    kept = (" " if one in RESERVED or unicodedata.category(one).startswith("C") else one for one in text)
    return " ".join("".join(kept).split())[:LONGEST].strip(" .")
