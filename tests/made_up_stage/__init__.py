"""A made-up kind of stage: everybody plays everybody once. No file of the program knows it."""

from collections.abc import Sequence
from typing import Any

from komandor.core.games.game import RoundKind
from komandor.core.ids import PlayerNo, StageKey
from komandor.core.lots import Lots
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.readings.cut import rounds_left, stage_to_follow
from komandor.core.tournament.stage_kind import ComingRound, RoundName, RoundPart, StageKind
from komandor.core.tournament.stage_kinds.seating import fresh_numbers, seats
from komandor.core.tournament.state import Match, Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, StagePlan

KEY = StageKey("round_robin")


def length(players: int) -> int:
    """Each round leaves one player of an odd number without an opponent."""
    return players - 1 + players % 2


def circle(players: Sequence[PlayerNo], number: int) -> list[tuple[PlayerNo | None, PlayerNo | None]]:
    """The pairs of a round, counted from 0: the first stays, the others move on by one seat."""
    field = [*players, *([None] if len(players) % 2 else [])]
    turned = [field[0], *field[1 + number :], *field[1 : 1 + number]]
    return list(zip(turned[: len(field) // 2], reversed(turned[len(field) // 2 :]), strict=True))


def _pair(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    number = t.rounds_of(stage.number).index(round_)
    made = [
        [n for n in pair if n is not None and t.players[n].active] for pair in circle(stage.seeded, number)
    ]
    pairs = tuple((pair[0], pair[1]) for pair in made if len(pair) == 2)
    numbers = fresh_numbers(t, round_)
    tables = zip(pairs, seats(t, pairs), strict=True)
    matches = [DrawnMatch(match=next(numbers), table=at, a=a, b=b) for (a, b), at in tables]
    alone = [pair[0] for pair in made if len(pair) == 1]
    matches += [DrawnMatch(match=next(numbers), table=None, a=n, b=None, kind="bye") for n in alone]
    return {"matches": tuple(matches)}


def _order(t: Tournament, stage: Stage, standings: Sequence[PlayerNo]) -> Sequence[PlayerNo]:
    return standings


def _rounds(t: Tournament, stage: Stage) -> int:
    return length(len(stage.seeded))


def _no_more_rounds(t: Tournament, stage: Stage) -> Refusal | None:
    if rounds_left(t, stage) > 0:
        return None
    return refuse("round.stage_complete", None, stage=stage.number, rounds=_rounds(t, stage))


def _name(t: Tournament, stage: Stage, round_: Round | None) -> RoundName:
    own = t.rounds_of(stage.number)
    return (RoundPart(KEY, own.index(round_) + 1 if round_ else len(own) + 1, _rounds(t, stage)),)


def _planned(plan: StagePlan, players: int) -> list[ComingRound]:
    last = length(min(plan.cut or players, players))
    return [("swiss", (RoundPart(KEY, n, last),)) for n in range(1, last + 1)]


def _clock(stage: Stage, match: Match) -> RoundKind:
    return "swiss"


def _explain(t: Tournament, stage: Stage, match: Match, player: PlayerNo) -> Reason:
    return why("explain.round_robin", None, player=player, opponent=match.opponent(player))


ROUND_ROBIN = StageKind(
    key=KEY,
    pair=_pair,
    order=_order,
    rounds=_rounds,
    no_more_rounds=_no_more_rounds,
    still_to_play=stage_to_follow,
    clock=_clock,
    name=_name,
    planned=_planned,
    explain=_explain,
    folder=__name__,
)
