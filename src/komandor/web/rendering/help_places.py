"""Where the manual opens from each page: by the name of its template, the longest beginning that fits."""

from collections.abc import Mapping

from jinja2 import pass_context
from jinja2.runtime import Context

from komandor.web.routing.request import url

PLACES: Mapping[str, str] = {
    "": "",
    "console/": "organiser#a-round-from-draw-to-close",
    "console/bracket": "organiser#finals",
    "console/late": "organiser#somebody-comes-late",
    "console/log": "organiser#corrections-and-undo",
    "console/match": "organiser#corrections-and-undo",
    "console/person": "organiser#finding-somebody",
    "console/prizes": "organiser#prizes",
    "console/player_action": "organiser#somebody-drops-or-does-not-come",
    "console/standings": "organiser#the-cut-and-who-fills-a-free-place",
    "console/undo": "organiser#corrections-and-undo",
    "console/prepare/": "organiser#create-the-event",
    "console/prepare/backup": "organiser#what-if-the-laptop-dies",
    "console/prepare/checklists": "organiser#before-the-day",
    "console/prepare/list": "organiser#lists",
    "console/prepare/messages": "organiser#messages-to-other-services",
    "console/prepare/people": "organiser#people",
    "console/prepare/player": "organiser#people",
    "console/prepare/publish": "organiser#show-the-event-at-home-while-the-hall-is-offline",
    "console/prepare/staff": "organiser#staff",
    "entrance/": "organiser#before-the-day",
    "entrance/cards": "organiser#lists",
    "entrance/edition": "organiser#playing-by-other-rules",
    "entrance/following": "host#show-events-of-other-halls",
    "entrance/keys": "host#keys",
    "entrance/new": "organiser#create-the-event",
    "judge/": "judge#a-call",
    "judge/check": "judge#deck-checks",
    "judge/component": "judge#lost-and-damaged-components",
    "judge/incidents": "judge#incidents",
    "judge/sanction": "judge#penalties",
    "paper/": "organiser#paper-and-when-batteries-die",
    "phone/": "player#my-table",
    "phone/claim": "player#sign-in",
    "phone/data": "player#my-data",
    "phone/dispute": "judge#a-disputed-result",
    "phone/drop": "player#drop",
    "phone/erase": "player#my-data",
    "phone/join": "player#sign-in",
    "phone/judge": "player#call-a-judge",
    "phone/link": "player#sign-in",
    "phone/list": "player#my-list",
    "phone/report": "player#report-the-result",
    "overlay/": "organiser#on-a-stream",
    "projector/": "organiser#projector",
    "projector/stream": "organiser#on-a-stream",
    "public/": "player#standings",
    "public/rules": "",
    "public/help": "",
}
"""Beginning of a template's name → guide and section; "" is the first page of the manual."""


def place_of(template: str) -> str:
    """The guide and section that explain this page."""
    return PLACES[max((start for start in PLACES if template.startswith(start)), key=len)]


@pass_context
def help_path(context: Context) -> str:
    """The address of the manual that belongs to the page which is being made."""
    guide, _, section = place_of(context.name or "").partition("#")
    return f"{url('help-guide', guide)}#{section}" if guide else url("help")
