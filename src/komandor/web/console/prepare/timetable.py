"""When the rounds and the day will end, as several pages show it."""

from django.http import HttpResponse

from komandor.app.queries.pace import Pace, pace
from komandor.app.queries.schedule import Schedule, day_plan_of, schedule
from komandor.web.event_page import EventPage, opened
from komandor.web.fields import MOST_PLAYERS
from komandor.web.live import now_ms
from komandor.web.request import Request
from komandor.web.responses import fragment


def timetable(p: EventPage, players: int | None = None) -> Schedule | None:
    """The forecast for `ui.timetable(...)`; None while there are too few players for one."""
    made = schedule(p.t, day_plan_of(p.site.store, p.t.id), now_ms(), players, p.loaded.closed)
    return made if isinstance(made, Schedule) else None


def pace_of(p: EventPage, day: Schedule | None) -> Pace | None:
    """How the rounds go against their plan; None before the first clock."""
    return pace(p.t, day, day_plan_of(p.site.store, p.t.id), now_ms()) if day else None


def live(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    players = request.fields.optional_number("players", 2, MOST_PLAYERS)
    day = timetable(p, players)
    shown = p.context(day=day, pace=pace_of(p, day))
    return fragment(request, "console/prepare/timetable.html", **shown)
