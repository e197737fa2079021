"""When the rounds and the day will end: one forecast for console, phones and public pages."""

from komandor.app.queries.everybody.pace import Pace, pace
from komandor.app.queries.everybody.schedule import Schedule, day_plan_of, schedule
from komandor.web.rendering.event_page import EventPage
from komandor.web.server.live import now_ms


def timetable(p: EventPage) -> Schedule | None:
    """The forecast; None once the event is over, and while there are too few players for one."""
    if p.t.phase == "closed":
        return None
    made = schedule(p.t, day_plan_of(p.site.store, p.t.id), now_ms(), closed=p.loaded.closed)
    return made if isinstance(made, Schedule) else None


def pace_of(p: EventPage, day: Schedule | None) -> Pace | None:
    """How the rounds go against their plan; None before the first clock."""
    return pace(p.t, day, day_plan_of(p.site.store, p.t.id), now_ms()) if day else None
