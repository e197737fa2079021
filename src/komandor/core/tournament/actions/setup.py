"""The event itself: created, changed, and its structure announced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from komandor.core import games
from komandor.core.editions import Edition, digest_of, read_edition
from komandor.core.games import find_rules
from komandor.core.games.game import Rules
from komandor.core.games.settings import as_kept, check_settings, defaults
from komandor.core.ids import ORGANISER
from komandor.core.reasons import Reason, Refusal, cited_by, reasons_of, refuse, why
from komandor.core.regulations.levels import level_for
from komandor.core.regulations.structures import structure_of_kind
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.staff import StaffAppointed
from komandor.core.tournament.readings.attendance import attending
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.structure import plan_problems, proposed, stages_for
from komandor.core.tournament.setup_checks import (
    FIELDS,
    STRUCTURAL,
    barred_leaders,
    begun_stage_problems,
    finals_minutes_free,
    mapping_of,
    minute_problems,
    minute_rules,
    mission_problems,
    plans_of,
    plans_readable,
    stage_problems,
    structure_problems,
    text_problems,
)
from komandor.core.tournament.stage_kinds import kinds_of, stage_kind
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Plain, ReasonText, RoundMinutes, Settings, StagePlan, Stages


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament(Command):
    id: str
    game: Annotated[str, "id of a game or edition"]
    name: Annotated[str, "The name."]
    date: Annotated[str, "Date, for example 2026-11-15."]
    commitment: str
    level: Annotated[str, "if empty: by kind of event (COM-LEVEL-7), otherwise casual (COM-LEVEL-3)"] = ""
    structure: Annotated[
        str, "if empty: as in the rules document for this kind of event, otherwise basic or custom"
    ] = ""
    event_kind: Annotated[str, "Kind of event: store, regional, …"] = "other"
    place: Annotated[str, "Venue: town or address."] = ""
    teams: Annotated[bool, "Team event: two against two."] = False
    tables: Annotated[str, 'Table numbers, for example "1-10,15".'] = ""
    stages: Stages = ()
    minutes: RoundMinutes = field(default_factory=dict)
    settings: Settings = field(default_factory=dict)
    missions: Annotated[tuple[str, ...], "Missions to play."] = ()
    edition_text: Annotated[str, "of a loaded edition; if empty: the rules document's"] = ""


@dataclass(frozen=True, slots=True)
class ChangeEvent(Command):
    """Any field of CreateTournament except id, game and commitment. After round 1 it needs a reason."""

    changes: Annotated[Mapping[str, Plain], 'What to change, for example {"place": "Gdynia"}.']
    reason: ReasonText = ""


@dataclass(frozen=True, slots=True)
class AnnounceStructure(Command):
    """Set the rounds and the cut by attendance (or from the custom stages) and announce them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Event):
    id: str
    edition: str
    name: str
    level: str
    structure: str
    date: str
    commitment: Annotated[str, "c[0], hex"]
    event_kind: Annotated[str, "Kind of event: store, regional, … (levels are pre-filled from it)"] = "other"
    place: str = ""
    teams: bool = False
    tables: Annotated[str, '"1-10,15,20-40"; empty = from 1 up'] = ""
    stages: Annotated[tuple[StagePlan, ...], "custom structure only"] = ()
    minutes: RoundMinutes = field(default_factory=dict)
    settings: Annotated[Mapping[str, Plain], "all of them"] = field(default_factory=dict)
    missions: tuple[str, ...] = ()
    edition_text: Annotated[str, "the whole edition that was loaded for it; empty: that of the document"] = ""
    edition_digest: Annotated[str, "SHA-256 of the text"] = ""


@dataclass(frozen=True, slots=True)
class EventChanged(Event):
    """New values of fields of TournamentCreated; after the announcement an exception (AMB-G30)."""

    changes: Mapping[str, Plain]
    reason: str = ""
    exception: bool = False


@dataclass(frozen=True, slots=True)
class StructureAnnounced(Event):
    """Rounds, kinds of rounds and cut, announced to all before round 1 (COM-PREP-3)."""

    stages: tuple[StagePlan, ...]
    players: int


OF_TEAMS: Mapping[str, Plain] = {"lists.required": True}
"""Settings with another default where two play against two (SWL-2V2-3, AMB-S24)."""


