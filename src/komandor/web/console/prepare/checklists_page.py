"""What the rules ask the organiser to have, to say and to do, with ticks."""

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.app.queries.checklists import checklists_view, known_items
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import console, opened
from komandor.web.form_commands import perform, refusal_of
from komandor.web.request import Request
from komandor.web.responses import redirect


def checklists(request: Request, tournament: str) -> HttpResponse:
    p = opened(request, tournament)
    refusal: Refusal | None = None
    item = request.POST.get("item", "")
    if request.method == "POST" and item in known_items(p.t):
        answer = perform(request, tournament, c.TickChecklist(item, request.GET.get("done") == "1"))
        if isinstance(answer, Accepted):
            return redirect(request, f"/c/{tournament}/checklists#{item.split('.')[0]}")
        refusal = refusal_of(answer)
    parts = checklists_view(p.t)
    done, all_ = sum(one.done for one in parts), sum(len(one.items) for one in parts)
    return console(
        request,
        p,
        "prepare/checklists.html",
        "settings",
        refusal,
        parts=parts,
        done=done,
        all=all_,
        sub="checklists",
    )
