"""What a slip would be worth, in words: shown under the form while it is filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import MatchScore
from komandor.core.reasons import Refusal
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.scoring import slip_score, winner_of, wins_in
from komandor.core.tournament.state import Match
from komandor.texts import Speaker
from komandor.web.rendering.event_page import EventPage, Sentence

PLACE = re.compile(r"(?:games\[(?P<game>\d+)\]\.)?(?P<key>\w+)(?:\[\d+\])*")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeView:
    headline: str = ""
    points: str = ""
    lost: bool = False  # by the player who reads it
    mov: int | None = None  # None in games without a margin of victory
    reasons: tuple[Sentence, ...] = ()
    refusals: tuple[Sentence, ...] = ()
    needs: tuple[str, ...] = ()  # fields that the refusals name, as the form spells them: "g0.winner"


def outcome_of(p: EventPage, match: Match, report: Mapping[str, Any], gettext: Any) -> OutcomeView:
    """The reading of a report: who wins, what it is worth, and by which rules."""
    score = slip_score(p.t, match, report)
    if isinstance(score, Refusal):
        return refused_outcome(p, match, score)
    first, second = score.sides[::-1] if score.winner == "b" else score.sides
    games = wins_in(p.t, match, score)
    best, other = (max(games), min(games)) if games else (first.points, second.points)
    winner = winner_of(match, score)
    return OutcomeView(
        headline=_headline(p, winner, first.points, gettext),
        lost=winner is not None and p.you in match.players and winner != p.you,
        points=f"{best}–{other}",
        mov=max(first.mov, second.mov) if rules(p.t).data.margins else None,
        reasons=_reasons(score, _speaker(p, match), gettext),
    )


def refused_outcome(p: EventPage, match: Match, refusal: Refusal) -> OutcomeView:
    """The reading of a report that was refused: why, and which fields it is about."""
    speaker = _speaker(p, match)
    refusals = tuple((speaker.sentence(r), r.rule) for r in refusal.reasons)
    return OutcomeView(refusals=refusals, needs=_needs(refusal))


def _speaker(p: EventPage, match: Match) -> Speaker:
    return p.speaker(sides=(p.name(match.a), p.name(match.b)))


def versions_of(p: EventPage, match: Match, gettext: Any) -> list[tuple[PlayerNo, OutcomeView]]:
    """What each player reported last, in words: shown to both and to the judge while they disagree."""
    latest = {
        r.reported_by: r.report
        for r in (*match.disputed, match.result)
        if r is not None and r.reported_by is not None and r.report
    }
    return [(n, outcome_of(p, match, report, gettext)) for n, report in latest.items()]


def _headline(p: EventPage, winner: PlayerNo | None, points: int, gettext: Any) -> str:
    if winner is None:
        return str(gettext("Draw") if points else gettext("Nobody wins"))
    return str(gettext("You win") if winner == p.you else gettext("%(name)s wins") % {"name": p.name(winner)})


def _reasons(full: MatchScore, speaker: Speaker, gettext: Any) -> tuple[Sentence, ...]:
    """Why, what decided first; where a match has several games, each sentence says which one it is about."""
    of_game = [(r, n) for n, game in enumerate(full.games, 1) for r in game.reasons]
    sentences: list[Sentence] = []
    for reason in full.decided_first:
        at = next((i for i, (one, _) in enumerate(of_game) if one == reason), None)
        number = of_game.pop(at)[1] if at is not None else 0
        game = gettext("Game %(number)s") % {"number": number} + ": " if number else ""
        sentences.append((game + speaker.sentence(reason), reason.rule))
    return tuple(sentences)


def _needs(refusal: Refusal) -> tuple[str, ...]:
    """ "games[1].winner" → "g1.winner"; "end" → "g0.end"."""
    named = (str(r.params.get("field", "")) for r in refusal.reasons)
    found = (PLACE.fullmatch(name) for name in named if name)
    return tuple(f"g{m['game'] or 0}.{m['key']}" for m in found if m)
