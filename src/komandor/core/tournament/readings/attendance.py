"""Who is here, who plays in a stage, and where a player sits."""

from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.state import Match, Stage, Tournament


def attending(t: Tournament) -> tuple[PlayerNo, ...]:
    """Who is here: everybody registered, or those checked in once check-in is used."""
    return tuple(n for n in t.active() if t.players[n].checked_in) or t.active()


def has_left(t: Tournament, player: PlayerNo | None) -> Refusal | None:
    """Why this player decides nothing more: they are out of the event. None for everybody else, and staff."""
    if player is None or t.players[player].active:
        return None
    return refuse("player.not_active", "COM-DROP-1", player=player)


def waiting_list(t: Tournament) -> tuple[PlayerNo, ...]:
    """Who waits for a place, in the order in which they came."""
    return tuple(n for n, p in sorted(t.players.items()) if p.status == "waiting_list")


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
    """Whether the stage has been played: its first clock started, a result is in, or a round of byes is
    closed (AMB-G18)."""
    rounds = t.rounds_of(stage.number)
    own = (m for r in rounds for m in t.in_round(r.number))
    return stage.begun or any(r.status == "closed" for r in rounds) or any(m.result is not None for m in own)


def open_results(t: Tournament) -> tuple[Match, ...]:
    """Matches of closed rounds whose result was annulled and not replaced yet (SWL-CHECK-2)."""
    closed = (n for n, r in sorted(t.rounds.items()) if r.status == "closed")
    return tuple(m for n in closed for m in t.in_round(n) if not m.final)


def current_match(t: Tournament, player: PlayerNo) -> MatchNo | None:
    round_ = t.round
    matches = t.in_round(round_.number) if round_ and round_.status != "closed" else ()
    return next((m.number for m in matches if player in m.players), None)
