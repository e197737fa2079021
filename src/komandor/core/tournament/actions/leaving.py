"""Leaving, not coming, and being sent away (COM-DROP)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, get_args

from komandor.core.ids import NOBODY, MatchNo, PlayerNo, RoundNo, StaffNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.manual_pairings import pair_idle
from komandor.core.tournament.actions.people import RegistrationWithdrawn
from komandor.core.tournament.actions.results import first_scores, give_result
from komandor.core.tournament.lost_games import concede
from komandor.core.tournament.readings.cut import awaiting
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.lost_games import game_in_progress, open_match, own_points
from komandor.core.tournament.readings.pairings import held_up
from komandor.core.tournament.readings.regulations import bye_score, rules
from komandor.core.tournament.references import MATCH, PLAYER
from komandor.core.tournament.state import Match, Result, Tournament
from komandor.core.tournament.values import (
    Cause,
    ForfeitCause,
    LeftGame,
    Plain,
    PlayerStatus,
    ReasonText,
    Scored,
)


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    """A game in progress is `conceded` or counts as not played (AMB-G37)."""

    player: PlayerNo
    cause: Annotated[Cause, "Why the player drops or is removed."] = "drop"
    reason: ReasonText = ""
    game: Annotated[
        LeftGame, "conceded or not_played; needed while the clock of a Swiss round is running"
    ] = ""
    report: Annotated[Mapping[str, Plain], "with conceded: the match slip"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeaveAfterRound(Command):
    """A player announces during a round that it is their last. They finish it and drop when it is closed."""

    player: PlayerNo
    leaves: Annotated[bool, "False: the player stays in after all"] = True


@dataclass(frozen=True, slots=True)
class DeclareNoShow(Command):
    match: MatchNo
    absent: Annotated[tuple[PlayerNo, ...], "Numbers of the players who are not present."]
    pair_with: Annotated[
        PlayerNo | None, "before the clock starts: plays this player, who has no opponent either (AMB-G6)"
    ] = None
    reason: Annotated[str, "reason for the new pairing; everybody sees it"] = ""


@dataclass(frozen=True, slots=True)
class RecommendDisqualification(Command):
    player: PlayerNo
    reason: ReasonText


@dataclass(frozen=True, slots=True)
class Disqualify(Command):
    player: PlayerNo
    reason: ReasonText


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Removed but not disqualified; may ask to return (COM-DROP-1, COM-DROP-3)."""

    player: PlayerNo
    cause: Cause
    round: Annotated[RoundNo, "last round begun"]
    reason: str = ""
    game: Annotated[LeftGame, "what became of the game in progress"] = ""


@dataclass(frozen=True, slots=True)
class LeavingAnnounced(Event):
    """This round is the player's last, or after all it is not."""

    player: PlayerNo
    round: RoundNo
    leaves: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForfeited(Event):
    """A player did not come or had to go; the opponent wins as by a bye (AMB-G6)."""

    match: MatchNo
    absent: tuple[PlayerNo, ...]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    cause: ForfeitCause = ""
    bye: Annotated[bool, "knock-out: the opponent has a bye (COM-ELIM-6)"] = False


@dataclass(frozen=True, slots=True)
class DisqualificationRecommended(Event):
    player: PlayerNo
    by: Annotated[StaffNo, "staff"]
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Event):
    player: PlayerNo
    round: RoundNo
    reason: str


def drop(t: Tournament, x: DropPlayer, ctx: Context) -> Answer:
    """The player tells the organiser, is dropped and is not paired again (COM-DROP-1)."""
    player = t.players[x.player]
    waits = player.status == "waiting_list" and not t.rounds
    if not player.active and not waits:
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if x.cause not in get_args(Cause):
        return refuse("drop.unknown_cause", "COM-DROP-1", cause=x.cause)
    if not t.rounds:
        return (RegistrationWithdrawn(x.player),)
    return _during_a_game(t, x) or removal(t, x.player, x.cause, x.reason)


def _during_a_game(t: Tournament, x: DropPlayer) -> Answer:
    """Leaving a Swiss game: conceded or not played? Nothing where there is no question (AMB-G37)."""
    match = open_match(t, x.player)
    if match is None or t.stage_of(match).kind.eliminates:
        return ()
    if not x.game and game_in_progress(t, x.player):
        return refuse("drop.conceded_or_not_played", "COM-DROP-1", player=x.player, match=match.number)
    given_up = concede(t, match, x.player, x.report) if x.game == "conceded" else ()
    if not given_up or isinstance(given_up, Refusal):
        return given_up
    return (PlayerLeft(x.player, x.cause, t.round_number, x.reason, x.game), *given_up)


