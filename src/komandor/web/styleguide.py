"""The style guide: every component of the design system on one page, in every state that pages use."""

from typing import TYPE_CHECKING

from komandor.core import games
from komandor.web.jinja import render

if TYPE_CHECKING:
    from komandor.web.site import Site

TONES = ("ok", "wait", "warn", "danger", "info", "live", "off")
ROWS = (
    (1, "Anna K.", 15, "", "Bartek W.", 15, "ok", "7–4", "128"),
    (2, "Celina D.", 15, "", "Darek P.", 13, "wait", "", ""),
    (3, "Ewa Rączka-Żółkiewska", 13, "", "Filip S.", 13, "danger", "8–3 / 7–4", ""),
    (12, "Grzegorz Brzęczyszczykiewicz", 13, "down", "Hania Ł.", 11, "ok", "6–5", "20"),
)
STANDINGS = (
    (1, "Anna K.", 22, 271, "3/4"),
    (2, "Bartek W.", 19, 188, "2/3"),
    (3, "Celina D.", 19, 188, "5/8"),
)


def render_page(site: "Site", lang: str) -> str:
    """The whole guide; a cached page like any public page."""
    names = [(one.data.id, one.data.name[lang]) for one in games.GAMES]
    context = {
        "path": "/styleguide",
        "game": names[0][0],
        "tones": TONES,
        "games": names,
        "rows": ROWS,
        "standings": STANDINGS,
        "address": site.address,
    }
    return render(site.assets, lang, "styleguide.html", context)
