"""Players' lists: the verdict on each, what a leader decides, until when they come, who sees them."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.card_data import PackFacts, packs
from komandor.app.queries.everybody.factions import FactionRow, factions_for_staff
from komandor.app.queries.staff.lists import SHOWS, ListRow, ListsView, list_row, lists_view, versions
from komandor.app.queries.staff.people import one_word
from komandor.core.games.game import ListField
from komandor.core.ids import PlayerNo
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import ListVersion
from komandor.core.tournament.values import ListRules
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms import list_form
from komandor.web.forms.fields import NOTE
from komandor.web.forms.form_commands import act, old_page
from komandor.web.forms.list_verdict import VerdictShown, cards_of, kept_verdict, read_pasted, texts_in, tried
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import found
from komandor.web.routing.request import Request, url


class ListsPage(ConsolePage, template="console/prepare/lists.html"):
    view: ListsView
    show: str
    cards: Cards | None
    typed: Mapping[str, str]
    published: str  # to whom
    until: int | None
    permitted: ListRules
    packs: Sequence[PackFacts]
    has_cut: bool
    half_named: Set[PlayerNo]
    factions: Sequence[FactionRow]


class ListPage(ConsolePage, template="console/prepare/list.html"):
    row: ListRow
    versions: Sequence[tuple[int, ListVersion]]
    parts: Sequence[list_form.ListPart]
    verdict: VerdictShown | None
    text: str
    typed: Mapping[str, str]
    form: Sequence[ListField]
    pastes: bool
    following: int | None
    half_named: Set[PlayerNo]


def lists(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    answer = _for_all(request, p) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    show = request.fields.choice("show", SHOWS, "all") if request.method != "POST" else "all"
    view = lists_view(p.t, show)
    page = ListsPage(
        p,
        view=replace(view, rows=tuple(sorted(view.rows, key=lambda r: p.order(r.player)))),
        show=show,
        cards=cards_of(p),
        typed=request.POST,
        published=p.t.lists_shown,
        until=p.t.lists_until,
        permitted=p.t.list_rules,
        packs=[one for one in packs(p.site.store, rules(p.t).data.id) if one.cards],
        has_cut=len(p.t.stages) > 1,
        half_named=_half_named(p),
        factions=factions_for_staff(p.t),
    )
    return console(request, p, page, "lists", answer)


def _for_all(request: Request, p: EventPage) -> HttpResponse | Refusal:
    """What a button for all lists asks for: a comparison, permitted cards, the last moment, publication."""
    fields, _, back = request.fields, request.t.gettext, url("lists", p.t.id)
    wanted = fields.raw("do")
    if wanted == "publish":
        to = fields.choice("to", ("cut", "all"))
        return act(
            request, c.PublishLists("cut" if to == "cut" else "all"), back, _("The lists are published.")
        )
    if wanted == "judge":
        return act(request, c.JudgeLists(), back, _("All lists checked against the card data."))
    if wanted == "cards":
        products = tuple(filter(None, map(str.strip, fields.text("products", NOTE).splitlines())))
        chosen = c.SetListRules(fields.text("season"), fields.text("on"), products, fields.text("pack"))
        return act(request, chosen, back, _("Allowed cards saved."))
    if wanted != "deadline":
        return old_page()
    return act(request, c.SetListDeadline(fields.moment("until")), back, _("List deadline set."))


def one_list(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    p = opened(request)
    kept = found(p.t.players.get(number)).lists
    form = rules(p.t).list_form
    posted = request.method == "POST"
    text = texts_in(p, request.fields)[0] if posted else ""
    by_hand = posted and request.fields.raw("do") in ("submit", "amend", "try")
    content = list_form.content(form, request.POST) if by_hand else dict(kept[-1].content) if kept else {}
    refusal: Refusal | None = None
    if posted and not request.fields.raw("pick"):
        answer = _posted(request, p, number, content, text)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    verdict = None if text else tried(p, content) if by_hand else kept_verdict(p, number)
    if text:
        pasted = read_pasted(p, text)
        content, verdict = dict(pasted.content), pasted.verdict
    page = ListPage(
        p,
        row=list_row(p.t, number),
        versions=versions(p.t, number),
        parts=list_form.parts(form, content, p.t.teams),
        verdict=verdict,
        text=text,
        typed=request.POST,
        form=form,
        pastes=rules(p.t).lists is not None,
        following=_next(p, number),
        half_named=_half_named(p),
    )
    return console(request, p, page, "lists", refusal)


def _half_named(p: EventPage) -> Set[PlayerNo]:
    """Whose list is without first name or surname: the event knows one of them only."""
    return {number for number in p.t.players if one_word(p.names.people.get(number))}


def _posted(
    request: Request, p: EventPage, number: PlayerNo, content: list_form.Content, text: str
) -> HttpResponse | Refusal | None:
    """What the button asks for; None where the list is only tried."""
    fields, _ = request.fields, request.t.gettext
    wanted, note = fields.raw("do"), fields.text("note", NOTE)
    amended = c.AmendList(number, content, fields.text("reason", NOTE), fields.ticked("significant"))
    commands: dict[str, tuple[c.Command, str]] = {
        "submit": (c.SubmitList(number, content, text), _("List saved.")),
        "amend": (amended, _("List amended. Both versions are kept.")),
        "legal": (c.CheckList(number, "legal", note), _("Checked: legal.")),
        "illegal": (c.CheckList(number, "illegal", note), _("Checked: not legal.")),
    }
    if wanted not in commands:
        return None if wanted in ("try", "paste") else old_page()
    command, message = commands[wanted]
    following = _next(p, number) if wanted == "legal" else None
    return act(request, command, url("list", p.t.id, following or number), message)


def _next(p: EventPage, number: PlayerNo) -> int | None:
    """The next list that needs somebody's decision, to go on to after this one."""
    open_ = ("waiting", "undecided", "problems")
    waiting = [r.player for r in lists_view(p.t).rows if r.state in open_ and r.player != number]
    return next((n for n in waiting if n > number), waiting[0] if waiting else None)
