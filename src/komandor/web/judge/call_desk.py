"""The first page: who waits, longest first; on or off duty; all rulings; finding a rule by words."""

from django.http import HttpResponse

from komandor.app.queries import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.rulebook import Lang, search
from komandor.rulebook.register import rule as rule_of
from komandor.web.event_page import EventPage, now_ms
from komandor.web.form_commands import act
from komandor.web.judge.judge_page import base, judge, log_of, on_staff, opened, staff_number
from komandor.web.request import Request
from komandor.web.responses import etag, fragment, redirect, tagged, unchanged

SHOWN = 8


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request, tournament)
    return judge(request, p, "desk.html", "calls", refusal, desk=_desk(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The list itself, asked for again whenever something happened."""
    p = opened(request, tournament)
    tag = etag(request, p.loaded.version, f"j-{request.me.actor}")
    if same := unchanged(request, tag):
        return same
    context = base(request, p, "calls") | {"desk": _desk(request, p)}
    return tagged(fragment(request, "judge/desk_live.html", **context), tag)


def _desk(request: Request, p: EventPage) -> judging.Desk:
    return judging.desk(p.t, log_of(p), now_ms(), staff_number(request))


def duty(request: Request, tournament: str) -> HttpResponse:
    """On or off duty: off duty one counts as a spectator and says so (COM-ROLE-9)."""
    p = opened(request, tournament)
    mine = on_staff(request, p)
    if mine is None:
        return redirect(request, f"/j/{tournament}/")
    on = request.POST.get("on_duty") == "1"
    _ = request.t.gettext
    said = _("You are on duty.") if on else _("You are off duty and count as a spectator.")
    answer = act(request, tournament, c.SetDuty(mine.number, on), f"/j/{tournament}/", said, undo=False)
    return home(request, tournament, answer) if isinstance(answer, Refusal) else answer


def rulings(request: Request, tournament: str) -> HttpResponse:
    """Every call so far with what was decided, newest first (COM-ROLE-13)."""
    p = opened(request, tournament)
    calls = sorted(p.t.calls.values(), key=lambda call: -call.number)
    return judge(request, p, "rulings.html", "rulings", calls=calls)


def find_rule(request: Request, tournament: str) -> HttpResponse:
    """Rules of this game that these words occur in, for the ruling's rule field."""
    p = opened(request, tournament)
    words = request.GET.get("q", "")[:100].strip()
    game = rules(p.t).data.id
    lang: Lang = "pl" if request.lang == "pl" else "en"
    exact = rule_of(words.upper())
    found = [r for r in search(words, lang) if game in r.games][:SHOWN] if words else []
    if exact and exact not in found:
        found.insert(0, exact)
    return fragment(request, "judge/found_rules.html", **p.context(found=found, words=words))
