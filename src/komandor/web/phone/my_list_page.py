"""My list: paste or fill in, see the verdict, hand in; after round 1 only the organiser amends it."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpResponse

from komandor.app.queries.staff.lists import versions
from komandor.core.games.game import ListField
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lists import lists_shown_to
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.state import ListVersion
from komandor.core.tournament.values import Plain
from komandor.web.forms.form_commands import act
from komandor.web.forms.list_form import ListPart, content, parts
from komandor.web.forms.list_verdict import (
    Pasted,
    VerdictShown,
    kept_verdict,
    read_pasted,
    texts_in,
    to_hand_in,
    tried,
)
from komandor.web.phone.phone_page import PhonePage, me, opened_by_player, phone
from komandor.web.rendering.event_page import EventPage, EventPart
from komandor.web.rendering.responses import found, fragment
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often


class ListProblems(EventPart, template="phone/list_problems.html"):
    verdict: VerdictShown | None


class MyListPage(PhonePage, template="phone/list.html"):
    """`kept`: the verdict on what was handed in, `decided`: a leader's; `given`: what the form holds."""

    parts: Sequence[ListPart]
    form: Sequence[ListField]
    given: Mapping[str, Plain]
    by_hand: bool
    pasted: Pasted | None
    verdict: VerdictShown | None
    kept: VerdictShown | None
    versions: Sequence[tuple[int, ListVersion]]
    locked: bool
    until: int | None
    too_late: bool
    required: bool
    decided: str
    note: str
    pastes: bool  # whether lists of this game can be pasted


class TheirListPage(PhonePage, template="phone/their_list.html"):
    number: PlayerNo
    list: ListVersion
    form: Sequence[ListField]


def my_list(request: Request, tournament: str) -> HttpResponse:
    """GET: the list as handed in, or where to paste one. POST: check or hand in; problems do not stop it."""
    p = opened_by_player(request)
    number = me(request)
    if request.method != "POST":
        return _page(request, p)
    if wait := too_often(request, tournament, "write"):
        return wait
    wanted = request.fields.raw("do")
    if wanted in ("paste", "hand-in") or request.fields.raw("pick"):
        return _pasted(request, p, wanted == "hand-in")
    given = content(rules(p.t).list_form, request.POST)
    if wanted == "check":
        return _page(request, p, given=given, verdict=tried(p, given) if given else None)
    answer = _hand_in(request, c.SubmitList(number, given))
    return _page(request, p, answer, given=given) if isinstance(answer, Refusal) else answer


def _pasted(request: Request, p: EventPage, hand_in: bool) -> HttpResponse:
    """The verdict on what was pasted; or it is handed in."""
    text, other = texts_in(p, request.fields)
    refusal: Refusal | None = request.fields.refusal
    if text and hand_in:
        answer = _hand_in(request, c.SubmitList(me(request), *to_hand_in(p, text, other)))
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    if not text:
        return _page(request, p, refusal or refuse("list.empty"))
    pasted = read_pasted(p, text, other)
    return _page(request, p, refusal, pasted=pasted, verdict=pasted.verdict)


def _hand_in(request: Request, command: c.SubmitList) -> HttpResponse | Refusal:
    message = request.t.gettext("Your list has been submitted.")
    return act(request, command, url("my-list", request.loaded.state.id), message)


def check(request: Request, tournament: str) -> HttpResponse:
    """The problems of what is typed so far; nothing is kept."""
    p = opened_by_player(request)
    given = content(rules(p.t).list_form, request.POST)
    return fragment(request, ListProblems(p, verdict=tried(p, given) if given else None))


def opponents(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    """The list of another player, once the organiser has published it to this one."""
    p = opened_by_player(request)
    player = found(p.t.players.get(number))
    if not player.lists or not lists_shown_to(p.t, me(request), number):
        raise Http404
    shown = TheirListPage(p, number=number, list=player.lists[-1], form=rules(p.t).list_form)
    return phone(request, p, shown, "table")


def _page(
    request: Request,
    p: EventPage,
    refusal: Refusal | None = None,
    *,
    given: Mapping[str, Plain] | None = None,
    pasted: Pasted | None = None,
    verdict: VerdictShown | None = None,
) -> HttpResponse:
    number = me(request)
    player = p.t.players[number]
    form = rules(p.t).list_form
    filled = given if given is not None else dict(pasted.content) if pasted else None
    if filled is None:
        filled = dict(player.lists[-1].content) if player.lists else {}
    page = MyListPage(
        p,
        parts=parts(form, filled, p.t.teams),
        form=form,
        given=filled,
        by_hand=given is not None,
        pasted=pasted,
        verdict=verdict,
        kept=kept_verdict(p, number),
        versions=versions(p.t, number),
        locked=bool(p.t.rounds) or not p.t.arriving or not player.active,
        until=p.t.lists_until,
        too_late=p.t.lists_until is not None and p.now > p.t.lists_until,
        required=bool(settings(p.t).get("lists.required")),
        decided=player.list_verdict,
        note=player.list_note,
        pastes=rules(p.t).lists is not None,
    )
    return phone(request, p, page, "list", refusal)
