"""Notifications as sentences, for the phone to announce. The page carries them all;
the phone remembers which ones it has announced (static/js/notify.js)."""

from dataclasses import dataclass

from komandor.app.queries.player.my_news import Notification
from komandor.app.queries.player.my_table import MyTable
from komandor.core.ids import NoticeNo
from komandor.texts import word
from komandor.web.rendering.event_page import EventPage

WARNED = ("disputed", "reported", "corrected", "annulled", "deck", "sanction", "taken_back", "undone")


@dataclass(frozen=True, slots=True)
class PhoneNews:
    key: str
    text: str
    tone: str = "info"
    urgent: bool = True  # worth a buzz and a sound


def news_sentences(
    p: EventPage, view: MyTable, notifications: tuple[Notification, ...]
) -> tuple[PhoneNews, ...]:
    """Each notification as a sentence."""
    return tuple(_sentence(p, view, m) for m in notifications)


def _sentence(p: EventPage, view: MyTable, m: Notification) -> PhoneNews:
    if m.code == "notice":
        return PhoneNews(m.key, p.t.notices[NoticeNo(m.number)])
    other = p.name(view.opponent) if view.opponent else ""
    code = "bye" if m.code == "published" and not other else m.code
    decided = next((x.verdict_by for x in reversed(view.calls) if x.verdict_by), None)
    if code == "verdict" and decided in p.t.staff and "marshal" in p.t.staff[decided].roles:
        code = "verdict_of_marshal"
    table = (view.match and view.match.table) or "–"
    text = word("news", code, p.lang).format(table=table, name=other, number=m.number)
    return PhoneNews(m.key, text, "warn" if m.code in WARNED else "info", m.code != "clock")
