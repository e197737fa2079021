"""What the kinds of stage with a bracket share: they differ in its form and in a drawn start."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from komandor.core.brackets import BracketForm, BracketPlan, final_order
from komandor.core.explain.knockout import why_game
from komandor.core.games.game import RoundKind
from komandor.core.ids import PlayerNo
from komandor.core.lots import Lots
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.readings.knockout import bracket_now, next_wave, plan
from komandor.core.tournament.stage_kind import ComingRound, RoundName, RoundPart, StageKind
from komandor.core.tournament.stage_kinds.bracket_names import name_of_games, planned_names
from komandor.core.tournament.stage_kinds.seating import fresh_numbers, seats
from komandor.core.tournament.state import Match, Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, StagePlan

Seeds = tuple[PlayerNo | None, ...]
DrawnStart = Callable[[Sequence[PlayerNo], Lots], Seeds]
"""The seeds of a bracket that starts the event, from the players in drawn order."""


def bracket_kind(form: BracketForm, drawn_start: DrawnStart, sides_by_seed: bool = False) -> StageKind:
    """The kind of stage that is played in this form of bracket."""
    return StageKind(
        key=form.key,
        pair=lambda t, round_, stage, lots: _pair(t, round_, stage, lots, drawn_start),
        order=_order,
        rounds=lambda *_: 0,
        no_more_rounds=_no_more_rounds,
        still_to_play=_still_to_play,
        clock=_clock,
        name=_name,
        planned=lambda planned, players: _planned(form, planned, players),
        explain=why_game,
        eliminates=True,
        sides_by_seed=sides_by_seed,
        bracket=form,
    )


def _pair(t: Tournament, round_: Round, stage: Stage, lots: Lots, drawn_start: DrawnStart) -> dict[str, Any]:
    """The next games of the bracket (COM-ELIM-1, CON-DEF-4); one that starts the event is drawn first.

    Byes, pairs and game numbers by lot: COM-ELIM-4, COM-ELIM-5.
    """
    seeds: Seeds = ()
    begins = not any(r.matches for r in t.rounds_of(stage.number) if r.number != round_.number)
    if begins and stage.number == 1:
        seeds = drawn_start(lots.order(t.active(), "knock-out start"), lots)
        t = t.fork()
        t.stages[stage.number] = replace(stage, seeds=seeds)
    if round_.matches:  # drawn again: its own games are free once more
        t = t.fork()
        t.rounds[round_.number] = replace(round_, matches=())
    wave = next_wave(t, t.stages[stage.number])
    pairs = [(g.number, g.players[0], g.players[1]) for g in wave.games]
    tables = seats(t, tuple((a, b) for _, a, b in pairs))
    number = fresh_numbers(t, round_)
    matches = [
        DrawnMatch(match=next(number), table=at, a=a, b=b, kind="match", game=game)
        for (game, a, b), at in zip(pairs, tables, strict=True)
    ]
    for g in wave.byes:
        assert isinstance(g.winner, int)  # not players[0]: that may be the one who left
        matches.append(
            DrawnMatch(match=next(number), table=None, a=g.winner, b=None, kind="bye", game=g.number)
        )
    return {"matches": tuple(matches), "seeds": seeds}


def _order(t: Tournament, stage: Stage, standings: Sequence[PlayerNo]) -> Sequence[PlayerNo]:
    """By the round of elimination, then in the order of the standings (AMB-G24)."""
    return [n for n, place in final_order(bracket_now(t, stage), standings) if place is not None]


def _no_more_rounds(t: Tournament, stage: Stage) -> Refusal | None:
    if not bracket_now(t, stage).complete:
        return None
    return refuse("round.bracket_complete", "COM-ELIM-1", stage=stage.number)


def _still_to_play(t: Tournament, stage: Stage) -> Refusal | None:
    return None if bracket_now(t, stage).complete else refuse("close.bracket_open", "COM-ELIM-1")


def _clock(stage: Stage, match: Match) -> RoundKind:
    game = plan(stage).by_number.get(match.game or 0)
    return "final" if game and game.side in ("final", "reset") else "knockout"


def _name(t: Tournament, stage: Stage, round_: Round | None) -> RoundName:
    """A round that is still to be seated is called like the next one."""
    if round_ and round_.matches:
        return name_of_games(plan(stage), tuple(t.matches[m].game or 0 for m in round_.matches))
    if not stage.seeds:
        return ()
    return name_of_games(plan(stage), tuple(g.number for g in next_wave(t, stage).games))


def _planned(form: BracketForm, planned: StagePlan, players: int) -> list[ComingRound]:
    made = form.plan(max(2, min(planned.cut or players, players)))
    if not isinstance(made, BracketPlan):
        return [("final", (RoundPart("final"),))]
    names = planned_names(made)
    if names[-1][0].code == "reset":  # the repeated final may not be needed
        names.pop()
    return [*(("knockout", name) for name in names[:-1]), ("final", names[-1])]
