"""Lost and damaged components: time to find another, what becomes of them, proxies that print (COM-LOST)."""

from collections.abc import Mapping, Sequence
from typing import get_args

from django.http import HttpResponse, QueryDict

from komandor.app.handle import now
from komandor.app.queries.staff import judging
from komandor.app.queries.staff.effects import Effect, effect_of
from komandor.core.ids import ComponentNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Component, Proxy
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.lost_games import open_match
from komandor.core.tournament.readings.regulations import broken_die, rules, ways_out
from komandor.core.tournament.values import MOST_TO_FIND, ComponentKind, Resolution
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import LINE, NOTE, Fields
from komandor.web.forms.form_commands import act, trying
from komandor.web.forms.leaving_form import PointsTyped, points_so_far, slip_so_far
from komandor.web.judge.judge_page import judge, log_of, staff_number
from komandor.web.rendering.event_page import EventPage, EventPart, opened, split
from komandor.web.rendering.jinja import day
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import found, page
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request

KINDS: tuple[ComponentKind, ...] = get_args(ComponentKind)
RESOLUTIONS: tuple[Resolution, ...] = get_args(Resolution)


@shows("judge/components.html")
class ComponentsPage(StaffPage):
    searches: Sequence[judging.Search]
    settled: Sequence[Component]
    players: Sequence[PlayerNo]
    values: QueryDict
    kinds: Sequence[ComponentKind] = KINDS
    categories: Sequence[str] = judging.CATEGORIES
    minutes: int = judging.SEARCH_MINUTES
    most_minutes: int = MOST_TO_FIND


@shows("judge/component.html")
class ComponentPage(StaffPage):
    """`ways`: out of it, each with what it changes; `sides`: as for `points_so_far`."""

    component: Component
    ways: Sequence[tuple[Resolution, Effect | None]]
    rule: str
    search: judging.Search | None
    broken_die: str
    sides: Sequence[PointsTyped]


@shows("judge/proxies.html")
class ProxiesPage(StaffPage):
    proxies: Sequence[tuple[int, Proxy]]
    players: Sequence[PlayerNo]
    today: str
    values: Mapping[str, str]


@shows("judge/proxy_print.html")
class ProxyPaper(EventPart):
    proxy: Proxy
    number: int


def every(request: Request, tournament: str) -> HttpResponse:
    """GET: what is being looked for, and what became of the rest. POST: another one is reported."""
    p = opened(request)
    back = url("judge-components", tournament)
    message = request.t.gettext("Noted; the time to find another runs.")
    refusal = act(request, _reported(request.fields, p), back, message) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    looked_for = judging.searches(p.t, log_of(p))
    open_now = {s.component.number for s in looked_for}
    shown = ComponentsPage(
        p,
        searches=looked_for,
        settled=[k for k in p.t.components.values() if k.number not in open_now],
        players=sorted(p.t.active(), key=p.name),
        categories=rules(p.t).data.parts or judging.CATEGORIES,
        values=request.fields.data,
    )
    return judge(request, p, shown, "components", refusal)


def _reported(fields: Fields, p: EventPage) -> c.ReportComponent:
    player = PlayerNo(fields.number("player", 1))
    kind = fields.choice("kind", KINDS, "lost")
    category = fields.choice("category", judging.CATEGORIES, "other")
    what, minutes = fields.text("what", LINE), fields.number("minutes", 0, MOST_TO_FIND, 0)
    return c.ReportComponent(
        player=player,
        kind=kind,
        what=what,
        category=category,
        minutes=minutes,
        match=current_match(p.t, player),
    )


def resolve(request: Request, tournament: str, number: ComponentNo) -> HttpResponse:
    """GET: the ways out, each with what it changes. POST: one of them."""
    p = opened(request)
    component = found(p.t.components.get(number))
    refusal: Refusal | None = None
    if request.method == "POST":
        chosen = request.fields.choice("resolution", RESOLUTIONS)
        proxy = url("judge-proxies", tournament) + f"?player={component.player}&card={number}"
        back = proxy if chosen == "proxy" else url("judge-components", tournament)
        slip = slip_so_far(request.fields) if chosen == "conceded" else {}
        answer = act(request, c.ResolveComponent(number, chosen, slip), back, request.t.gettext("Settled."))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    match = open_match(p.t, component.player) if rules(p.t).data.margins else None
    shown = ComponentPage(
        p,
        component=component,
        ways=[(one, _effect(p, number, one)) for one in ways_out(p.t, component)],
        rule=judging.component_rule(p.t, component.kind, component.category),
        search=next((s for s in judging.searches(p.t, log_of(p)) if s.component.number == number), None),
        broken_die=broken_die(p.t, component),
        sides=points_so_far(p, request.fields, match) if match else [],
    )
    return judge(request, p, shown, "components", refusal)


def _effect(p: EventPage, number: ComponentNo, resolution: Resolution) -> Effect | None:
    return split(effect_of(p.t, c.ResolveComponent(number, resolution), trying(p.actor)))[0]


# ── proxies ──────────────────────────────────────────────────────────────────


def proxies(request: Request, tournament: str) -> HttpResponse:
    """The form with the four fields of COM-LOST-8; only proxies logged here are valid (COM-LOST-9)."""
    p = opened(request)
    refusal: Refusal | None = None
    if request.method == "POST":
        texts = [request.fields.text(key, NOTE) for key in ("card", "unreadable", "maker", "date")]
        command = c.MakeProxy(PlayerNo(request.fields.number("player", 1)), *texts)
        back = url("judge-proxy-print", tournament, max(p.t.proxies, default=0) + 1)
        answer = act(request, command, back, request.t.gettext("Logged. Print it."))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    players, values = sorted(p.t.active(), key=p.name), _values(request, p)
    shown = ProxiesPage(p, proxies=judging.proxies(p.t), players=players, today=day(now()), values=values)
    return judge(request, p, shown, "components", refusal)


def _values(request: Request, p: EventPage) -> Mapping[str, str]:
    """What was typed, or what is known from the damaged card."""
    if request.method == "POST":
        return request.POST.dict()
    component = p.t.components.get(ComponentNo(request.fields.number("card", 0, default=0)))
    maker = p.staff_name(staff_number(request)) if request.me.staff else ""
    return {
        "player": request.fields.raw("player"),
        "card": component.what if component else "",
        "maker": maker,
    }


def paper(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request)
    return page(request, ProxyPaper(p, proxy=found(p.t.proxies.get(number)), number=number))
