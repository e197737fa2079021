"""What a view of this site gets: Django's request, and what the middleware put on it."""

from typing import TYPE_CHECKING

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
