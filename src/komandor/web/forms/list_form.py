"""A player's list as an HTML form and back: the same for the desk and for the player's phone.

The fields come from the game's own `list_form`.  Names in the form are `l.player` and, for cards,
`l.deck.0.name`, `l.deck.0.points`; `content` gives the list as JSON has it and leaves the judging
to the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.games.game import ListField
from komandor.core.games.listchecks import NUMBER_COLUMNS
from komandor.core.tournament.values import Plain
from komandor.web.forms.fields import CARD, whole_number

SPARE = 2  # empty lines below what is written; the page adds more
MOST_LINES, MOST_COPIES = 120, 9999

Content = dict[str, Plain]


@dataclass(frozen=True, slots=True)
class FormLine:
    """One card of a list as it is drawn."""

    index: int
    name: str = ""
    count: str = ""
    cells: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ListPart:
    """One field of the list with what stands in it."""

    field: ListField
    name: str
    value: str = ""
    lines: tuple[FormLine, ...] = ()
    numbers: frozenset[str] = NUMBER_COLUMNS

    @property
    def columns(self) -> tuple[str, ...]:
        return self.field.columns


def parts(
    form: tuple[ListField, ...],
    given: Mapping[str, Any] | None = None,
    teams: bool = False,
    named: bool = False,
) -> tuple[ListPart, ...]:
    """The fields that an event with or without teams asks for, with what stands in them.

    The player's name is asked for on paper only (`named`): the event knows who hands a list in, and no
    name stands in the log.
    """
    values = given or {}
    asked = (one for one in form if (teams or not one.teams) and (named or one.key != "player"))
    return tuple(_part(one, values.get(one.key)) for one in asked)


def _part(one: ListField, value: Any) -> ListPart:
    if one.kind != "cards":
        return ListPart(one, f"l.{one.key}", "" if value is None else str(value))
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, (list, tuple)) else []
    lines = [_line(n, row, one.columns) for n, row in enumerate(rows)]
    spare = [FormLine(n, cells={}) for n in range(len(lines), len(lines) + max(1, SPARE - bool(lines)))]
    return ListPart(one, f"l.{one.key}", lines=(*lines, *spare))


def _line(index: int, row: Mapping[str, Any], columns: tuple[str, ...]) -> FormLine:
    cells = {key: str(row[key]) for key in columns if row.get(key) is not None}
    count = row.get("count", 1)
    return FormLine(index, str(row.get("name", "")), "" if count == 1 else str(count), cells)


def content(form: tuple[ListField, ...], data: Mapping[str, str]) -> Content:
    """The list that was typed in; empty fields and lines are left out."""
    out: Content = {}
    for one in form:
        name = f"l.{one.key}"
        typed = data.get(name, "")
        value = _cards(one, name, data) if one.kind == "cards" else _typed(typed, one.kind == "int")
        if value not in ("", ()):
            out[one.key] = value
    return out


def _typed(text: str, number: bool) -> str | int:
    """What was typed in one cell; where it should be a number and is none, the game says so."""
    text = " ".join(text.split())[:CARD]
    found = whole_number(text) if number else None
    return text if found is None else found


def _cards(one: ListField, name: str, data: Mapping[str, str]) -> tuple[Mapping[str, str | int], ...]:
    lines = (_card(one, f"{name}.{index}", data) for index in range(MOST_LINES))
    return tuple(line for line in lines if line)


def _card(one: ListField, prefix: str, data: Mapping[str, str]) -> Mapping[str, str | int]:
    cells = {key: data.get(f"{prefix}.{key}", "") for key in ("name", "count", *one.columns)}
    count = whole_number(cells.pop("count"), 2, MOST_COPIES)
    line = {key: _typed(text, key in NUMBER_COLUMNS) for key, text in cells.items()}
    if not line["name"]:
        return {}
    return {key: value for key, value in line.items() if value != ""} | ({"count": count} if count else {})
