"""The first page: who waits, longest first; on or off duty; all rulings; finding a rule by words."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.staff import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.rulebook import search
from komandor.rulebook.register import rule as rule_of
from komandor.web.forms.form_commands import act, or_page
from komandor.web.judge.judge_page import judge, log_of, on_staff, shared, staff_number
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import fragment, live_part, redirect
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.server.live import now_ms

SHOWN = 8


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    return judge(request, p, "desk.html", "calls", refusal, desk=_desk(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The list itself, asked for again whenever something happened."""
    p = opened(request)

    def context() -> dict[str, Any]:
        shown = {"desk": _desk(request, p), "me": request.me}
        return p.context(**shown, **shared(request, p, "calls"))

    return live_part(request, f"j-{request.me.actor}", "judge/desk_live.html", context)


def _desk(request: Request, p: EventPage) -> judging.Desk:
    return judging.desk(p.t, log_of(p), now_ms(), staff_number(request))


def duty(request: Request, tournament: str) -> HttpResponse:
    """On or off duty: off duty one counts as a spectator and says so (COM-ROLE-9)."""
    p = opened(request)
    mine = on_staff(request, p)
    if mine is None:
        return redirect(request, url("judge", tournament))
    on = request.fields.ticked("on_duty")
    _ = request.t.gettext
    message = _("You are on duty.") if on else _("You are off duty and count as a spectator.")
    answer = act(request, c.SetDuty(mine.number, on), url("judge", tournament), message, undo=False)
    return or_page(request, answer, home)


def rulings(request: Request, tournament: str) -> HttpResponse:
    """Every call so far with what was decided, newest first (COM-ROLE-13)."""
    p = opened(request)
    calls = sorted(p.t.calls.values(), key=lambda call: -call.number)
    return judge(request, p, "rulings.html", "rulings", calls=calls)


def find_rule(request: Request, tournament: str) -> HttpResponse:
    """Rules of this game that these words occur in, for the ruling's rule field."""
    p = opened(request)
    words = request.fields.text("q")
    game = rules(p.t).data.id
    exact = rule_of(words.upper())
    found = [r for r in search(words, request.lang) if game in r.games][:SHOWN] if words else []
    if exact and exact not in found:
        found.insert(0, exact)
    return fragment(request, "judge/found_rules.html", **p.context(found=found, words=words))
