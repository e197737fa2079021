"""The round is home: the next step, the clock, every table with its result."""

from django.http import HttpResponse

from komandor.app.queries.next_step import NextStep, next_step
from komandor.app.queries.rounds import RoundView, round_view
from komandor.core.reasons import Refusal
from komandor.core.tournament.decide.stages import next_in_line
from komandor.core.tournament.facts import rules
from komandor.web.console.frame import console, opened
from komandor.web.console.play.steps import WORDS, obstacle_links
from komandor.web.errors import error
from komandor.web.eventpage import EventPage, form_fields, now_ms
from komandor.web.request import Request
from komandor.web.responses import etag, fragment, tagged, unchanged

FILTERS = ("all", "missing", "disputed", "calls")


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request, tournament)
    return console(request, p, "round.html", "round", refusal, **model(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The part of the page that follows the log; asked for again whenever the version moves."""
    p = opened(request, tournament)
    show = request.GET.get("show", "all")
    tag = etag(request, p.loaded.version, f"{request.me.actor}-{show}")
    if same := unchanged(request, tag):
        return same
    context = p.context(me=request.me, **form_fields(p), **model(request, p))
    return tagged(fragment(request, "console/round_live.html", **context), tag)


def earlier(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request, tournament)
    if number not in p.t.rounds:
        return error(request, 404)
    view = round_view(p.t, number, now_ms())
    return console(request, p, "round_earlier.html", "round", view=view, numbers=_numbers(p))


def model(request: Request, p: EventPage) -> dict[str, object]:
    t = p.t
    number = max(t.rounds, default=0)
    view = (
        round_view(t, number, now_ms()) if number and t.phase not in ("registration", "announced") else None
    )
    step = next_step(t)
    show = request.GET.get("show", "all")
    return {
        "view": view,
        "rows": _filtered(view, show) if view else (),
        "show": show if show in FILTERS else "all",
        "step": step,
        "obstacles": obstacle_links(p, step),
        "quick": _examples(p, step),
        "numbers": _numbers(p),
        "watching": request.site.hub.watching(t.id),
        "words": WORDS,
        "asked": next_in_line(t),
        "join_address": f"{request.site.address}/join/{t.id}",
    }


def _filtered(view: RoundView, show: str) -> tuple[object, ...]:
    chosen = {
        "missing": view.missing,
        "disputed": view.disputed,
        "calls": tuple(r for r in view.rows if r.calls),
    }
    return chosen.get(show, view.rows)


def _numbers(p: EventPage) -> tuple[int, ...]:
    return tuple(sorted(p.t.rounds))


def _examples(p: EventPage, step: NextStep) -> bool:
    """Quick entry is there while results can come in."""
    return p.t.phase in ("published", "running") and bool(rules(p.t))
