"""Why these two play each other: asked by tapping an arrow, answered in sentences with their rules."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.core.explain import why_opponent
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.tournament.state import Match
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence, opened
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import found, fragment
from komandor.web.routing.request import Request

Why = Sequence[tuple[PlayerNo, Sequence[Sentence]]]


@shows("console/why.html")
class WhyPaired(EventPart):
    why: Why


def why(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    p = opened(request)
    match = found(p.t.matches.get(number))
    return fragment(request, WhyPaired(p, why=reasons_of(p, match)))


def reasons_of(p: EventPage, match: Match) -> Why:
    """For each player of the match: why they got this opponent. What holds for both is listed once."""
    listed: set[tuple[str, str]] = set()
    out = []
    for player in match.players:
        fresh = []
        for one in p.speaker().explained(why_opponent(p.t, match.round, player)):
            same = (one.code, str(sorted(str(value) for value in one.params.values())))
            if same not in listed:
                fresh.append((p.say(one), one.rule))
            listed.add(same)
        if fresh:
            out.append((player, fresh))
    return out
