"""A round after its draw: published, given a mission, closed."""

from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.games.missions import remaining
from komandor.core.games.settings import answer
from komandor.core.ids import CallNo, RoundNo
from komandor.core.reasons import Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.calls import ended
from komandor.core.tournament.actions.leaving import leavers_of
from komandor.core.tournament.actions.results import ResultEntered
from komandor.core.tournament.readings.attendance import playing
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.cut import cut_due, results_due
from komandor.core.tournament.readings.leaders import nobody_rules
from komandor.core.tournament.readings.pairings import (
    exceptions_in,
    field_now,
    held_up,
    not_playable,
    pairs_outdated,
    seating,
    stands,
)
from komandor.core.tournament.readings.regulations import kind_of_round, rules, settings, slip_of
from komandor.core.tournament.readings.scoring import unplayed_losses
from komandor.core.tournament.round_lots import lots_of
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import FieldRow, ReasonText


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    """`accept`: publish despite a rematch, a second bye or a forbidden pairing."""

    accept: Annotated[bool, "Publish despite a rematch, a second bye or a forbidden pairing."] = False


@dataclass(frozen=True, slots=True)
class KeepPairings(Command):
    """The pairs stay although a correction has changed the points that they were drawn for (AMB-G45)."""

    reason: ReasonText


@dataclass(frozen=True, slots=True)
class DrawMission(Command):
    """Imperial Assault: one mission per round; none is repeated until all have been used."""


@dataclass(frozen=True, slots=True)
class CloseRound(Command):
    """`unplayed`: close even if matches have no result, if the edition counts them as lost by both."""

    unplayed: Annotated[
        bool, "Count matches without a result as lost by both players, if the edition allows it."
    ] = False
    calls: Annotated[tuple[CallNo, ...], "Calls for a judge that end with the round, without a ruling."] = ()


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    round: RoundNo
    accepted: Annotated[tuple[str, ...], "codes of the exceptions that the organiser accepted"] = ()


@dataclass(frozen=True, slots=True)
class PairingsKept(Event):
    """The organiser keeps pairs that were drawn for other points."""

    round: RoundNo
    reason: str
    field: Annotated[tuple[FieldRow, ...], "the players' points, byes and places now"]


@dataclass(frozen=True, slots=True)
class MissionDrawn(Event):
    round: RoundNo
    mission: str


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    round: RoundNo


def publish_round(t: Tournament, x: PublishRound, ctx: Context) -> Answer:
    """Shown to all. The organiser accepts exceptions (AMB-G35); everybody is seated once (COM-PAIR-1)."""
    round_ = t.this_round
    problems = [*seating(t, round_), *cut_due(t), *results_due(t), *pairs_outdated(t, round_)]
    problems += nobody_rules(t)
    exceptions = exceptions_in(t, round_)
    if not x.accept:
        problems += exceptions
    if problems:
        return Refusal(tuple(problems))
    return (RoundPublished(round_.number, accepted=tuple(reason.code for reason in exceptions)),)


def keep_pairings(t: Tournament, x: KeepPairings, ctx: Context) -> Answer:
    """Before its first clock or result a Swiss round may stay as it is, with a reason (AMB-G45)."""
    round_ = t.this_round
    problems = [*seating(t, round_)] if t.phase in when.DRAWN else held_up(t)
    problems += results_due(t)
    if not pairs_outdated(t, round_):
        problems.append(why("keep.nothing_changed", "COM-PAIR-5", round=round_.number))
    elif not x.reason.strip():
        problems.append(why("keep.reason_missing", "COM-PAIR-5"))
    if problems:
        return Refusal(tuple(problems))
    return (PairingsKept(round_.number, x.reason.strip(), field_now(t, round_)),)


def draw_mission(t: Tournament, x: DrawMission, ctx: Context) -> Answer:
    """One mission for everybody; none is repeated until all have been used (IA-SETUP-1, IA-SETUP-2).

    A match of several games gets one for each game if the event says so (AMB-I10).
    """
    round_ = t.this_round
    lots = lots_of(t, round_)
    if lots is None or not t.missions:
        return refuse("mission.no_pool", "IA-MAP-1")
    if round_.mission is not None:
        return refuse("mission.drawn_already", "IA-SETUP-1", mission=round_.mission)
    used = [m for _, r in sorted(t.rounds.items()) for m in r.missions]
    drawn: list[str] = []
    for game in range(1, _missions_needed(t, round_.number) + 1):
        pool = remaining(t.missions, [*used, *drawn])
        drawn.append(pool[lots.below(len(pool), "mission" if game == 1 else f"mission-{game}")])
    return tuple(MissionDrawn(round_.number, mission) for mission in drawn)


