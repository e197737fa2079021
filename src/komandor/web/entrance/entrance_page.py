"""What the pages outside any event share: refusals on top, with every reason."""

from typing import Any

from django.http import HttpResponse

from komandor.core.reasons import Refusal
from komandor.texts import Lang, Speaker
from komandor.web.rendering.event_page import Sentence, status_of
from komandor.web.rendering.responses import page
from komandor.web.routing.request import Request


def entrance(request: Request, template: str, refusal: Refusal | None = None, **context: Any) -> HttpResponse:
    """A page of the entrance."""
    reasons = sentences(refusal, request.lang) if refusal else []
    return page(request, f"entrance/{template}", status_of(request, refusal), reasons=reasons, **context)


def sentences(refusal: Refusal, lang: Lang) -> list[Sentence]:
    """Every reason of a refusal as a sentence with its rule."""
    speaker = Speaker(lang=lang, on_forms=True)
    return [(speaker.sentence(reason), reason.rule) for reason in refusal.reasons]
