"""A result slip as an HTML form and back: the same for the console, the phone and on paper.

The fields, what is folded away and what is ticked come from the game's own `Form`.  Names in
the form are `g0.winner`, `g1.winner` (games from 0), `m.conceded_by` (the match), and with a side
`g0.laps.a`.  `filled` gives the report as JSON has it and leaves the judging to the game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from komandor.core.games.game import Field, Form
from komandor.core.games.reports import GAMES, shown
from komandor.core.ids import SIDES
from komandor.core.tournament.values import Plain
from komandor.web.forms.fields import whole_number

Report = dict[str, Plain]
LARGEST = 999_999_999  # what a slip may hold; the game says which numbers make sense
ROLLS = re.compile(r"(\d+)\s*[-–:]\s*(\d+)")


@dataclass(frozen=True, slots=True)
class Control:
    """One field as it is drawn: its name in the form and what stands in it."""

    field: Field
    name: str
    value: Any = None
    when: str = ""  # "g0.end=time,win": shown while that control has one of these values
    typed: Mapping[str, str] | None = None  # the refused form: what was typed is shown again as it was

    @property
    def chosen(self) -> str:
        """The choice that is marked."""
        return str(self.value or "") if self.typed is None else self.typed.get(self.name, "")

    def text(self, side: str = "") -> str:
        """What stands in the field, or in its half of one side."""
        if self.typed is not None:
            return self.typed.get(f"{self.name}.{side}" if side else self.name, "")
        if self.value is None:
            return ""
        if self.field.many:
            return ", ".join(f"{a}-{b}" for a, b in self.value)
        return str(self.value[SIDES.index(side)] if side else self.value)

    def ticked(self, side: str) -> bool:
        """Whether a tick of a pair is set: as typed, as reported, or as the game usually ends."""
        if self.typed is not None and f"{self.name}.shown" in self.typed:
            return bool(self.text(side))
        return self.field.ticked if self.value is None else bool(self.value[SIDES.index(side)])


@dataclass(frozen=True, slots=True)
class Fold:
    """Controls that most slips leave empty, behind one line; open when one of them is filled in."""

    title: str  # a code: the game's own fold, or one of everybody's
    controls: tuple[Control, ...]

    @property
    def open(self) -> bool:
        return any(c.value is not None for c in self.controls)

    @property
    def when(self) -> str:
        """The condition that all its controls share; without one the fold is always shown."""
        shared = {c.when for c in self.controls}
        return shared.pop() if len(shared) == 1 else ""


@dataclass(frozen=True, slots=True)
class GamePart:
    number: int  # from 1; 0 = the match as a whole
    controls: tuple[Control, ...]
    optional: bool = False  # a third game may not have been needed
    unplayed: bool = False  # as long as nothing is filled in

    @property
    def plain(self) -> tuple[Control, ...]:
        """What every slip asks."""
        return tuple(c for c in self.controls if not c.field.fold)

    @property
    def folds(self) -> tuple[Fold, ...]:
        titles = dict.fromkeys(c.field.fold for c in self.controls if c.field.fold)
        return tuple(Fold(one, tuple(c for c in self.controls if c.field.fold == one)) for one in titles)


def parts(
    form: Form, report: Mapping[str, Any] | None = None, typed: Mapping[str, str] | None = None
) -> tuple[GamePart, ...]:
    """The slip in parts: one for each game, then what concerns the whole match."""
    given = report or {}
    if form.flat:
        return (GamePart(0, _controls(form.game + form.match, "g0", given, typed)),)
    stored: Any = given.get(GAMES)  # in a log of another version it may have another form
    games = [one for one in stored if isinstance(one, Mapping)] if _is_row(stored) else []
    out = [
        GamePart(
            n + 1,
            _controls(
                _of_later_game(form) if n else _of_first_game(form),
                f"g{n}",
                games[n] if n < len(games) else {},
                typed,
            ),
            n >= form.fewest_games,
            n >= (len(games) or form.most_games // 2 + 1),
        )
        for n in range(form.most_games)
    ]
    if form.match:
        out.append(GamePart(0, _controls(form.match, "m", given, typed)))
    return tuple(out)


def _of_first_game(form: Form) -> tuple[Field, ...]:
    """The fields without the choices that only follow from an earlier game."""
    return tuple(
        replace(one, choices=tuple(x for x in one.choices if x != one.sets_next[1])) if one.sets_next else one
        for one in form.game
    )


def _of_later_game(form: Form) -> tuple[Field, ...]:
    """The fields without the choices that only the first game of a match has."""
    return tuple(
        replace(one, choices=tuple(x for x in one.choices if x not in one.first_only)) for one in form.game
    )


def _controls(
    fields: tuple[Field, ...], prefix: str, values: Mapping[str, Any], typed: Mapping[str, str] | None
) -> tuple[Control, ...]:
    return tuple(_control(one, prefix, values, typed) for one in fields)


def _control(one: Field, prefix: str, values: Mapping[str, Any], typed: Mapping[str, str] | None) -> Control:
    when = ""
    if condition := one.ask or one.when:
        key, allowed = condition
        when = f"{prefix}.{key}={','.join(str(v) for v in allowed)}"
    return Control(one, f"{prefix}.{one.key}", _stored(one, values.get(one.key)), when, typed)


def _stored(one: Field, value: Any) -> Any:
    """The stored value, if it has the form that the field has in this version."""
    if one.many:
        fits = _is_row(value) and all(_is_row(part) and len(part) == len(SIDES) for part in value)
    elif one.each:
        fits = _is_row(value) and len(value) == len(SIDES)
    else:
        fits = isinstance(value, (str, int))
    return value if fits else None


def _is_row(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def filled(form: Form, data: Mapping[str, str]) -> Report:
    """The report that was typed in; empty fields are left out, hidden ones too."""
    if form.flat:
        return _values(form.game + form.match, "g0", data)
    games = [_values(form.game, f"g{n}", data) for n in range(form.most_games)]
    while games and not games[-1]:
        games.pop()
    rest = _values(form.match, "m", data)
    return {GAMES: tuple(games), **rest} if games or not rest else rest


def _values(fields: tuple[Field, ...], prefix: str, data: Mapping[str, str]) -> Report:
    out: Report = {}
    for one in fields:
        value = _value(one, f"{prefix}.{one.key}", data)
        if value is not None and shown(one, out):
            out[one.key] = value
    return out


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
        number = whole_number(text, -LARGEST, LARGEST)
        return number if number is not None else text[:20] or None  # what is no number is refused by its name
    return text or None
