"""Whether the fields of an event are readable, complete and allowed by the rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import get_args

from komandor.core.games.game import ROUND_KINDS, STRUCTURES, Rules, Situation
from komandor.core.games.missions import check_pool, in_force
from komandor.core.pairing import parse_ranges
from komandor.core.reasons import Reason, reasons_of, why
from komandor.core.regulations.clocks import clock_for
from komandor.core.regulations.levels import KINDS as KINDS_OF_EVENT
from komandor.core.regulations.levels import check_level
from komandor.core.tournament.readings.attendance import begun
from komandor.core.tournament.readings.leaders import may_not_play
from komandor.core.tournament.readings.lists import day_of
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.stage_kinds import plannable_keys, stage_kind
from komandor.core.tournament.state import Stage, Tournament
from komandor.core.tournament.values import (
    MOST_ROUNDS,
    Plain,
    PublicNames,
    StagePlan,
    TableOrder,
)

TEXTS = "name place level event_kind structure date tables public_names table_order".split()
FIELDS: Mapping[str, type] = {
    **dict.fromkeys(TEXTS, str),
    **dict.fromkeys(("minutes", "settings"), Mapping),
    **dict.fromkeys(("stages", "missions"), tuple),
}
"""What can be changed about an event, and of which kind it is."""


STRUCTURAL = frozenset(("structure", "stages"))


def barred_leaders(t: Tournament, level: str, kind: str) -> list[Reason]:
    """Why leaders who play could not if the event had this level and kind (COM-PART-4, SWL-PART-2)."""
    play = (t.staff[p.staff] for p in t.players.values() if p.staff in t.staff and p.active)
    return [why_not for s in play for why_not in may_not_play(t, s.number, s.roles, level, kind)]  # type: ignore[arg-type]


def begun_stage_problems(t: Tournament, stages: tuple[StagePlan, ...]) -> list[Reason]:
    """What has been played stays: the kind of a stage that began, its rounds, the cut that was made."""
    out: list[Reason] = []
    for number, stage in sorted(t.stages.items()):
        if not stage.kind.plannable:
            continue
        played = len(t.rounds_of(number))
        plan = stages[number - 1] if number <= len(stages) else None
        if plan is None or plan.kind != stage.kind.key or _rewrites(t, stage, plan, played):
            out.append(why("structure.stage_begun", "COM-PREP-3", stage=number, rounds=played))
    return out


def _rewrites(t: Tournament, stage: Stage, plan: StagePlan, played: int) -> bool:
    """Whether a plan contradicts what was played: the rounds of a stage, or the cut that was made."""
    over = stage.number + 1 in t.stages
    other_rounds = plan.rounds != stage.rounds if over else plan.rounds < played
    return (stage.kind.planned_rounds and other_rounds) or (stage.number > 1 and plan.cut != stage.cut)


def plans_readable(value: object) -> bool:
    rows = value if isinstance(value, tuple) else ()
    return all(
        isinstance(r, StagePlan)
        or (
            isinstance(r, Mapping)
            and set(r) <= {"kind", "rounds", "cut"}
            and isinstance(r.get("kind"), str)
            and all(type(r.get(k, 0)) is int for k in ("rounds", "cut"))
        )
        for r in rows
    )


def kind_problems(kind: str) -> list[Reason]:
    """Level and structure follow from the kind of event, so a misspelt one is refused (COM-LEVEL-7)."""
    known = (*KINDS_OF_EVENT, "other")
    return [] if kind in known else [why("event.unknown_kind", "COM-LEVEL-7", found=kind, known=known)]


def date_problems(date: str) -> list[Reason]:
    """The day decides which products are legal, so it is one of the calendar (COM-PROD-2)."""
    return [] if not date or day_of(date) else [why("event.no_such_day", None, day=date[:40])]


def choice_problems(choice: str, known: tuple[str, ...], code: str, param: str) -> list[Reason]:
    return [] if choice in known else [why(code, None, known=known, **{param: choice})]


def structure_problems(game: Rules, structure: str, stages: tuple[StagePlan, ...]) -> list[Reason]:
    """Exactly one structure (COM-STRUCT-1); custom ones say their stages (COM-STRUCT-4)."""
    if structure not in STRUCTURES or (structure != "custom" and structure not in game.data.structures):
        return [why("event.unknown_structure", "COM-STRUCT-1", structure=structure, game=game.data.id)]
    if structure != "custom":
        return [why("structure.stages_are_custom", "COM-STRUCT-1", structure=structure)] if stages else []
    return list(stage_problems(stages))


def stage_problems(stages: tuple[StagePlan, ...]) -> Iterator[Reason]:
    for number, stage in enumerate(stages, start=1):
        if number > 1 and stage.cut < 2:
            yield why("structure.cut_needed", "COM-CUT-2", stage=number)
        if stage.kind not in plannable_keys():
            yield why("structure.unknown_stage", "COM-STRUCT-4", stage=number, kind=stage.kind)
            continue
        kind = stage_kind(stage.kind)
        if not kind.planned_rounds <= stage.rounds <= MOST_ROUNDS:
            yield why(
                "structure.rounds_range", "COM-STRUCT-4", stage=number, rounds=stage.rounds, most=MOST_ROUNDS
            )
        if kind.sizes and stage.cut not in (0, *kind.sizes):
            yield why("structure.double_sizes", "SWL-DE-3", cut=stage.cut)
        if kind.eliminates and number < len(stages):
            yield why("structure.knockout_is_last", "COM-ELIM-1", stage=number)


def text_problems(given: Mapping[str, Plain]) -> list[Reason]:
    """Everything that is wrong with these texts, each asked on its own."""
    return [why_not for key, check in _CHECKS.items() if key in given for why_not in check(str(given[key]))]


_CHECKS: Mapping[str, Callable[[str], Sequence[Reason]]] = {
    "name": lambda name: () if name.strip() else (why("event.name_missing"),),
    "event_kind": kind_problems,
    "date": date_problems,
    "public_names": lambda x: choice_problems(x, get_args(PublicNames), "event.unknown_names", "form"),
    "table_order": lambda x: choice_problems(x, get_args(TableOrder), "event.unknown_table_order", "order"),
    "level": lambda level: reasons_of(check_level(level)),
    "tables": lambda tables: reasons_of(parse_ranges(tables)),
}


def minute_problems(game: Rules, minutes: Mapping[str, Plain], teams: bool) -> list[Reason]:
    """A fixed length, inside the document's range where it gives one (COM-TIME-1)."""
    problems: list[Reason] = []
    for kind, value in minutes.items():
        if kind not in ROUND_KINDS:
            problems.append(why("clock.unknown_kind", "COM-TIME-1", kind=kind))
            continue
        if not (value is None or type(value) is int):
            problems.append(why("clock.no_number", "COM-TIME-1", kind=kind, found=str(value)[:40]))
            continue
        case = Situation(kind, teams=teams)
        unlimited = value is None and game.minutes(case).minutes is None
        problems.extend(() if unlimited else reasons_of(clock_for(game, case, value or 0)))
    return problems


