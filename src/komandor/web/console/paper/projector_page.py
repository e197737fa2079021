"""The screens of the hall from the console: open one, say something to everybody."""

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import opened, tabs
from komandor.web.event_page import form_fields
from komandor.web.form_commands import act
from komandor.web.public.projector import SLIDES
from komandor.web.request import Request
from komandor.web.responses import page


def screens(request: Request, tournament: str) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = _notice(request, tournament)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    p = opened(request, tournament)
    reasons = [(p.say(r), r.rule) for r in refusal.reasons] if refusal else []
    context = p.context(
        tabs=tabs(request, p, "screen"), me=request.me, reasons=reasons, slides=SLIDES, **form_fields(p),
        typed=request.POST.get("text", ""), address=f"{request.site.address}/t/{p.t.id}/screen",
    )  # fmt: skip
    return page(request, "projector/console.html", 422 if reasons else 200, **context)


def _notice(request: Request, tournament: str) -> HttpResponse | Refusal:
    """Post an announcement, or take one down."""
    back, _ = f"/c/{tournament}/screens", request.t.gettext
    number = request.POST.get("withdraw", "")
    if number.isdecimal():
        return act(request, tournament, c.WithdrawNotice(int(number)), back, _("The announcement is down."))
    said = _("Announced on all screens and phones.")
    return act(request, tournament, c.PostNotice(request.POST.get("text", "").strip()), back, said)
