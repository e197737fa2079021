"""Coming back after leaving, and coming late."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.pairing.tables import all_tables
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.people import leader_problems, team_problems
from komandor.core.tournament.readings.cut import awaiting, rounds_left
from komandor.core.tournament.readings.late_entry import late_policy
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.seats import table_ranges
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.round_lots import lots_of, tiebreak_lot
from komandor.core.tournament.state import Match, Player, Round, Stage, Tournament
from komandor.core.tournament.values import Groups, LateChoice, Members, ReasonText

LATE = "AMB-G44"


@dataclass(frozen=True, slots=True)
class Rejoin(Command):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class EnterLate(Command):
    """Add a player after round 1 is paired: `player` from the waiting list, or someone new."""

    choice: Annotated[
        LateChoice, "Losses; play the bye player now; or the bye of this round, if nobody has it."
    ]
    groups: Groups = ()
    members: Members = 1
    player: PlayerNo | None = None
    reason: ReasonText = ""


@dataclass(frozen=True, slots=True)
class PlayerReturned(Event):
    player: PlayerNo
    missed: Annotated[tuple[int, ...], "rounds that count as losses (COM-DROP-4)"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEnteredLate(Event):
    player: PlayerNo
    choice: LateChoice
    missed: tuple[int, ...] = ()
    byes: Annotated[tuple[int, ...], "awarded_bye: the round in play"] = ()
    match: Annotated[MatchNo | None, "play_now: the bye that becomes a match"] = None
    lot: int | None = None
    start: int | None = None
    groups: tuple[str, ...] = ()
    members: int = 1
    entered: Annotated[int | None, "the first round that they can play"] = None
    table: Annotated[int | None, "play_now: where the match is played"] = None
    reason: Annotated[str, "awarded_bye: why (AMB-G44)"] = ""


def rejoin(t: Tournament, x: Rejoin, ctx: Context) -> Answer:
    """Back in, with a loss for every round missed (COM-DROP-3, COM-DROP-4)."""
    player = t.players[x.player]
    problems: list[Reason] = []
    if player.sent_away:
        problems.append(why("rejoin.disqualified", "COM-DROP-6", player=x.player))  # AMB-G33
    elif player.status == "left" and player.cause == "illegal_deck" and "illegal_deck" in rules(t).data.rules:
        rule = rules(t).data.rules["illegal_deck"]
        problems.append(why("rejoin.illegal_deck", rule, player=x.player))  # AMB-G33
    elif player.outside:
        problems.append(why("rejoin.never_played", "COM-DROP-3", player=x.player))
    elif player.status != "left":
        problems.append(why("rejoin.is_here", "COM-DROP-3", player=x.player))
    stage = t.stage
    same = stage is not None and stage.kind.may_rejoin and (player.left_stage or 1) == stage.number
    if not problems and not (same and stage and (stage.number == 1 or x.player in stage.seeds)):
        problems.append(why("rejoin.other_stage", "COM-DROP-5", player=x.player))
    if problems:
        return Refusal(tuple(problems))
    known = {*player.missed, *player.byes_granted}
    return (PlayerReturned(x.player, tuple(n for n in _rounds_without(t, x.player) if n not in known)),)


def enter_late(t: Tournament, x: EnterLate, ctx: Context) -> Answer:
    """A player arrives after round 1 is paired: the organiser chooses a way (AMB-G26, AMB-G44)."""
    stage, round_ = t.stage, t.round
    comes = _newcomer(t, x)
    if isinstance(comes, Refusal):
        return comes
    problems = [*team_problems(t, comes.members), *leader_problems(t, comes.staff, comes.number)]
    problems += late_policy(t)
    if stage is None or round_ is None or not stage.kind.may_rejoin or stage.number != 1:
        problems.append(why("late.after_cut", "COM-DROP-5"))
    if problems or stage is None or round_ is None:
        return Refusal(tuple(problems))
    if problems := [*_nothing_left(t, stage, round_, x), *_bye_problems(t, round_, x)]:
        return Refusal(tuple(problems))
    bye = _bye_to_play(t, round_) if x.choice == "play_now" else None
    if isinstance(bye, Refusal):
        return bye
    granted = _granted(t, round_, x)
    lots = lots_of(t, t.rounds_of(stage.number)[0])
    match = bye.number if bye else None
    return (
        PlayerEnteredLate(
            player=comes.number,
            choice=x.choice,
            missed=tuple(n for n in _begun(t) if n not in granted and (bye is None or n != round_.number)),
            byes=granted,
            match=match,
            lot=tiebreak_lot(lots, comes.number) if lots else None,
            start=_start(t, comes),
            groups=comes.groups,
            members=comes.members,
            entered=first_round(t, match),
            table=_free_table(t, bye) if bye else None,
            reason=x.reason.strip(),
        ),
    )


def _granted(t: Tournament, round_: Round, x: EnterLate) -> tuple[int, ...]:
    """The rounds for which a bye is given: that in play alone (AMB-G44)."""
    return (round_.number,) if x.choice == "awarded_bye" else ()


def _nothing_left(t: Tournament, stage: Stage, round_: Round, x: EnterLate) -> tuple[Reason, ...]:
    """Nobody enters after the last round, nor for losses alone when no round is left to play (AMB-G44)."""
    if rounds_left(t, stage) > 0 or not round_.shown:
        return ()
    if not round_.open:
        return (why("late.over", LATE, round=round_.number),)
    return (why("late.nothing_to_play", LATE, round=round_.number),) if x.choice == "losses" else ()


def _bye_problems(t: Tournament, round_: Round, x: EnterLate) -> Iterator[Reason]:
    """The bye is that of the round in play, if nobody has it, by exception with a reason (AMB-G44)."""
    if x.choice != "awarded_bye":
        return
    has = _with_the_bye(t, round_.number)
    if not round_.open:
        yield why("late.no_bye_now", LATE)
    elif has:
        yield why("late.bye_taken", LATE, player=has[0], round=round_.number)
    elif not x.reason.strip():
        yield why("late.bye_reason_missing", LATE)


def _with_the_bye(t: Tournament, number: int) -> list[PlayerNo]:
    """Who has the bye of a round, drawn or awarded."""
    awarded = (n for n, p in t.players.items() if number in p.byes_granted)
    return [*(m.a for m in t.in_round(number) if m.is_bye), *awarded]


def _newcomer(t: Tournament, x: EnterLate) -> Player | Refusal:
    """Whoever comes in: the named person from the waiting list, or a new player with the next number."""
    if x.player is None:
        return Player(number=PlayerNo(max(t.players) + 1), groups=x.groups, members=x.members)
    waits = t.players[x.player]
    if waits.status != "waiting_list":
        return refuse("player.not_waiting", None, player=x.player)
    return waits


def _bye_to_play(t: Tournament, round_: Round) -> Match | Refusal:
    """The bye of this round, whose player the newcomer plays now."""
    if not round_.open:
        return refuse("late.no_round_in_play", "COM-BYE-1", round=round_.number)
    here = (m for m in t.in_round(round_.number) if m.kind == "bye" and t.players[m.a].active)
    bye = next(here, None)
    return bye or refuse("late.no_bye_player", "COM-BYE-1", round=round_.number)


def _start(t: Tournament, comes: Player) -> int | None:
    """The newcomer's start number: their own, or the next one where players have them (SWL-PAIR-4)."""
    starts = [p.start for p in t.players.values() if p.start is not None]
    return comes.start or (max(starts) + 1 if starts else None)


