"""Every address of the site: first what is served from cache, then what Django answers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from komandor.core import games
from komandor.texts import Lang
from komandor.web.api.answers import problem
from komandor.web.api.guard import patterns as operation_patterns
from komandor.web.api.operations import OPERATIONS, V1
from komandor.web.api.operations import nothing_here as nothing_in_api
from komandor.web.forms.form_tag import without_form
from komandor.web.rendering.errors import error
from komandor.web.rendering.jinja import render
from komandor.web.rendering.records import NOBODY, Page
from komandor.web.routing import areas
from komandor.web.routing.request import Request, keep_path, url
from komandor.web.routing.routes import EVERYBODY, Route, patterns
from komandor.web.server.cache import CachedPage
from komandor.web.server.site import Site

handler400 = partial(error, status=400)
handler403 = partial(error, status=403)


def not_there(request: Request, exception: Exception) -> HttpResponse:
    """An address that no pattern takes, as one with a line break in it."""
    return problem(request, "not-found") if _in_api(request) else error(request, 404)


def failed(request: Request) -> HttpResponse:
    """A bug: said in the form in which the asker can read it."""
    return problem(request, "failed") if _in_api(request) else error(request, 500)


def _in_api(request: Request) -> bool:
    return f"{request.path}/".startswith(f"/{V1}/")


handler404, handler500 = not_there, failed


def nothing_here(request: Request, tournament: str, rest: str = "") -> HttpResponse:
    """What the cache could not answer: no such page, or (in the guard) a log that cannot be read."""
    return error(request, 404)


class StyleGuide(Page, template="styleguide.html"):
    """Every component of the design system on one page, in every state that pages use."""

    games: Sequence[tuple[str, str]]
    address: str


def style_guide(site: Site, lang: Lang) -> str:
    every = [(one.data.id, one.data.name[lang]) for one in games.GAMES]
    shown = StyleGuide(games=every, address=site.address)
    return render(site.assets, lang, shown, replace(NOBODY, path=url("styleguide")))


cached_pages: tuple[CachedPage, ...] = (CachedPage("/styleguide", style_guide, "styleguide"), *areas.PAGES)
"""Pages anyone may see, rendered once per version."""
for cached in cached_pages:
    keep_path(cached.name, cached.path)

for name, speak_of_it in without_form(one.name for one in areas.ROUTES if "POST" in one.methods).items():
    said = f'no template makes the form of the route {name!r}: write ui.form("{name}", …) in its page'
    raise ValueError(f"{said} ({', '.join(speak_of_it) or 'no template names it'})")

urlpatterns: list[URLPattern | URLResolver] = [
    *patterns(areas.ROUTES),
    *operation_patterns(OPERATIONS),
    *(path(f"{V1}{rest}", csrf_exempt(nothing_in_api)) for rest in ("", "/", "/<path:rest>")),
    *patterns(
        Route(f"t/<str:tournament>/{rest}", nothing_here, "", reads=EVERYBODY) for rest in ("", "<path:rest>")
    ),
]
"""Areas of the site add theirs in `areas.py`."""