def create(t: Tournament, x: CreateTournament, ctx: Context) -> Answer:
    if t.id:
        return refuse("event.exists", None, id=t.id)
    game = _rules_for(x)
    if isinstance(game, Refusal):
        return game
    level = x.level or level_for(game.data, x.event_kind)[0]
    structure = x.structure or structure_of_kind(game.data, x.event_kind)
    problems = [
        *text_problems({"name": x.name, "event_kind": x.event_kind, "date": x.date, "level": level}),
        *text_problems({"tables": x.tables}),
        *structure_problems(game, structure, x.stages),
        *reasons_of(check_settings(game, x.settings)),
        *minute_problems(game, x.minutes, x.teams),
        *mission_problems(game, level, x.missions or game.data.missions, False, x.date, x.settings),
    ]
    if x.teams and "swiss_teams" not in game.data.clocks:
        problems.append(why("event.no_teams", "COM-GEN-3", game=game.data.id))
    if x.teams and any(kind.eliminates for kind in kinds_of(x.stages)):
        problems.append(why("structure.teams_no_finals", "SWL-2V2-4"))
    if problems:
        return Refusal(tuple(cited_by(one, game.data.cites) for one in problems))
    return (_as_created(x, game, level, structure), StaffAppointed(ORGANISER, ("organiser",)))


def _rules_for(x: CreateTournament) -> Rules | Refusal:
    """The rules of the loaded edition, else of the document; every problem of an edition is named."""
    edition = read_edition(x.edition_text) if x.edition_text else None
    if isinstance(edition, Refusal):
        return edition
    if isinstance(edition, Edition) and edition.id == x.game:
        return edition.rules
    game = None if edition else find_rules(x.game)
    if game is None:
        return refuse("event.unknown_game", None, game=x.game, known=tuple(g.data.id for g in games.GAMES))
    return game


def _as_created(x: CreateTournament, game: Rules, level: str, structure: str) -> TournamentCreated:
    return TournamentCreated(
        id=x.id,
        edition=game.id,
        name=x.name.strip(),
        level=level,
        structure=structure,
        date=x.date,
        commitment=x.commitment,
        event_kind=x.event_kind,
        place=x.place,
        teams=x.teams,
        tables=x.tables,
        stages=x.stages,
        minutes=x.minutes,
        settings={**defaults(game), **(OF_TEAMS if x.teams else {}), **as_kept(game, x.settings)},
        missions=x.missions or game.data.missions,
        edition_text=x.edition_text,
        edition_digest=digest_of(x.edition_text) if x.edition_text else "",
    )


def change(t: Tournament, x: ChangeEvent, ctx: Context) -> Answer:
    """Free until the structure is announced; later it is an exception and needs a reason (AMB-G30)."""
    if unreadable := _unreadable(x.changes):
        return unreadable
    game, changes = rules(t), dict(x.changes)
    stages = _stages_wanted(t, plans_of(changes.get("stages", ())))
    structure = str(changes.get("structure", "custom" if "stages" in changes else t.structure))
    problems = [
        *text_problems(changes),
        *(structure_problems(game, structure, stages or t.custom) if STRUCTURAL & changes.keys() else ()),
        *(_plan_problems(t, structure, stages) if "stages" in changes else ()),
        *(reasons_of(check_settings(game, mapping_of(changes["settings"]))) if "settings" in changes else ()),
        *(minute_problems(game, mapping_of(changes["minutes"]), t.teams) if "minutes" in changes else ()),
    ]
    problems += _pool_problems(t, changes)
    if {"level", "event_kind"} & changes.keys():
        level, kind = (str(changes.get(key, getattr(t, key))) for key in ("level", "event_kind"))
        problems.extend(barred_leaders(t, level, kind))
    if t.rounds and "structure" in changes and "stages" not in changes:
        problems.append(why("structure.give_stages", "COM-PREP-3"))
    exception = _is_exception(t, changes)
    problems.extend(_reason_due(t, x) if exception else ())
    if problems:
        return Refusal(tuple(problems))
    if "stages" in changes:
        changes["structure"] = structure
        changes["stages"] = tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages)
    if "settings" in changes:
        changes["settings"] = as_kept(game, mapping_of(changes["settings"]))
    return (EventChanged(changes, x.reason, exception),)


def _pool_problems(t: Tournament, changes: Mapping[str, Plain]) -> tuple[Reason, ...]:
    """Why the missions would not do after a change of them, or of what says whether the pool binds."""
    game, chosen = rules(t), mapping_of(changes.get("settings"))
    asked = {"missions", "level", "date", game.data.own_settings.get("pool_valid_from")}
    if not asked & (changes.keys() | chosen.keys()):
        return ()
    level, date = (str(changes.get(key, getattr(t, key))) for key in ("level", "date"))
    pool = changes.get("missions", t.missions)
    names = tuple(map(str, pool)) if isinstance(pool, tuple) else ()
    return mission_problems(game, level, names, bool(t.outline_overrides), date, {**t.settings, **chosen})


def _stages_wanted(t: Tournament, given: tuple[StagePlan, ...]) -> tuple[StagePlan, ...]:
    """The stages as given; none before round 1 and no table in the document: as the attendance asks for."""
    if given or rules(t).data.structures or not t.announced or t.rounds:
        return given
    return (proposed(len(attending(t))),)