def _free_table(t: Tournament, bye: Match) -> int:
    """The table of a match that was a bye: the player's own one, or the next free one (COM-MAT-2)."""
    used = {m.table for m in t.in_round(bye.round)}
    own = t.players[bye.a].fixed_table
    if own is not None and own not in used:
        return own
    return next(table for table in all_tables(table_ranges(t)) if table not in used)


def first_round(t: Tournament, match: MatchNo | None) -> int:
    """The first round that somebody who comes now can play: this one if it is open, else the next."""
    latest = t.round
    is_open = match is not None or (latest is not None and not latest.shown)
    return t.round_number + (not is_open)


def _begun(t: Tournament) -> tuple[int, ...]:
    """Rounds whose pairings are out: too late to be drawn into them. A cut not yet played is drawn again."""
    return tuple(n for n, r in sorted(t.rounds.items()) if r.shown and not awaiting(t, t.stages[r.stage]))


def _rounds_without(t: Tournament, player: PlayerNo) -> tuple[int, ...]:
    sat = {m.round for m in t.matches.values() if player in m.players}
    return tuple(n for n in _begun(t) if n >= t.players[player].entered and n not in sat)


def _returned(t: Tournament, x: PlayerReturned) -> None:
    player = t.players[x.player]
    missed = tuple(sorted({*player.missed, *x.missed}))
    t.players[x.player] = replace(
        player, status="in", cause=None, leaves_after=None, left_stage=None, left_at=None, missed=missed
    )


