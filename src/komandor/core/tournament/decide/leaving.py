"""Leaving, not coming, coming back, coming late, and being sent away (COM-DROP)."""

from typing import get_args

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.decide.people import plays_himself, team_problems
from komandor.core.tournament.decide.stages import awaiting
from komandor.core.tournament.facts import bye_score, settings
from komandor.core.tournament.lots import lots_of, tiebreak_lot
from komandor.core.tournament.state import Match, Tournament

Answer = tuple[e.Event, ...] | Refusal
SEATED = ("published", "running")


def drop(t: Tournament, x: c.DropPlayer, ctx: c.Context) -> Answer:
    """He tells the organiser, is removed and not paired again (COM-DROP-1)."""
    player = t.players.get(x.player)
    if player is None:
        return refuse("player.unknown", None, player=x.player)
    if not player.active:
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if x.cause not in get_args(e.Cause):
        return refuse("drop.unknown_cause", "COM-DROP-1", cause=x.cause)
    if not t.rounds:
        return (e.RegistrationWithdrawn(x.player),)
    return removal(t, x.player, x.cause, x.reason)


def removal(
    t: Tournament, player: PlayerNo, cause: e.Cause, reason: str, skip_match: int | None = None
) -> tuple[e.Event, ...]:
    """The player leaves; his unfinished match goes to the opponent as by a bye (AMB-G6)."""
    left = e.PlayerLeft(player, cause, max(t.rounds, default=0), reason)
    return (left, *(f for f in forfeit_current(t, player) if f.match != skip_match))


def forfeit_current(t: Tournament, player: PlayerNo) -> tuple[e.MatchForfeited, ...]:
    """Ends the match he sits in, if pairings are out and it has no final result (COM-ELIM-6)."""
    round_ = t.round
    if round_ is None or round_.status not in SEATED or awaiting(t, t.stages[round_.stage]):
        return ()  # before the first game of a stage he is replaced (COM-CUT-3)
    return tuple(
        forfeit(t, m, (player,))
        for m in t.in_round(round_.number)
        if player in m.players and m.kind == "match" and not m.final
    )


def forfeit(t: Tournament, match: Match, absent: tuple[PlayerNo, ...]) -> e.MatchForfeited:
    bye = bye_score(t)
    scores = tuple(
        e.Scored(n, Outcome.FORFEIT_LOSS.value, 0, 0)
        if n in absent
        else e.Scored(n, Outcome.FORFEIT_WIN.value, bye.points, bye.mov)
        for n in match.players
    )
    winner = next((n for n in match.players if n not in absent), None)
    return e.MatchForfeited(match.number, absent, scores, winner)


def no_show(t: Tournament, x: c.DeclareNoShow, ctx: c.Context) -> Answer:
    """Absent players are removed, who came wins (COM-DROP-2)."""
    match = t.matches.get(x.match)
    round_ = t.round
    if match is None or round_ is None or match.round != round_.number:
        return refuse("match.unknown", None, match=x.match)
    if not x.absent or any(n not in match.players for n in x.absent):
        return refuse("no_show.not_at_this_table", "COM-DROP-2", match=x.match)
    if match.kind != "match" or match.final:
        return refuse("result.already_final", "COM-DROP-2", match=x.match)
    if own := plays_himself(t, match, ctx.staff):
        return own
    left = tuple(e.PlayerLeft(n, "no_show", round_.number, "") for n in x.absent if t.players[n].active)
    if awaiting(t, t.stages[round_.stage]):
        return left or refuse("player.not_active", "COM-DROP-2", player=x.absent[0])
    return (*left, forfeit(t, match, x.absent))


