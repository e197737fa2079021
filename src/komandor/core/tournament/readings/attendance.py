"""Who is here, who plays in a stage, and where a player sits."""

from collections.abc import Iterator

from komandor.core.brackets.double import SIZES as DOUBLE_SIZES
from komandor.core.games.game import ROUND_KINDS, GameData
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Reason, Refusal, why
from komandor.core.regulations.structures import proposed_rounds, structure_deviates, structure_for
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.state import Match, Stage, Tournament
from komandor.core.tournament.values import KNOCKOUTS, StagePlan


def attending(t: Tournament) -> tuple[PlayerNo, ...]:
    """Who is here: everybody registered, or those checked in once check-in is used."""
    return tuple(n for n in t.active() if t.players[n].checked_in) or t.active()


def waiting_list(t: Tournament) -> tuple[PlayerNo, ...]:
    """Who waits for a place, in the order in which they came."""
    return tuple(n for n, p in sorted(t.players.items()) if p.status == "waiting_list")


def stages_for(t: Tournament, players: int) -> tuple[StagePlan, ...] | Refusal:
    data = rules(t).data
    if t.structure == "custom" and t.custom:
        return t.custom
    if t.structure == "custom":
        return (StagePlan("swiss", proposed_rounds(players)),)
    row = structure_for(rules(t), t.structure, players)
    if isinstance(row, Refusal):
        return row
    swiss = StagePlan("swiss", row.rounds)
    return (swiss, StagePlan(data.elimination, 0, row.cut)) if row.cut else (swiss,)


def plan_problems(t: Tournament, stages: tuple[StagePlan, ...], players: int) -> Iterator[Reason]:
    """Why so many players cannot play these stages."""
    if stages[0].kind != "swiss" and 0 < stages[0].cut < players:
        yield why("structure.all_begin", "COM-ELIM-4", cut=stages[0].cut, players=players)
    if t.teams and any(s.kind != "swiss" for s in stages):
        yield why("structure.teams_no_finals", "SWL-2V2-4")
    if stages[0].kind == "double" and players > max(DOUBLE_SIZES):
        yield why("structure.double_sizes", "SWL-DE-3", cut=players)


def structure_warnings(t: Tournament) -> tuple[Reason, ...]:
    """Where the plan departs from the document: the structure, a cut it does not name, other round times."""
    data = rules(t).data
    unusual = structure_deviates(data, t.event_kind, t.structure)
    plans = t.announced or t.custom
    cuts = (s.cut for s in plans[1:] if s.kind == "single" and s.cut)  # a first stage is for everybody
    odd = tuple(cut for cut in cuts if cut not in data.cuts)
    rule = data.rules["cut"]
    notes = (why("structure.cut_not_named", rule, cut=cut, sizes=data.cuts) for cut in odd)  # AMB-A3
    return (*((unusual,) if unusual else ()), *notes, *_other_elimination(data, plans), *_other_minutes(t))


def _other_elimination(data: GameData, plans: tuple[StagePlan, ...]) -> Iterator[Reason]:
    """A knock-out of another kind than the document's: single, or double (SWL-FIN-2)."""
    kinds = {plan.kind for plan in plans} & set(KNOCKOUTS) - {data.elimination}
    for kind in sorted(kinds):
        rule = data.rules["elimination"]
        yield why("structure.other_elimination", rule, kind=kind, usual=data.elimination)


def _other_minutes(t: Tournament) -> Iterator[Reason]:
    """Rounds that are longer or shorter than the document says, where it leaves no room (COM-TIME-1)."""
    for kind in (one for one in ROUND_KINDS if one in t.minutes):
        clock, chosen = rules(t).minutes(situation(t, kind)), t.minutes[kind]
        if clock.low is None and clock.minutes and chosen and chosen != clock.minutes:
            yield why("clock.not_usual", clock.rule, kind=kind, minutes=chosen, usual=clock.minutes)


def playing(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who is to be seated in the stage's latest round (COM-PAIR-1).

    Players whose missed round or granted bye is already recorded are not.
    """
    number = t.round_number
    return tuple(
        n
        for n in t.active()
        if (stage.number == 1 or n in stage.seeds)
        and number not in (*t.players[n].missed, *t.players[n].byes_granted)
    )


def entered(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Everybody who has a place in the stage's standings."""
    if stage.number == 1:
        return t.entered
    return stage.seeded


def staying(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who is still here and in the stage: not those whom an earlier cut left behind."""
    return tuple(n for n in entered(t, stage) if t.players[n].active)


def begun(t: Tournament, stage: Stage) -> bool:
    """Whether a game of the stage has been played: its first clock started, or a result is in (AMB-G18)."""
    own = (m for r in t.rounds_of(stage.number) for m in t.in_round(r.number))
    return stage.begun or any(m.result is not None for m in own)


def open_results(t: Tournament) -> tuple[Match, ...]:
    """Matches of closed rounds whose result was annulled and not replaced yet (SWL-CHECK-2)."""
    closed = (n for n, r in sorted(t.rounds.items()) if r.status == "closed")
    return tuple(m for n in closed for m in t.in_round(n) if not m.final)


def current_match(t: Tournament, player: PlayerNo) -> MatchNo | None:
    round_ = t.round
    matches = t.in_round(round_.number) if round_ and round_.status != "closed" else ()
    return next((m.number for m in matches if player in m.players), None)
