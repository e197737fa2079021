"""The rounds of one player so far, with the calls and sanctions that concern them."""

from dataclasses import dataclass
from typing import Literal

from komandor.app.queries.everybody.progress import record_of, results
from komandor.app.queries.everybody.rounds import RowStatus, score_of, score_said
from komandor.app.queries.player.my_table import MyMatch, seen_by_players
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.tournament.judge_records import Call, Sanction
from komandor.core.tournament.readings.regulations import bye_score, missed_score
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import MatchKind

SENT_AWAY = ("removal", "disqualification")


@dataclass(frozen=True, slots=True, kw_only=True)
class MyRound:
    round: int
    kind: MatchKind | Literal["missed"]
    match: MyMatch | None
    opponent: PlayerNo | None
    outcome: Outcome | None = None
    points: int | None = None
    score: str = ""  # "7–4", own side first
    mov: int = 0
    status: RowStatus | Literal[""] = ""
    lost_by: Sanction | None = None  # the sanction that lost this player the match
    calls: tuple[Call, ...] = ()

    @property
    def won(self) -> bool:
        """Whether it counts as won; a bye does."""
        return self.outcome is not None and self.outcome.won


@dataclass(frozen=True, slots=True)
class MyHistory:
    rounds: tuple[MyRound, ...]
    sanctions: tuple[Sanction, ...]
    calls: tuple[Call, ...]  # calls that belong to none of the player's matches


def my_history(t: Tournament, me: PlayerNo) -> MyHistory:
    """All published rounds of the player, with sanctions and calls."""
    rounds = [_round(t, me, n) for n, r in sorted(t.rounds.items()) if r.shown]
    seats = {m.number for m in t.matches.values() if me in m.players}
    loose = tuple(c for c in t.calls.values() if c.player == me and c.match not in seats)
    own = tuple(s for s in t.sanctions.values() if s.player == me)
    return MyHistory(tuple(r for r in rounds if r), own, loose)


def my_record(t: Tournament, me: PlayerNo) -> str:
    """Matches won and lost in the whole event: "6–0", "3–1–2" with draws."""
    return str(record_of(results(t).get(me, ())))


def lost_by_sanction(t: Tournament, match: Match) -> dict[PlayerNo, Sanction]:
    """Whom a sanction cost this match: no game was counted, so no other word for the loss is true."""
    result = match.result
    if result is None or result.report:
        return {}
    lost = [n for n in match.players if n != result.winner]
    here = [s for s in t.sanctions.values() if s.player in lost and s.round >= match.round]
    decided = [s for s in here if s.match == match.number and s.kind in ("game_loss", "match_loss")]
    away = [s for s in here if result.forfeit and s.round == match.round and s.kind in SENT_AWAY]
    return {s.player: s for s in (*away, *decided)}


def _round(t: Tournament, me: PlayerNo, number: int) -> MyRound | None:
    match = next((m for m in t.in_round(number) if me in m.players), None)
    player = t.players[me]
    if match is None:
        if number in player.missed:
            kind: Literal["missed", "awarded_bye"] = "missed"
            points = missed_score(t).points
        elif number in player.byes_granted:
            kind, points = "awarded_bye", bye_score(t).points
        else:
            return None
        end = Outcome(kind)
        return MyRound(round=number, kind=kind, match=None, opponent=None, outcome=end, points=points)
    scored, result = score_of(t, match, me), match.result
    return MyRound(
        round=number,
        kind=match.kind,
        match=seen_by_players(t, match),
        opponent=match.opponent(me),
        outcome=scored.outcome if scored else None,
        points=scored.points if scored else None,
        score=score_said(t, match, me),
        mov=scored.mov if scored else 0,
        status="final" if match.kind != "match" else result.status if result else "missing",
        calls=tuple(c for c in t.calls.values() if c.match == match.number),
        lost_by=lost_by_sanction(t, match).get(me),
    )
