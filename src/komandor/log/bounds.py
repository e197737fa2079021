"""The bounds of a log for its writer and its reader: whatever can be written can be read from a file."""

import re
from datetime import datetime
from typing import Literal

MAX_LINE = 8 * 1024 * 1024
MAX_DEPTH = 24
MAX_INT = 2**53 - 1  # beyond this a browser would round

AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")
NAME = re.compile(r"[^\x00-\x1f\x7f]{1,200}")


def real_time(text: str) -> bool:
    """Whether this is a moment that calendars can show, in any time zone."""
    try:
        return bool(AT.fullmatch(text)) and 1970 <= datetime.fromisoformat(text).year < 9999
    except ValueError:
        return False


def unwritable(at: str, by: str, command_id: str, events: tuple[str, ...]) -> str:
    """The first field of a record that a file could not carry; empty if there is none."""
    if not real_time(at):
        return "at"
    if not NAME.fullmatch(by):
        return "by"
    if not NAME.fullmatch(command_id):
        return "command_id"
    return "event" if any(len(event) > MAX_LINE for event in events) else ""


def excess(value: object, depth: int = 0) -> Literal["", "too_deep", "number"]:
    """What is too deep or too large in a value of JSON; empty if nothing is."""
    if depth > MAX_DEPTH:
        return "too_deep"
    if type(value) is int:
        return "number" if abs(value) > MAX_INT else ""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for part in parts:
        if found := excess(part, depth + 1):
            return found
    return ""
