"""More minutes for one table: the same form on the console and on the judges' phones (COM-LOST-3)."""

from komandor.core.ids import MatchNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import MOST_EXTENSION
from komandor.web.forms.fields import NOTE
from komandor.web.routing.request import Request


def extension(request: Request, number: MatchNo) -> tuple[c.ExtendTable, str]:
    """The command that the form asks for, and what is said when it is done."""
    minutes = request.fields.number("minutes", 1, MOST_EXTENSION)
    match = request.loaded.state.matches.get(number)
    said = {"minutes": minutes, "table": (match and match.table) or "–"}
    message = request.t.gettext("Table %(table)s: time extension of %(minutes)s minutes.") % said
    return c.ExtendTable(number, minutes, request.fields.text("reason", NOTE)), message
