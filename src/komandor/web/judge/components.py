"""Lost and damaged components: time to find another, what becomes of them, proxies that print (COM-LOST)."""

from collections.abc import Mapping, Sequence
from typing import get_args

from django.http import HttpResponse, QueryDict

from komandor.app.handle import now
from komandor.app.queries.staff import judging
from komandor.app.queries.staff.effects import Effect, effect_of
from komandor.core.ids import NOBODY, ComponentNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Component, Proxy
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.components import (
    AS_LOST,
    damaged_cards,
    missing_card_rule,
    ways_listed,
    ways_out,
)
from komandor.core.tournament.readings.lost_games import game_in_progress
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.values import MOST_TO_FIND, PARTS, RESOLUTIONS, ComponentKind, Resolution
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import LINE, NOTE, Fields
from komandor.web.forms.form_commands import act, trying
from komandor.web.forms.leaving_form import SoFar, slip_so_far, so_far
from komandor.web.judge.judge_page import judge, log_of, staff_number
from komandor.web.rendering.event_page import EventPage, EventPart, opened, split
from komandor.web.rendering.jinja import day
from komandor.web.rendering.responses import found, page
from komandor.web.routing.request import Request, url

KINDS: tuple[ComponentKind, ...] = get_args(ComponentKind)


class ComponentsPage(StaffPage, template="judge/components.html"):
    searches: Sequence[judging.Search]
    settled: Sequence[Component]
    players: Sequence[PlayerNo]
    values: QueryDict
    missing_card: str  # the rule by which a card found missing during a game concedes it
    kinds: Sequence[ComponentKind] = KINDS
    categories: Sequence[str] = PARTS
    minutes: int = judging.SEARCH_MINUTES
    most_minutes: int = MOST_TO_FIND


class ComponentPage(StaffPage, template="judge/component.html"):
    """`ways`: out of it, each with what it changes; `so_far`: how a running game stands, if that counts."""

    component: Component
    ways: Sequence[tuple[Resolution, Effect | None]]
    rule: str
    search: judging.Search | None
    at_once: bool  # a broken die: the game is lost, and the player leaves with it
    so_far: SoFar | None


class ProxiesPage(StaffPage, template="judge/proxies.html"):
    proxies: Sequence[tuple[int, Proxy]]
    cards: Sequence[Component]  # damaged, and without a proxy
    today: str
    values: Mapping[str, str]


class ProxyPaper(EventPart, template="judge/proxy_print.html"):
    proxy: Proxy
    number: int


def every(request: Request, tournament: str) -> HttpResponse:
    """GET: what is being looked for, and what became of the rest. POST: another one is reported."""
    p = opened(request)
    back = url("judge-components", tournament)
    message = request.t.gettext("Saved. The time to find a replacement is running.")
    refusal = act(request, _reported(request.fields, p), back, message) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    looked_for = judging.searches(p.t, log_of(p))
    open_now = {s.component.number for s in looked_for}
    shown = ComponentsPage(
        p,
        searches=looked_for,
        settled=[k for k in p.t.components.values() if k.number not in open_now],
        players=sorted(p.t.active(), key=p.order),
        categories=rules(p.t).data.parts or PARTS,
        values=request.fields.data,
        missing_card=missing_card_rule(p.t, "lost", "card"),
    )
    return judge(request, p, shown, "components", refusal)


def _reported(fields: Fields, p: EventPage) -> c.ReportComponent:
    player = PlayerNo(fields.number("player", 1))
    kind = fields.choice("kind", KINDS, "lost")
    category = fields.choice("category", PARTS, "other")
    what, minutes = fields.text("what", LINE), fields.number("minutes", 0, MOST_TO_FIND, 0)
    in_game = fields.ticked("in_game")
    at_once = in_game and missing_card_rule(p.t, kind, category)
    return c.ReportComponent(
        player=player,
        kind=kind,
        what=what,
        category=category,
        minutes=0 if at_once else minutes,
        match=current_match(p.t, player),
        in_game=in_game,
    )


def resolve(request: Request, tournament: str, number: ComponentNo) -> HttpResponse:
    """GET: the ways out, each with what it changes. POST: one of them."""
    p = opened(request)
    component = found(p.t.components.get(number))
    refusal: Refusal | None = None
    if request.method == "POST":
        chosen = request.fields.choice("resolution", RESOLUTIONS)
        proxy = url("judge-proxies", tournament) + f"?card={number}"
        back = proxy if chosen == "proxy" else url("judge-components", tournament)
        slip = slip_so_far(request.fields) if chosen in AS_LOST else {}
        answer = act(request, c.ResolveComponent(number, chosen, slip), back, request.t.gettext("Resolved."))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    match = game_in_progress(p.t, component.player) if not component.resolution else None
    shown = ComponentPage(
        p,
        component=component,
        ways=[(one, _effect(p, number, one)) for one in ways_out(p.t, component)],
        rule=judging.component_rule(p.t, component.kind, component.category),
        search=next((s for s in judging.searches(p.t, log_of(p)) if s.component.number == number), None),
        at_once="conceded" not in ways_listed(p.t, component),
        so_far=so_far(p, request.fields, match) if match else None,
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
        card, unreadable, maker, date = (
            request.fields.text(key, NOTE) for key in ("card", "unreadable", "maker", "date")
        )
        number = ComponentNo(request.fields.number("component", 1))
        player = p.t.components[number].player if number in p.t.components else NOBODY
        command = c.MakeProxy(player, card, unreadable, maker, date, number)
        back = url("judge-proxy-print", tournament, max(p.t.proxies, default=0) + 1)
        answer = act(request, command, back, request.t.gettext("Saved. Print it now."))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    cards = [one for player in sorted(p.t.active(), key=p.order) for one in damaged_cards(p.t, player)]
    values = _values(request, p)
    shown = ProxiesPage(p, proxies=judging.proxies(p.t), cards=cards, today=day(now()), values=values)
    return judge(request, p, shown, "components", refusal)


def _values(request: Request, p: EventPage) -> Mapping[str, str]:
    """What was typed, or what is known from the damaged card."""
    if request.method == "POST":
        return request.POST.dict()
    component = p.t.components.get(ComponentNo(request.fields.number("card", 0, default=0)))
    maker = p.staff_name(staff_number(request)) if request.me.staff else ""
    return {
        "component": str(component.number) if component else "",
        "card": component.what if component else "",
        "maker": maker,
    }


def paper(request: Request, tournament: str, number: int) -> HttpResponse:
    p = opened(request)
    return page(request, ProxyPaper(p, proxy=found(p.t.proxies.get(number)), number=number))
