"""My list: fill in, check against the rules, hand in; after round 1 only the organiser amends it."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.lists import list_row, versions
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lists import list_problems
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.web.event_page import EventPage
from komandor.web.limits import too_often
from komandor.web.listform import Content, content, parts
from komandor.web.phone.phone_page import act, me, opened_by_player, phone
from komandor.web.request import Request
from komandor.web.responses import fragment


def my_list(request: Request, tournament: str) -> HttpResponse:
    """GET: the list as handed in, or the form. POST: hand it in (problems do not stop it; a judge looks)."""
    p = opened_by_player(request)
    player = p.t.players[me(request)]
    given: Content = dict(player.lists[-1].content) if player.lists else _named(p, player.number)
    refusal: HttpResponse | Refusal | None = None
    checked = request.method == "POST" and request.fields.raw("do") == "check"
    if request.method == "POST":
        if wait := too_often(request, tournament, "write"):
            return wait
        given = content(rules(p.t).list_form, request.POST)
        command, message = c.SubmitList(player.number, given), request.t.gettext("Your list is handed in.")
        refusal = None if checked else act(request, command, message, f"/m/{tournament}/list")
    if isinstance(refusal, HttpResponse):
        return refusal
    return phone(request, p, "list.html", "list", refusal, **_model(p, player.number, given, checked))


def _named(p: EventPage, player: PlayerNo) -> Content:
    """An empty list with the player's name filled in."""
    name = p.names.of(player, staff_view=True) if p.names.people.get(player) else ""
    return {"player": name} if name and not p.t.teams else {}


def check(request: Request, tournament: str) -> HttpResponse:
    """The problems of what is typed so far; nothing is kept."""
    p = opened_by_player(request)
    given = content(rules(p.t).list_form, request.POST)
    return fragment(
        request, "phone/list_problems.html", problems=p.sentences(list_problems(p.t, given)), empty=not given
    )


def _model(p: EventPage, player: PlayerNo, given: Content, checked: bool) -> dict[str, Any]:
    form = rules(p.t).list_form
    row = list_row(p.t, player)
    arriving = p.t.phase in ("registration", "announced")
    return {
        "parts": parts(form, given, p.t.teams),
        "form": form,
        "row": row,
        "given": given,
        "checked": checked,
        "empty": not given,
        "problems": p.sentences(list_problems(p.t, given)) if given else [],
        "started": checked or bool(p.t.players[player].lists),
        "versions": versions(p.t, player),
        "locked": bool(p.t.rounds) or not arriving or not p.t.players[player].active,
        "required": bool(settings(p.t).get("lists.required")),
        "verdict": p.t.players[player].list_verdict,
    }
