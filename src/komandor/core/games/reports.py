"""Reads a result slip against its form: every fault at once, each naming its field.

Codes begin with "report." where the slip itself is wrong (unknown field, wrong
type, something not filled in); scorers add what a *rule* objects to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from komandor.core.games.game import Field, Form, Report
from komandor.core.ids import SIDES, RuleId, Side
from komandor.core.reasons import Reason, Refusal, refuse, why

GAMES = "games"
"""The key under which a match of several games lists them."""
WITHOUT_GAMES = ("conceded_by", "double_loss")
"""Fields by which a match can end before its first game."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was filled in for one game, or for the match as a whole."""

    values: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""  # "games[1]." inside a match of several games

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str:
        value: str = self.values.get(key, "")
        return value

    def flag(self, key: str) -> bool:
        return bool(self.values.get(key, False))

    def number(self, key: str) -> int | None:
        value: int | None = self.values.get(key)
        return value

    def side(self, key: str) -> Side | None:
        value: Side | None = self.values.get(key)
        return value

    def ints(self, key: str) -> tuple[int, int] | None:
        value: tuple[int, int] | None = self.values.get(key)
        return value

    def flags(self, key: str) -> tuple[bool, bool] | None:
        value: tuple[bool, bool] | None = self.values.get(key)
        return value

    def rolls(self, key: str) -> tuple[tuple[int, int], ...]:
        value: tuple[tuple[int, int], ...] = self.values.get(key, ())
        return value

    def missing(self, key: str, rule: RuleId | None = None) -> Refusal:
        """The refusal that asks for a field which this result needs."""
        return refuse("report.missing", rule, field=self.where + key)


@dataclass(frozen=True, slots=True)
class Slip:
    """A report that fits its form."""

    games: tuple[Answers, ...]
    match: Answers

    @property
    def only(self) -> Answers:
        """The one game of a single-game match."""
        return self.games[0]


def read(form: Form, report: Report) -> Slip | Refusal:
    """The slip in checked and typed form, or everything that is wrong with it."""
    if not isinstance(report, Mapping):
        return refuse("report.not_a_table", field="report")
    slip = _read_flat(form, report) if form.flat else _read_games(form, report)
    faults = tuple(_slip_faults(form, report))
    return Refusal(faults) if faults else slip


def _read_flat(form: Form, report: Report) -> Slip:
    keys = {one.key for one in form.game}
    game = {key: value for key, value in report.items() if key in keys}
    match = {key: value for key, value in report.items() if key not in keys}
    return Slip((Answers(_typed(form.game, game)),), Answers(_typed(form.match, match)))


def _read_games(form: Form, report: Report) -> Slip:
    listed = report.get(GAMES)
    games = listed if isinstance(listed, Sequence) and not isinstance(listed, str) else ()
    rest = {key: value for key, value in report.items() if key != GAMES}
    answers = tuple(
        Answers(_typed(form.game, game) if isinstance(game, Mapping) else {}, f"{GAMES}[{number}].")
        for number, game in enumerate(games)
    )
    return Slip(answers, Answers(_typed(form.match, rest)))


