"""The copy with which an event goes on elsewhere: an act of its own, as it holds the secret of the draws."""

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.form_commands import perform, refusal_of
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.file_names import file_name
from komandor.web.rendering.responses import download
from komandor.web.routing.request import Request


class BackupPage(ConsolePage, template="console/prepare/backup.html"):
    """What the copy holds, and what whoever has it could do."""


def backup(request: Request, tournament: str) -> HttpResponse:
    """GET says what it means; POST notes it in the log and gives the file."""
    answer = perform(request, c.TakeBackup()) if request.method == "POST" else None
    if isinstance(answer, Accepted):
        data = export(request.site.store, tournament, with_secret=True)
        return download(data, "application/octet-stream", file_name(request.loaded.state, "", "komandor"))
    p = opened(request)
    return console(request, p, BackupPage(p), "settings", refusal_of(answer) if answer else None)
