"""Notifications as sentences, for the phone to announce. The page carries them all;
the phone remembers which ones it has announced (static/js/notify.js)."""

from dataclasses import dataclass

from komandor.app.queries.player.my_news import Notification
from komandor.app.queries.player.my_table import MyTable
from komandor.core.ids import NoticeNo
from komandor.core.tournament.readings.regulations import rules
from komandor.web.rendering.event_page import EventPage
from komandor.web.routing.request import Request

WARNED = ("disputed", "reported", "corrected", "annulled", "deck", "sanction", "taken_back", "undone")


@dataclass(frozen=True, slots=True)
class PhoneNews:
    key: str
    text: str
    tone: str = "info"
    urgent: bool = True  # worth a buzz and a sound


def news_sentences(
    request: Request, p: EventPage, view: MyTable, notifications: tuple[Notification, ...]
) -> tuple[PhoneNews, ...]:
    """Each notification as a sentence."""
    return tuple(_sentence(request, p, view, m) for m in notifications)


def _sentence(request: Request, p: EventPage, view: MyTable, m: Notification) -> PhoneNews:
    _ = request.t.gettext
    other = p.name(view.opponent) if view.opponent else ""
    marshal = rules(p.t).data.marshal
    if m.code == "notice":
        return PhoneNews(m.key, p.t.notices[NoticeNo(m.number)])
    if m.code == "published" and not other:
        return PhoneNews(m.key, _("The round is out: you have a bye."))
    texts = {
        "published": _("The round is out: table %(table)s, opponent: %(name)s"),
        "reseated": _("Changed: table %(table)s, opponent: %(name)s"),
        "clock": _("The clock runs."),
        "reported": _("%(name)s has reported the result. Is it so?"),
        "disputed": _("The result is disputed. A judge decides."),
        "confirmed": _("Your result counts."),
        "extension": _("Your table has %(number)s more minutes."),
        "coming": _("A judge is on the way."),
        "ruled": _("There is a ruling."),
        "verdict": _("The marshal has decided.") if marshal else _("The organiser has decided."),
        "finished": _("The tournament is over."),
        "place": _("You have a place in the tournament."),
        "corrected": _("Your result was corrected."),
        "annulled": _("Your result was annulled."),
        "entered": _("The desk entered your result."),
        "deck": _("Your list was found illegal."),
        "sanction": _("You got a sanction."),
        "by_sanction": _("A sanction decided your match."),
        "opponent_left": _("Your opponent is no longer playing: the match is yours."),
        "taken_back": _("Your result was taken back."),
        "undone": _("The correction of your result was undone."),
    }
    table = view.match.table if view.match else ""
    values = {"table": table or "–", "name": other, "number": m.number}
    tone = "warn" if m.code in WARNED else "info"
    return PhoneNews(m.key, texts[m.code] % values, tone, m.code != "clock")