def _typed(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Lists become tuples; what is not filled in (null) is left out."""
    known = {one.key for one in fields}
    return {key: _frozen(value) for key, value in values.items() if key in known and value is not None}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, (list, tuple)) else value


def _slip_faults(form: Form, report: Report) -> Iterator[Reason]:
    if form.flat:
        yield from _faults(form.game + form.match, report, "")
        return
    rest = {key: value for key, value in report.items() if key != GAMES}
    yield from _faults(form.match, rest, "")
    games = report.get(GAMES, [])
    if not isinstance(games, (list, tuple)):
        yield why("report.wrong_type", None, field=GAMES, expected="list")
        return
    low, high, found = form.fewest_games, form.most_games, len(games)
    if not low <= found <= high and not _without_games(form, rest):
        yield why("report.number_of_games", None, field=GAMES, low=low, high=high, found=found)
    for number, game in enumerate(games):
        if isinstance(game, Mapping):
            yield from _faults(form.game, game, f"{GAMES}[{number}].")
        else:
            yield why("report.wrong_type", None, field=f"{GAMES}[{number}]", expected="table")


def _without_games(form: Form, rest: Mapping[str, Any]) -> bool:
    """Whether the match may list no games: it was given up, or punished, before its first game."""
    return any(one.key in WITHOUT_GAMES and rest.get(one.key) for one in form.match)


def _faults(fields: Sequence[Field], values: Mapping[str, Any], where: str) -> Iterator[Reason]:
    known = {one.key: one for one in fields}
    for key in values:
        if key not in known:
            yield why("report.unknown_field", None, field=where + str(key))
    for one in fields:
        yield from _field_faults(one, values, where)


def _field_faults(one: Field, values: Mapping[str, Any], where: str) -> Iterator[Reason]:
    value, name = values.get(one.key), where + one.key
    if not shown(one, values):
        if value not in (None, False) and one.when:
            yield why("report.not_expected", one.rule, field=name, unless=where + one.when[0])
    elif value is None:
        if one.required:
            yield why("report.missing", one.rule, field=name)
    else:
        yield from _value_faults(one, value, name)


def shown(one: Field, values: Mapping[str, Any]) -> bool:
    """Whether a form with these values asks for the field."""
    if one.when is None:
        return True
    key, wanted = one.when
    return any(values.get(key) is value or values.get(key) == value for value in wanted)


def _value_faults(one: Field, value: Any, name: str) -> Iterator[Reason]:
    if one.many:
        if not isinstance(value, (list, tuple)):
            yield why("report.wrong_type", one.rule, field=name, expected="list")
            return
        for number, item in enumerate(value):
            yield from _pair_faults(one, item, f"{name}[{number}]")
    else:
        yield from _pair_faults(one, value, name)


def _pair_faults(one: Field, value: Any, name: str) -> Iterator[Reason]:
    if not one.each:
        yield from _one_fault(one, value, name)
    elif not isinstance(value, (list, tuple)) or len(value) != len(SIDES):
        yield why("report.wrong_type", one.rule, field=name, expected="pair")
    else:
        for number, item in enumerate(value):
            yield from _one_fault(one, item, f"{name}[{number}]")


def _one_fault(one: Field, value: Any, name: str) -> Iterator[Reason]:
    if one.kind == "int":
        if type(value) is not int:
            yield why("report.wrong_type", one.rule, field=name, expected="int")
        elif not one.low <= value <= one.high:
            yield why("report.out_of_range", one.rule, field=name, low=one.low, high=one.high, found=value)
    elif one.kind == "bool":
        if type(value) is not bool:
            yield why("report.wrong_type", one.rule, field=name, expected="bool")
    elif value not in options(one):
        yield why("report.unknown_choice", one.rule, field=name, choices=options(one), found=str(value)[:40])


def setup_field(form: Form) -> Field | None:
    """The choice that is made before the game, such as an objective; None if there is none."""
    return next((one for one in form.game if one.setup), None) if form.flat else None


def first_keys(form: Form) -> tuple[str, ...]:
    """The fields of a game that say who has the initiative or plays light."""
    return tuple(one.key for one in form.game if one.first)


def recorded_first(form: Form, side: Side, choice: str = "") -> dict[str, Any]:
    """What the slip says about initiative, sides and set-up when they are recorded with the match.

    A slip of several games says it game by game, so nothing is known in advance.
    """
    known: dict[str, Any] = dict.fromkeys(first_keys(form), side) if form.flat else {}
    chosen = setup_field(form)
    return known | ({chosen.key: choice} if chosen and choice else {})


def options(one: Field) -> tuple[str, ...]:
    """What a side or choice field may say."""
    return SIDES if one.kind == "side" else one.choices


def staff_only(form: Form, report: Report) -> tuple[str, ...]:
    """The fields whose values only a leader may give: sanctions, not results (AMB-G25)."""
    slip = read(form, report)
    if isinstance(slip, Refusal):
        return ()
    found = [one.key for one in form.match if one.staff_choices and slip.match.flag(one.key)]
    for game in slip.games:
        found += [one.key for one in form.game if game.text(one.key) in one.staff_choices]
    return tuple(dict.fromkeys(found))