def _plan_problems(t: Tournament, structure: str, stages: tuple[StagePlan, ...]) -> Iterator[Reason]:
    """Why these stages cannot be played by who is here, or contradict what was played."""
    yield from begun_stage_problems(t, stages)
    if structure != "custom":
        yield from stage_problems(stages)
    elif not stages and t.announced and rules(t).data.structures:
        yield why("structure.custom_unsaid", "COM-STRUCT-4")
    if stages:
        yield from plan_problems(t, stages, 0 if t.rounds or not t.announced else len(attending(t)))


def _unreadable(changes: Mapping[str, Plain]) -> Refusal | None:
    """Refuses fields that an event does not have, and values of another kind."""
    if unknown := sorted(changes.keys() - FIELDS.keys()):
        return refuse("event.unknown_field", None, field=unknown[0])
    wrong = [key for key, value in changes.items() if not isinstance(value, FIELDS[key])]
    wrong += [] if plans_readable(changes.get("stages", ())) else ["stages"]
    return refuse("event.wrong_kind", None, field=wrong[0]) if wrong else None


def _reason_due(t: Tournament, x: ChangeEvent) -> tuple[Reason, ...]:
    """Once rounds are played a departure from the announcement needs a reason; cites the rule concerned."""
    if not t.rounds or x.reason.strip():
        return ()
    alone = x.changes.keys() == {"minutes"}
    cited = minute_rules(rules(t), mapping_of(x.changes["minutes"]), t.teams) if alone else ()
    return tuple(why("event.change_needs_reason", rule) for rule in cited or ("COM-PREP-3",))


def _is_exception(t: Tournament, changes: Mapping[str, Plain]) -> bool:
    """Whether the change departs from what was announced; the finals' minutes are free until they begin."""
    binding = (STRUCTURAL | {"settings", "minutes", "level"}) & changes.keys()
    if binding == {"minutes"} and finals_minutes_free(t, mapping_of(changes["minutes"])):
        return False
    return bool(t.announced) and bool(binding)


def announce(t: Tournament, x: AnnounceStructure, ctx: Context) -> Answer:
    """Rounds, their kinds and the cut from attendance (COM-STRUCT-5), announced before round 1 (COM-PREP-3).

    Also how many players make the finals (SWL-STRUCT-3).
    """
    present = len(attending(t))
    stages = stages_for(t, present)
    if isinstance(stages, Refusal):
        return stages
    if present < 2:
        return refuse("structure.too_few", "COM-STRUCT-5", players=present)
    first, *later = stages
    cuts = [
        s.cut for s in (*later, *(() if stage_kind(first.kind).sizes else (first,)))
    ]  # a first bracket has byes
    if max(cuts, default=0) > present:
        return refuse("structure.cut_too_large", "COM-CUT-2", cut=max(cuts), players=present)
    if problems := tuple(plan_problems(t, stages, present)):
        return Refusal(problems)
    return (StructureAnnounced(stages, present),)


def _created(t: Tournament, x: TournamentCreated) -> None:
    t.id, t.edition, t.commitment, t.teams = x.id, x.edition, x.commitment, x.teams
    t.edition_text = x.edition_text
    t.name, t.place, t.event_kind = x.name, x.place, x.event_kind
    t.level = x.level  # type: ignore[assignment]  # one of LEVELS: `create` and import see to it
    t.structure, t.date, t.tables, t.custom = x.structure, x.date, x.tables, x.stages
    t.minutes, t.settings, t.missions = dict(x.minutes), dict(x.settings), x.missions


def _changed(t: Tournament, x: EventChanged) -> None:
    for key, value in x.changes.items():
        if key == "stages":
            _replan(t, plans_of(value))
        elif FIELDS[key] is Mapping:
            getattr(t, key).update(value)
        else:
            setattr(t, key, value)


def _replan(t: Tournament, plans: tuple[StagePlan, ...]) -> None:
    t.custom = plans
    if t.announced:
        t.announced = plans
        for (number, stage), plan in zip(sorted(t.stages.items()), plans, strict=False):
            t.stages[number] = replace(stage, rounds=plan.rounds, cut=plan.cut)


def _announced(t: Tournament, x: StructureAnnounced) -> None:
    t.announced, t.announced_players, t.phase = x.stages, x.players, "announced"


def _begun(t: Tournament) -> Reason | None:
    """The announcement stands once the tournament has begun (COM-PREP-3); a change of the event says why."""
    return why("structure.begun", "COM-PREP-3") if t.rounds else None


ROWS: Rows = (
    Action(CreateTournament, by.HOST_ONLY, when.ALWAYS, create),
    Action(ChangeEvent, by.ORGANISER, when.BEFORE_THE_END, change, newest_state=True),
    Action(
        AnnounceStructure,
        by.ORGANISER,
        when.ARRIVING,
        announce,
        newest_state=True,
        too_late=_begun,
        steps=("announce",),
    ),
    EventRow(TournamentCreated, _created, undo_refused="undo.creation"),
    EventRow(EventChanged, _changed, by_hand=lambda x: x.exception),
    EventRow(StructureAnnounced, _announced, needs_phase=when.ARRIVING),
)
