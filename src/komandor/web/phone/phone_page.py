"""What every page of the phone shares: whose phone it is, the bottom bar, and refusals on top."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.access import PUBLIC
from komandor.app.queries.player.my_board import board_of
from komandor.app.queries.player.my_news import notifications
from komandor.app.queries.player.my_table import MyTable, my_table
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament.state import Tournament
from komandor.web.phone.news_sentences import PhoneNews, news_sentences
from komandor.web.rendering import event_page
from komandor.web.rendering.event_page import EventFrame, EventPage, EventPart, event_response
from komandor.web.routing.browser_seats import players_here
from komandor.web.routing.request import Request, url


def me(request: Request) -> PlayerNo:
    """Whose phone this is: the guard let nobody else in."""
    number = request.actor.player
    assert number is not None
    return number


def opened_by_player(request: Request) -> EventPage:
    """The event as players see it, also a leader who plays: short names, and sentences that say "you"."""
    you = request.me.player.player if request.me.player else None
    return replace(event_page.opened(request), staff_view=False, you=you, actor=request.me.player or PUBLIC)


NOBODY = PlayerNo(0)


class NewsPart(EventPart, template="phone/notifications.html"):
    """What the phone should announce now, on whichever page the player is."""

    mine: PlayerNo
    news: tuple[PhoneNews, ...]


class PhonePage(EventFrame):
    """A page of the phone; `mine`: whose phone it is; `others`: further seats on it, by name and link."""

    tab: str = ""
    mine: PlayerNo = NOBODY
    others: Sequence[tuple[str, str]] = ()
    moments: NewsPart | None = None


def phone(
    request: Request, p: EventPage, shown: PhonePage, /, tab: str, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of the phone."""
    moments = shown.moments or news_part(request, p)
    framed = replace(shown, tab=tab, mine=me(request), others=others_here(request, p), moments=moments)
    return event_response(request, p, framed, refusal)


def others_here(request: Request, p: EventPage) -> Sequence[tuple[str, str]]:
    """The other players of this event on this phone, by name and link; not who has withdrawn."""
    here = players_here(request, p.t.id)
    held = {n: token for n, token in here.items() if n in p.t.players and n != me(request)}
    seated = {n: token for n, token in held.items() if p.t.players[n].status != "withdrawn"}
    return [(p.name(n), url("player-link", token)) for n, token in seated.items()]


def news_part(request: Request, p: EventPage, view: MyTable | None = None) -> NewsPart:
    """What is new for this player, who sits where `view` says."""
    view = view or table_of(request, p)
    return NewsPart(p, mine=me(request), news=news_sentences(p, view, notifications(p.t, view)))


def table_of(request: Request, p: EventPage) -> MyTable:
    """Where this player sits, and what they have to do now."""
    return my_table(p.t, me(request), p.now, board_of(p.loaded))


def leaves(t: Tournament, player: PlayerNo) -> bool:
    """Whether this player said that this round is their last."""
    return t.round is not None and t.players[player].leaves_after == t.round.number
