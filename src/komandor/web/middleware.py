"""What every view may rely on: `request.site`, `request.lang` and `request.t` (gettext of that language)."""

from django.http import HttpRequest, HttpResponse

from komandor.texts.catalogue import Lang
from komandor.web import i18n
from komandor.web.security import Answer

SITE = "komandor.site"  # the WSGI environ's key; put there by komandor.web.asgi


def about_request(get_response: Answer) -> Answer:
    """Django middleware: name the site and the language."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.site = request.META[SITE]
        request.lang = _language(request)  # type: ignore[attr-defined]
        request.t = i18n.translations(request.lang)  # type: ignore[attr-defined]
        return get_response(request)

    return answer


def _language(request: HttpRequest) -> Lang:
    if asked := i18n.language(request.GET.get("lang", "")):
        return asked
    cookie = f"{i18n.COOKIE}={request.COOKIES.get(i18n.COOKIE, '')}"
    return i18n.choose(cookie, request.headers.get("Accept-Language", ""))