def _late(t: Tournament, x: PlayerEnteredLate) -> None:
    stage = t.stage
    assert stage
    t.players[x.player] = replace(
        t.players.get(x.player) or Player(number=x.player),
        status="in",
        groups=x.groups,
        start=x.start,
        members=x.members,
        checked_in=True,
        entered=first_round(t, x.match) if x.entered is None else x.entered,
        missed=x.missed,
        byes_granted=x.byes,
    )
    if x.lot is not None:
        t.stages[stage.number] = replace(
            stage, lots={**stage.lots, x.player: x.lot}, seeds=(*stage.seeds, x.player)
        )
    if x.match is not None:
        match = t.matches[x.match]
        t.matches[x.match] = replace(match, b=x.player, kind="match", table=x.table, changed=True)


def _gone(t: Tournament, x: PlayerReturned) -> bool:
    """Whether the player is out, and every round without them is counted as a loss (COM-DROP-4)."""
    player = t.players[x.player]
    counted = {*player.missed, *x.missed, *player.byes_granted}
    alone = set(_rounds_without(t, x.player)) - counted
    return player.status == "left" and not alone


def _was_bye(t: Tournament, x: PlayerEnteredLate) -> bool:
    """Whether they come in, each round that is out is counted for them, and the bye that they get is free."""
    known = t.players.get(x.player)
    counted = {*x.missed, *x.byes} | ({t.matches[x.match].round} if x.match is not None else set())
    comes = (known is None or known.status == "waiting_list") and counted.issuperset(_begun(t))
    free = all(_open(t, number) and not _with_the_bye(t, number) for number in x.byes)  # AMB-G44
    if x.match is None:
        return comes and free and bool(t.rounds)
    match = t.matches[x.match]
    seated = {m.table for m in t.in_round(match.round) if m.number != x.match}
    return comes and free and match.kind == "bye" and (x.table is None or x.table not in seated)


def _open(t: Tournament, number: int) -> bool:
    return number in t.rounds and t.rounds[number].open


def _after_the_cut(code: str) -> Callable[[Tournament], Reason | None]:
    """After the cut nobody comes back or enters late (COM-DROP-5)."""
    return lambda t: why(code, "COM-DROP-5") if t.phase in ("cut", "closed") else None


ROWS: Rows = (
    Action(
        Rejoin,
        by.ORGANISER,
        when.IN_SWISS,
        rejoin,
        too_late=_after_the_cut("rejoin.after_the_cut"),
        about=PLAYER,
    ),
    Action(
        EnterLate,
        by.ORGANISER,
        when.IN_SWISS,
        enter_late,
        names=PLAYER,
        too_late=_after_the_cut("late.after_cut"),
        about=PLAYER,
    ),
    EventRow(PlayerReturned, _returned, needs_phase=when.IN_SWISS, needs=_gone),
    EventRow(
        PlayerEnteredLate,
        _late,
        needs_phase=when.IN_SWISS,
        needs=_was_bye,
        makes=PLAYER,
        names=PLAYER,
        by_hand=always,
        private={"reason": ""},
    ),
)
