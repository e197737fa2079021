"""The final places of everybody."""

from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.standings import standings_of, swiss_stages
from komandor.core.tournament.state import Tournament


def final_places(t: Tournament) -> tuple[tuple[PlayerNo, int], ...]:
    """As the last stage ranks everybody, without those who were sent away (COM-PAIR-7, AMB-G24, AMB-G42)."""
    stage = t.stage
    assert stage
    order = stage.kind.order(t, stage, swiss_order(t))
    ranked = (n for n in order if not t.players[n].sent_away)
    return tuple((n, place) for place, n in enumerate(ranked, start=1))


def swiss_order(t: Tournament) -> tuple[PlayerNo, ...]:
    """Everybody by the last Swiss stage that they were in: who was cut earlier stands below."""
    return tuple(dict.fromkeys(row.player for s in swiss_stages(t) for row in standings_of(t, s)))
