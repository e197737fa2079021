"""The organiser's day: the one next step, what stands in its way, and taking it.

Web, terminal, demonstration, simulator, benchmarks and tests all take their steps from here.  A
step is one or more commands that are carried out and undone together: freezing a round and drawing
it are one step, and so are publishing it and drawing its mission.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from komandor.app.queries.staff.attention import alerts
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, reasons_of, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF, ACTIONS, decide
from komandor.core.tournament.readings.cut import replacements_due
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import in_own_rules
from komandor.core.tournament.readings.scoring import unplayed_losses
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import PublicSource, Step


@dataclass(frozen=True, slots=True)
class Choices:
    """What the organiser chooses when taking a step."""

    public_source: PublicSource = "none"  # draw: public randomness that is still to come
    beacon: str = ""  # draw: which beacon round will be used
    public: str = ""  # roll: what the dice showed, or the beacon's value
    accept: bool = False  # publish: in spite of a rematch, a second bye or a forbidden pair; close: unplayed
    despite_lists: tuple[PlayerNo, ...] = ()  # draw: their lists are not in order, they start all the same
    reason: str = ""  # draw: why they may


@dataclass(frozen=True, slots=True)
class NextStep:
    code: Step
    obstacles: tuple[Reason, ...] = ()
    count: int = 0  # results missing, players registered …
    round: int = 0
    accept: bool = False  # publish: some obstacles are exceptions that the organiser may accept
    hints: tuple[Reason, ...] = ()  # what else could be done first
    unplayed: bool = False  # results: the edition lets the round be closed without them


NO_CHOICES = Choices()


def _draw(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    if t.phase not in ACTION_OF[c.FreezeRound].when:
        return (c.DrawRound(x.public),)
    freeze = c.FreezeRound(x.public_source, x.beacon, x.despite_lists, x.reason)
    return (freeze,) if x.public_source != "none" else (freeze, c.DrawRound())


def _publish(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    publish = c.PublishRound(x.accept)
    due = t.missions and t.round is not None and t.round.mission is None
    return (publish, c.DrawMission()) if due else (publish,)


def _close(t: Tournament, x: Choices) -> tuple[c.Command, ...]:
    return (c.CloseRound(unplayed=x.accept),)


_BY_CHOICE: Mapping[str, Callable[[Tournament, Choices], tuple[c.Command, ...]]] = {
    "draw": _draw,
    "roll": _draw,
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
    """What to do now. It asks `decide`, so it never promises what would be refused."""
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
    if t.phase == "frozen":
        step: Step = "draw" if round_.public_source == "none" else "roll"
        return NextStep(step, round=number)
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
    return NextStep("close_round", round=number)


_WAITS: Mapping[str, Callable[[int], Reason]] = {
    "call": lambda table: why("step.judge_called", "COM-COND-2", table=table),
    "appeal": lambda table: why("step.appealed", "COM-ROLE-13", table=table),
    "dispute": lambda table: why("step.disputed", "COM-ROLE-13", table=table),
}


def _waiting_for_us(t: Tournament) -> tuple[Reason, ...]:
    """Tables at which players wait for a judge, or for somebody to settle their result."""
    waiting = (_WAITS[x.kind](x.table) for x in alerts(t) if x.kind in _WAITS and x.table)
    return in_own_rules(t, Refusal(tuple(waiting))).reasons


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
