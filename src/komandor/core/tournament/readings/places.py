"""The winner of a final match, and the final places of everybody."""

from komandor.core.brackets import final_order
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.knockout import bracket_now
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Stage, Tournament


def final_winner(t: Tournament, stage: Stage) -> PlayerNo | None:
    """Of two teams level for first place; one that is left alone has won (SWL-2V2-5, COM-ELIM-6)."""
    here = [n for n in stage.seeds if n is not None and t.players[n].active]
    if len(here) == 1:
        return here[0]
    own = [m for r in t.rounds.values() if r.stage == stage.number for m in t.in_round(r.number)]
    return next((m.result.winner for m in reversed(own) if m.result and m.result.winner is not None), None)


def final_places(t: Tournament) -> tuple[tuple[PlayerNo, int], ...]:
    """Swiss only: most points win (COM-PAIR-7); else by round of elimination, then Swiss order (AMB-G24)."""
    stage = t.stage
    assert stage
    swiss = swiss_order(t)
    if stage.knockout:
        order = [n for n, place in final_order(bracket_now(t, stage), swiss) if place is not None]
    elif stage.kind == "final_match":
        winner = final_winner(t, stage)
        front = sorted((n for n in stage.seeds if n is not None), key=lambda n: n != winner)
        order = [*front, *(n for n in swiss if n not in front)]
    else:
        order = list(swiss)
    return tuple(enumerate_places([n for n in order if t.players[n].status != "disqualified"]))


def swiss_order(t: Tournament) -> tuple[PlayerNo, ...]:
    """Everybody by the last Swiss stage that they were in: who was cut earlier stands below."""
    stages = sorted((s for s in t.stages.values() if s.kind == "swiss"), key=lambda s: -s.number)
    return tuple(dict.fromkeys(row.player for s in stages for row in standings_of(t, s)))


def enumerate_places(order: list[PlayerNo]) -> list[tuple[PlayerNo, int]]:
    return [(n, place) for place, n in enumerate(order, start=1)]
