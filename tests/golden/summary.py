"""What a tournament comes to, without today's names of fields, so that later versions can compare it."""

import hashlib
from typing import Any

from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Tournament
from komandor.log.canonical import canonical


def summary(t: Tournament) -> dict[str, Any]:
    return {
        "phase": t.phase,
        "players": [
            [n, p.status, list(p.missed), list(p.byes_granted)] for n, p in sorted(t.players.items())
        ],
        "rounds": [
            [n, r.stage, r.status, r.mission, [_match(m) for m in t.in_round(n)]]
            for n, r in sorted(t.rounds.items())
        ],
        "stages": [[s.kind.key, list(s.seeds), list(s.declined)] for _, s in sorted(t.stages.items())],
        "standings": [
            [
                [r.rank, r.player, r.points, [[k, str(v)] for k, v in r.values.items()], r.decided_by]
                for r in standings_of(t, s)
            ]
            for _, s in sorted(t.stages.items())
            if not s.kind.eliminates
        ],
        "places": [list(place) for place in t.places],
        "sanctions": [[s.player, s.kind, s.points, s.round] for _, s in sorted(t.sanctions.items())],
        "lists": [[n, len(p.lists), p.list_verdict] for n, p in sorted(t.players.items())],
    }


def _match(m: Match) -> list[Any]:
    result = m.result
    scores = [[s.player, s.outcome, s.points, s.mov] for s in result.scores] if result else []
    return [m.number, m.table, m.a, m.b, m.kind, m.game, result.winner if result else None, scores]


def digest(t: Tournament) -> str:
    return hashlib.sha256(canonical(summary(t)).encode()).hexdigest()
