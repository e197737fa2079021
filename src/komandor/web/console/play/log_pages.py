"""The log: who did what and when, named points, and undo with its effect shown first."""

from django.http import HttpResponse

from komandor.app.queries.effects import effect_of_undo
from komandor.app.queries.history import Entry, entries
from komandor.app.undo_targets import undo_targets
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console
from komandor.web.event_page import EventPage, opened, split
from komandor.web.fields import MOST, NOTE, Fields
from komandor.web.form_commands import act
from komandor.web.request import Request
from komandor.web.responses import found

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
    shown = {"entries": rows[(number - 1) * PAGE : number * PAGE], "line": lambda e: p.event_line(e.event)}
    filtered = {"page_number": number, "last": last, "words": words, "kind": kind}
    return console(request, p, "log.html", "log", refusal, points=p.t.points_named, **shown, **filtered)


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
    targets = found(undo_targets(p.site.services.ledger, tournament, seq) or None)
    reason = request.fields.text("reason", NOTE) or request.t.gettext("taken back at once")
    back = request.fields.raw("back") or f"/c/{tournament}/"
    command, message = c.VoidEvents(targets, reason), request.t.gettext("Taken back.")
    refusal = act(request, command, back, message) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    effect, against = split(effect_of_undo(p.t, p.loaded.history, targets))
    what = [p.event_line(e.event) for e in entries(p.site.store, p.loaded) if e.seq in targets]
    return console(request, p, "undo.html", "log", refusal or against, effect=effect, what=what, seq=seq)
