"""Whether a value fits its key: each kind of key has one function that names every problem."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from komandor.core.editions.schema import (
    LONGEST,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_TEXTS,
    Key,
    Kind,
)
from komandor.core.editions.toml_lines import Parsed, strange
from komandor.core.reasons import Reason, why

MOST_ROWS = 40
ROW = {"from": (2, MOST_PLAYERS), "to": (2, MOST_PLAYERS), "rounds": (1, MOST_ROUNDS), "cut": (0, 128)}
MARGIN = {"from": (0, 9999), "winner": (0, MOST_POINTS), "loser": (0, MOST_POINTS)}


def problems(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    """Everything that is wrong with the value of a key."""
    return CHECKS[key.kind](key, value, at)


def _wrong_type(key: Key, expected: str, at: Parsed, item: int | None = None) -> Reason:
    return why("edition.wrong_type", None, line=at.line(key.path, item), field=key.name, expected=expected)


def _number(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    yield from _in_range(key.name, value, (key.low, key.high), at.line(key.path))


def _in_range(name: str, value: Any, bounds: tuple[int, int], line: int) -> Iterator[Reason]:
    low, high = bounds
    if type(value) is not int:
        yield why("edition.wrong_type", None, line=line, field=name, expected="int")
    elif not low <= value <= high:
        found = value if abs(value) <= 10**9 else str(value)[:12]
        yield why("edition.range", None, line=line, field=name, low=low, high=high, found=found)


def _tick(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    if type(value) is not bool:
        yield _wrong_type(key, "bool", at)


def _text(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    if type(value) is not str:
        yield _wrong_type(key, "text", at)
    elif _unfit(key, value):
        yield why("edition.text", None, line=at.line(key.path), field=key.name, most=LONGEST)


def _unfit(key: Key, value: str) -> bool:
    shape = not key.pattern or re.fullmatch(key.pattern, value)
    return not value.strip() or len(value) > LONGEST or strange(value) or not shape


def _texts(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    """A list of texts, of the key's choices if it has any."""
    if type(value) is not list or not 1 <= len(value) <= MOST_TEXTS:
        yield _wrong_type(key, "texts", at)
        return
    for number, one in enumerate(value):
        line = at.holding(key.path, one if type(one) is str else "")
        if key.choices and one not in key.choices:
            yield _not_one_of(key, one, line)
        elif type(one) is not str or _unfit(key, one):
            yield why("edition.text", None, line=line, field=key.name, most=LONGEST)
        elif one in value[:number]:
            yield why("edition.item_twice", None, line=line, field=key.name, found=one)


def _choice(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    if not any(type(value) is type(one) and value == one for one in key.choices):
        yield _not_one_of(key, value, at.line(key.path))


def _not_one_of(key: Key, value: Any, line: int) -> Reason:
    found = str(value)[:40] if isinstance(value, (str, int)) else type(value).__name__
    return why("edition.choice", None, line=line, field=key.name, choices=key.choices, found=found)


def _numbers(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    if type(value) is not list or not 1 <= len(value) <= MOST_ROWS:
        yield _wrong_type(key, "numbers", at)
        return
    for one in value:
        yield from _in_range(key.name, one, (key.low, key.high), at.line(key.path))
    if all(type(one) is int for one in value) and value != sorted(set(value)):
        yield why("edition.not_rising", None, line=at.line(key.path), field=key.name)


def _rows(
    key: Key, value: Any, at: Parsed, shape: Mapping[str, tuple[int, int]], needed: frozenset[str]
) -> Iterator[Reason]:
    """A list of inline tables that have these keys."""
    if type(value) is not list or not 1 <= len(value) <= MOST_ROWS:
        yield _wrong_type(key, "rows", at)
        return
    for number, row in enumerate(value):
        line = at.line(key.path, number)
        if type(row) is not dict:
            yield _wrong_type(key, "rows", at, number)
            continue
        for name in sorted(row.keys() - shape.keys()):
            yield why(
                "edition.unknown_key", None, line=line, field=f"{key.name}.{name[:40]}", known=tuple(shape)
            )
        for name in sorted(needed - row.keys()):
            yield why("edition.missing", None, line=line, field=f"{key.name}.{name}")
        for name in shape.keys() & row.keys():
            yield from _in_range(f"{key.name}.{name}", row[name], shape[name], line)


def _structure(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    """Rows without gaps: each begins where the one before ends, and the last has no end."""
    found = [*_rows(key, value, at, ROW, frozenset({"from", "rounds"}))]
    yield from found
    if found:
        return
    for number, row in enumerate(value):
        last = number == len(value) - 1
        ends = row.get("to", -1) if last else value[number + 1]["from"] - 1
        if row.get("to", -1) != ends or (last and "to" in row) or (not last and row["to"] < row["from"]):
            yield why("edition.rows", None, line=at.line(key.path, number), field=key.name)


def _margins(key: Key, value: Any, at: Parsed) -> Iterator[Reason]:
    """Rows that rise from 0 and give the winner more than the loser."""
    found = [*_rows(key, value, at, MARGIN, frozenset(MARGIN))]
    yield from found
    if found:
        return
    for number, row in enumerate(value):
        before = value[number - 1]["from"] if number else -1
        rises = row["from"] > before if number else row["from"] == 0
        if not rises or row["winner"] <= row["loser"]:
            yield why("edition.margins", None, line=at.line(key.path, number), field=key.name)


CHECKS: Mapping[Kind, Callable[[Key, Any, Parsed], Iterator[Reason]]] = {
    "number": _number,
    "tick": _tick,
    "text": _text,
    "texts": _texts,
    "choice": _choice,
    "choices": _texts,
    "numbers": _numbers,
    "structure": _structure,
    "margins": _margins,
}
