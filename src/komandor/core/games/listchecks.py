"""What list checks share: reading a structured list against its form, and adding it up.

A list is `{field: value}`; a `cards` field holds `[{"name": …, "count": 2, …}]`
with the columns its `ListField` names.  Problems are collected, never raised.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from komandor.core.games.game import GameData, ListField, Value
from komandor.core.ids import RuleId
from komandor.core.reasons import Reason, why

PlayerList = Mapping[str, Value]
NUMBER_COLUMNS = frozenset({"points"})
FEWEST_POINTS = -99


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a list."""

    name: str
    count: int = 1
    points: int | None = None
    more: Mapping[str, str] = field(default_factory=dict)

    def column(self, key: str) -> str:
        return self.more.get(key, "")


def entries(given: PlayerList, *keys: str) -> tuple[ListLine, ...]:
    """The lines of one or several card fields; broken ones are left to `form_problems`."""
    lines: list[ListLine] = []
    for key in keys:
        value = given.get(key)
        if isinstance(value, (list, tuple)):
            lines += [_entry(line) for line in value if not tuple(_line_problems(line, key))]
    return tuple(lines)


def _entry(line: Mapping[str, Any]) -> ListLine:
    more = {key: value for key, value in line.items() if isinstance(value, str) and key != "name"}
    return ListLine(line["name"], line.get("count", 1), line.get("points"), more)


def copies(lines: Sequence[ListLine]) -> int:
    return sum(line.count for line in lines)


def points(lines: Sequence[ListLine]) -> int:
    return sum(line.count * (line.points or 0) for line in lines)


def with_factions(form: tuple[ListField, ...], data: GameData | None) -> tuple[ListField, ...]:
    """The list form with the factions of a loaded edition, if it names any."""
    named = data.factions if data else ()
    return tuple(replace(one, choices=named) if one.factions and named else one for one in form)


def form_problems(form: tuple[ListField, ...], given: PlayerList) -> tuple[Reason, ...]:
    """Unknown, missing and mistyped fields (COM-LIST-2, COM-MAT-6)."""
    known = {one.key for one in form}
    unknown = tuple(why("list.unknown_field", None, field=str(key)) for key in given if key not in known)
    return unknown + tuple(problem for one in form for problem in _field_problems(one, given.get(one.key)))


def _field_problems(one: ListField, value: Value) -> Iterator[Reason]:
    if value is None or (one.kind != "int" and not value):
        if one.required:
            yield why("list.missing", one.rule, field=one.key)
    elif one.kind == "cards":
        yield from _card_problems(one, value)
    elif one.kind == "int":
        if type(value) is not int or value < 0:
            yield why("list.wrong_type", one.rule, field=one.key, expected="int")
    elif not isinstance(value, str):
        yield why("list.wrong_type", one.rule, field=one.key, expected="text")
    elif one.kind == "choice" and value not in one.choices:
        yield why("list.unknown_choice", one.rule, field=one.key, choices=one.choices, found=value[:40])


def _card_problems(one: ListField, value: Value) -> Iterator[Reason]:
    if not isinstance(value, (list, tuple)):
        yield why("list.wrong_type", one.rule, field=one.key, expected="list")
        return
    for number, line in enumerate(value):
        yield from _line_problems(line, f"{one.key}[{number}]", one)


def _line_problems(line: Value, where: str, one: ListField | None = None) -> Iterator[Reason]:
    rule, least = (one.rule, one.least_points) if one else (None, FEWEST_POINTS)
    if not isinstance(line, Mapping) or not isinstance(line.get("name"), str) or not line["name"].strip():
        yield why("list.line_without_name", rule, field=where)
        return
    count = line.get("count", 1)
    if type(count) is not int or count < 1:
        yield why("list.bad_count", rule, field=where, name=line["name"])
    for key, value in line.items():
        if key in NUMBER_COLUMNS and (type(value) is not int or value < least):
            yield why("list.bad_points", rule, field=where, name=line["name"])
        if one is not None and key not in {"name", "count", *one.columns}:
            yield why("list.unknown_field", rule, field=f"{where}.{key}")


def limit_problem(key: str, total: int, most: int, rule: RuleId) -> tuple[Reason, ...]:
    """A problem if there is more than allowed."""
    return (why("list.over_limit", rule, field=key, total=total, most=most),) if total > most else ()


def exact_problem(key: str, found: int, needed: int, rule: RuleId) -> tuple[Reason, ...]:
    return () if found == needed else (why("list.not_exactly", rule, field=key, found=found, needed=needed),)


def least_problem(key: str, found: int, least: int, rule: RuleId) -> tuple[Reason, ...]:
    return () if found >= least else (why("list.too_few", rule, field=key, found=found, least=least),)


def points_problems(lines: Sequence[ListLine], rule: RuleId) -> tuple[Reason, ...]:
    """A problem for each line without its cost: the list cannot be added up."""
    return tuple(why("list.points_missing", rule, name=line.name) for line in lines if line.points is None)


def total_problem(given: PlayerList, counted: int, rule: RuleId) -> tuple[Reason, ...]:
    """A problem if the total written on the list is not what its lines add up to."""
    stated = given.get("total")
    if type(stated) is not int or stated == counted:
        return ()
    return (why("list.total_differs", rule, field="total", stated=stated, counted=counted),)
