"""Result slips as players fill them in: short ones, and ones with everything that the form asks."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from komandor.core.games.game import Field, Form, RoundKind, Rules, Situation
from komandor.core.games.reports import GAMES, options, shown
from komandor.core.ids import SIDES, Side, other
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Refusal

Slip = Mapping[str, Any]
TRIES = 12


def slip(rules: Rules, where: Situation, rnd: Random, winner: Side, kind: str = "") -> Slip:
    """A report that the rules accept, made from the game's own examples of quick entry.

    `kind` asks for a concession, a tie or a double loss; a game without one gives an ordinary win.
    """
    settings = frozenset((where.settings or {}).items())
    functions = (rules.examples, rules.shorthand, rules.score)
    known = _examples(*functions, where.kind, where.structure, settings, where.teams)
    report = rnd.choice(known.get((kind, winner)) or known["", winner])
    varied = _varied(report, rnd)
    return report if isinstance(rules.score(varied, where), Refusal) else varied


def full_slip(rules: Rules, where: Situation, rnd: Random, winner: Side) -> Slip:
    """A slip with everything that the form asks; a short one if no random answers are accepted."""
    for _ in range(TRIES):
        report = _filled(rules.form(where), rnd)
        score = rules.score(report, where)
        if not isinstance(score, Refusal) and (score.winner == winner or not where.eliminates):
            return report
    return slip(rules, where, rnd, winner)


@lru_cache(maxsize=64)
def _examples(
    examples: Callable[[Situation], tuple[str, ...]],
    shorthand: Callable[[str, Situation], Slip | Refusal],
    score_of: Callable[[Slip, Situation], MatchScore | Refusal],
    kind: RoundKind,
    structure: str,
    settings: frozenset[Any],
    teams: bool,
) -> Mapping[tuple[str, Side], Sequence[Slip]]:
    """The game's examples of quick entry, also with the sides swapped, by kind of slip and winner."""
    where = Situation(kind, structure, dict(settings) or None, teams)
    reports = [shorthand(text, where) for text in examples(where)]
    slips = [one for each in reports if not isinstance(each, Refusal) for one in (each, _swapped(each))]
    scored = [(one, score) for one in slips if isinstance(score := score_of(one, where), MatchScore)]
    differences = [_difference(score) for _, score in scored if not _special(score)]
    found: dict[tuple[str, Side], list[Slip]] = defaultdict(list)
    for (report, score), winner in product(scored, SIDES):
        level = min(differences) == _difference(score) < max(differences)
        if score.winner in (winner, None):
            found[_special(score) or ("tie" if level else ""), winner].append(report)
    return found


def _special(score: MatchScore) -> str:
    outcomes = {side.outcome for side in score.sides}
    return "double_loss" if Outcome.DOUBLE_LOSS in outcomes else "concession" * (Outcome.CONCEDED in outcomes)


def _difference(score: MatchScore) -> int:
    return abs(score.sides[0].points - score.sides[1].points)


def _swapped(value: Any) -> Any:
    """A report, or a part of one, with the players in each other's place."""
    if isinstance(value, Mapping):
        return {key: [*map(_swapped, one)] if key == GAMES else _swapped(one) for key, one in value.items()}
    if isinstance(value, list):
        return value[::-1]
    return other(value) if value in SIDES else value


def _varied(report: Slip, rnd: Random) -> Slip:
    """The same result with other numbers: whoever is ahead stays ahead."""
    out = dict(report)
    for key, value in report.items():
        if isinstance(value, list) and [*map(type, value)] == [int, int] and value[0] != value[1]:
            low, high = sorted(rnd.sample(range(2 * max(value) + 1), 2))
            out[key] = [high, low] if value[0] > value[1] else [low, high]
    return out


def _filled(form: Form, rnd: Random) -> dict[str, Any]:
    if form.flat:
        return _fields((*form.game, *form.match), rnd)
    games = [_fields(form.game, rnd) for _ in range(rnd.randint(form.fewest_games, form.most_games))]
    return {GAMES: games, **_fields(form.match, rnd)}


def _fields(fields: tuple[Field, ...], rnd: Random) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for one in fields:
        asked = shown(one, out) and not (one.kind == "bool" and one.staff_choices)
        if asked and (one.required or rnd.randrange(2)):
            out[one.key] = _value(one, rnd)
    return out


def _value(one: Field, rnd: Random) -> Any:
    if one.many:
        return [[_single(one, rnd), _single(one, rnd)] for _ in range(rnd.randint(1, 2))]
    return [_single(one, rnd), _single(one, rnd)] if one.each else _single(one, rnd)


def _single(one: Field, rnd: Random) -> Any:
    if one.kind == "int":
        return rnd.randint(one.low, min(one.high, rnd.choice((3, 12, 40, 400))))
    if one.kind == "bool":
        return rnd.choice((True, True, False))
    return rnd.choice([choice for choice in options(one) if choice not in one.staff_choices])
