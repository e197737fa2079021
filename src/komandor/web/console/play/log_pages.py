"""The log: who did what and when, named points, and undo with its effect shown first."""

from collections.abc import Mapping, Sequence

from django.http import HttpResponse

from komandor.app.queries.everybody.history import LogEntry, entry
from komandor.app.queries.staff.effects import Effect, effect_of_undo
from komandor.app.undo_targets import end_of_step, targets_after, undo_targets
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.log.codec import type_name
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.fields import MOST, NOTE, Fields
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import EventPage, opened, split
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.request import Request, url

PAGE = 60
KINDS = {
    "": ("",),
    "changes": ("pairing_changed", "event_voided", "result_corrected", "event_changed"),
    "results": ("result",),
    "people": ("player", "checked", "registration", "staff"),
}
"""Filter → how the types of its events begin."""


class LogPage(ConsolePage, template="console/log.html"):
    entries: Sequence[LogEntry]
    newest: int  # the newest record that stands
    page_number: int
    last: int
    words: str
    kind: str


class UndoPage(ConsolePage, template="console/undo.html"):
    effect: Effect | None
    what: Sequence[str]
    before: int
    instead: int  # so many records would go, if this one alone cannot
    typed: Mapping[str, str]
    here: str = ""  # the record to which the event goes back


def log_page(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    query = Fields(request.GET)
    words, kind = query.text("q"), query.choice("kind", KINDS, "")
    found = _wanted(p, words, kind)
    last = max(1, -(-len(found) // PAGE))
    number = min(last, query.number("page", 1, MOST, 1))
    rows = [entry(p.loaded, seq) for seq in found[(number - 1) * PAGE : number * PAGE]]
    newest = next((n for n in range(p.loaded.version, 0, -1) if n not in p.t.voids), 0)
    shown = LogPage(p, entries=rows, newest=newest, page_number=number, last=last, words=words, kind=kind)
    return console(request, p, shown, "log", refusal)


def _wanted(p: EventPage, words: str, kind: str) -> Sequence[int]:
    """The records that the filters let through, by kind and by the words that were searched; newest first."""
    seqs = range(p.loaded.version, 0, -1)
    if not kind and not words:
        return seqs
    of_kind = [n for n in seqs if type_name(type(p.loaded.history[n - 1][1])).startswith(KINDS[kind])]
    return [n for n in of_kind if not words or _mentions(p, entry(p.loaded, n), words)]


def _mentions(p: EventPage, e: LogEntry, words: str) -> bool:
    return words.casefold() in f"{p.event_line(e.event, e.withheld)} {e.by} {e.type}".casefold()


def undo(request: Request, tournament: str, seq: int) -> HttpResponse:
    """GET shows what would change; POST does it, as an event with a reason. Undoing an undo is redo."""
    p = opened(request)
    targets = found(undo_targets(p.site.services.ledger, tournament, seq) or None)
    reason = request.fields.text("reason", NOTE) or request.t.gettext("undone straight away")
    back = request.fields.raw("back") or url("console", tournament)
    command, message = c.VoidEvents(targets, reason), request.t.gettext("Undone.")
    refusal = act(request, command, back, message) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    effect, against = split(effect_of_undo(p.t, tuple(p.loaded.history), targets))
    what = [p.event_line(event) for seq, event in p.loaded.history if seq in targets]
    before = min(targets) - 1
    instead = len(targets_after(p.site.services.ledger, tournament, before)) if against else 0
    shown = UndoPage(p, effect=effect, what=what, before=before, instead=instead, typed=request.POST)
    return console(request, p, shown, "log", refusal or against)


def back_to(request: Request, tournament: str, seq: int) -> HttpResponse:
    """Go back to the event as it stood after the step of a record: take later ones back, with one reason."""
    p = opened(request)
    seq = end_of_step(p.site.services.ledger, tournament, seq)
    targets = targets_after(p.site.services.ledger, tournament, seq)
    if not targets and 0 < seq <= p.loaded.version:  # reloaded, or come back to, after it was done
        there = request.t.gettext("Nothing to restore: the event is already at this point.")
        return redirect(request, url("console-log", tournament), there, tone="info")
    found(targets or None)
    command = c.VoidEvents(targets, request.fields.text("reason", NOTE))
    message = request.t.gettext("Restored to entry %(number)s.") % {"number": seq}
    answer = act(request, command, url("console", tournament), message) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    effect, against = split(effect_of_undo(p.t, tuple(p.loaded.history), targets))
    what = [p.event_line(p.loaded.history[n - 1][1]) for n in reversed(targets)]
    here = p.event_line(p.loaded.history[seq - 1][1])
    further = len(targets_after(p.site.services.ledger, tournament, seq - 1)) if against else 0
    typed = request.POST
    shown = UndoPage(p, effect=effect, what=what, here=here, before=seq - 1, instead=further, typed=typed)
    return console(request, p, shown, "log", answer or against)