def rejoin(t: Tournament, x: c.Rejoin, ctx: c.Context) -> Answer:
    """Back in, with a loss for every round missed (COM-DROP-3, COM-DROP-4)."""
    player = t.players.get(x.player)
    if player is None:
        return refuse("player.unknown", None, player=x.player)
    problems: list[Reason] = []
    if player.status == "disqualified" or (player.status == "left" and player.cause == "conduct"):
        problems.append(why("rejoin.disqualified", "COM-DROP-6", player=x.player))  # AMB-G33
    elif player.status == "withdrawn":
        problems.append(why("rejoin.never_played", "COM-DROP-3", player=x.player))
    elif player.status != "left":
        problems.append(why("rejoin.is_here", "COM-DROP-3", player=x.player))
    stage = t.stage
    if stage is None or stage.kind != "swiss" or player.left_stage not in (None, stage.number):
        problems.append(why("rejoin.other_stage", "COM-DROP-5", player=x.player))
    if problems:
        return Refusal(tuple(problems))
    known = {*player.missed, *player.byes_granted}
    return (e.PlayerReturned(x.player, tuple(n for n in _rounds_without(t, x.player) if n not in known)),)


def enter_late(t: Tournament, x: c.EnterLate, ctx: c.Context) -> Answer:
    """Somebody arrives after round 1 was drawn: three ways, the organiser chooses (AMB-G26)."""
    stage, round_ = t.stage, t.round
    problems = team_problems(t, x.members)
    if not settings(t).get("registration.late_entry"):
        problems.append(why("late.not_allowed", "COM-DROP-4", setting="registration.late_entry"))
    if stage is None or round_ is None or stage.kind != "swiss" or stage.number != 1:
        problems.append(why("late.after_cut", "COM-DROP-5"))
    if problems or stage is None or round_ is None:
        return Refusal(tuple(problems))
    number = max(t.players) + 1
    missed = _begun(t)
    match = None
    if x.choice == "play_now":
        if round_.status not in SEATED:
            return refuse("late.no_round_in_play", "COM-BYE-1", round=round_.number)
        bye = next((m for m in t.in_round(round_.number) if m.kind == "bye"), None)
        if bye is None:
            return refuse("late.no_bye_player", "COM-BYE-1", round=round_.number)
        match, missed = bye.number, tuple(n for n in missed if n != round_.number)
    lots = lots_of(t, t.rounds[min(r.number for r in t.rounds.values() if r.stage == stage.number)])
    lot = tiebreak_lot(lots, number) if lots else None
    starts = [p.start for p in t.players.values() if p.start is not None]
    granted = x.choice == "awarded_bye"
    return (
        e.PlayerEnteredLate(
            number, x.choice, () if granted else missed, missed if granted else (), match, lot,
            max(starts) + 1 if starts else None, x.groups, x.members,
        ),
    )  # fmt: skip


def recommend(t: Tournament, x: c.RecommendDisqualification, ctx: c.Context) -> Answer:
    """A marshal suggests; the organiser decides (COM-ROLE-8)."""
    player = t.players.get(x.player)
    if player is None or player.status in ("disqualified", "withdrawn"):
        return refuse("player.unknown", None, player=x.player)
    if not x.reason.strip():
        return refuse("sanction.reason_missing", "COM-COND-8")
    return (e.DisqualificationRecommended(x.player, ctx.staff or 0, x.reason.strip()),)


def disqualify(t: Tournament, x: c.Disqualify, ctx: c.Context) -> Answer:
    """Out for good (COM-DROP-6); results stand, the current opponent wins (AMB-G32)."""
    player = t.players.get(x.player)
    if player is None or player.status in ("disqualified", "withdrawn"):
        return refuse("player.unknown", None, player=x.player)
    if not x.reason.strip():
        return refuse("sanction.reason_missing", "COM-COND-8")
    out: list[e.Event] = [e.PlayerDisqualified(x.player, max(t.rounds, default=0), x.reason.strip())]
    if player.active:
        out.extend(forfeit_current(t, x.player))
    return tuple(out)


def _begun(t: Tournament) -> tuple[int, ...]:
    """Rounds whose pairings are out: too late to be drawn into them."""
    return tuple(n for n, r in sorted(t.rounds.items()) if r.status in (*SEATED, "closed"))


def _sat(t: Tournament, player: PlayerNo, number: int) -> bool:
    return any(player in m.players for m in t.in_round(number))


def _rounds_without(t: Tournament, player: PlayerNo) -> tuple[int, ...]:
    entered = t.players[player].entered
    return tuple(n for n in _begun(t) if n >= entered and not _sat(t, player, n))
