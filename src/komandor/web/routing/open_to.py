"""Who may open which route: asked by pages before they show a link. `routes.patterns` fills the table."""

from collections.abc import Callable

from komandor.web.routing.browser_seats import Me

OPEN_TO: dict[str, Callable[[str], frozenset[str]]] = {}
"""The name of each route → the roles that may send it a request of this method."""


def can_open(me: Me, name: str, method: str = "GET") -> bool:
    """Whether this person may open the route of this name."""
    return me.may(tuple(OPEN_TO[name](method)))
