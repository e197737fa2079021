"""What a round is called: round 2 of 5, quarter-final, semi-final, final, lower bracket 2, repeated final.

A name is a tuple of parts, because a round of a double elimination has games of both brackets.
`texts.round_title` turns it into words.
"""

from dataclasses import dataclass
from typing import Literal

from komandor.core.brackets import BracketPlan
from komandor.core.brackets.plan import BracketMatch
from komandor.core.tournament.readings.knockout import next_wave, plan
from komandor.core.tournament.state import Stage, Tournament

PartCode = Literal[
    "swiss", "round_of", "quarter_final", "semi_final", "final", "upper", "lower", "reset", "final_match"
]
FROM_THE_END: tuple[PartCode, ...] = ("final", "semi_final", "quarter_final")


@dataclass(frozen=True, slots=True)
class RoundPart:
    """`number`: which Swiss round, which round of its bracket, or how many players are left (`round_of`)."""

    code: PartCode
    number: int = 0
    of: int = 0  # Swiss rounds that are planned


RoundName = tuple[RoundPart, ...]


def round_name(t: Tournament, number: int) -> RoundName:
    """The name of a round that was begun; one that is still to be seated is called like the next one."""
    round_ = t.rounds[number]
    stage = t.stages[round_.stage]
    if stage.kind == "swiss":
        return (RoundPart("swiss", t.rounds_of(stage.number).index(round_) + 1, stage.rounds),)
    if stage.kind == "final_match":
        return (RoundPart("final_match"),)
    if not round_.matches:
        return _next_in(t, stage)
    return _of_games(plan(stage), tuple(t.matches[m].game or 0 for m in round_.matches))


def next_round_name(t: Tournament) -> RoundName:
    """The name of the round that would be begun now."""
    stage = t.stage
    if stage is None:
        first = t.announced[0] if t.announced else None
        if first is None or first.kind == "swiss":
            return (RoundPart("swiss", 1, first.rounds if first else 0),)
        return ()
    if stage.kind == "swiss":
        return (RoundPart("swiss", len(t.rounds_of(stage.number)) + 1, stage.rounds),)
    return (RoundPart("final_match"),) if stage.kind == "final_match" else _next_in(t, stage)


def pairs_follow_from_seeds(t: Tournament) -> bool:
    """Whether nothing is drawn in the next round, because the seeds of its bracket are known."""
    return t.stage is not None and t.stage.kind != "swiss" and bool(t.stage.seeds)


def game_name(stage: Stage, game: int | None) -> RoundPart:
    """The name of the round of its bracket that a game belongs to."""
    return name_in(plan(stage), game)


def name_in(bracket: BracketPlan, game: int | None) -> RoundPart:
    """The same, for a plan that is known."""
    planned = bracket.by_number.get(game or 0)
    return _of_game(bracket, planned) if planned else RoundPart("lower")  # an extra game (AMB-S22)


def planned_names(bracket: BracketPlan) -> list[RoundName]:
    """The names of all rounds of a bracket, in order."""
    return [
        _of_games(bracket, tuple(m.number for m in bracket.in_round(n))) for n in range(1, bracket.rounds + 1)
    ]


def _next_in(t: Tournament, stage: Stage) -> RoundName:
    if not stage.seeds:
        return ()
    wave = next_wave(t, stage)
    return _of_games(plan(stage), tuple(g.number for g in wave.games))


def _of_games(bracket: BracketPlan, games: tuple[int, ...]) -> RoundName:
    planned = [m for m in (bracket.by_number.get(n) for n in games) if m is not None]
    extra = [RoundPart("lower")] if len(planned) < len(games) and not planned else []
    parts = dict.fromkeys([*(_of_game(bracket, m) for m in planned), *extra])
    return tuple(sorted(parts, key=lambda part: part.code != "upper"))


def _of_game(bracket: BracketPlan, game: BracketMatch) -> RoundPart:
    if game.side == "reset" or (bracket.kind == "double" and game.side == "final"):
        return RoundPart("reset" if game.side == "reset" else "final")
    if bracket.kind == "double":
        own = sorted({m.round for m in bracket.matches if m.side == game.side})
        return RoundPart("upper" if game.side == "upper" else "lower", own.index(game.round) + 1)
    left = bracket.rounds - game.round
    if left < len(FROM_THE_END):
        return RoundPart(FROM_THE_END[left])
    return RoundPart("round_of", 2 ** (left + 1))
