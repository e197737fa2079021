"""Between stages: the cut, replacements with consent, and the end with its final places."""

from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import PlayerNo, StageKey
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.cut import qualify
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.calls import ended
from komandor.core.tournament.needs import SEED
from komandor.core.tournament.readings.attendance import begun
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.cut import (
    closed_up,
    cut_outdated,
    leavers,
    next_in_line,
    replacements_due,
    results_due,
    rounds_left,
    teams_level,
)
from komandor.core.tournament.readings.pairings import nobody_to_pair
from komandor.core.tournament.readings.places import final_places
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.stage_kinds.final_match import FINAL_MATCH
from komandor.core.tournament.stage_kinds.single import SINGLE
from komandor.core.tournament.state import Stage, Tournament


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    pass


@dataclass(frozen=True, slots=True)
class RemakeCut(Command):
    """A correction has changed who goes on: the cut is made again, before its first game (AMB-G45)."""


@dataclass(frozen=True, slots=True)
class ReplaceSeed(Command):
    """Fill a free place: the next player in the standings was asked and has answered."""

    leaver: Annotated[PlayerNo, "Number of the player who dropped before the first match."]
    player: PlayerNo
    accepted: Annotated[bool, "Whether the player accepted."]


@dataclass(frozen=True, slots=True)
class CloseTournament(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMade(Event):
    stage: Annotated[int, "the stage that begins"]
    seeds: tuple[PlayerNo, ...]
    size: int
    standings: Annotated[tuple[PlayerNo, ...], "the closed stage's order, frozen"]
    kind: StageKey = SINGLE.key
    by_lot: Annotated[tuple[PlayerNo, ...], "whose place the stored lot decided"] = ()


@dataclass(frozen=True, slots=True)
class ReplacementAsked(Event):
    """The next in the standings was asked to fill a gap (COM-CUT-3, COM-CUT-4)."""

    stage: int
    leaver: PlayerNo
    player: PlayerNo
    accepted: bool
    seeds: Annotated[tuple[PlayerNo, ...], "as they stand now"]


@dataclass(frozen=True, slots=True)
class StageShrunk(Event):
    """Nobody is left to fill a gap: the seeds close up (AMB-G30)."""

    stage: int
    seeds: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class TournamentClosed(Event):
    places: tuple[tuple[PlayerNo, int], ...]
    seed: Annotated[str, "the whole chain's seed may be opened now"] = ""


def make_cut(t: Tournament, x: MakeCut, ctx: Context) -> Answer:
    """The best of the final Swiss standings, all tie-breakers applied (COM-CUT-5)."""
    stage = t.stage
    if stage is None or stage.kind.eliminates:
        return refuse("cut.not_after_swiss", "COM-CUT-2")
    return _cut_after(t, stage)


def remake_cut(t: Tournament, x: RemakeCut, ctx: Context) -> Answer:
    """The cut of the standings as they are now; its round, if it is paired already, is paired again."""
    if not cut_outdated(t):
        return refuse("cut.stands", "COM-CUT-5")
    assert t.stage
    return _cut_after(t, t.stages[t.stage.number - 1])


def _cut_after(t: Tournament, stage: Stage) -> Answer:
    if (missing := rounds_left(t, stage)) > 0:
        return refuse("cut.rounds_left", "COM-CUT-5", rounds=missing)
    if due := results_due(t):
        return Refusal(tuple(due))
    if not t.teams and stage.number >= len(t.announced):
        return refuse("cut.no_next_stage", "COM-PREP-3")
    rows = standings_of(t, stage)
    order = tuple(row.player for row in rows)
    if t.teams:
        level = teams_level(t)
        if not level:
            return refuse("cut.no_next_stage", "SWL-2V2-4")
        return (CutMade(stage=stage.number + 1, seeds=level, size=2, standings=order, kind=FINAL_MATCH.key),)
    to = t.announced[stage.number]
    sizes, custom = stage_kind(to.kind).sizes, t.structure == "custom"
    seeds = qualify(sizes or rules(t).data.cuts, rows, to.cut, any_size=custom and not sizes)
    if isinstance(seeds, Refusal):
        return seeds
    by_lot = tuple(row.player for row in rows[: to.cut + 1] if row.decided_by == "lot")
    return (
        CutMade(
            stage=stage.number + 1, seeds=seeds, size=to.cut, standings=order, kind=to.kind, by_lot=by_lot
        ),
    )


def shrunk(t: Tournament) -> tuple[StageShrunk, ...]:
    """Nobody is left to ask: the seeds close up (AMB-G30)."""
    left, stage = closed_up(t), t.stage
    return (StageShrunk(stage.number, left),) if stage and left else ()


def replace_seed(t: Tournament, x: ReplaceSeed, ctx: Context) -> Answer:
    """The next in the standings joins as the last seed on accepting (COM-CUT-3, COM-CUT-4)."""
    stage = t.stage
    assert stage
    problems = [why("cut.outdated", "COM-CUT-5")] if cut_outdated(t) else []
    if x.leaver not in leavers(t):
        problems.append(why("cut.nobody_left", "COM-CUT-3", player=x.leaver))
    if next_in_line(t) != x.player:
        problems.append(why("cut.not_asked", "COM-CUT-4", player=x.player, asked=next_in_line(t)))
    if problems:
        return Refusal(tuple(problems))
    after = (*(n for n in stage.seeded if n != x.leaver), x.player) if x.accepted else stage.seeded
    return (ReplacementAsked(stage.number, x.leaver, x.player, x.accepted, after),)


def close_tournament(t: Tournament, x: CloseTournament, ctx: Context) -> Answer:
    """The end, also of an event whose players have all left while a round was prepared."""
    if t.phase in when.DRAWING and not nobody_to_pair(t, t.this_round):
        return refuse("close.round_prepared", "COM-PREP-3", round=t.round_number)
    if due := [*replacements_due(t), *results_due(t)]:
        return Refusal(tuple(due))
    calls = ended(pending_calls(t), ctx)
    return _still_to_play(t) or (*calls, TournamentClosed(final_places(t), ctx.seed))


def _still_to_play(t: Tournament) -> Refusal | None:
    """What was announced and has not been played."""
    stage = t.stage
    if stage is None:
        return refuse("close.nothing_played")
    return stage.kind.still_to_play(t, stage)


def _cut(t: Tournament, x: CutMade) -> None:
    if x.stage in t.stages:  # made again: whoever said no is not asked again
        stage = t.stages[x.stage]
        t.stages[x.stage] = replace(
            stage, seeds=x.seeds, standings_before=x.standings, by_lot=x.by_lot, cut=x.size
        )
        return
    rounds = t.announced[x.stage - 1].rounds if x.stage <= len(t.announced) else 0
    t.stages[x.stage] = Stage(
        number=x.stage,
        kind=stage_kind(x.kind),
        rounds=rounds,
        cut=x.size,
        seeds=x.seeds,
        standings_before=x.standings,
        by_lot=x.by_lot,
    )
    t.phase = "cut"


def _without_a_cut(x: CutMade) -> str:
    """The match for first place: whoever is level on top plays it, and nothing is cut off (SWL-2V2-5)."""
    return "" if stage_kind(x.kind).plannable else x.kind


def _in_turn(t: Tournament, x: ReplacementAsked) -> bool:
    """Whether the place is open, and nobody who is here comes before the one who was asked (COM-CUT-4)."""
    return x.stage in t.stages and x.leaver in leavers(t) and next_in_line(t) == x.player


def _nobody_to_ask(t: Tournament, x: StageShrunk) -> bool:
    return x.stage in t.stages and closed_up(t) == x.seeds


def _replacement(t: Tournament, x: ReplacementAsked) -> None:
    stage = t.stages[x.stage]
    declined = stage.declined if x.accepted else (*stage.declined, x.player)
    t.stages[x.stage] = replace(stage, seeds=x.seeds, declined=declined)


def close_up(t: Tournament, x: StageShrunk) -> None:
    t.stages[x.stage] = replace(t.stages[x.stage], seeds=x.seeds)


def _closed(t: Tournament, x: TournamentClosed) -> None:
    t.places, t.opened_seed, t.phase = x.places, x.seed, "closed"


def _over(t: Tournament, x: TournamentClosed) -> bool:
    """Whether all is played, also after a finalist who left or a shorter plan was taken back."""
    prepared = t.phase in when.DRAWING and not nobody_to_pair(t, t.this_round)
    return t.stage is None or not (prepared or replacements_due(t) or _still_to_play(t))


def _as_the_standings_say(t: Tournament, x: CutMade) -> bool:
    """Whether the cut is the one that the standings of its moment give, with those who were here."""
    stage, later = t.stages.get(x.stage - 1), t.stages.get(x.stage)
    if stage is None or (later is None) != (t.phase in when.BETWEEN) or (later and begun(t, later)):
        return False
    return _cut_after(t, stage) == (x,)


def _stage_begun(t: Tournament) -> Reason | None:
    """Once a game of the stage is played nobody is replaced (COM-CUT-3); the opponent has a bye."""
    in_it = t.stage is not None and t.stage.number > 1 and begun(t, t.stage)
    return why("cut.stage_begun", "COM-CUT-3") if in_it else None


ROWS: Rows = (
    Action(MakeCut, by.ORGANISER, when.BETWEEN, make_cut, newest_state=True, steps=("cut", "final_match")),
    Action(
        RemakeCut,
        by.ORGANISER,
        when.FILLING,
        remake_cut,
        newest_state=True,
        too_late=_stage_begun,
        steps=("recut",),
    ),
    Action(
        ReplaceSeed,
        by.ORGANISER,
        when.FILLING,
        replace_seed,
        newest_state=True,
        too_late=_stage_begun,
        about=PLAYER,
    ),
    Action(
        CloseTournament,
        by.ORGANISER,
        (*when.ENDING, *when.DRAWING),
        close_tournament,
        newest_state=True,
        needs=(SEED,),
        steps=("finish",),
    ),
    EventRow(
        CutMade,
        _cut,
        needs_phase=(*when.BETWEEN, *when.FILLING),
        needs=_as_the_standings_say,
        begins=_without_a_cut,
    ),
    EventRow(ReplacementAsked, _replacement, needs_phase=when.FILLING, needs=_in_turn, by_hand=always),
    EventRow(StageShrunk, close_up, needs_phase=when.FILLING, needs=_nobody_to_ask, by_hand=always),
    EventRow(
        TournamentClosed,
        _closed,
        needs_phase=(*when.ENDING, *when.DRAWING, "closed"),
        needs=_over,
        announces=("champion",),
        after_the_end=True,
    ),
)
