"""Swiss rounds: a planned number of them, paired by points, counted in the standings (COM-PAIR)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from komandor.core.explain.swiss import why_drawn
from komandor.core.games.game import RoundKind
from komandor.core.games.settings import answer
from komandor.core.ids import PlayerNo, StageKey
from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, draw
from komandor.core.reasons import Refusal, refuse
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.attendance import playing
from komandor.core.tournament.readings.cut import rounds_left, stage_to_follow, title_left_to
from komandor.core.tournament.readings.pairings import entrants_of, field_rows, terms_of
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.readings.seats import sat_at
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.stage_kind import ComingRound, RoundName, RoundPart, StageKind
from komandor.core.tournament.stage_kinds.seating import fresh_numbers, seats
from komandor.core.tournament.state import Match, Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, StagePlan


def _pair(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    here = playing(t, stage)
    awarded = [n for n in here if round_.number in t.players[n].awarded_byes]
    starts = _starts(t, lots)
    standing = standings_of(t)
    rows = field_rows(t, standing, here, round_.number, stage.number)
    entrants = _entrants(t, stage, standing, [n for n in here if n not in awarded], starts)
    made = draw(entrants, lots, terms_of(t, round_))
    tables = seats(t, made.pairs, sat_at(t, round_.number) if t.table_order == "rotate" else None)
    number = fresh_numbers(t, round_)
    seated = zip(made.pairs, tables, strict=True)
    matches = [DrawnMatch(match=next(number), table=at, a=a, b=b) for (a, b), at in seated]
    alone = [(n, "awarded_bye") for n in awarded] + ([(made.bye, "bye")] if made.bye is not None else [])
    for n, kind in alone:
        matches.append(DrawnMatch(match=next(number), table=None, a=n, b=None, kind=kind))  # type: ignore[arg-type]
    return {
        "matches": tuple(matches),
        "floats": tuple((f.player, f.from_points, f.to_points) for f in made.floats),
        "rematches": made.rematches,
        "starts": tuple((n, s) for n, s in sorted(starts.items()) if t.players[n].start != s),
        "field": rows if rows != round_.field else (),
    }


def _entrants(
    t: Tournament,
    stage: Stage,
    standing: tuple[Standing, ...],
    playing: list[PlayerNo],
    starts: dict[PlayerNo, int],
) -> list[Entrant]:
    # drawn again, the round's own bye does not count: there is nothing to re-roll
    before = entrants_of(t, standing, playing, t.round_number, stage.number)
    here = ((e, t.players[e.player]) for e in before)
    return [replace(e, apart=p.groups, start=starts.get(e.player, p.start)) for e, p in here]


def _starts(t: Tournament, lots: Lots) -> dict[PlayerNo, int]:
    """Start numbers (SWL-PAIR-4, AMB-S16): by lot at round 1, by registration, or as typed in."""
    known = {n: p.start for n, p in t.players.items() if p.start is not None}
    if rules(t).data.pairing != "fold":
        return {}
    waiting = [n for n in t.active() if n not in known]
    by_lot = answer(rules(t).data, settings(t), "start_numbers") in (None, "random")
    ordered = lots.order(waiting, "start numbers") if by_lot else sorted(waiting)
    free = (s for s in range(1, len(t.players) + 2 + len(known)) if s not in set(known.values()))
    return {**known, **dict(zip(ordered, free, strict=False))}


def _order(t: Tournament, stage: Stage, standings: Sequence[PlayerNo]) -> Sequence[PlayerNo]:
    """Most points win (COM-PAIR-7); of teams level on top, the one that stayed (AMB-G42)."""
    first = title_left_to(t)
    return sorted(standings, key=lambda n: n != first) if first else standings


def _no_more_rounds(t: Tournament, stage: Stage) -> Refusal | None:
    if rounds_left(t, stage) > 0:
        return None
    return refuse("round.stage_complete", "COM-PREP-3", stage=stage.number, rounds=stage.rounds)


def _name(t: Tournament, stage: Stage, round_: Round | None) -> RoundName:
    own = t.rounds_of(stage.number)
    return (RoundPart("swiss", own.index(round_) + 1 if round_ else len(own) + 1, stage.rounds),)


def _planned(plan: StagePlan, players: int) -> list[ComingRound]:
    return [("swiss", (RoundPart("swiss", n, plan.rounds),)) for n in range(1, plan.rounds + 1)]


def _clock(stage: Stage, match: Match) -> RoundKind:
    return "swiss"


SWISS = StageKind(
    key=StageKey("swiss"),
    pair=_pair,
    order=_order,
    rounds=lambda _, stage: stage.rounds,
    no_more_rounds=_no_more_rounds,
    still_to_play=stage_to_follow,
    clock=_clock,
    name=_name,
    planned=_planned,
    explain=why_drawn,
    planned_rounds=True,
    may_rejoin=True,
    pairs_by_hand=True,
)
