"""The log: who did what and when, named points, and undo with its effect shown first."""

from django.http import HttpResponse

from komandor.app.queries.effects import effect_of_undo
from komandor.app.queries.history import Entry, entries
from komandor.app.undo_targets import undo_targets
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console, opened
from komandor.web.errors import error
from komandor.web.form_commands import act
from komandor.web.request import Request

PAGE = 60
CHANGES = ("pairing_changed", "event_voided", "result_corrected", "event_changed")


def log(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request, tournament)
    words, kind = request.GET.get("q", "").strip(), request.GET.get("kind", "")
    rows = [e for e in entries(p.site.store, p.loaded) if _wanted(p, e, words, kind)]
    rows.reverse()
    last = max(1, -(-len(rows) // PAGE))
    number = min(last, int(request.GET.get("page", "1"))) if request.GET.get("page", "1").isdecimal() else 1
    shown = rows[(number - 1) * PAGE : number * PAGE]
    return console(
        request, p, "log.html", "log", refusal, entries=shown, page_number=number, last=last, words=words,
        kind=kind, line=lambda e: p.event_line(e.event), points=p.t.points_named,
    )  # fmt: skip


def _wanted(p: object, entry: Entry, words: str, kind: str) -> bool:
    if kind == "changes" and entry.type not in (
        "pairing_changed",
        "event_voided",
        "result_corrected",
        "event_changed",
    ):
        return False
    if kind == "results" and not entry.type.startswith("result"):
        return False
    if kind == "people" and not entry.type.startswith(("player", "checked", "registration", "staff")):
        return False
    if not words:
        return True
    line = p.event_line(entry.event)  # type: ignore[attr-defined]
    return words.casefold() in f"{line} {entry.by} {entry.type}".casefold()


def undo(request: Request, tournament: str, seq: int) -> HttpResponse:
    """GET shows what would change; POST does it, as an event with a reason. Undoing an undo is redo."""
    p = opened(request, tournament)
    targets = undo_targets(p.site.services.ledger, tournament, seq)
    if not targets:
        return error(request, 404)
    refusal: Refusal | None = None
    if request.method == "POST":
        reason = request.POST.get("reason") or request.t.gettext("taken back at once")
        command = c.VoidEvents(targets, reason)
        back = request.POST.get("back") or f"/c/{tournament}/"
        answer = act(request, tournament, command, back, request.t.gettext("Taken back."))
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


def name_point(request: Request, tournament: str) -> HttpResponse:
    said = request.t.gettext("This point has a name now.")
    answer = act(request, tournament, c.NamePoint(request.POST.get("name", "")), f"/c/{tournament}/log", said)
    return log(request, tournament, answer) if isinstance(answer, Refusal) else answer
