"""Leaving, not coming, and being sent away (COM-DROP)."""

from dataclasses import dataclass, replace
from typing import get_args

from komandor.core.ids import MatchNo, PlayerNo, StaffNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, refuse, why
from komandor.core.tournament.actions import by, when
from komandor.core.tournament.actions.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.people import RegistrationWithdrawn
from komandor.core.tournament.actions.results import _settle, scores_fit
from komandor.core.tournament.readings.cut import awaiting
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.regulations import bye_score
from komandor.core.tournament.state import Match, Result, Tournament
from komandor.core.tournament.values import Cause, Scored


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    player: PlayerNo
    cause: Cause = "drop"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LeaveAfterRound(Command):
    """Somebody says during a round that it is their last; they play it and leave when it is closed."""

    player: PlayerNo
    leaves: bool = True  # False: they stay after all


@dataclass(frozen=True, slots=True)
class DeclareNoShow(Command):
    match: MatchNo
    absent: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class RecommendDisqualification(Command):
    player: PlayerNo
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualify(Command):
    player: PlayerNo
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Removed but not disqualified; may ask to return (COM-DROP-1, COM-DROP-3)."""

    player: PlayerNo
    cause: Cause
    round: int  # last round begun
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LeavingAnnounced(Event):
    """This round is the player's last, or after all it is not."""

    player: PlayerNo
    round: int
    leaves: bool = True


@dataclass(frozen=True, slots=True)
class MatchForfeited(Event):
    """A player did not come or left during his match; the opponent wins as by a bye (AMB-G6)."""

    match: MatchNo
    absent: tuple[PlayerNo, ...]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class DisqualificationRecommended(Event):
    player: PlayerNo
    by: StaffNo  # staff
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Event):
    player: PlayerNo
    round: int
    reason: str


SEATED = ("published", "running")


def drop(t: Tournament, x: DropPlayer, ctx: Context) -> Answer:
    """He tells the organiser, is removed and not paired again (COM-DROP-1)."""
    player = t.players.get(x.player)
    if player is None:
        return refuse("player.unknown", None, player=x.player)
    if not player.active:
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if x.cause not in get_args(Cause):
        return refuse("drop.unknown_cause", "COM-DROP-1", cause=x.cause)
    if not t.rounds:
        return (RegistrationWithdrawn(x.player),)
    return removal(t, x.player, x.cause, x.reason)


def removal(
    t: Tournament, player: PlayerNo, cause: Cause, reason: str, skip_match: int | None = None
) -> tuple[Event, ...]:
    """The player leaves; his unfinished match goes to the opponent as by a bye (AMB-G6)."""
    left = PlayerLeft(player, cause, max(t.rounds, default=0), reason)
    return (left, *(f for f in forfeit_current(t, player) if f.match != skip_match))


def forfeit_current(t: Tournament, player: PlayerNo) -> tuple[MatchForfeited, ...]:
    """Ends the match he sits in, if pairings are out and it has no final result (COM-ELIM-6)."""
    round_ = t.round
    if round_ is None or round_.status not in SEATED or awaiting(t, t.stages[round_.stage]):
        return ()  # before the first game of a stage he is replaced (COM-CUT-3)
    return tuple(
        forfeit(t, m, (player,))
        for m in t.in_round(round_.number)
        if player in m.players and m.kind == "match" and not m.final
    )


def forfeit(t: Tournament, match: Match, absent: tuple[PlayerNo, ...]) -> MatchForfeited:
    bye = bye_score(t)
    scores = tuple(
        Scored(n, Outcome.FORFEIT_LOSS, 0, 0)
        if n in absent
        else Scored(n, Outcome.FORFEIT_WIN, bye.points, bye.mov)
        for n in match.players
    )
    winner = next((n for n in match.players if n not in absent), None)
    return MatchForfeited(match.number, absent, scores, winner)


def leave_after_round(t: Tournament, x: LeaveAfterRound, ctx: Context) -> Answer:
    """The organiser is told before the next round is drawn (COM-DROP-1); the current match is played."""
    player, round_ = t.players.get(x.player), t.round
    if player is None or round_ is None:
        return refuse("player.unknown", None, player=x.player)
    if not player.active:
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if (player.leaves_after == round_.number) == x.leaves:
        return refuse("drop.noted_already", "COM-DROP-1", player=x.player)
    return (LeavingAnnounced(x.player, round_.number, x.leaves),)


def leavers_of(t: Tournament, number: int) -> tuple[PlayerLeft, ...]:
    """Those who said that this round is their last leave when it is closed."""
    return tuple(
        PlayerLeft(p.number, "drop", number, "")
        for p in t.players.values()
        if p.active and p.leaves_after == number
    )


