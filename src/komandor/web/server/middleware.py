"""What every view may rely on: `request.site`, `request.lang` and `request.t` (gettext of that language)."""

from django.http import HttpRequest, HttpResponse

from komandor.web.rendering import i18n
from komandor.web.server.security import Answer

SITE = "komandor.site"  # the WSGI environ's key; put there by komandor.web.server.asgi


def about_request(get_response: Answer) -> Answer:
    """Django middleware: name the site and the language."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.site = request.META[SITE]
        headers, asked = request.headers, i18n.asked_in(request.META["QUERY_STRING"])
        request.lang = i18n.choose(  # type: ignore[attr-defined]
            asked, headers.get("Cookie", ""), headers.get("Accept-Language", "")
        )
        request.t = i18n.translations(request.lang)  # type: ignore[attr-defined]
        return get_response(request)

    return answer
