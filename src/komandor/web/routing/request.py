"""What every view starts from: its request, and where every page is by the name of its route.

`url("console-match", t.id, 3)` is "/c/cup/match/3": templates and views ask here and type no path. A name
that no route has, a part too many or too few and a part that is neither text nor a number are errors.
`urls.py` says which pages there are. Django's `reverse` knows no cached pages and takes more than ten times
as long; a round of 512 players has thousands of links.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from django.http import HttpRequest

from komandor.texts.catalogue import Lang
from komandor.web.forms.fields import Fields
from komandor.web.rendering.i18n import Translations

if TYPE_CHECKING:
    from komandor.app.access import Actor
    from komandor.app.ledger import Loaded
    from komandor.web.routing.browser_seats import Me
    from komandor.web.routing.routes import Route
    from komandor.web.server.site import Site


class Request(HttpRequest):
    """Views name this type; at run time it is Django's own request."""

    site: "Site"  # type: ignore[assignment]
    lang: Lang
    t: Translations
    route: "Route"  # the route that the guard opened
    actor: "Actor"  # in whose name this route acts (komandor.web.forms.guard)
    me: "Me"  # who came through the guard (komandor.web.routing.routes)
    loaded: "Loaded"  # the event of the path; only where the path names one
    fields: Fields  # what was posted, or for GET the query


PLAIN = "@:~!$&'()*+,;="  # what a part of a path may contain as it is (RFC 3986)
PART = re.compile(r"<[^>]+>")
FORMS: dict[str, str] = {}
"""The name of each route → its path, with %s for each part."""


def keep_path(name: str, path: str) -> None:
    """Remember where the page of this name is; "" names none."""
    form = PART.sub("%s", path.replace("%", "%%"))
    if name and FORMS.setdefault(name, form) != form:
        raise ValueError(f"two routes are named {name!r}")


def url(name: str, *parts: str | int) -> str:
    """The path of a page, with these parts in its places."""
    return FORMS[name] % tuple([part if isinstance(part, int) else _quoted(part) for part in parts])


@lru_cache(maxsize=4096)
def _quoted(part: str) -> str:
    return quote(part, PLAIN)
