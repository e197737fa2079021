"""What has been: my rounds, rulings and sanctions; and why: this opponent, this place."""

from django.http import HttpResponse

from komandor.app.queries.my_board import board_of
from komandor.app.queries.my_history import my_history
from komandor.app.queries.my_table import my_table
from komandor.core.explain import why_opponent, why_place
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.texts import Speaker
from komandor.web.event_page import EventPage, now_ms
from komandor.web.phone.phone_page import lang_of, me, opened, phone
from komandor.web.request import Request

Said = tuple[str, str | None]


def history(request: Request, tournament: str) -> HttpResponse:
    p = opened(request, tournament)
    mine = me(request)
    view = my_table(p.t, mine, now_ms(), board_of(p.loaded))
    return phone(request, p, "history.html", "history", h=my_history(p.t, mine), v=view)


def why(request: Request, tournament: str) -> HttpResponse:
    """The sentence, and everything behind it, each with its rule."""
    p = opened(request, tournament)
    mine = me(request)
    view = my_table(p.t, mine, now_ms(), board_of(p.loaded))
    wanted = request.GET.get("round", "")
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 4 else 0
    shown = board_of(p.loaded).round
    number = number if shown and 0 < number <= shown.number else (shown.number if shown else 0)
    opponent = said(p, mine, why_opponent(p.t, number, mine)) if number else []
    place = said(p, mine, why_place(p.t, mine)) if p.t.rounds else []
    return phone(
        request, p, "why.html", "history", v=view, number=number, why_opponent=opponent, why_place=place
    )


def said(p: EventPage, player: PlayerNo, reason: Reason) -> list[Said]:
    """The reason said to the player himself, outermost first, none twice."""
    speaker = Speaker(lang_of(p), p.name, you=player)
    every = [(speaker.sentence(one), one.rule) for one in speaker.explained(reason)]
    return list(dict.fromkeys(every))
