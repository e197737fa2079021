"""What the pages outside any event share: refusals on top, with every reason."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.texts import Lang, Speaker
from komandor.web.rendering.event_page import Sentence, status_of
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import page
from komandor.web.routing.request import Request


class EntrancePage(Page):
    """A page of the entrance; a refusal is shown on top with every reason."""

    reasons: Sequence[Sentence] = ()


def entrance(request: Request, shown: EntrancePage, /, refusal: Refusal | None = None) -> HttpResponse:
    """A page of the entrance."""
    reasons, status = sentences(refusal, request.lang) if refusal else [], status_of(request, refusal)
    return page(request, replace(shown, reasons=reasons), status)


def sentences(refusal: Refusal, lang: Lang) -> list[Sentence]:
    """Every reason of a refusal as a sentence with its rule."""
    speaker = Speaker(lang=lang, on_forms=True)
    return [(speaker.sentence(reason), reason.rule) for reason in refusal.reasons]
