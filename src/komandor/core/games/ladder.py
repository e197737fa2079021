"""Tie ladders: compare one thing, then the next, and stop at the first difference.

Each step is a row of a table in the game's folder.  A step that is reached but
not filled in is asked for; a step that is not reached need not be.
"""

from dataclasses import dataclass
from typing import Literal

from komandor.core.games.reports import Answers
from komandor.core.ids import RuleId, Side
from komandor.core.outcomes import GameScore
from komandor.core.reasons import Reason, Refusal, refuse, why


@dataclass(frozen=True, slots=True)
class Step:
    """The sum of some fields, compared between the sides."""

    fields: tuple[str, ...]
    better: Literal["higher", "lower"]
    rule: RuleId
    label: str = ""  # what the reason calls it; else the first field


def climb(game: Answers, steps: tuple[Step, ...]) -> GameScore | Refusal:
    """The winner by the first step that differs; no winner when all are level."""
    reasons: list[Reason] = []
    for step in steps:
        values = _sum(game, step)
        if isinstance(values, Refusal):
            return values
        winner = ahead(values, step.better)
        reasons.append(_reason(step, values, winner))
        if winner:
            return GameScore(winner, reasons=tuple(reasons))
    return GameScore(None, reasons=tuple(reasons))


def _sum(game: Answers, step: Step) -> tuple[int, int] | Refusal:
    total = (0, 0)
    for key in step.fields:
        values = game.ints(key)
        if values is None:
            label = step.label if len(step.fields) == 1 else ""
            return refuse("report.missing", step.rule, field=game.where + key, label=label)
        total = (total[0] + values[0], total[1] + values[1])
    return total


def ahead(values: tuple[int, int], better: Literal["higher", "lower"] = "higher") -> Side | None:
    """Which side is ahead, if any."""
    if values[0] == values[1]:
        return None
    return "a" if (values[0] > values[1]) == (better == "higher") else "b"


def _reason(step: Step, values: tuple[int, int], winner: Side | None) -> Reason:
    about = step.label or step.fields[0]
    if winner is None:
        return why("score.ladder_level", step.rule, field=about, value=values[0])
    if step.better == "higher":
        return why("score.ladder_higher", step.rule, field=about, a=values[0], b=values[1], winner=winner)
    return why("score.ladder_lower", step.rule, field=about, a=values[0], b=values[1], winner=winner)


def then(first: GameScore, second: GameScore | Refusal) -> GameScore | Refusal:
    """The second decision, with the reasons of the first before its own."""
    if isinstance(second, Refusal):
        return second
    return GameScore(second.winner, second.points, (*first.reasons, *second.reasons))


def dice(game: Answers, key: str, rule: RuleId) -> GameScore | Refusal:
    """The winner by dice: players roll until the results differ, the higher one wins (AMB-I3)."""
    rolls = game.rolls(key)
    if not rolls:
        return game.missing(key, rule)
    if any(roll[0] != roll[1] for roll in rolls[:-1]):
        return Refusal((why("score.dice_after_decision", rule, field=game.where + key, rolls=len(rolls)),))
    winner = ahead(rolls[-1])
    if winner is None:
        return Refusal((why("score.dice_level", rule, field=game.where + key, value=rolls[-1][0]),))
    reason = why("score.dice", rule, a=rolls[-1][0], b=rolls[-1][1], rolls=len(rolls), winner=winner)
    return GameScore(winner, reasons=(reason,))
