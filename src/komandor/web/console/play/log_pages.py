"""The log: who did what and when, named points, and undo with its effect shown first."""

from django.http import HttpResponse

from komandor.app.queries.effects import effect_of_undo
from komandor.app.queries.history import Entry, entries
from komandor.app.undo_targets import undo_targets
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console
from komandor.web.errors import error
from komandor.web.event_page import EventPage, opened
from komandor.web.fields import MOST, NOTE, Fields
from komandor.web.form_commands import act
from komandor.web.request import Request

PAGE = 60
KINDS = {
    "": ("",),
    "changes": ("pairing_changed", "event_voided", "result_corrected", "event_changed"),
    "results": ("result",),
    "people": ("player", "checked", "registration", "staff"),
}
"""Filter → how the types of its events begin."""


def log_page(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    query = Fields(request.GET)
    words, kind = query.text("q"), query.choice("kind", KINDS, "")
    rows = [e for e in entries(p.site.store, p.loaded) if _wanted(p, e, words, kind)]
    rows.reverse()
    last = max(1, -(-len(rows) // PAGE))
    number = min(last, query.number("page", 1, MOST, 1))
    return console(
        request,
        p,
        "log.html",
        "log",
        refusal,
        entries=rows[(number - 1) * PAGE : number * PAGE],
        page_number=number,
        last=last,
        words=words,
        kind=kind,
        line=lambda e: p.event_line(e.event),
        points=p.t.points_named,
    )


def _wanted(p: EventPage, entry: Entry, words: str, kind: str) -> bool:
    """Whether the filters let this line through: its kind, and the words that were searched."""
    if kind and not entry.type.startswith(KINDS[kind]):
        return False
    if not words:
        return True
    line = p.event_line(entry.event)
    return words.casefold() in f"{line} {entry.by} {entry.type}".casefold()


def undo(request: Request, tournament: str, seq: int) -> HttpResponse:
    """GET shows what would change; POST does it, as an event with a reason. Undoing an undo is redo."""
    p = opened(request)
    targets = undo_targets(p.site.services.ledger, tournament, seq)
    if not targets:
        return error(request, 404)
    refusal: Refusal | None = None
    if request.method == "POST":
        reason = request.fields.text("reason", NOTE) or request.t.gettext("taken back at once")
        back = request.fields.raw("back") or f"/c/{tournament}/"
        answer = act(request, c.VoidEvents(targets, reason), back, request.t.gettext("Taken back."))
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    effect = effect_of_undo(p.t, p.loaded.history, targets)
    if isinstance(effect, Refusal):
        refusal, shown = refusal or effect, None
    else:
        shown = effect
    what = [p.event_line(e.event) for e in entries(p.site.store, p.loaded) if e.seq in targets]
    return console(request, p, "undo.html", "log", refusal, effect=shown, what=what, seq=seq)
