"""The organiser's day: the one next step, what stands in its way, and taking it.

Web, terminal, demonstration, simulator, benchmarks and tests all take their steps from here.  A
step is one or more commands that are carried out and undone together: freezing a round and drawing
it are one step, and so are publishing it and drawing its mission.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from komandor.app.queries.everybody.round_names import pairs_follow_from_seeds
from komandor.app.queries.staff.attention import alerts
from komandor.core.ids import CallNo, PlayerNo
from komandor.core.reasons import Reason, Refusal, reasons_of, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF, ACTIONS, decide
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.public_numbers import DICE, DIGITS, SIDES
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.cut import cut_due, cut_outdated, replacements_due
from komandor.core.tournament.readings.knockout import played_in
from komandor.core.tournament.readings.pairings import (
    before_a_draw,
    held_up,
    idle_players,
    nobody_to_pair,
    pairs_outdated,
    seating,
)
from komandor.core.tournament.readings.regulations import in_own_rules, settings
from komandor.core.tournament.readings.scoring import unplayed_losses
from komandor.core.tournament.readings.sides import sides_to_record
from komandor.core.tournament.state import Round, Tournament
from komandor.core.tournament.values import PublicSource, Step


@dataclass(frozen=True, slots=True)
class Choices:
    """What the organiser chooses when taking a step."""

    public_source: PublicSource | None = None  # draw: public randomness still to come; None: the event's
    beacon: str = ""  # draw: which beacon round will be used
    dice: int = DICE  # draw: how many will be rolled, and how many sides each has
    sides: int = SIDES
    digits: int = DIGITS  # draw: of the beacon's value
    public: str = ""  # roll: what the dice showed, or the beacon's value
    without: bool = False  # roll: go on without them
    accept: bool = False  # publish: in spite of a rematch, a second bye or a forbidden pair; close: unplayed
    despite_lists: tuple[PlayerNo, ...] = ()  # draw: their lists are not in order, they start all the same
    reason: str = ""  # draw: why they may
    calls: tuple[CallNo, ...] | None = None  # close: open calls that were seen; None: all, if `accept`


@dataclass(frozen=True, slots=True)
class NextStep:
    code: Step
    obstacles: tuple[Reason, ...] = ()
    count: int = 0  # results missing, players registered …
    round: int = 0
    accept: bool = False  # publish: some obstacles are exceptions that the organiser may accept
    hints: tuple[Reason, ...] = ()  # what else could be done first
    calls: tuple[Call, ...] = ()  # close: the calls that end with the round if the organiser says so
    unplayed: bool = False  # results: the edition lets the round be closed without them
    keep: bool = False  # redraw: the pairs may also be kept, with a reason (AMB-G45)


NO_CHOICES = Choices()


def _draw(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    if t.phase not in ACTION_OF[c.FreezeRound].when:
        return (c.DrawRound(x.public, x.without),)
    source = x.public_source or public_source(t)
    freeze = c.FreezeRound(
        source, x.beacon, x.despite_lists, x.reason, dice=x.dice, sides=x.sides, digits=x.digits
    )
    return (freeze,) if source != "none" else (freeze, c.DrawRound())


def public_source(t: Tournament) -> PublicSource:
    """What the event draws its next round with; where the seeds decide, nothing is rolled."""
    wanted: Any = settings(t)["draw.public"]
    return "none" if pairs_follow_from_seeds(t) else wanted


def _publish(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    publish = c.PublishRound(x.accept)
    due = t.missions and t.round is not None and t.round.mission is None
    return (publish, c.DrawMission()) if due else (publish,)


def _close(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    pending = tuple(call.number for call in pending_calls(t)) if x.accept else ()
    return (c.CloseRound(unplayed=x.accept, calls=pending if x.calls is None else x.calls),)


_BY_CHOICE: Mapping[str, Callable[[Tournament, Choices], tuple[c.Command, ...]]] = {
    "draw": _draw,
    "roll": _draw,
    "redraw": _draw,
    "publish": _publish,
    "close_round": _close,
}
STEP_COMMANDS = tuple(row.command for row in ACTIONS if row.steps)
"""Every command that a step can consist of."""


def commands_of(t: Tournament, step: str, choices: Choices = NO_CHOICES) -> tuple[c.Command, ...]:
    """The commands that this step consists of now; none for a step that is not taken by a command."""
    if step in _BY_CHOICE:
        return _BY_CHOICE[step](t, choices)
    return tuple(row.command() for row in ACTIONS if step in row.steps)


def next_step(t: Tournament) -> NextStep:
    """What to do now, by the rules of the game's own document. It asks `decide`, so it never promises what
    would be refused."""
    step = _next(t)
    obstacles, hints = (in_own_rules(t, Refusal(some)).reasons for some in (step.obstacles, step.hints))
    return replace(step, obstacles=obstacles, hints=hints)


def _next(t: Tournament) -> NextStep:
    number = t.round_number
    if t.phase == "registration":
        here = len(t.active())
        step: Step = "register" if here < 2 else "announce"
        return NextStep(step, () if here < 2 else _tried(t, c.AnnounceStructure()), here)
    if t.playing or t.phase in ("frozen", "drawn"):
        return _in_round(t, number)
    if t.phase == "closed":
        return NextStep("done", round=number)
    return _between(t, number)


def _in_round(t: Tournament, number: int) -> NextStep:
    round_ = t.rounds[number]
    if step := _before_play(t, round_):
        return step
    if t.phase == "frozen":
        code: Step = "draw" if round_.public_source == "none" else "roll"
        return NextStep(code, before_a_draw(t), round=number)
    if t.phase == "drawn":
        obstacles, accepted = _tried(t, c.PublishRound()), _tried(t, c.PublishRound(accept=True))
        return NextStep("publish", obstacles, round=number, accept=obstacles != accepted)
    missing = [m for m in t.in_round(number) if not m.final]
    if t.phase == "published" and missing:
        if t.missions and round_.mission is None:
            return NextStep("mission", round=number)
        return NextStep("start_clock", _tried(t, c.StartClock()), round=number, hints=_left_over(t))
    if missing:
        return NextStep("results", _waiting_for_us(t), len(missing), number, unplayed=_unplayed(t))
    obstacles, hints = _tried(t, c.CloseRound()), sides_to_record(t, number)
    return NextStep("close_round", obstacles, round=number, hints=hints, calls=pending_calls(t))


def _before_play(t: Tournament, round_: Round) -> NextStep | None:
    """What comes before a round that is prepared can be played: places, and pairs for others than it has."""
    if not played_in(t, round_) and (first := _places(t, round_)):
        return first
    changed = held_up(t) if round_.open else seating(t, round_) if t.phase == "drawn" else []
    if changed or (changed := pairs_outdated(t, round_)):
        keep = not _tried(t, c.KeepPairings("…"))
        return NextStep("redraw", before_a_draw(t), round=round_.number, hints=tuple(changed), keep=keep)
    return None


def _places(t: Tournament, round_: Round) -> NextStep | None:
    """A cut that is no longer right, a place in it that is open, or nobody left to play."""
    if cut_outdated(t):
        return _cut_again(t, round_.number)
    if asked := replacements_due(t):
        return NextStep("replacement", round=round_.number, hints=tuple(asked))
    if nobody_to_pair(t, round_):
        return NextStep("finish", _tried(t, c.CloseTournament()), round=round_.number)
    return None


def _cut_again(t: Tournament, number: int) -> NextStep:
    return NextStep("recut", _tried(t, c.RemakeCut()), round=number, hints=tuple(cut_due(t)))


_WAITS: Mapping[str, Callable[[int], Reason]] = {
    "call": lambda table: why("step.judge_called", "COM-COND-2", table=table),
    "appeal": lambda table: why("step.appealed", "COM-ROLE-13", table=table),
    "dispute": lambda table: why("step.disputed", "COM-ROLE-13", table=table),
}


def _waiting_for_us(t: Tournament) -> tuple[Reason, ...]:
    """Tables at which players wait for a judge, or for somebody to settle their result."""
    return tuple(_WAITS[x.kind](x.table) for x in alerts(t) if x.kind in _WAITS and x.table)


def _unplayed(t: Tournament) -> bool:
    """Whether the round can be closed with its unplayed matches lost by both."""
    return bool(unplayed_losses(t)) and not _tried(t, c.CloseRound(unplayed=True))


def _left_over(t: Tournament) -> tuple[Reason, ...]:
    """Two players without an opponent, who could play each other (AMB-G6)."""
    alone = tuple(idle_players(t))
    if len(alone) < 2:
        return ()
    return (why("step.pair_left_over", "COM-DROP-2", first=alone[0], second=alone[1]),)


def _between(t: Tournament, number: int) -> NextStep:
    if t.phase == "cut" and cut_outdated(t):
        return _cut_again(t, number)
    if t.phase == "cut" and (asked := replacements_due(t)):
        return NextStep("replacement", round=number + 1, hints=tuple(asked))
    stage = t.stage
    begun = stage and number and t.rounds[number].stage == stage.number
    if stage and begun and stage.kind.eliminates and stage.kind.no_more_rounds(t, stage):
        return NextStep("finish", _tried(t, c.CloseTournament()), round=number)
    frozen = decide(t, c.FreezeRound(), c.TRYING)
    if not isinstance(frozen, Refusal):
        return NextStep("draw", round=number + 1)
    if not (t.rounds and _over(frozen)):
        return NextStep("draw", frozen.reasons, round=number + 1)
    cut = decide(t, c.MakeCut(), c.TRYING)
    if not isinstance(cut, Refusal):
        return NextStep("final_match" if t.teams else "cut", round=number)
    close = decide(t, c.CloseTournament(), c.TRYING)
    if isinstance(close, Refusal):
        return NextStep("cut", cut.reasons, round=number)
    return NextStep("finish", round=number)


_STAGE_OVER = ("round.stage_complete", "round.bracket_complete", "round.nobody_left")


def _over(refusal: Refusal) -> bool:
    return any(r.code in _STAGE_OVER for r in refusal.reasons)


def _tried(t: Tournament, command: c.Command) -> tuple[Reason, ...]:
    return reasons_of(decide(t, command, c.TRYING))
