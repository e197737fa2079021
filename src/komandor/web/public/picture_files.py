"""Pictures of an event as files: for link previews, for posts, and a player's own result."""

from komandor.app.queries.everybody.standings import standings_view
from komandor.core.ids import PlayerNo
from komandor.documents.document import EventDocument
from komandor.documents.of_event import document_of
from komandor.documents.poster import PictureText, event_poster, result_poster
from komandor.texts.catalogue import Lang
from komandor.web.public.public_page import public_page
from komandor.web.rendering.event_page import EventPage
from komandor.web.server.assets import Assets
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

PNG = "image/png"
GENERAL = "img/preview.png"


def picture_of(assets: Assets, poster: PictureText) -> bytes:
    """The poster as PNG, or Komandor's own picture if a letter of it can't be drawn."""
    from komandor.web.pictures.poster_png import drawn  # Pillow is loaded when the first picture is asked for

    return drawn(poster) or assets.by_name[GENERAL].plain


def event_picture(p: EventPage, found: EventDocument) -> bytes:
    return picture_of(p.site.assets, event_poster(found, p.lang))


def result_picture(site: Site, lang: Lang, tournament: str, number: str) -> bytes | None:
    """One player's result, once the event is over; None before, and for whoever did not play."""
    p = public_page(site, tournament, lang)
    player = PlayerNo(int(number))
    if p is None or player not in dict(p.t.places):
        return None
    found = document_of(p, now=p.now, lang=lang)
    poster = result_poster(found, player, standings_view(p.t).record(player), lang)
    return picture_of(site.assets, poster) if poster else None


PAGES = (CachedPage("/t/<tournament>/result/<int:number>.png", result_picture, "public-result-picture", PNG),)
