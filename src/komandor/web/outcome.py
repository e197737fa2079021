"""What a slip would be worth, in words: shown under the form while it is filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.ids import NOBODY
from komandor.core.reasons import Refusal
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.readings.scoring import scored
from komandor.core.tournament.state import Match
from komandor.web.event_page import EventPage

Sentence = tuple[str, str | None]  # with its rule
PLACE = re.compile(r"(?:games\[(?P<game>\d+)\]\.)?(?P<key>\w+)(?:\[\d+\])*")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeView:
    headline: str = ""
    points: str = ""
    mov: int = 0
    reasons: tuple[Sentence, ...] = ()
    refusals: tuple[Sentence, ...] = ()
    needs: tuple[str, ...] = ()  # fields that the refusals name, as the form spells them: "g0.winner"


def outcome_of(p: EventPage, match: Match, report: Mapping[str, Any], gettext: Any) -> OutcomeView:
    """The reading of a report: who wins, what it is worth, and by which rules."""
    speaker = p.speaker(sides=(p.name(match.a), p.name(match.b)))
    worth = scored(p.t, match, report)
    if isinstance(worth, Refusal):
        refusals = tuple((speaker.sentence(r), r.rule) for r in worth.reasons)
        return OutcomeView(refusals=refusals, needs=_needs(worth))
    scores, winner = worth
    full = rules(p.t).score(report, match_situation(p.t, match))
    reasons = () if isinstance(full, Refusal) else full.reasons
    if winner is None:
        headline = gettext("Nobody wins")
    else:
        headline = (
            gettext("You win") if winner == p.you else gettext("%(name)s wins") % {"name": p.name(winner)}
        )
    by_player = {s.player: s for s in scores}
    a, b = by_player[match.a], by_player[match.b or NOBODY]
    first, second = (b, a) if winner is not None and winner == match.b else (a, b)
    return OutcomeView(
        headline=headline,
        points=f"{first.points}–{second.points}",
        mov=max(a.mov, b.mov),
        reasons=tuple((speaker.sentence(r), r.rule) for r in reasons),
    )


def _needs(refusal: Refusal) -> tuple[str, ...]:
    """ "games[1].winner" → "g1.winner"; "end" → "g0.end"."""
    named = (str(r.params.get("field", "")) for r in refusal.reasons)
    found = (PLACE.fullmatch(name) for name in named if name)
    return tuple(f"g{m['game'] or 0}.{m['key']}" for m in found if m)
