"""The words on a picture of an event: who won it, one player's result, or what event it is.

They are taken from the public document, so a picture says nothing that the pages do not say.
`web.pictures.poster_png` draws them.
"""

from dataclasses import dataclass

from komandor.app.queries.everybody.progress import Record
from komandor.core import games
from komandor.documents.document import EventDocument
from komandor.texts.catalogue import word
from komandor.texts.dates import day_in_words
from komandor.texts.plurals import ordinal

BESIDE_THE_CHAMPION = (2, 3)  # places


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureText:
    """From top to bottom; `main` is the large line. `game`: whose colour it has."""

    game: str
    above: str = ""
    head: str = ""
    main: str
    lines: tuple[str, ...] = ()
    foot: str = ""


def event_poster(document: EventDocument, lang: str) -> PictureText:
    """What event it is; once it is over, who won it."""
    if document.places:
        return champion_poster(document, lang)
    lines = tuple(text for text in (day_in_words(document.date, lang), document.venue) if text)
    return PictureText(game=document.game, above=_game(document, lang), main=document.name, lines=lines)


def champion_poster(document: EventDocument, lang: str) -> PictureText:
    named = document.named
    beside = sorted((place, n) for n, place in document.places if place in BESIDE_THE_CHAMPION)
    return PictureText(
        game=document.game,
        above=document.name,
        head=word("poster", "champion", lang),
        main=document.champion,
        lines=tuple(f"{ordinal(place, lang)} {named.get(n, f'#{n}')}" for place, n in beside),
        foot=_foot(document, lang),
    )


def result_poster(document: EventDocument, player: int, record: Record, lang: str) -> PictureText | None:
    """One player's place, record and points; None for whoever has no final place."""
    places = dict(document.places)
    if player not in places:
        return None
    place, points = ordinal(places[player], lang), {row.player: row.points for row in document.standings}
    played = word("poster", "record_with_draws" if record.drawn else "record", lang)
    total = word("poster", "points", lang)
    counted = (total.format(points=f"{points[player]:g}"),) if player in points else ()
    return PictureText(
        game=document.game,
        above=document.name,
        head=word("poster", "place", lang).format(place=place, players=len(places)),
        main=document.named[player],
        lines=(played.format(won=record.won, drawn=record.drawn, lost=record.lost), *counted),
        foot=_foot(document, lang),
    )


def _foot(document: EventDocument, lang: str) -> str:
    parts = (_game(document, lang), day_in_words(document.date, lang))
    return " · ".join(part for part in parts if part)


def _game(document: EventDocument, lang: str) -> str:
    names = (rules.data.name[lang] for rules in games.GAMES if rules.data.id == document.game)
    return next(names, document.game)
