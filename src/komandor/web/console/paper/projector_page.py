"""The console's page about screens: open one, post an announcement to everybody."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.core.ids import NoticeNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.forms.fields import NOTE
from komandor.web.forms.form_commands import act
from komandor.web.public.projector import SLIDES
from komandor.web.rendering.event_page import opened
from komandor.web.routing.request import Request, url


class ScreensPage(ConsolePage, template="projector/console.html"):
    slides: Sequence[str]
    typed: str
    address: str
    notices: Sequence[tuple[NoticeNo, str]]  # the newest first


def screens(request: Request, tournament: str) -> HttpResponse:
    refusal = notice(request, url("screens", tournament)) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    p = opened(request)
    shown = ScreensPage(
        p,
        slides=tuple(SLIDES),
        typed=request.POST.get("text", ""),
        address=f"{p.address}screen",
        notices=sorted(p.t.notices.items(), reverse=True),
    )
    return console(request, p, shown, "screen", refusal)


def notice(request: Request, back: str) -> HttpResponse | Refusal:
    """Post an announcement, or take one down."""
    _, fields = request.t.gettext, request.fields
    number = fields.optional_number("withdraw", 1)
    if number is not None:
        return act(request, c.WithdrawNotice(NoticeNo(number)), back, _("Announcement taken down."))
    message = _("Announced on all screens and phones.")
    return act(request, c.PostNotice(fields.text("text", NOTE)), back, message)
