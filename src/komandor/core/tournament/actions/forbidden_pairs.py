"""Pairs that the organiser forbids: two players who shall not be drawn against each other."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing import ordered
from komandor.core.reasons import Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import ReasonText


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbidPair(Command):
    """These two are not paired as long as any other pairing is possible."""

    player: PlayerNo
    opponent: PlayerNo
    reason: ReasonText


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowPair(Command):
    """These two may be paired again."""

    player: PlayerNo
    opponent: PlayerNo
    reason: ReasonText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairForbidden(Event):
    player: PlayerNo
    opponent: PlayerNo
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAllowed(Event):
    player: PlayerNo
    opponent: PlayerNo
    reason: str = ""


def forbid_pair(t: Tournament, x: ForbidPair, ctx: Context) -> Answer:
    """Needs a reason. Not between locking the round and the clock, so nobody can steer visible pairings."""
    problems = []
    if x.player == x.opponent:
        problems.append(why("forbid.same_player", None, player=x.player))
    if ordered(x.player, x.opponent) in t.forbidden:
        problems.append(why("forbid.already", None, player=x.player, opponent=x.opponent))
    if not x.reason.strip():
        problems.append(why("forbid.reason_missing"))
    if problems:
        return Refusal(tuple(problems))
    a, b = ordered(x.player, x.opponent)
    return (PairForbidden(player=a, opponent=b, reason=x.reason.strip()),)


def allow_pair(t: Tournament, x: AllowPair, ctx: Context) -> Answer:
    a, b = ordered(x.player, x.opponent)
    if (a, b) not in t.forbidden:
        return refuse("forbid.not_forbidden", None, player=a, opponent=b)
    return (PairAllowed(player=a, opponent=b, reason=x.reason.strip()),)


def _forbidden(t: Tournament, x: PairForbidden) -> None:
    t.forbidden[x.player, x.opponent] = x.reason


def _allowed(t: Tournament, x: PairAllowed) -> None:
    del t.forbidden[x.player, x.opponent]


def _is_forbidden(t: Tournament, x: PairAllowed) -> bool:
    return (x.player, x.opponent) in t.forbidden


ROWS: Rows = (
    Action(ForbidPair, by.ORGANISER, when.BEFORE_A_DRAW, forbid_pair, button=True, about=PLAYER),
    Action(AllowPair, by.ORGANISER, when.BEFORE_A_DRAW, allow_pair, button=True, about=PLAYER),
    EventRow(PairForbidden, _forbidden, needs_phase=when.BEFORE_A_DRAW),
    EventRow(PairAllowed, _allowed, needs_phase=when.BEFORE_A_DRAW, needs=_is_forbidden),
)
