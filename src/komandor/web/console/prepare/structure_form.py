"""The forms for structure and minutes: what they show, and the changes that they ask for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from komandor.app.clean_names import one_line
from komandor.app.queries.everybody.schedule import Break, DayPlan
from komandor.core.games.game import ROUND_KINDS, ClockRule, RoundKind, Rules, Situation
from komandor.core.reasons import why
from komandor.core.regulations.clocks import MOST_MINUTES
from komandor.core.regulations.structures import structures_of
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.stage_kinds import plannable_keys, stage_kind
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import MOST_ROUNDS, Plain, StagePlan
from komandor.web.forms.fields import MOST_PLAYERS, NAME, Fields, whole_number

MOST_STAGES, MOST_BREAK, MOST_PAUSE = 4, 9999, 240
BREAK_FIELDS = ("break_name", "break_after", "break_minutes")


@dataclass(frozen=True, slots=True)
class StageRow:
    """One line of the stage editor."""

    index: int
    kind: str = ""
    rounds: str = ""
    cut: str = ""


@dataclass(frozen=True, slots=True)
class MinutesRow:
    kind: RoundKind
    document: ClockRule
    now: int | None
    changed: bool


def choices(t: Tournament) -> list[tuple[str, tuple[tuple[str, int, int], ...]]]:
    """The structures of the game, each with its rounds and cut by number of players."""
    return [(one, table(rules(t), one)) for one in structures_of(rules(t))]


def table(game: Rules, name: str) -> tuple[tuple[str, int, int], ...]:
    """Rows of the document's table: players, rounds, cut."""
    rows = game.data.structures.get(name, ())
    return tuple((f"{r.low}–{r.high}" if r.high else f"{r.low}+", r.rounds, r.cut) for r in rows)


def rows(t: Tournament, typed: Mapping[str, str]) -> tuple[StageRow, ...]:
    """The lines of the editor: as typed, or else the event's own stages."""
    if "stage.0.kind" in typed:
        names = ("kind", "rounds", "cut")
        return tuple(
            StageRow(n, *(typed.get(f"stage.{n}.{key}", "") for key in names)) for n in range(MOST_STAGES)
        )
    plans = t.custom or (t.announced if t.structure != "custom" or t.rounds else ())
    kept = [StageRow(n, s.kind, _text(s.rounds), _text(s.cut)) for n, s in enumerate(plans[:MOST_STAGES])]
    return (*kept, *(StageRow(n) for n in range(len(kept), MOST_STAGES)))


def _text(number: int) -> str:
    return str(number) if number else ""


def changed(t: Tournament, fields: Fields) -> dict[str, Plain]:
    """The structure that was chosen, if it differs from the event's own."""
    wanted = fields.choice("structure", structures_of(rules(t)), t.structure)
    if wanted != "custom":
        return {"structure": wanted} if wanted != t.structure else {}
    stages = stages_of(fields)
    if wanted == t.structure and stages == t.custom:
        return {}
    plans: tuple[Plain, ...] = tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages)
    return {"structure": "custom", "stages": plans}


def stages_of(fields: Fields) -> tuple[StagePlan, ...]:
    """The stages as typed; lines without a kind are left out."""
    out = []
    for n in range(MOST_STAGES):
        if fields.raw(f"stage.{n}.kind"):
            kind = fields.choice(f"stage.{n}.kind", plannable_keys(), label="stage_kind")
            rounds = fields.number(f"stage.{n}.rounds", 0, MOST_ROUNDS, 0, label="rounds")
            cut = fields.number(f"stage.{n}.cut", 0, MOST_PLAYERS, 0, label="cut")
            out.append(StagePlan(kind, rounds if stage_kind(kind).planned_rounds else 0, cut))
    return tuple(out)


def minutes(t: Tournament) -> tuple[MinutesRow, ...]:
    cases = [Situation(kind) for kind in ROUND_KINDS]
    return tuple(_minutes(t, x.kind) for x in cases if not (t.teams and x.eliminates and not x.final))


def _minutes(t: Tournament, kind: RoundKind) -> MinutesRow:
    document = rules(t).minutes(situation(t, kind))
    own = t.minutes.get(kind, document.minutes)
    return MinutesRow(kind, document, own, kind in t.minutes and own != document.minutes)


def minutes_changed(t: Tournament, fields: Fields) -> Mapping[str, Plain]:
    """An empty field goes back to the document's minutes."""
    wanted: dict[str, Plain] = {}
    for row in minutes(t):
        typed = fields.optional_number(f"minutes.{row.kind}", 0, MOST_MINUTES, label="minutes")
        value = row.document.minutes if typed is None else typed
        if value != row.now:
            wanted[row.kind] = value
    return {"minutes": wanted} if wanted else {}


def planned_day(fields: Fields, before: DayPlan) -> DayPlan:
    """When the day starts and how long the breaks are; an empty field changes nothing."""
    start = fields.time("start") or before.start
    pause = fields.number("pause", 0, MOST_PAUSE, before.pause)
    return DayPlan(start, pause, _breaks(fields) if BREAK_FIELDS[0] in fields.data else before.breaks)


def break_rows(plan: DayPlan, typed: QueryDict) -> list[tuple[str, str | int, str | int]]:
    """The rows of the form: name, round and minutes of each longer break, as typed; and an empty one."""
    if BREAK_FIELDS[0] in typed:
        return [*zip(*map(typed.getlist, BREAK_FIELDS), strict=False)]
    return [*((one.name, one.after, one.minutes) for one in plan.breaks), ("", "", "")]


def _breaks(fields: Fields) -> tuple[Break, ...]:
    """The longer breaks as typed, by round; a row without a round or minutes is none."""
    found: dict[int, Break] = {}
    for name, after, minutes in zip(*map(fields.data.getlist, BREAK_FIELDS), strict=False):
        if not after.strip() or not minutes.strip():
            continue
        row = whole_number(after, 1, MOST_ROUNDS), whole_number(minutes, 1, MOST_BREAK)
        if row[0] is None or row[1] is None:
            wrong, high = ("break_minutes", MOST_BREAK) if row[0] else ("break_after", MOST_ROUNDS)
            fields.fault(wrong, why("form.not_a_number", None, field=wrong, low=1, high=high))
        else:
            found[row[0]] = Break(row[0], row[1], one_line(name)[:NAME])
    return tuple(found[after] for after in sorted(found))
