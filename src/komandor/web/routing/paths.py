"""Where every page is, by the name of its route: templates and views ask here and type no path.

`url("console-match", t.id, 3)` is "/c/cup/match/3". A name that no route has, a part too many or too few and
a part that is neither text nor a number are errors. `urls.py` says which pages there are. Django's `reverse`
knows no cached pages and takes more than ten times as long; a round of 512 players has thousands of links.
"""

import re
from functools import lru_cache
from urllib.parse import quote

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
