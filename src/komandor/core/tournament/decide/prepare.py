"""Before the first round: the event itself, its staff, notices and checklists."""

from collections.abc import Mapping

from komandor.core.games import GAMES, find_rules
from komandor.core.games.game import Rules, Situation
from komandor.core.games.missions import check_pool
from komandor.core.games.settings import check_settings
from komandor.core.pairing import parse_ranges
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.clocks import clock_for
from komandor.core.regulations.levels import check_level, level_for
from komandor.core.regulations.staffing import LEADERS, may_play
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.facts import rules
from komandor.core.tournament.state import Stage, Tournament

Answer = tuple[e.Event, ...] | Refusal
STRUCTURES = ("basic", "advanced", "custom")
ROLES = (*LEADERS, "scorekeeper")
FIELDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys("name place level event_kind structure date tables".split(), (str,)),
    **dict.fromkeys(("minutes", "settings"), (Mapping,)),
    **dict.fromkeys(("stages", "missions"), (list, tuple)),
}
CHANGEABLE = frozenset(FIELDS)
STRUCTURAL = frozenset(("structure", "stages"))
KINDS = ("swiss", "knockout", "final")
STAGES = ("swiss", "single", "double")


def create(t: Tournament, x: c.CreateTournament, ctx: c.Context) -> Answer:
    if t.id:
        return refuse("event.exists", None, id=t.id)
    game = find_rules(x.game)
    if game is None:
        return refuse("event.unknown_game", None, game=x.game, known=tuple(g.data.id for g in GAMES))
    level = x.level or level_for(game.data, x.event_kind)[0]
    structure = x.structure or ("basic" if game.data.structures else "custom")
    problems = [
        *_named(x.name),
        *_refused(check_level(level)),
        *_structure(game, structure, x.stages),
        *_tables(x.tables),
        *_settings(game, x.settings),
        *_minutes(game, x.minutes, x.teams),
        *_missions(game, level, x.missions or game.data.missions, ""),
    ]
    if x.teams and "swiss_teams" not in game.data.clocks:
        problems.append(why("event.no_teams", "SWL-2V2-1", game=game.data.id))
    if problems:
        return Refusal(tuple(problems))
    return (
        e.TournamentCreated(
            x.id, game.id, x.name.strip(), level, structure, x.date, x.commitment, x.event_kind, x.place,
            x.teams, x.tables, x.stages, x.minutes, x.settings, x.missions or game.data.missions,
        ),
        e.StaffAppointed(1, ("organiser",)),
    )  # fmt: skip


def change(t: Tournament, x: c.ChangeEvent, ctx: c.Context) -> Answer:
    """Free until the announcement; later an exception with a reason (AMB-G30)."""
    unknown = sorted(set(x.changes) - CHANGEABLE)
    if unknown:
        return refuse("event.unknown_field", None, field=unknown[0])
    if wrong := [key for key, value in x.changes.items() if not isinstance(value, FIELDS[key])]:
        return refuse("event.wrong_kind", None, field=wrong[0])
    if "stages" in x.changes and not _plans_readable(x.changes["stages"]):
        return refuse("event.wrong_kind", None, field="stages")
    game, changes = rules(t), dict(x.changes)
    stages = _plans(changes.get("stages", ()))
    structure = str(changes.get("structure", "custom" if "stages" in changes else t.structure))
    problems = [
        *(_named(str(changes["name"])) if "name" in changes else ()),
        *(_refused(check_level(str(changes["level"]))) if "level" in changes else ()),
        *(_structure(game, structure, stages or t.custom) if STRUCTURAL & changes.keys() else ()),
        *(_begun_stages(t, stages) if "stages" in changes else ()),
        *(_tables(str(changes["tables"])) if "tables" in changes else ()),
        *(_settings(game, _mapping(changes["settings"])) if "settings" in changes else ()),
        *(_minutes(game, _mapping(changes["minutes"]), t.teams) if "minutes" in changes else ()),
    ]
    if "missions" in changes or "level" in changes:
        pool = changes.get("missions", t.missions)
        names = tuple(str(m) for m in pool) if isinstance(pool, (tuple, list)) else ()
        problems.extend(_missions(game, str(changes.get("level", t.level)), names, t.outline_overrides))
    if {"level", "event_kind"} & changes.keys():
        level, kind = (str(changes.get(key, getattr(t, key))) for key in ("level", "event_kind"))
        problems.extend(_barred_leaders(t, level, kind))
    if t.rounds and "structure" in changes and "stages" not in changes:
        problems.append(why("structure.give_stages", "COM-PREP-3"))
    exception = bool(t.announced) and bool((STRUCTURAL | {"settings", "minutes", "level"}) & changes.keys())
    if exception and t.rounds and not x.reason.strip():
        problems.append(why("event.change_needs_reason", "COM-PREP-3"))
    if problems:
        return Refusal(tuple(problems))
    if "stages" in changes:
        changes["structure"] = structure
        changes["stages"] = tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages)
    return (e.EventChanged(changes, x.reason, exception),)