def removal(
    t: Tournament, player: PlayerNo, cause: Cause, reason: str, skip_match: int | None = None
) -> tuple[Event, ...]:
    """The player leaves; their unfinished match goes to the opponent as by a bye (AMB-G6)."""
    forfeits = tuple(f for f in forfeit_current(t, player, cause) if f.match != skip_match)
    game: LeftGame = "not_played" if forfeits and cause == "drop" and not forfeits[0].bye else ""
    return (PlayerLeft(player, cause, t.round_number, reason, game), *forfeits)


def forfeit_current(t: Tournament, player: PlayerNo, cause: ForfeitCause) -> tuple[MatchForfeited, ...]:
    """Ends the player's open match (COM-ELIM-6)."""
    match = open_match(t, player)
    return () if match is None else (forfeit(t, match, (player,), cause),)


def forfeit(t: Tournament, match: Match, absent: tuple[PlayerNo, ...], cause: ForfeitCause) -> MatchForfeited:
    bye = bye_score(t)
    scores = tuple(
        Scored(n, Outcome.FORFEIT_LOSS, 0, 0)
        if n in absent
        else Scored(n, Outcome.FORFEIT_WIN, bye.points, bye.mov)
        for n in match.players
    )
    winner = next((n for n in match.players if n not in absent), None)
    knock_out = t.stage_of(match).kind.eliminates
    return MatchForfeited(
        match=match.number,
        absent=absent,
        scores=scores,
        winner=winner,
        cause=cause,
        bye=knock_out and winner is not None,
    )


def leave_after_round(t: Tournament, x: LeaveAfterRound, ctx: Context) -> Answer:
    """The organiser knows before the next round is paired (COM-DROP-1); the current match is still played."""
    player, round_ = t.players[x.player], t.this_round
    if not player.active:
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if (player.leaves_after == round_.number) == x.leaves:
        return refuse("drop.noted_already", "COM-DROP-1", player=x.player)
    return (LeavingAnnounced(x.player, round_.number, x.leaves),)


def leavers_of(t: Tournament, number: RoundNo) -> tuple[PlayerLeft, ...]:
    """Those who said that this round is their last leave when it is closed."""
    return tuple(
        PlayerLeft(p.number, "drop", number, "")
        for p in t.players.values()
        if p.active and p.leaves_after == number
    )


def no_show(t: Tournament, x: DeclareNoShow, ctx: Context) -> Answer:
    """No-shows are removed; a player who came wins (COM-DROP-2)."""
    match, round_, absent = t.matches[x.match], t.this_round, tuple(dict.fromkeys(x.absent))
    if match.round != round_.number:
        return refuse("match.unknown", None, match=x.match)
    if not absent or any(n not in match.players for n in absent):
        return refuse("no_show.not_at_this_table", "COM-DROP-2", match=x.match)
    if match.kind != "match" or match.final:
        return refuse("result.already_final", "COM-DROP-2", match=x.match)
    if own := own_match(t, match, ctx.staff):
        return own
    left = tuple(PlayerLeft(n, "no_show", round_.number, "") for n in absent if t.players[n].active)
    if awaiting(t, t.stages[round_.stage]):
        return left or refuse("player.not_active", "COM-DROP-2", player=absent[0])
    if waits := held_up(t):
        return Refusal(tuple(waits))
    if x.pair_with is not None:
        paired = _pair_instead(t, match, x, ctx)
        return paired if isinstance(paired, Refusal) else (*left, *paired)
    return (*left, forfeit(t, match, absent, "no_show"))


def _pair_instead(t: Tournament, match: Match, x: DeclareNoShow, ctx: Context) -> Answer:
    """Who came plays somebody else without an opponent, while the clock has not started (AMB-G6)."""
    came = [n for n in match.players if n not in x.absent]
    if len(came) != 1:
        return refuse("no_show.nobody_came", "COM-DROP-2", match=x.match)
    return pair_idle(t, came[0], match, x.pair_with or NOBODY, x.reason, ctx)


def recommend(t: Tournament, x: RecommendDisqualification, ctx: Context) -> Answer:
    """A marshal suggests; the organiser decides (COM-ROLE-8)."""
    recommended = DisqualificationRecommended(x.player, ctx.signed, x.reason.strip())
    return _not_disqualified(t, x) or (recommended,)


def _not_disqualified(t: Tournament, x: RecommendDisqualification | Disqualify) -> Refusal | None:
    player = t.players[x.player]
    if player.outside:
        return refuse("player.not_playing", None, player=x.player)
    if player.status == "disqualified":
        return refuse("player.disqualified", None, player=x.player)
    return None if x.reason.strip() else refuse("sanction.reason_missing", "COM-COND-8")


