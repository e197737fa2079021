"""The planned stages of an event: why they cannot be played, and where they depart from the document."""

from collections.abc import Collection, Iterator

from komandor.core.games.game import ROUND_KINDS, GameData, RoundKind
from komandor.core.games.settings import idle, settings_of
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.structures import proposed_rounds, structure_deviates, structure_for
from komandor.core.tournament.readings.attendance import entered
from komandor.core.tournament.readings.regulations import minutes_of, rules, situation
from komandor.core.tournament.stage_kinds import kinds_of, stage_kind
from komandor.core.tournament.stage_kinds.swiss import SWISS
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import StagePlan


def proposed(players: int) -> StagePlan:
    """Swiss rounds for so many players, where nothing else is planned."""
    return StagePlan(SWISS.key, proposed_rounds(players))


def stages_for(t: Tournament, players: int) -> tuple[StagePlan, ...] | Refusal:
    data = rules(t).data
    if t.structure == "custom" and t.custom:
        return t.custom
    if t.structure == "custom" and data.structures:  # the outline says it, nobody else (COM-STRUCT-4)
        return refuse("structure.custom_unsaid", "COM-STRUCT-4")
    if t.structure == "custom":
        return (proposed(players),)
    row = structure_for(rules(t), t.structure, players)
    if isinstance(row, Refusal):
        return row
    swiss = StagePlan(SWISS.key, row.rounds)
    return (swiss, StagePlan(data.elimination, 0, row.cut)) if row.cut else (swiss,)


def plan_problems(t: Tournament, stages: tuple[StagePlan, ...], players: int) -> Iterator[Reason]:
    """Why so many players cannot play these stages."""
    kinds = kinds_of(stages)
    if len(kinds) < len(stages):
        return
    first = kinds[0]
    if first.eliminates and 0 < stages[0].cut < players:
        yield why("structure.all_begin", "COM-ELIM-4", cut=stages[0].cut, players=players)
    if t.teams and any(kind.eliminates for kind in kinds):
        yield why("structure.teams_no_finals", "SWL-2V2-4")
    if first.sizes and players > max(first.sizes):
        yield why("structure.double_sizes", "SWL-DE-3", cut=players)


def structure_warnings(t: Tournament) -> tuple[Reason, ...]:
    """Where the plan departs from the document: the structure, a cut it does not name, other round times."""
    data = rules(t).data
    unusual = structure_deviates(data, t.event_kind, t.structure)
    plans = t.announced or t.custom
    later = (s for s in plans[1:] if s.cut)  # a first stage is for everybody
    cuts = (s.cut for s in later if stage_kind(s.kind).any_cut)
    odd = tuple(cut for cut in cuts if cut not in data.cuts)
    rule = data.rules["cut"]
    notes = (why("structure.cut_not_named", rule, cut=cut, sizes=data.cuts) for cut in odd)  # AMB-A3
    return (*((unusual,) if unusual else ()), *notes, *_other_elimination(data, plans), *_other_minutes(t))


def idle_settings(t: Tournament, keys: Collection[str]) -> Iterator[Reason]:
    """Which of these settings have no effect because the structure decides by itself."""
    for one in settings_of(rules(t)):
        if one.key in keys and idle(one, t.structure):
            yield why("settings.idle", None, field=one.key, structure=t.structure)


def _other_elimination(data: GameData, plans: tuple[StagePlan, ...]) -> Iterator[Reason]:
    """A knock-out of another kind than the document's: single, or double (SWL-FIN-2)."""
    brackets = {kind.key for kind in kinds_of(plans) if kind.bracket}
    for kind in sorted(brackets - {data.elimination}):
        rule = data.rules["elimination"]
        yield why("structure.other_elimination", rule, kind=kind, usual=data.elimination)


def _other_minutes(t: Tournament) -> Iterator[Reason]:
    """Rounds that are longer or shorter than the document says, where it leaves no room (COM-TIME-1)."""
    for kind in (one for one in ROUND_KINDS if one in t.minutes):
        clock, chosen = rules(t).minutes(situation(t, kind)), t.minutes[kind]
        if clock.low is None and clock.minutes and chosen and chosen != clock.minutes:
            yield why("clock.not_usual", clock.rule, kind=kind, minutes=chosen, usual=clock.minutes)


def round_lengths(t: Tournament) -> tuple[Reason, ...]:
    """How long each kind of round of the plan lasts: players are told before the start (COM-TIME-1)."""
    stages = zip(kinds_of(t.announced), t.announced, strict=True)
    planned = dict.fromkeys(kind for one, s in stages for kind, _ in one.planned(s, t.announced_players))
    return tuple(_length(t, kind) for kind in planned)


def _length(t: Tournament, kind: RoundKind) -> Reason:
    rule, minutes = rules(t).minutes(situation(t, kind)).rule, minutes_of(t, kind)
    if minutes is None:
        return why("clock.without_limit", rule, kind=kind)
    return why("clock.lasts", rule, kind=kind, minutes=minutes)


def has_points(t: Tournament, player: PlayerNo) -> bool:
    """Whether points taken now would count: in a knock-out nobody has any, after a cut those who are in."""
    if not t.rounds:
        return not (t.announced and stage_kind(t.announced[0].kind).eliminates)
    stage = t.stages[t.this_round.stage]
    return not stage.kind.eliminates and player in entered(t, stage)
