"""A message of the outbox in words: what a chat shows of it, and the data that a program gets.

Everything is taken from the public document of the event at the version that the message tells of.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from komandor.app.event_view import EventView
from komandor.app.outbox.messages import Message
from komandor.core.tournament.references import ROUND, number_of
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentStanding,
    EventDocument,
)
from komandor.documents.of_event import document_of
from komandor.documents.poster import PictureText, champion_poster
from komandor.texts.catalogue import known, word
from komandor.texts.rounds import round_title

PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageData:
    """What a program gets; parts that a message does not tell of are empty. `picture`: a `data:` URL."""

    event: str
    name: str
    game: str
    version: int
    title: str
    link: str
    picture: str = ""
    round: DocumentRound | None = None
    standings: tuple[DocumentStanding, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    players: tuple[DocumentPlayer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A title and lines; each line is a lead ("5", "1.") and the rest. `ends`: when the clock runs out."""

    type: str
    title: str
    lines: tuple[tuple[str, str], ...]
    at: int
    data: MessageData
    ends: int | None = None
    poster: PictureText | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """What the lines of a topic are made of."""

    document: EventDocument
    round: DocumentRound | None
    lang: str


def wording(message: Message, view: EventView, lang: str, link: str = "") -> Wording | None:
    """The message in words; None if there is nothing to say, as of standings in a knock-out.

    `view`: the event at the version that the message tells of; the present one for `ten_minutes`.
    """
    document = document_of(view, now=message.at, lang=lang)
    number = _round_of(message, view)
    told = _Told(document, next((r for r in document.rounds if r.number == number), None), lang)
    if message.topic == "standings" and (told.round is None or told.round.eliminates):
        return None
    code = f"{message.topic}_withdrawn" if message.withdrawn else message.topic
    ends = _ends(view, number) if message.topic == "ten_minutes" else None
    made = LINES.get(code)
    lines = tuple(made(told)) if made else _sentence(code, ends, lang)
    title = word("message", code, lang).format(round=_round_name(view, number, lang), name=document.champion)
    whole = not message.withdrawn and message.topic != "test"
    data = MessageData(
        event=document.id,
        name=document.name,
        game=document.game,
        version=message.version,
        title=title,
        link=link,
        round=told.round if whole and message.topic != "champion" else None,
        standings=document.standings if whole and message.topic in ("standings", "champion") else (),
        places=document.places if whole else (),
        players=document.players if whole else (),
    )
    return Wording(
        type=f"event.{code}",
        title=title,
        lines=lines,
        at=message.at,
        data=data,
        ends=ends,
        poster=champion_poster(document, lang) if code == "champion" else None,
    )


def _round_of(message: Message, view: EventView) -> int:
    event = view.loaded.history[message.about - 1][1] if message.about else None
    return number_of(event, ROUND) if event else 0


def _round_name(view: EventView, number: int, lang: str) -> str:
    return round_title(view.title_of(number), lang, short=True) if number in view.t.rounds else str(number)


def _ends(view: EventView, number: int) -> int | None:
    clock = view.t.rounds[number].clock if number in view.t.rounds else None
    return clock.ends() if clock else None


def _sentence(code: str, ends: int | None, lang: str) -> tuple[tuple[str, str], ...]:
    text = known("message_line", code, lang)
    if text is None or (code == "ten_minutes" and ends is None):
        return ()
    time = datetime.fromtimestamp((ends or 0) / 1000).astimezone().strftime("%H:%M")
    return (("", text.format(time=time)),)


def _pairs(told: _Told) -> Iterable[tuple[str, str]]:
    matches = told.round.matches if told.round else ()
    return (_pair(told, match, scores=False) for match in matches)


def _results(told: _Told) -> Iterable[tuple[str, str]]:
    matches = told.round.matches if told.round else ()
    return (_pair(told, match, scores=True) for match in matches)


def _pair(told: _Told, match: DocumentMatch, scores: bool) -> tuple[str, str]:
    names = [told.document.named[side.player] for side in match.sides]
    if len(names) < 2:
        return "–", f"{names[0]} · {word('match_kind', match.kind, told.lang)}"
    score = f" · {match.score}" if scores and match.score else ""
    return str(match.table or "–"), f"{names[0]} – {names[1]}{score}"


def _standings(told: _Told) -> Iterable[tuple[str, str]]:
    named = told.document.named
    return ((f"{row.place}.", f"{named[row.player]} · {row.points:g}") for row in told.document.standings)


def _podium(told: _Told) -> Iterable[tuple[str, str]]:
    named = told.document.named
    best = sorted((place, player) for player, place in told.document.places if place <= PODIUM)
    return ((f"{place}.", named.get(player, f"#{player}")) for place, player in best)


LINES: Mapping[str, Callable[[_Told], Iterable[tuple[str, str]]]] = {
    "pairings": _pairs,
    "results": _results,
    "standings": _standings,
    "champion": _podium,
}
"""Topic → its lines; other messages are one sentence."""
