"""One way to read the fields of a form: by kind, with the range of a number and the length of a text.

A field that cannot be read adds a reason to `faults`, and the caller gets a harmless value. The caller need
not ask: `form_commands.perform` refuses a form with faults, so the same page says which field is wrong, and
what was typed stays in it. A form from before an upgrade is answered in the same way.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeVar

from django.http import QueryDict

from komandor.app.clean_names import visible
from komandor.core.ids import Side
from komandor.core.reasons import Reason, Refusal, why

T = TypeVar("T", bound=str)
NAME, CARD, LINE, NOTE, LONG_NOTE, PAGE = 80, 120, 200, 500, 1000, 20_000
"""The longest texts, in characters: a name, a card, one line, a few sentences, a ruling, a whole page."""
LONGEST = {"name": NAME, "card": CARD, "line": LINE, "note": NOTE, "long_note": LONG_NOTE, "page": PAGE}
"""The same for templates, which find them as `longest`."""

MOST = 999_999  # the largest number that a form asks for
MOST_PLAYERS = 5000  # of one event
LAST_VERSION = 999_999_999
SIDES: tuple[Side, ...] = ("a", "b")
UNTICKED = ("", "0", "off")
DAY_AND_TIME = "%Y-%m-%dT%H:%M"  # as the browser's field for both sends it


def whole_number(text: str, low: int = 0, high: int = MOST) -> int | None:
    """The number if the text is one in this range; written in plain digits only."""
    text = text.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        return None
    return number if low <= (number := int(text)) <= high else None


def version_seen(text: str) -> int | None:
    """The version of an event that a form or a script has seen; None if it names none."""
    return whole_number(text, 0, LAST_VERSION)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one form or query. `label` names a field in a sentence where its own name does not."""

    data: QueryDict
    faults: dict[str, Reason] = field(default_factory=dict)

    @property
    def refusal(self) -> Refusal | None:
        """Every field that could not be read; None if all could."""
        return Refusal(tuple(self.faults.values())) if self.faults else None

    def raw(self, name: str) -> str:
        """What was sent, without spaces around it; empty if the field is missing."""
        return visible(str(self.data.get(name) or "")).strip()

    def text(self, name: str, longest: int = LINE, label: str = "") -> str:
        """A text of at most `longest` characters; a name or a line has no line breaks."""
        text = self.raw(name) if longest > LINE else " ".join(self.raw(name).split())
        if len(text) <= longest:
            return text
        self.fault(name, why("form.too_long", None, field=label or name, longest=longest, length=len(text)))
        return text[:longest]

    def number(
        self, name: str, low: int = 0, high: int = MOST, default: int | None = None, label: str = ""
    ) -> int:
        """A whole number from `low` to `high`; an empty field means `default`, or is a fault without one."""
        found = self.optional_number(name, low, high, label)
        if found is None and default is None:
            self.fault(name, why("form.not_a_number", None, field=label or name, low=low, high=high))
        return found if found is not None else default if default is not None else low

    def optional_number(self, name: str, low: int = 0, high: int = MOST, label: str = "") -> int | None:
        """A whole number from `low` to `high`, or None if the field is empty."""
        text = self.raw(name)
        found = whole_number(text, low, high)
        if text and found is None:
            self.fault(name, why("form.not_a_number", None, field=label or name, low=low, high=high))
        return found

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of all ticked boxes of this name."""
        found = [whole_number(text) for text in self.data.getlist(name)]
        if None in found:
            self.fault(name, why("form.unknown_choice", None, field=name))
        return tuple(number for number in found if number is not None)

    def choice(self, name: str, among: Iterable[T], default: T | None = None, label: str = "") -> T:
        """One of these values; a missing field means `default`, or is a fault without one."""
        known = tuple(among)
        text = self.raw(name)
        for one in known:
            if one == text:
                return one
        if text or default is None:
            self.fault(name, why("form.unknown_choice", None, field=label or name))
        return known[0] if default is None else default

    def time(self, name: str) -> str:
        """A time of day such as "09:30"; empty if the field is empty."""
        text = self.raw(name)
        if re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]|", text):
            return text
        self.fault(name, why("form.not_a_time", None, field=name))
        return ""

    def moment(self, name: str) -> int | None:
        """A day and time on this machine's clock, in milliseconds since 1970; None if the field is empty."""
        if not (text := self.raw(name)):
            return None
        try:
            return int(datetime.strptime(text[:16], DAY_AND_TIME).astimezone().timestamp() * 1000)
        except (ValueError, OverflowError, OSError):
            self.fault(name, why("form.not_a_moment", None, field=name))
            return None

    def side(self, name: str) -> Side | None:
        """One of the two sides of a match; None if the field is empty."""
        nobody: Literal[""] = ""
        return self.choice(name, (*SIDES, nobody), nobody) or None

    def ticked(self, name: str, default: bool = False) -> bool:
        """Whether a box is ticked, or a button says yes; a missing field means `default`."""
        return self.raw(name) not in UNTICKED if name in self.data else default

    def fault(self, name: str, reason: Reason) -> None:
        """Note what is wrong with a field; the first reason stays."""
        self.faults.setdefault(name, reason)
