"""The page of permissions: every route with its roles, every action with its roles, every limit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from komandor.core.tournament.actions import ACTIONS
from komandor.core.tournament.by import ROLES as COMMAND_ROLES
from komandor.web.routing import areas
from komandor.web.routing.routes import ROLES, Route
from komandor.web.server.limits import LIMITS

Whose = Literal["own", "other"]
EVENT = "<str:tournament>"


@dataclass(frozen=True, slots=True)
class Row:
    """One method of one route. `event`: it belongs to one event; a seat at another event opens nothing."""

    route: Route
    method: str
    event: bool

    def allows(self, role: str, whose: Whose) -> bool:
        """Whether somebody whose only seat is `role` comes in, at their own event or at another."""
        who = self.route.roles(self.method)
        if "public" in who or (role == "host" and "host" in who):
            return True
        return self.event and whose == "own" and role in who


def table() -> tuple[Row, ...]:
    """Every route inside Django with each of its methods, in the order in which they are tried."""
    return tuple(
        Row(route, method, EVENT in route.path) for route in areas.ROUTES for method in route.methods
    )


def path_of(route: Route) -> str:
    """As a person reads it: "/c/<tournament>/match/<number>"."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", route.path)


# ── the page ─────────────────────────────────────────────────────────────────


HEAD = """\
# Who may do what

Printed by `python -m tools.print_documents`; do not edit.

There are no accounts and no passwords. A secret link is one seat at one event, as player or as staff; the
host's link belongs to whoever runs the server. A browser may hold several seats. A seat at one event opens
nothing at another. A revoked link and a dismissed member of staff are refused at the next request. Staff off
duty may look but not act, except to come back on duty and to report an incident (COM-ROLE-9). Every form
needs its CSRF token. Refusals are 403 (404 where there is no such event or thing)."""

ROUTES = """
## Routes

● at one's own event, ○ everywhere. Where everybody may come in, all columns show ○.
"""

COMMANDS = """\
## Commands

Routes only open pages; this table decides whether an action is carried out, whichever way it was asked for.
Players may touch their own seat and matches only. The host owns the machine and may do everything. Removal
and disqualification are the organiser's (COM-ROLE-8), in Star Wars LCG also a judge's (SWL-SANC-3); the last
word in an appeal is the marshal's, without a marshal the organiser's (COM-ROLE-5); nobody rules in a match of
their own (COM-PART-2).
"""

OFTEN = """\
## How often

Counted by seat or browser, never by address (a hall shares one); whoever reaches a limit gets 429 and the
time to wait. Staff are not counted.
"""


def page() -> str:
    return "\n".join([HEAD, *_routes(), "", *_public(), "", *_commands(), "", *_limits(), ""])


def _routes() -> Iterator[str]:
    yield ROUTES
    yield f"| path | method | {' | '.join(ROLES)} | commands |"
    yield "|---|---|" + "---|" * (len(ROLES) + 1)
    for row in sorted(table(), key=lambda r: r.route.path):
        marks = " | ".join(_mark(row, role) for role in ROLES)
        given = ", ".join(x.__name__ for x in row.route.posts) if row.method == "POST" else ""
        yield f"| `{path_of(row.route)}` | {row.method} | {marks} | {given} |"


def _mark(row: Row, role: str) -> str:
    return "○" if row.allows(role, "other") else "●" if row.allows(role, "own") else ""


def _public() -> Iterator[str]:
    yield "## Pages for everybody, served from memory"
    yield ""
    yield from (f"- `{page.path}`" for page in sorted(areas.PAGES, key=lambda page: page.path))


def _commands() -> Iterator[str]:
    yield COMMANDS
    yield f"| command | {' | '.join(COMMAND_ROLES)} | off duty |"
    yield "|---|" + "---|" * (len(COMMAND_ROLES) + 1)
    for action in sorted(ACTIONS, key=lambda action: action.name):
        marks = " | ".join("●" if role in action.by else "" for role in COMMAND_ROLES)
        yield f"| {action.name} | {marks} | {'●' if action.off_duty else ''} |"


def _limits() -> Iterator[str]:
    yield OFTEN
    yield "| action | by one | by all of one event | within |"
    yield "|---|---|---|---|"
    for action, limit in LIMITS.items():
        yield f"| {action} | {limit.one} | {limit.all} | {limit.window} s |"
