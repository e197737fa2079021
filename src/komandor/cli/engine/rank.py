"""`komandor rank`: standings from the rounds played."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from komandor.cli.engine import inputs, output
from komandor.cli.engine.input_types import Match, RankInput
from komandor.cli.engine.options import AsJson, Lang, Language, ShowSchema
from komandor.core.games.game import GameData
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, why
from komandor.core.standings import RoundLine, Standing, standings
from komandor.core.standings.metrics import METRIC
from komandor.texts.titles import in_titles_of

Numbers = Mapping[str, PlayerNo]


def command(as_json: AsJson = False, schema: ShowSchema = False, lang: Language = Lang.EN) -> None:
    """Work out the standings from played rounds, given as JSON on standard input (--schema shows the format).

    `b: null` is a bye. Points and margins are used as given, including half points. `deductions` are
    points deducted from a player's total; `forfeit` says who forfeited a match.
    """
    asked = inputs.read(RankInput, "rank", schema, lang)
    rules = inputs.rules(asked.game, lang)
    settings = inputs.settings(rules, asked.settings, lang)
    names = _players(asked)
    numbers = {name: PlayerNo(number) for number, name in enumerate(names, 1)}
    units = _units(asked)
    taken = {
        numbers[n]: int(inputs.exact(points) * units["points"]) for n, points in asked.deductions.items()
    }
    rows = standings(
        rules.data,
        _deducted(list(_lines(asked, numbers, units, lang)), taken),
        {numbers[name]: lot for name, lot in asked.lots.items()},
        frozenset(numbers[name] for name in asked.left),
        settings=settings,
        players=numbers.values(),
    )
    if as_json:
        output.json({"standings": [_row(row, names, units) for row in rows]})
    else:
        _table(rows, names, units, rules.data, lang)


def _players(asked: RankInput) -> list[str]:
    """Everyone who is named in the input, also players without a round.

    Their order matters only for listing players who are level on everything.
    """
    found = {name for matches in asked.rounds for match in matches for name in (match.a, match.b)}
    found.update(asked.left, asked.lots, asked.deductions)
    return sorted((name for name in found if name is not None), key=_natural)


def _natural(name: str) -> list[tuple[int, int, str]]:
    """A sort key that puts P2 before P10."""
    parts = re.findall(r"([0-9]{1,18})|([^0-9]+)", name)
    return [(0, int(digits), "") if digits else (1, 0, text) for digits, text in parts]


def _units(asked: RankInput) -> dict[str, int]:
    """How many units make one point, and one of margin, so that every number given is whole in them."""
    matches = [match for matches in asked.rounds for match in matches]
    points = [*(p for match in matches for p in match.points), *asked.deductions.values()]
    return {
        "points": lcm(*(inputs.exact(p).denominator for p in points)),
        "mov": lcm(*(inputs.exact(m).denominator for match in matches for m in match.mov)),
    }


def _lines(asked: RankInput, numbers: Numbers, units: Mapping[str, int], lang: Lang) -> Iterator[RoundLine]:
    for round, matches in enumerate(asked.rounds, 1):
        seen: set[str] = set()
        for place, match in enumerate(matches):
            _check_seats(match, seen, f"rounds[{round - 1}][{place}]", lang)
            a = numbers[match.a]
            own, theirs = (int(inputs.exact(one) * units["points"]) for one in match.points)
            own_mov, their_mov = (int(inputs.exact(one) * units["mov"]) for one in match.mov)
            if match.b is None:
                yield RoundLine(a, None, Outcome.BYE, own, own_mov, round)
                continue
            b = numbers[match.b]
            yield RoundLine(a, b, _outcome(own, theirs, "a", match), own, own_mov, round)
            yield RoundLine(b, a, _outcome(theirs, own, "b", match), theirs, their_mov, round)


def _deducted(lines: list[RoundLine], taken: dict[PlayerNo, int]) -> list[RoundLine]:
    """The lines with each deduction in the first line of its player; without a line there are no points."""
    return [line._replace(deducted=taken.pop(line.player, 0)) for line in lines]


def _outcome(own: int, theirs: int, side: str, match: Match) -> Outcome:
    if match.forfeit is not None:
        return Outcome.FORFEIT_LOSS if match.forfeit in (side, "both") else Outcome.FORFEIT_WIN
    if own == theirs:
        return Outcome.DRAW
    return Outcome.WIN if own > theirs else Outcome.LOSS


def _check_seats(match: Match, seen: set[str], where: str, lang: Lang) -> None:
    if match.a == match.b:
        raise output.wrong(where, why("input.meets_themselves", name=inputs.short(match.a)), lang)
    if match.b is None and (match.points[1] or match.mov[1]):
        raise output.wrong(f"{where}.points", why("input.bye_points"), lang)
    if match.b is None and match.forfeit:
        raise output.wrong(f"{where}.forfeit", why("input.bye_forfeit"), lang)
    for field, name in (("a", match.a), ("b", match.b)):
        if name is None:
            continue
        if name in seen:
            raise output.wrong(f"{where}.{field}", why("input.plays_twice", name=inputs.short(name)), lang)
        seen.add(name)


def _value(key: str, value: int | Fraction, units: Mapping[str, int]) -> Fraction:
    """A total or tie-breaker in the scale of the input; what is not counted in points or margins has none."""
    return Fraction(value) / units.get(METRIC[key].unit, 1)


def in_json(key: str, value: int | Fraction) -> int | str:
    """Whole numbers as they are; all others are exact fractions, printed as text."""
    return output.whole(Fraction(value)) if METRIC[key].whole else str(value)


def _row(row: Standing, names: list[str], units: Mapping[str, int]) -> dict[str, Any]:
    values = {key: _value(key, value, units) for key, value in row.values.items()}
    shown: dict[str, Any] = {
        "player": names[row.player - 1],
        "rank": row.rank,
        "points": output.whole(_value("points", row.points, units)),
        "tiebreakers": {key: in_json(key, value) for key, value in values.items()},
        "decided_by": row.decided_by,
    }
    return shown | ({"tied": True} if row.tied else {}) | ({"left": True} if row.left else {})


def _table(
    rows: tuple[Standing, ...], names: list[str], units: Mapping[str, int], data: GameData, lang: Lang
) -> None:
    """Print the standings, each row with the reason for its rank."""
    keys = list(rows[0].values) if rows else []
    shown = (output.word("metric_short", key, lang) for key in ("points", *keys))
    heads = [in_titles_of(data.id, one, lang.value) for one in shown]
    called = {PlayerNo(number): name for number, name in enumerate(names, 1)}
    output.table(
        data.name[lang],
        ["#", output.word("numbered", "player", lang), *heads, ""],
        [
            (
                f"{row.rank}=" if row.tied else row.rank,
                f"({called[row.player]})" if row.left else called[row.player],
                short(_value("points", row.points, units), lang),
                *(short(_value(key, row.values[key], units), lang) for key in keys),
                output.sentence(_reason(row, units), lang, called),
            )
            for row in rows
        ],
    )


def _reason(row: Standing, units: Mapping[str, int]) -> Reason:
    """Why this rank, with points and margins as they were given."""
    said = {key: v for key, v in row.reason.params.items() if key in ("own", "theirs")}
    given = {
        key: output.whole(_value(row.decided_by, Fraction(v), units))
        for key, v in said.items()
        if isinstance(v, (int, str))
    }
    return replace(row.reason, params={**row.reason.params, **given})


def short(value: int | Fraction, lang: Lang) -> str:
    """Rounded for display only (COM-TB-4); JSON has the exact value."""
    if value == int(value):
        return str(value)
    return f"{float(value):.4f}".replace(".", "," if lang is Lang.PL else ".")
