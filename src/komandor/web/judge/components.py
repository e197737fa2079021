"""Lost and damaged components: time to find another, what becomes of them, proxies that print (COM-LOST)."""

from typing import Any

from django.http import HttpResponse

from komandor.app.handle import now
from komandor.app.queries import judging
from komandor.app.queries.effects import Effect, effect_of
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import current_match
from komandor.web.errors import error
from komandor.web.event_page import EventPage, now_ms
from komandor.web.form_commands import act
from komandor.web.jinja import day
from komandor.web.judge.judge_page import judge, log_of, number_in, opened, staff_number
from komandor.web.request import Request
from komandor.web.responses import page


def every(request: Request, tournament: str) -> HttpResponse:
    """GET: what is being looked for, and what became of the rest. POST: another one is reported."""
    p = opened(request, tournament)
    refusal: Refusal | None = None
    if request.method == "POST":
        said = request.t.gettext("Noted; the time to find another runs.")
        answer = act(request, tournament, _reported(request, p), f"/j/{tournament}/components", said)
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    looked_for = judging.searches(p.t, log_of(p))
    open_now = {s.component.number for s in looked_for}
    return judge(
        request, p, "components.html", "components", refusal, searches=looked_for,
        settled=[k for k in p.t.components.values() if k.number not in open_now],
        players=sorted(p.t.active(), key=p.name), categories=judging.CATEGORIES, proxies=judging.proxies(p.t),
        values=request.POST if request.method == "POST" else request.GET, minutes=judging.SEARCH_MINUTES,
    )  # fmt: skip


def _reported(request: Request, p: EventPage) -> c.ReportComponent:
    data = request.POST
    player = number_in(data.get("player")) or 0
    kind: Any = data.get("kind") if data.get("kind") in ("lost", "damaged") else "lost"
    category = data.get("category", "card")
    return c.ReportComponent(
        player, kind, data.get("what", "").strip()[:200],
        category if category in judging.CATEGORIES else "other",
        number_in(data.get("minutes"), 999) or 0, current_match(p.t, player),
    )  # fmt: skip


def resolve(request: Request, tournament: str, number: int) -> HttpResponse:
    """GET: the ways out, each with what it changes. POST: one of them."""
    p = opened(request, tournament)
    component = p.t.components.get(number)
    if component is None:
        return error(request, 404)
    refusal: Refusal | None = None
    if request.method == "POST":
        chosen: Any = request.POST.get("resolution", "")
        if chosen not in judging.resolutions(component):
            chosen = "proxy" if chosen == "proxy" else ""
        if not chosen:
            return error(request, 400)
        back = f"/j/{tournament}/proxies?player={component.player}&card={number}" if chosen == "proxy" else ""
        said = request.t.gettext("Settled.")
        answer = act(
            request,
            tournament,
            c.ResolveComponent(number, chosen),
            back or f"/j/{tournament}/components",
            said,
        )
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    ways = [(one, _effect(request, p, number, one)) for one in judging.resolutions(component)]
    rule = judging.component_rule(p.t, component.kind, component.category)
    return judge(
        request, p, "component.html", "components", refusal, component=component, ways=ways, rule=rule,
        search=next((s for s in judging.searches(p.t, log_of(p)) if s.component.number == number), None),
    )  # fmt: skip


def _effect(request: Request, p: EventPage, number: int, resolution: Any) -> Effect | None:
    wish = c.ResolveComponent(number, resolution)
    shown = effect_of(p.t, wish, c.Context(now=now_ms(), head="0" * 64, staff=staff_number(request)))
    return shown if isinstance(shown, Effect) else None


# ── proxies ──────────────────────────────────────────────────────────────────


def proxies(request: Request, tournament: str) -> HttpResponse:
    """The form with the four fields of COM-LOST-8; only proxies logged here are valid (COM-LOST-9)."""
    p = opened(request, tournament)
    refusal: Refusal | None = None
    if request.method == "POST":
        data = request.POST
        fields = [data.get(key, "").strip()[:500] for key in ("card", "unreadable", "maker", "date")]
        command = c.MakeProxy(number_in(data.get("player")) or 0, *fields)
        number = max(p.t.proxies, default=0) + 1
        back = f"/j/{tournament}/proxy/{number}/print"
        answer = act(request, tournament, command, back, request.t.gettext("Logged. Print it."))
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    return judge(
        request, p, "proxies.html", "components", refusal, proxies=judging.proxies(p.t),
        players=sorted(p.t.active(), key=p.name), today=day(now()), values=_values(request, p),
    )  # fmt: skip


def _values(request: Request, p: EventPage) -> dict[str, Any]:
    """What was typed, or what is known from the damaged card."""
    if request.method == "POST":
        return dict(request.POST.items())
    component = p.t.components.get(number_in(request.GET.get("card")) or 0)
    maker = p.staff_name(staff_number(request)) if request.me.staff else ""
    return {
        "player": number_in(request.GET.get("player")) or "",
        "card": component.what if component else "",
        "maker": maker,
    }


def paper(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request, tournament)
    found = dict(judging.proxies(p.t)).get(number)
    if found is None:
        return error(request, 404)
    return page(request, "judge/proxy_print.html", **p.context(proxy=found, number=number, me=request.me))