def outline(t: Tournament, x: c.AttachOutline, ctx: c.Context) -> Answer:
    return (e.OutlineAttached(x.text, x.overrides),)


def tick(t: Tournament, x: c.TickChecklist, ctx: c.Context) -> Answer:
    return (e.ChecklistTicked(x.item, x.done),)


def post(t: Tournament, x: c.PostNotice, ctx: c.Context) -> Answer:
    if not x.text.strip():
        return refuse("notice.empty")
    return (e.NoticePosted(max(t.notices, default=0) + 1, x.text.strip()),)


def withdraw_notice(t: Tournament, x: c.WithdrawNotice, ctx: c.Context) -> Answer:
    if not t.notices.get(x.notice):
        return refuse("notice.unknown", None, notice=x.notice)
    return (e.NoticeWithdrawn(x.notice),)


# ── staff ────────────────────────────────────────────────────────────────────


def appoint(t: Tournament, x: c.AppointStaff, ctx: c.Context) -> Answer:
    """Exactly one organiser (COM-ROLE-3); any number of marshals and judges (COM-ROLE-6, COM-ROLE-10)."""
    unknown = [role for role in x.roles if role not in ROLES]
    if unknown or not x.roles:
        return refuse("staff.unknown_role", "COM-ROLE-1", role=unknown[0] if unknown else "", known=ROLES)
    number = x.staff if x.staff is not None else max(t.staff, default=0) + 1
    organiser = next((s.number for s in t.staff.values() if "organiser" in s.roles and not s.dismissed), None)
    problems: list[Reason] = []
    if "organiser" in x.roles and organiser not in (None, number):
        problems.append(why("staff.one_organiser", "COM-ROLE-3"))
    if organiser == number and "organiser" not in x.roles:
        problems.append(why("staff.organiser_needed", "COM-ROLE-3"))
    if "second_organiser" in x.roles and rules(t).data.leaders_play.substitute != "organiser":
        problems.append(why("staff.one_organiser", "COM-ROLE-3"))
    if x.staff is not None and x.staff not in t.staff:
        problems.append(why("staff.unknown", None, staff=x.staff))
    problems.extend(_promoted(t, number, x.roles))
    if problems:
        return Refusal(tuple(problems))
    return (e.StaffAppointed(number, x.roles),)


def _promoted(t: Tournament, number: int, roles: tuple[str, ...]) -> tuple[Reason, ...]:
    """A player who becomes a leader is a leader who plays (COM-PART-4)."""
    if not any(p.staff == number and p.active for p in t.players.values()):
        return ()
    others = [r for s in t.staff.values() if s.number != number and not s.dismissed for r in s.roles]
    return may_play(rules(t), t.level, t.event_kind, roles, others)  # type: ignore[arg-type]


def dismiss(t: Tournament, x: c.DismissStaff, ctx: c.Context) -> Answer:
    staff = t.staff.get(x.staff)
    if staff is None or staff.dismissed:
        return refuse("staff.unknown", None, staff=x.staff)
    if "organiser" in staff.roles:
        return refuse("staff.organiser_needed", "COM-ROLE-3")
    needed = [p.staff for p in t.players.values() if p.active and p.staff and p.staff != x.staff]
    if any(n in t.staff and t.staff[n].substitute == x.staff for n in needed):
        return refuse("staff.rules_for_another", "COM-PART-2", staff=x.staff)
    return (e.StaffDismissed(x.staff),)


def duty(t: Tournament, x: c.SetDuty, ctx: c.Context) -> Answer:
    """Off duty a marshal or judge counts as a spectator and says so (COM-ROLE-9)."""
    if x.staff not in t.staff or t.staff[x.staff].dismissed:
        return refuse("staff.unknown", None, staff=x.staff)
    return (e.DutyChanged(x.staff, x.on_duty),)


def substitute(t: Tournament, x: c.NameSubstitute, ctx: c.Context) -> Answer:
    """Another leader, present and announced, rules in the games of a leader who plays (COM-PART-2)."""
    one, two = t.staff.get(x.staff), t.staff.get(x.substitute)
    if one is None or two is None or two.dismissed:
        return refuse("staff.unknown", None, staff=x.substitute if one else x.staff)
    if x.staff == x.substitute or not set(two.roles) & set(LEADERS):
        return refuse("staff.substitute_must_be_another_leader", "COM-PART-2")
    return (e.SubstituteNamed(x.staff, x.substitute),)


# ── checks ───────────────────────────────────────────────────────────────────


def _barred_leaders(t: Tournament, level: str, kind: str) -> list[Reason]:
    """Leaders who play at an event that becomes one at which they may not (COM-PART-4, SWL-PART-2)."""
    out: list[Reason] = []
    for staff in (t.staff[p.staff] for p in t.players.values() if p.staff in t.staff and p.active):
        others = [
            r for s in t.staff.values() if s.number != staff.number and not s.dismissed for r in s.roles
        ]
        out.extend(may_play(rules(t), level, kind, staff.roles, others))  # type: ignore[arg-type]
    return out