def minute_rules(game: Rules, minutes: Mapping[str, Plain], teams: bool) -> tuple[str, ...]:
    """The rules of the clocks that a change concerns, where the document says how far they may change."""
    known = [game.minutes(Situation(kind, teams=teams)) for kind in minutes if kind in ROUND_KINDS]
    return tuple(dict.fromkeys(clock.rule for clock in known if clock.low is not None))


def finals_minutes_free(t: Tournament, minutes: Mapping[str, Plain]) -> bool:
    """Whether only minutes change that the document leaves open until the finals begin (SWL-FIN-1)."""
    free = not t.teams and rules(t).minutes(Situation("knockout")).low is not None
    begun_finals = any(begun(t, stage) for stage in t.stages.values() if stage.kind.eliminates)
    finals = all(Situation(kind).eliminates for kind in ROUND_KINDS if kind in minutes)
    return free and finals and not begun_finals


def mission_problems(
    game: Rules, level: str, pool: tuple[str, ...], free: bool, date: str, settings: Mapping[str, Plain]
) -> tuple[Reason, ...]:
    """Games with missions: above casual level the pool is the document's (IA-MAP-2), from its day on."""
    if not game.data.missions:
        return ()
    free = free or not in_force(game.data, settings, date)  # type: ignore[arg-type]
    return reasons_of(check_pool(game.data, level, pool, free))  # type: ignore[arg-type]


def plans_of(value: object) -> tuple[StagePlan, ...]:
    rows = value if isinstance(value, tuple) else ()
    return tuple(r if isinstance(r, StagePlan) else StagePlan(**r) for r in rows)


def mapping_of(value: object) -> Mapping[str, Plain]:
    return value if isinstance(value, Mapping) else {}
