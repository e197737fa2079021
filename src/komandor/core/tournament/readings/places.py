"""The winner of a final match, and the final places of everybody."""

from komandor.core.brackets import final_order
from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.knockout import bracket_now, matches
from komandor.core.tournament.readings.standings import standings_of, swiss_stages
from komandor.core.tournament.state import Stage, Tournament


def final_winner(t: Tournament, stage: Stage) -> PlayerNo | None:
    """Of two teams level for first place; one that is left alone has won (SWL-2V2-5, COM-ELIM-6)."""
    here = [n for n in stage.seeded if t.players[n].active]
    if len(here) == 1:
        return here[0]
    own = matches(t, stage)
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
        front = sorted(stage.seeded, key=lambda n: n != winner)
        order = [*front, *(n for n in swiss if n not in front)]
    else:
        order = list(swiss)
    ranked = (n for n in order if t.players[n].status != "disqualified")
    return tuple((n, place) for place, n in enumerate(ranked, start=1))


def swiss_order(t: Tournament) -> tuple[PlayerNo, ...]:
    """Everybody by the last Swiss stage that they were in: who was cut earlier stands below."""
    return tuple(dict.fromkeys(row.player for s in swiss_stages(t) for row in standings_of(t, s)))
