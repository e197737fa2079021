"""Questions about people who come late, come back, or were never there."""

from collections.abc import Iterator

from komandor.check.laws.law import Moment
from komandor.check.state import State

SEATED = ("published", "running")


def sent(st: State, player: int) -> bool:
    """Whether a player was disqualified or removed for conduct: no place, no seed, no prize (AMB-G42)."""
    p = st.players.get(player)
    return p is not None and (p.status == "disqualified" or (p.status == "left" and p.cause == "conduct"))


def was_there(st: State, player: int) -> bool:
    """Whether a player had a seat, a drawn or awarded bye, or came to a table where the other did not."""
    for m in st.matches.values():
        if player in m.players and st.rounds[m.round].status not in ("frozen", "drawn"):
            score = m.scores.get(player)
            if score is None or score.outcome != "forfeit_loss":
                return True
    return bool(player in st.players and st.players[player].granted)


def byes(m: Moment) -> Iterator[str]:
    r, given = m.st.round, list(m.x.get("byes", ()))
    now = [r.number] if r is not None and r.status in SEATED else []
    if any(n not in now for n in given):
        yield f"Player {m.x['player']} gets byes for the rounds {given}, which are not being played."
    elif given and r and _has_a_bye(m.st, r.number):
        yield f"Player {m.x['player']} gets the bye of round {r.number}, which somebody has already."


def _has_a_bye(st: State, number: int) -> bool:
    drawn = any(one.kind != "match" for one in st.in_round(number))
    return drawn or any(number in p.granted for p in st.players.values())


def over(m: Moment) -> Iterator[str]:
    stage, r = m.st.stage, m.st.round
    if stage is None or r is None or r.status != "closed":
        return
    played = sum(one.stage == stage.number for one in m.st.rounds.values())
    if stage.kind != "swiss" or played >= stage.rounds:
        yield f"Player {m.x['player']} enters after the last round of {str(stage).lower()}."


def sent_away(m: Moment) -> Iterator[str]:
    if sent(m.st, m.x["player"]):
        yield f"Player {m.x['player']} was sent away for good and is back."


def gone_already(m: Moment) -> Iterator[str]:
    """Somebody who left may still be disqualified; nobody leaves who has left or was disqualified."""
    p = m.st.players.get(m.x["player"])
    out = ("disqualified",) if m.entry.kind == "player_disqualified" else ("left", "disqualified")
    if p is not None and p.status in out:
        yield f"{p} has left already, and {m.entry.kind} says so again."