def _begun_stages(t: Tournament, stages: tuple[e.StagePlan, ...]) -> list[Reason]:
    """What has been played stays: the kind of a stage that began, its rounds, the cut that was made."""
    out: list[Reason] = []
    for number, stage in sorted(t.stages.items()):
        if stage.kind == "final_match":
            continue
        played = sum(1 for r in t.rounds.values() if r.stage == number)
        plan = stages[number - 1] if number <= len(stages) else None
        if plan is None or plan.kind != stage.kind or _rewrites(t, stage, plan, played):
            out.append(why("structure.stage_begun", "COM-PREP-3", stage=number, rounds=played))
    return out


def _rewrites(t: Tournament, stage: Stage, plan: e.StagePlan, played: int) -> bool:
    """Whether a plan says something else than what is done: a stage that is over, or its cut."""
    over = stage.number + 1 in t.stages
    other_rounds = plan.rounds != stage.rounds if over else plan.rounds < played
    return (stage.kind == "swiss" and other_rounds) or (stage.number > 1 and plan.cut != stage.cut)


def _plans_readable(value: object) -> bool:
    rows = value if isinstance(value, (tuple, list)) else ()
    return all(
        isinstance(r, e.StagePlan)
        or (
            isinstance(r, Mapping)
            and set(r) <= {"kind", "rounds", "cut"}
            and isinstance(r.get("kind"), str)
            and all(type(r.get(k, 0)) is int for k in ("rounds", "cut"))
        )
        for r in rows
    )


def _named(name: str) -> list[Reason]:
    return [] if name.strip() else [why("event.name_missing")]


def _refused(refusal: Refusal | None) -> tuple[Reason, ...]:
    return refusal.reasons if refusal else ()


def _structure(game: Rules, structure: str, stages: tuple[e.StagePlan, ...]) -> list[Reason]:
    """Exactly one structure (COM-STRUCT-1); custom ones say their stages (COM-STRUCT-4)."""
    if structure not in STRUCTURES or (structure != "custom" and structure not in game.data.structures):
        return [why("event.unknown_structure", "COM-STRUCT-1", structure=structure, game=game.data.id)]
    return _stage_problems(stages) if structure == "custom" else []


def _stage_problems(stages: tuple[e.StagePlan, ...]) -> list[Reason]:
    problems: list[Reason] = []
    for number, stage in enumerate(stages, start=1):
        if stage.kind not in STAGES:
            problems.append(why("structure.unknown_stage", "COM-STRUCT-4", stage=number, kind=stage.kind))
        if stage.kind == "swiss" and not 1 <= stage.rounds <= 60:
            problems.append(why("structure.rounds_range", "COM-STRUCT-4", stage=number, rounds=stage.rounds))
        if number > 1 and stage.cut < 2:
            problems.append(why("structure.cut_needed", "COM-CUT-2", stage=number))
        if stage.kind == "double" and stage.cut not in (0, 4, 8, 16):
            problems.append(why("structure.double_sizes", "SWL-DE-3", cut=stage.cut))
        if stage.kind != "swiss" and number < len(stages):
            problems.append(why("structure.knockout_is_last", "COM-ELIM-1", stage=number))
    return problems


def _tables(tables: str) -> list[Reason]:
    parsed = parse_ranges(tables)
    return list(parsed.reasons) if isinstance(parsed, Refusal) else []


def _settings(game: Rules, settings: Mapping[str, e.Plain]) -> list[Reason]:
    checked = check_settings(game, settings)
    return list(checked.reasons) if isinstance(checked, Refusal) else []


def _minutes(game: Rules, minutes: Mapping[str, e.Plain], teams: bool) -> list[Reason]:
    """Inside the document's range where it gives one (COM-TIME-1)."""
    problems: list[Reason] = []
    for kind, value in minutes.items():
        if kind not in KINDS or not (value is None or type(value) is int):
            problems.append(why("clock.unknown_kind", "COM-TIME-1", kind=kind))
        elif value is not None:
            checked = clock_for(game, Situation(kind, teams=teams), value)  # type: ignore[arg-type]
            problems.extend(checked.reasons if isinstance(checked, Refusal) else ())
    return problems


def _missions(game: Rules, level: str, pool: tuple[str, ...], outline: str) -> tuple[Reason, ...]:
    """Games with missions: the pool is the document's above casual level (IA-MAP-2)."""
    if not game.data.missions:
        return ()
    return _refused(check_pool(game.data, level, pool, bool(outline)))  # type: ignore[arg-type]


def _plans(value: object) -> tuple[e.StagePlan, ...]:
    rows = value if isinstance(value, (tuple, list)) else ()
    return tuple(r if isinstance(r, e.StagePlan) else e.StagePlan(**r) for r in rows)


def _mapping(value: object) -> Mapping[str, e.Plain]:
    return value if isinstance(value, Mapping) else {}
