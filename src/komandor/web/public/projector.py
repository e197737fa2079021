"""Slides for a projector in the hall. Everybody gets the same bytes; a script turns the pages."""

from collections.abc import Mapping, Sequence
from math import ceil, inf
from typing import Any

from komandor.app.queries.everybody.factions import shown_factions
from komandor.app.queries.everybody.meeting import MeetingSeat, meeting_seats
from komandor.app.queries.everybody.prizes import PrizeRow, prize_rows
from komandor.app.queries.everybody.progress import places_by_round
from komandor.app.queries.everybody.rounds import RoundView
from komandor.app.queries.everybody.standings import standings_view
from komandor.app.queries.staff.cut_preview import cut_shown
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import PLAYING
from komandor.rulebook import rule
from komandor.web.pictures.projector_bracket import wall_pages
from komandor.web.public import ruletext
from komandor.web.public.event_pages import bracket_of, resting
from komandor.web.public.pairings import by_name, current
from komandor.web.public.public_page import WITH_TIMES, rendered
from komandor.web.rendering.event_page import EventPage
from komandor.web.routing.paths import url
from komandor.web.server.cache import CachedPage

SLIDES = (
    "seats",
    "pairings",
    "clock",
    "standings",
    "progress",
    "bracket",
    "podium",
    "prizes",
    "notice",
    "join",
)

IN_ROTATION: Mapping[str, tuple[str, ...]] = {
    "registration": ("join", "notice"),
    "announced": ("join", "notice"),
    "published": ("pairings", "notice"),
    "running": ("clock", "pairings", "notice"),
    "between": ("standings", "bracket", "notice"),
    "cut": ("bracket", "standings", "notice"),
    "closed": ("podium", "prizes", "standings", "bracket", "progress", "notice"),
}
"""What the hall wants to see in each phase, unless the address asks for something else."""

TIMED = ("standings",)  # slides with the end of a break
BRIEF = ("clock", *TIMED)  # those that are not kept for long; a clock on the wall is not fetched in between
HALL_PATHS = 8  # players whose places by round are drawn
STILL_OUT = 30  # tables named one by one
MOST_WINNERS = 60  # of one prize
PRIZE_LINES, WINNERS_IN_LINE = 9, 3  # on one page of prizes


def model(p: EventPage) -> dict[str, Any]:
    """Everything that any slide shows."""
    view = current(p)
    open_round = view is not None and view.status in PLAYING
    bracket = bracket_of(p.t)
    return {
        "view": view,
        "open_round": open_round,
        "seats": [(p.initial(seat.player), seat) for seat in _seats(p)],
        "lines": by_name(p, view) if view and open_round else [],
        "still": _still_out(view)[:STILL_OUT] if view and open_round else (),
        "still_more": max(0, len(_still_out(view)) - STILL_OUT) if view and open_round else 0,
        "at_time": _at_time(p),
        "table": standings_view(p.t),
        "cut": cut_shown(p.t) if p.t.between_rounds else None,
        "rest": resting(p),
        "places": p.t.places,
        "factions": shown_factions(p.t),
        "most_winners": MOST_WINNERS,
        "prizes": _prize_pages([row for row in prize_rows(p.t, p.order) if row.named and row.winners]),
        "paths": places_by_round(p.t, HALL_PATHS),
        "bracket": bracket if bracket and bracket.games else None,
        "bracket_pages": wall_pages(bracket) if bracket and bracket.games else (),
        "rotation": IN_ROTATION.get(p.t.phase, SLIDES),
        "address": p.address,
        "join": p.join_address,
    }


def _seats(p: EventPage) -> tuple[MeetingSeat, ...]:
    """Where everybody sits until round 1."""
    return () if p.t.rounds else meeting_seats(p.t, p.order)


def _prize_pages(rows: Sequence[PrizeRow]) -> list[list[PrizeRow]]:
    """The prizes in their order, on each page about as many lines as are read from afar."""
    pages: list[list[PrizeRow]] = []
    left = 0
    for row in rows:
        lines = ceil(min(len(row.winners), MOST_WINNERS) / WINNERS_IN_LINE)
        if not pages or lines > left:
            pages.append([])
            left = PRIZE_LINES
        pages[-1].append(row)
        left -= lines
    return pages


def _still_out(view: RoundView) -> tuple[tuple[int | None, int], ...]:
    """Tables without a result, with their extra minutes."""
    return tuple((row.table, row.extension) for row in view.missing)


def _at_time(p: EventPage) -> str:
    """What happens in this game when time is up, in one line (COM-TIME-3)."""
    own = rules(p.t).data.rules
    finals = p.t.stage is not None and p.t.stage.kind.eliminates
    found = rule(own.get("at_time_finals" if finals else "", "") or own.get("at_time", ""))
    return ruletext.plain(found.text[p.lang]) if found else ""


def screen(slides: tuple[str, ...], tail: str) -> CachedPage:
    """A whole screen with these slides."""
    name = tail.replace("/", "-")

    def shown(p: EventPage) -> dict[str, Any]:
        return {**model(p), "slides": slides, "timed": TIMED, "path": url(name, p.t.id)}

    path, render = f"/t/<tournament>/{tail}", rendered("projector/screen.html", shown)
    return CachedPage(path, render, name, lasts=WITH_TIMES)


def part(name: str) -> CachedPage:
    """One slide alone, fetched again when the log moves."""
    path, lasts = f"/t/<tournament>/screen/part/{name}", WITH_TIMES if name in BRIEF else inf
    render = rendered(f"projector/parts/{name}.html", model)
    return CachedPage(path, render, f"screen-part-{name}", lasts=lasts)


PAGES = (
    screen(SLIDES, "screen"),
    *(screen((name,), f"screen/{name}") for name in SLIDES),
    *(part(name) for name in ("head", *SLIDES)),
)