def _missions_needed(t: Tournament, number: int) -> int:
    """One for the round, or one for each game of a knock-out match (AMB-I10)."""
    each = answer(rules(t).data, settings(t), "mission_each_game")
    return slip_of(t, kind_of_round(t, number)).most_games if each else 1


def close_round(t: Tournament, x: CloseRound, ctx: Context) -> Answer:
    """Every match has a final result; unconfirmed ones do not count. A call for a judge is answered, or the
    organiser has seen it and ends it with the round."""
    round_ = t.this_round
    if waits := not_playable(t):
        return Refusal(tuple(waits))
    lost = lost_by_both(t) if x.unplayed else ()
    settled = {one.match for one in lost}
    out = tuple(m.table or 0 for m in t.in_round(round_.number) if not m.final and m.number not in settled)
    if out:
        return refuse("round.results_missing", "COM-PTS-1", round=round_.number, tables=out)
    waiting = pending_calls(t)
    if unseen := tuple(call for call in waiting if call.number not in x.calls):
        tables = tuple(call.table or 0 for call in unseen)
        return refuse("round.calls_open", "COM-COND-2", round=round_.number, tables=tables)
    return (*lost, *ended(waiting, ctx), RoundClosed(round_.number), *leavers_of(t, round_.number))


def lost_by_both(t: Tournament) -> tuple[ResultEntered, ...]:
    """The unplayed matches of a Swiss round as the event's edition counts them."""
    return tuple(
        ResultEntered(match=match.number, report=report, scores=scores, winner=None)
        for match, report, scores in unplayed_losses(t)
    )


def _published(t: Tournament, x: RoundPublished) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], status="published")
    t.phase = "published"


def _kept(t: Tournament, x: PairingsKept) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], paired_for=x.field)


def _still_to_play(t: Tournament, x: PairingsKept) -> bool:
    return not stands(t, t.rounds[x.round])


def _mission(t: Tournament, x: MissionDrawn) -> None:
    round_ = t.rounds[x.round]
    if round_.mission is None:
        t.rounds[x.round] = replace(round_, mission=x.mission)
    else:
        t.rounds[x.round] = replace(round_, more_missions=(*round_.more_missions, x.mission))


def _closed_round(t: Tournament, x: RoundClosed) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], status="closed")
    t.phase = "between"


def _mission_needed(t: Tournament, x: MissionDrawn) -> bool:
    return len(t.rounds[x.round].missions) < _missions_needed(t, x.round)


def _seated_once(t: Tournament, x: RoundPublished) -> bool:
    """Everybody who is here sits in a Swiss round that was shown, and nobody else (COM-PAIR-1)."""
    round_ = t.rounds[x.round]
    stage = t.stages[round_.stage]
    seated = sorted(n for m in t.in_round(x.round) for n in m.players)
    return stage.kind.eliminates or seated == sorted(playing(t, stage))


def _complete(t: Tournament, x: RoundClosed) -> bool:
    return all(m.final for m in t.in_round(x.round))


ROWS: Rows = (
    Action(PublishRound, by.ORGANISER, when.DRAWN, publish_round, newest_state=True, steps=("publish",)),
    Action(KeepPairings, by.ORGANISER, when.SEATED, keep_pairings, newest_state=True, button=True),
    Action(DrawMission, by.HEADS, when.PLAYING, draw_mission, steps=("mission",)),
    Action(CloseRound, by.ORGANISER, when.PLAYING, close_round, steps=("close_round",)),
    EventRow(
        RoundPublished,
        _published,
        needs_phase=when.DRAWN,
        needs=_seated_once,
        round_status="published",
        announces=("pairings",),
        by_hand=lambda x: bool(x.accepted),
    ),
    EventRow(
        PairingsKept,
        _kept,
        needs_phase=when.SEATED,
        needs=_still_to_play,
        by_hand=always,
    ),
    EventRow(MissionDrawn, _mission, needs_phase=when.PLAYING, needs=_mission_needed),
    EventRow(
        RoundClosed,
        _closed_round,
        needs_phase=when.PLAYING,
        needs=_complete,
        round_status="closed",
        announces=("results", "standings"),
    ),
)
