"""The first page: who waits, longest first; on or off duty; all rulings; finding a rule by words."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.queries.staff import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match
from komandor.rulebook import Rule, search
from komandor.rulebook.register import rule as rule_of
from komandor.web.console.status_bar import StaffPage, signed_in
from komandor.web.forms.form_commands import act, or_page
from komandor.web.judge.judge_page import judge, log_of
from komandor.web.rendering.event_page import EventPage, EventPart, opened
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import fragment, live_part, redirect
from komandor.web.routing.request import Request, url
from komandor.web.routing.routes import LEADERS

SHOWN = 8


class DeskPart(EventPart, template="judge/desk_live.html"):
    """Who waits; and for leaders what else waits."""

    desk: judging.Desk
    leads: bool


class DeskPage(StaffPage, template="judge/desk.html"):
    part: DeskPart


class RulingsPage(StaffPage, template="judge/rulings.html"):
    calls: Sequence[tuple[Call, Match | None]]


class FoundRules(Page, template="judge/found_rules.html"):
    found: Sequence[Rule]
    words: str


def home(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    return judge(request, p, DeskPage(p, part=_desk(request, p)), "calls", refusal)


def live(request: Request, tournament: str) -> HttpResponse:
    """The list itself, asked for again whenever something happened."""
    p = opened(request)
    return live_part(request, f"j-{request.me.actor}", lambda: _desk(request, p))


def _desk(request: Request, p: EventPage) -> DeskPart:
    desk = judging.desk(p.t, log_of(p), p.now, request.me.actor)
    return DeskPart(p, desk=desk, leads=request.me.may(LEADERS))


def duty(request: Request, tournament: str) -> HttpResponse:
    """On or off duty: off duty one counts as a spectator and says so (COM-ROLE-9)."""
    p = opened(request)
    mine = signed_in(request, p)
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
    calls = [(call, p.t.match(call.match)) for _, call in sorted(p.t.calls.items(), reverse=True)]
    return judge(request, p, RulingsPage(p, calls=calls), "rulings")


def find_rule(request: Request, tournament: str) -> HttpResponse:
    """Rules of this game that these words occur in, for the ruling's rule field."""
    words, game = request.fields.text("q"), rules(request.loaded.state).data.id
    exact = rule_of(words.upper())
    found = [r for r in search(words, request.lang) if game in r.games][:SHOWN] if words else []
    if exact and exact not in found:
        found.insert(0, exact)
    return fragment(request, FoundRules(found=found, words=words))