def disqualify(t: Tournament, x: Disqualify, ctx: Context) -> Answer:
    """The player can't return (COM-DROP-6); earlier results count, the current opponent wins (AMB-G32)."""
    return _not_disqualified(t, x) or disqualification(t, x.player, x.reason.strip())


def disqualification(t: Tournament, player: PlayerNo, reason: str) -> tuple[Event, ...]:
    """The player is out, and with them their open match."""
    match = forfeit_current(t, player, "disqualified") if t.players[player].active else ()
    return (PlayerDisqualified(player, t.round_number, reason), *match)


def _left(t: Tournament, x: PlayerLeft) -> None:
    _gone(t, x.player, "left", x.cause)


def _gone(t: Tournament, player: PlayerNo, status: PlayerStatus, cause: Cause) -> None:
    stage = t.stage.number if t.stage else None
    gone = replace(t.players[player], status=status, cause=cause, left_stage=stage, left_at=t.version)
    t.players[player] = gone


def _leaving_announced(t: Tournament, x: LeavingAnnounced) -> None:
    t.players[x.player] = replace(t.players[x.player], leaves_after=x.round if x.leaves else None)


def _forfeited(t: Tournament, x: MatchForfeited) -> None:
    result = Result(scores=x.scores, winner=x.winner, report={}, status="final", forfeit=True)
    give_result(t, x.match, result)


def _recommended(t: Tournament, x: DisqualificationRecommended) -> None:
    """Nothing is left to decide about somebody who is disqualified, or was erased together with the text."""
    if x.player and t.players[x.player].status != "disqualified":
        t.recommendations[x.player] = x.reason


def _disqualified(t: Tournament, x: PlayerDisqualified) -> None:
    _gone(t, x.player, "disqualified", "conduct")
    t.recommendations.pop(x.player, None)


def _is_here(t: Tournament, x: PlayerLeft | LeavingAnnounced) -> bool:
    """Only somebody who is here leaves: once, and not after being sent away."""
    return t.players[x.player].active


def _out_for_good(t: Tournament, player: PlayerNo) -> bool:
    """Whether the player is no player of this event, or not any more."""
    return t.players[player].outside or t.players[player].status == "disqualified"


def _organiser_removes(t: Tournament, x: DropPlayer, who: by.Asker) -> tuple[Reason, ...]:
    """Players leave by themselves; for any other cause the organiser removes them (COM-COND-7).

    What becomes of a game in progress is not for the leaver alone to say, except that it is lost (AMB-G37).
    """
    if "organiser" in who.roles:
        return ()
    if x.cause != "drop":
        return (why("access.organiser_removes", "COM-COND-7"),)
    match = game_in_progress(t, x.player) if who.roles == by.PLAYER else None
    if match and (x.game == "not_played" or x.report or rules(t).data.margins or own_points(t, match)):
        return (why("access.organiser_asked", "COM-DROP-1"),)
    return ()


def _organiser_pairs(t: Tournament, x: DeclareNoShow, who: by.Asker) -> tuple[Reason, ...]:
    """All staff note who did not come; a new pair is the organiser's."""
    if x.pair_with is None or "organiser" in who.roles:
        return ()
    return (why("access.role", "COM-ROLE-3", command="PairLeftOver", roles=who.roles),)


ROWS: Rows = (
    Action(
        DropPlayer, by.DESK_AND_PLAYERS, when.BEFORE_THE_END, drop, allow=_organiser_removes, about=PLAYER
    ),
    Action(LeaveAfterRound, by.DESK_AND_PLAYERS, when.PLAYING, leave_after_round, button=True, about=PLAYER),
    Action(DeclareNoShow, by.STAFF, when.PLAYING, no_show, allow=_organiser_pairs, about=MATCH),
    Action(RecommendDisqualification, by.LEADERS, when.BEFORE_THE_END, recommend, about=PLAYER),
    Action(
        Disqualify,
        by.ORGANISER,
        when.BEFORE_THE_END,
        disqualify,
        about=PLAYER,
        also_by=(("judge_disqualifies", by.LEADERS),),
    ),
    EventRow(PlayerLeft, _left, needs_phase=when.BEFORE_THE_END, needs=_is_here, private={"reason": ""}),
    EventRow(LeavingAnnounced, _leaving_announced, needs_phase=when.PLAYING, needs=_is_here),
    EventRow(MatchForfeited, _forfeited, needs_phase=when.PLAYING, needs=first_scores),
    EventRow(
        DisqualificationRecommended,
        _recommended,
        private={"player": 0, "by": 0, "reason": ""},
        private_sender=True,
    ),
    EventRow(
        PlayerDisqualified,
        _disqualified,
        needs_phase=when.BEFORE_THE_END,
        needs=lambda t, x: not _out_for_good(t, x.player),
        private={"reason": ""},
    ),
)
