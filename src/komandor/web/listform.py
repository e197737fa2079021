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

SPARE = 2  # empty lines below what is written; the page adds more
MOST_LINES = 120
LONGEST = 120

Content = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
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
    lines: tuple[Line, ...] = ()
    numbers: frozenset[str] = NUMBER_COLUMNS

    @property
    def columns(self) -> tuple[str, ...]:
        return self.field.columns


def parts(
    form: tuple[ListField, ...], given: Mapping[str, Any] | None = None, teams: bool = False
) -> tuple[ListPart, ...]:
    """The fields that an event with or without teams asks for, with what stands in them."""
    values = given or {}
    return tuple(_part(one, values.get(one.key)) for one in form if teams or not one.teams)


def _part(one: ListField, value: Any) -> ListPart:
    if one.kind != "cards":
        return ListPart(one, f"l.{one.key}", "" if value is None else str(value))
    rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, (list, tuple)) else []
    lines = [_line(n, row, one.columns) for n, row in enumerate(rows)]
    spare = [Line(n, cells={}) for n in range(len(lines), len(lines) + max(1, SPARE - bool(lines)))]
    return ListPart(one, f"l.{one.key}", lines=(*lines, *spare))


def _line(index: int, row: Mapping[str, Any], columns: tuple[str, ...]) -> Line:
    cells = {key: str(row[key]) for key in columns if row.get(key) is not None}
    count = row.get("count", 1)
    return Line(index, str(row.get("name", "")), "" if count == 1 else str(count), cells)


def content(form: tuple[ListField, ...], data: Mapping[str, str]) -> Content:
    """The list that was typed in; empty fields and lines are left out."""
    out: Content = {}
    for one in form:
        name = f"l.{one.key}"
        value = _cards(one, name, data) if one.kind == "cards" else _single(one, data.get(name, ""))
        if value is not None and value != []:
            out[one.key] = value
    return out


def _single(one: ListField, text: str) -> str | int | None:
    text = " ".join(text.split())[:LONGEST]
    if one.kind == "int" and text.isdecimal() and len(text) < 7:
        return int(text)
    return text or None


def _cards(one: ListField, name: str, data: Mapping[str, str]) -> list[dict[str, Any]]:
    lines = (_card(one, f"{name}.{index}", data) for index in range(MOST_LINES))
    return [line for line in lines if line]


def _card(one: ListField, prefix: str, data: Mapping[str, str]) -> dict[str, Any]:
    card = " ".join(data.get(f"{prefix}.name", "").split())[:LONGEST]
    if not card:
        return {}
    line: dict[str, Any] = {"name": card}
    count = data.get(f"{prefix}.count", "").strip()
    if count.isdecimal() and int(count[:4]) > 1:
        line["count"] = int(count[:4])
    for key in one.columns:
        text = " ".join(data.get(f"{prefix}.{key}", "").split())[:LONGEST]
        if text:
            line[key] = int(text) if key in NUMBER_COLUMNS and text.isdecimal() and len(text) < 6 else text
    return line
