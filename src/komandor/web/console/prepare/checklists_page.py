"""What the rules ask the organiser to have, to say and to do, with ticks."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app.queries.staff.checklists import CheckPart, checklists_view, known_items
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console
from komandor.web.console.prepare.staff_page import AboutEvent
from komandor.web.forms.fields import Fields
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import opened
from komandor.web.routing.request import Request, url


class ChecklistsPage(AboutEvent, template="console/prepare/checklists.html"):
    parts: Sequence[CheckPart]


def checklists(request: Request, tournament: str) -> HttpResponse:
    p = opened(request)
    refusal: Refusal | None = None
    if request.method == "POST":
        item = request.fields.choice("item", known_items(p.t))
        command = c.TickChecklist(item, Fields(request.GET).ticked("done"))
        answer = act(request, command, url("checklists", tournament) + f"#{item.split('.')[0]}", "")
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    return console(request, p, ChecklistsPage(p, parts=checklists_view(p.t)), "settings", refusal)
