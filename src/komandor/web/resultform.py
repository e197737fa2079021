"""A result slip as an HTML form and back: the same for the console, the phone and paper's twin.

The fields come from the game's own `Form`.  Names in the form are `g0.scores.a`, `g0.end`,
`m.conceded_by`; `filled` gives a report as JSON has it, and leaves the judging to the game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.games.game import Field, Form
from komandor.core.games.reports import GAMES
from komandor.core.ids import SIDES

Report = dict[str, Any]
ROLLS = re.compile(r"(\d+)\s*[-–:]\s*(\d+)")


@dataclass(frozen=True, slots=True)
class Control:
    """One field as it is drawn: its name in the form and what stands in it."""

    field: Field
    name: str
    value: Any = None
    when: str = ""  # "g0.end=time,rounds": shown while that control has one of these values


@dataclass(frozen=True, slots=True)
class GamePart:
    number: int  # from 1; 0 = the match as a whole
    controls: tuple[Control, ...]
    optional: bool = False  # a third game may not have been needed


def parts(form: Form, report: Mapping[str, Any] | None = None) -> tuple[GamePart, ...]:
    """The slip in parts: one for each game, then what concerns the whole match."""
    given = report or {}
    if form.flat:
        return (GamePart(0, tuple(_control(one, "g0", given) for one in form.game + form.match)),)
    games = given.get(GAMES) or ()
    out = [
        GamePart(
            n + 1,
            tuple(_control(one, f"g{n}", games[n] if n < len(games) else {}) for one in form.game),
            n >= form.fewest_games,
        )
        for n in range(form.most_games)
    ]
    if form.match:
        out.append(GamePart(0, tuple(_control(one, "m", given) for one in form.match)))
    return tuple(out)


def _control(one: Field, prefix: str, values: Mapping[str, Any]) -> Control:
    when = ""
    if one.when:
        key, allowed = one.when
        when = f"{prefix}.{key}={','.join(str(v) for v in allowed)}"
    return Control(one, f"{prefix}.{one.key}", values.get(one.key), when)


def filled(form: Form, data: Mapping[str, str]) -> Report:
    """The report that was typed in; empty fields are left out, hidden ones too."""
    if form.flat:
        return _values(form.game + form.match, "g0", data)
    games = [_values(form.game, f"g{n}", data) for n in range(form.most_games)]
    while games and not games[-1]:
        games.pop()
    rest = _values(form.match, "m", data)
    return {GAMES: games, **rest} if games or not rest else rest


def _values(fields: tuple[Field, ...], prefix: str, data: Mapping[str, str]) -> Report:
    out: Report = {}
    for one in fields:
        value = _value(one, f"{prefix}.{one.key}", data)
        if value is not None and _shown(one, out):
            out[one.key] = value
    return out


def _shown(one: Field, values: Report) -> bool:
    return one.when is None or values.get(one.when[0]) in one.when[1]


def _value(one: Field, name: str, data: Mapping[str, str]) -> Any:
    if one.many:
        rolls = [[int(a), int(b)] for a, b in ROLLS.findall(data.get(name, ""))]
        return rolls or None
    if one.each:
        pair = [_single(one, data.get(f"{name}.{side}", "")) for side in SIDES]
        if one.kind == "bool":
            return pair if f"{name}.shown" in data else None
        return pair if all(v is not None for v in pair) else None
    if one.kind == "bool":
        return True if data.get(name) else None
    return _single(one, data.get(name, ""))


def _single(one: Field, text: str) -> Any:
    text = text.strip()
    if one.kind == "bool":
        return bool(text)
    if one.kind == "int":
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None
    return text or None
