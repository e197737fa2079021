"""My rounds, rulings and sanctions so far, and why I have this opponent and this place."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.queries.player.my_board import board_of
from komandor.app.queries.player.my_history import MyHistory, my_history
from komandor.app.queries.player.my_table import MyTable
from komandor.core.explain import why_opponent, why_place
from komandor.core.reasons import Reason
from komandor.web.phone.phone_page import PhonePage, me, opened_by_player, phone, table_of
from komandor.web.rendering.event_page import EventPage, Sentence
from komandor.web.routing.request import Request


class HistoryPage(PhonePage, template="phone/history.html"):
    h: MyHistory
    v: MyTable


class WhyPage(PhonePage, template="phone/why.html"):
    number: int  # of the round
    why_opponent: Sequence[Sentence]
    why_place: Sequence[Sentence]
    bye: bool


def history(request: Request, tournament: str) -> HttpResponse:
    p = opened_by_player(request)
    shown = HistoryPage(p, h=my_history(p.t, me(request)), v=table_of(request, p))
    return phone(request, p, shown, "history")


def why(request: Request, tournament: str) -> HttpResponse:
    """The sentence, and everything behind it, each with its rule."""
    p = opened_by_player(request)
    mine = me(request)
    shown = board_of(p.loaded).round
    latest = shown.number if shown else 0
    number = request.fields.number("round", 1, max(latest, 1), latest) if latest else 0
    answers = WhyPage(
        p,
        number=number,
        why_opponent=_explained(p, why_opponent(p.t, number, mine)) if number else [],
        why_place=_explained(p, why_place(p.t, mine)) if p.t.rounds else [],
        bye=any(mine in m.players and m.b is None for m in p.t.in_round(number)) if number else False,
    )
    return phone(request, p, answers, "history")


def _explained(p: EventPage, reason: Reason) -> list[Sentence]:
    """The reason and what is behind it, said to the player, outermost first; nothing is listed twice."""
    return list(dict.fromkeys(p.sentences(p.speaker().explained(reason))))
