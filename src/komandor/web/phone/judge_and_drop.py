"""Calling a judge, appealing against a ruling, leaving the event."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.queries.player.my_table import MyTable
from komandor.app.queries.staff.effects import Effect, effect_of
from komandor.app.queries.staff.judging import call_kinds
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import awaiting, rounds_left
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import CallKind
from komandor.web.forms.fields import NOTE
from komandor.web.forms.form_commands import act, trying
from komandor.web.forms.leaving_form import LeftGameAsked, drop_command, question, tried
from komandor.web.phone.phone_page import PhonePage, leaves, me, opened_by_player, phone, table_of
from komandor.web.rendering.event_page import split
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often


class CallJudgePage(PhonePage, template="phone/judge.html"):
    """`kind` and `text` as typed."""

    v: MyTable
    kind: str
    text: str
    kinds: Sequence[CallKind]


class DropPage(PhonePage, template="phone/drop.html"):
    """`possible`: whether the player can leave now; `leaves`: they said that this round is their last."""

    v: MyTable
    possible: bool
    opponent: str
    asked: LeftGameAsked | None
    gives_up_cut: bool
    leaves: bool


def call(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    """GET: what is the matter? POST: the judges' phones show it."""
    p = opened_by_player(request)
    view = table_of(request, p)
    kinds = tuple(one for one in call_kinds(p.t, player=True) if one != "deck_check")
    if request.method == "POST" and refusal is None:
        if wait := too_often(request, tournament, "call"):
            return wait
        playing = p.t.playing and view.match is not None
        match = view.match.number if playing and view.match else None
        kind = request.fields.choice("kind", kinds, "question")
        command = c.CallJudge(match, None, kind, request.fields.text("text", NOTE))
        done = request.t.gettext("A judge has been called.")
        answer = act(request, command, url("my-table", tournament), request.t.gettext(done))
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    typed = request.fields.raw
    shown = CallJudgePage(p, v=view, kind=typed("kind") or "question", text=typed("text"), kinds=kinds)
    return phone(request, p, shown, "judge", refusal)


def drop(request: Request, tournament: str) -> HttpResponse:
    """GET shows what leaving changes; POST leaves."""
    p = opened_by_player(request)
    command = drop_command(p.t, request.fields, me(request))
    refusal: Refusal | None = None
    if request.method == "POST":
        if wait := too_often(request, tournament, "write"):
            return wait
        waited = p.t.players[me(request)].status == "waiting_list"
        done = N_("You left the waiting list.") if waited else N_("You dropped from the tournament.")
        answer = act(request, command, url("my-table", tournament), request.t.gettext(done))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    asked = question(p, request.fields, me(request), by_desk=False)
    context = trying(request.actor)
    effect, against = split(effect_of(p.t, tried(p.t, command, context), context))
    view = table_of(request, p)
    shown = DropPage(
        p,
        v=view,
        possible=effect is not None,
        opponent=p.name(view.opponent) if view.opponent else "",
        asked=asked,
        gives_up_cut=_gives_up_cut(p.t, me(request), effect),
        leaves=leaves(p.t, me(request)),
    )
    return phone(request, p, shown, "more", refusal or against)


def _gives_up_cut(t: Tournament, mine: PlayerNo, effect: Effect | None) -> bool:
    """Whether leaving frees a place that the player has in the cut, or has won by the last Swiss round."""
    stage = t.stage
    if stage is None or effect is None:
        return False
    if stage.number > 1:
        return awaiting(t, stage) and mine in stage.seeds
    return mine in effect.cut_out and t.phase == "between" and not rounds_left(t, stage)
