"""A result in words as its own player reads it: "You win 7–4"."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from komandor.core.reasons import Refusal
from komandor.core.tournament.readings.scoring import scored
from komandor.core.tournament.state import Match
from komandor.web.event_page import EventPage
from komandor.web.outcome import OutcomeView, outcome_of
from komandor.web.phone.phone_page import me
from komandor.web.request import Request


def reading(request: Request, p: EventPage, match: Match, report: Mapping[str, Any]) -> OutcomeView:
    view = outcome_of(p, match, report, request.t.gettext)
    worth = scored(p.t, match, report)
    mine = not isinstance(worth, Refusal) and worth[1] == me(request)
    return replace(view, headline=request.t.gettext("You win")) if mine else view
