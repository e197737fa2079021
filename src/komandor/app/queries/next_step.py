"""The one thing that the event needs now, and what stands in its way.

The console shows exactly one next step (UX: one next step); every obstacle is a reason
with a rule, and the page links each to the place that mends it.
"""

from dataclasses import dataclass
from typing import Literal

from komandor.core.reasons import Reason, Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.readings.knockout import bracket_now
from komandor.core.tournament.state import Tournament

Step = Literal[
    "register", "announce", "draw", "roll", "publish", "mission", "start_clock", "results", "close_round",
    "cut", "replacement", "final_match", "finish", "done",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class NextStep:
    code: Step
    obstacles: tuple[Reason, ...] = ()
    count: int = 0  # results missing, players registered …
    round: int = 0


def next_step(t: Tournament) -> NextStep:
    """What to do now. Asks `decide` itself, so that it can never promise what would be refused."""
    number = max(t.rounds, default=0)
    if t.phase == "registration":
        here = len(t.active())
        step: Step = "register" if here < 2 else "announce"
        return NextStep(step, () if here < 2 else _tried(t, c.AnnounceStructure()), here)
    if t.phase in ("frozen", "drawn", "published", "running"):
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
        return NextStep("publish", _tried(t, c.PublishRound()), round=number)
    missing = [m for m in t.in_round(number) if not m.final]
    if t.phase == "published" and missing:
        if t.missions and round_.mission is None:
            return NextStep("mission", round=number)
        return NextStep("start_clock", _tried(t, c.StartClock()), round=number)
    if missing:
        disputed = tuple(
            why("step.disputed", "COM-ROLE-13", table=m.table)
            for m in missing
            if m.result and m.result.status == "disputed"
        )
        return NextStep("results", disputed, len(missing), number)
    return NextStep("close_round", round=number)


def _between(t: Tournament, number: int) -> NextStep:
    if t.phase == "cut" and leavers(t) and next_in_line(t) is not None:
        return NextStep("replacement", round=number + 1)
    stage = t.stage
    begun = stage and number and t.rounds[number].stage == stage.number
    if stage and begun and stage.kind in ("single", "double") and bracket_now(t, stage).complete:
        return NextStep("finish", _tried(t, c.CloseTournament()), round=number)
    frozen = decide(t, c.FreezeRound(), _CTX)
    if not isinstance(frozen, Refusal):
        return NextStep("draw", round=number + 1)
    if not (t.rounds and _over(frozen)):
        return NextStep("draw", frozen.reasons, round=number + 1)
    cut = decide(t, c.MakeCut(), _CTX)
    if not isinstance(cut, Refusal):
        return NextStep("final_match" if t.teams else "cut", round=number)
    close = decide(t, c.CloseTournament(), _CTX)
    if isinstance(close, Refusal):
        return NextStep("cut", cut.reasons, round=number)
    return NextStep("finish", round=number)


_CTX = c.Context(now=0, head="0" * 64)
_STAGE_OVER = ("round.stage_complete", "round.bracket_complete", "round.nobody_left")


def _over(refusal: Refusal) -> bool:
    return any(r.code in _STAGE_OVER for r in refusal.reasons)


def _tried(t: Tournament, command: c.Command) -> tuple[Reason, ...]:
    answer = decide(t, command, _CTX)
    return answer.reasons if isinstance(answer, Refusal) else ()