def no_show(t: Tournament, x: DeclareNoShow, ctx: Context) -> Answer:
    """Absent players are removed, who came wins (COM-DROP-2)."""
    match = t.matches.get(x.match)
    round_ = t.round
    if match is None or round_ is None or match.round != round_.number:
        return refuse("match.unknown", None, match=x.match)
    if not x.absent or any(n not in match.players for n in x.absent):
        return refuse("no_show.not_at_this_table", "COM-DROP-2", match=x.match)
    if match.kind != "match" or match.final:
        return refuse("result.already_final", "COM-DROP-2", match=x.match)
    if own := own_match(t, match, ctx.staff):
        return own
    left = tuple(PlayerLeft(n, "no_show", round_.number, "") for n in x.absent if t.players[n].active)
    if awaiting(t, t.stages[round_.stage]):
        return left or refuse("player.not_active", "COM-DROP-2", player=x.absent[0])
    return (*left, forfeit(t, match, x.absent))


def recommend(t: Tournament, x: RecommendDisqualification, ctx: Context) -> Answer:
    """A marshal suggests; the organiser decides (COM-ROLE-8)."""
    player = t.players.get(x.player)
    if player is None or player.status in ("disqualified", "withdrawn"):
        return refuse("player.unknown", None, player=x.player)
    if not x.reason.strip():
        return refuse("sanction.reason_missing", "COM-COND-8")
    return (DisqualificationRecommended(x.player, ctx.staff or StaffNo(0), x.reason.strip()),)


def disqualify(t: Tournament, x: Disqualify, ctx: Context) -> Answer:
    """Out for good (COM-DROP-6); results stand, the current opponent wins (AMB-G32)."""
    player = t.players.get(x.player)
    if player is None or player.status in ("disqualified", "withdrawn"):
        return refuse("player.unknown", None, player=x.player)
    if not x.reason.strip():
        return refuse("sanction.reason_missing", "COM-COND-8")
    out: list[Event] = [PlayerDisqualified(x.player, max(t.rounds, default=0), x.reason.strip())]
    if player.active:
        out.extend(forfeit_current(t, x.player))
    return tuple(out)


def _left(t: Tournament, x: PlayerLeft) -> None:
    stage = t.stage
    t.players[x.player] = replace(
        t.players[x.player],
        status="left",
        cause=x.cause,
        left_after=x.round,
        left_stage=stage.number if stage else None,
        left_at=t.version,
    )


def _leaving_announced(t: Tournament, x: LeavingAnnounced) -> None:
    t.players[x.player] = replace(t.players[x.player], leaves_after=x.round if x.leaves else None)


def _forfeited(t: Tournament, x: MatchForfeited) -> None:
    _settle(t, x.match, Result(scores=x.scores, winner=x.winner, report={}, status="final", forfeit=True))


def _recommended(t: Tournament, x: DisqualificationRecommended) -> None:
    t.recommendations[x.player] = x.reason


def _disqualified(t: Tournament, x: PlayerDisqualified) -> None:
    stage = t.stage
    t.players[x.player] = replace(
        t.players[x.player],
        status="disqualified",
        cause="conduct",
        left_after=x.round,
        left_stage=stage.number if stage else None,
        left_at=t.version,
    )
    t.recommendations.pop(x.player, None)


def _organiser_removes(t: Tournament, x: DropPlayer, who: by.Asker) -> tuple[Reason, ...]:
    """Players leave by themselves; for any other cause the organiser removes them (COM-COND-7)."""
    if x.cause == "drop" or "organiser" in who.roles:
        return ()
    return (why("access.organiser_removes", "COM-COND-7"),)


ROWS: Rows = (
    Action(DropPlayer, (*by.DESK, *by.PLAYER), when.BEFORE_THE_END, drop, allow=_organiser_removes),
    Action(LeaveAfterRound, (*by.DESK, *by.PLAYER), when.PLAYING, leave_after_round, button=True),
    Action(DeclareNoShow, by.STAFF, when.PLAYING, no_show),
    Action(RecommendDisqualification, by.LEADERS, when.BEFORE_THE_END, recommend),
    Action(Disqualify, by.ORGANISER, when.BEFORE_THE_END, disqualify),
    EventRow(PlayerLeft, _left),
    EventRow(LeavingAnnounced, _leaving_announced, needs_phase=when.PLAYING),
    EventRow(MatchForfeited, _forfeited, needs=scores_fit),
    EventRow(DisqualificationRecommended, _recommended),
    EventRow(PlayerDisqualified, _disqualified),
)
