"""What every page of the phone shares: whose phone it is, the bottom bar, and refusals on top."""

from typing import Any

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.queries.my_board import board_of
from komandor.app.queries.my_news import notifications
from komandor.app.queries.my_table import my_table
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.texts import Lang
from komandor.web import form_commands
from komandor.web.event_page import EventPage, event_page, form_fields, now_ms
from komandor.web.phone.news_sentences import News, told
from komandor.web.request import Request
from komandor.web.responses import page

Answer = HttpResponse | Refusal


def me(request: Request) -> PlayerNo:
    """Whose phone this is: the guard let nobody else in."""
    player = request.me.player
    assert player is not None
    assert player.number is not None
    return player.number


def seat(request: Request) -> Actor:
    player = request.me.player
    assert player is not None
    return player


def opened(request: Request, tournament: str) -> EventPage:
    """The event with names as everybody sees them, also to a leader who plays."""
    made = event_page(request.site, tournament, request.lang)
    assert made is not None
    return made


def lang_of(p: EventPage) -> Lang:
    return "pl" if p.lang == "pl" else "en"


def to_me(p: EventPage, player: PlayerNo, reason: Reason) -> str:
    """The reason as said to the player: "You play …"."""
    return p.speaker(you=player).sentence(reason)


def phone(
    request: Request, p: EventPage, template: str, tab: str, refusal: Refusal | None = None, **more: Any
) -> HttpResponse:
    """A page of the phone; a refusal stands on top with every reason, and nothing typed is lost."""
    mine = me(request)
    reasons = [(to_me(p, mine, r), r.rule) for r in refusal.reasons] if refusal else []
    more.setdefault("news", news_of(request, p))
    context = p.context(tab=tab, reasons=reasons, mine=mine, **form_fields(p), **more)
    return page(request, f"phone/{template}", 422 if reasons else 200, **context)


def news_of(request: Request, p: EventPage) -> tuple[News, ...]:
    """What holds now and is worth saying aloud, on whichever page the player is."""
    view = my_table(p.t, me(request), now_ms(), board_of(p.loaded))
    return told(request, p, view, notifications(p.t, view))


def act(
    request: Request, tournament: str, command: c.Command, said: str, back: str = ""
) -> HttpResponse | Refusal:
    """In the player's own name, never in that of the staff he may also be."""
    back = back or f"/m/{tournament}/"
    return form_commands.act(request, tournament, command, back, said, actor=seat(request), undo=False)
