"""An event as iCalendar (RFC 5545): one entry that every calendar takes, without a time zone to get wrong."""

from datetime import UTC, date, datetime, timedelta

from komandor.documents.document import EventDocument

LINE = 73  # bytes after which a line is folded


def calendar(
    document: EventDocument, stamp: datetime, starts: int | None = None, ends: int | None = None
) -> bytes:
    """The event from `starts` to `ends` (milliseconds), or the whole day where the times are not known."""
    address = document.draws.verify.removesuffix("/verify") if document.draws else ""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Komandor//EN",
        "BEGIN:VEVENT",
        f"UID:{document.id}@komandor",
        f"DTSTAMP:{_utc(stamp)}",
        *_when(document, starts, ends),
        f"SUMMARY:{_text(document.name)}",
        *([f"LOCATION:{_text(document.venue)}"] if document.venue else []),
        *([f"URL:{address}"] if address else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _when(document: EventDocument, starts: int | None, ends: int | None) -> list[str]:
    if starts is not None and ends is not None:
        return [f"DTSTART:{_utc(_at(starts))}", f"DTEND:{_utc(_at(ends))}"]
    day = date.fromisoformat(document.date) if document.date else date(1970, 1, 1)
    return [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"]


def _at(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    for sign in "\\;,":
        value = value.replace(sign, f"\\{sign}")
    return value.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A long line is continued after a line break and a space, never inside a letter."""
    parts, rest = [], line
    while len(rest.encode()) > LINE:
        size = LINE
        while len(rest[:size].encode()) > LINE:
            size -= 1
        parts.append(rest[:size])
        rest = rest[size:]
    return "\r\n ".join((*parts, rest))
