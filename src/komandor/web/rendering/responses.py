"""What views answer with: pages, fragments, redirects with a word of what was done, and "nothing new"."""

import json
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

from django.http import Http404, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.utils.http import content_disposition_header

from komandor import __version__
from komandor.web.rendering import jinja
from komandor.web.routing.request import Request
from komandor.web.server.security import drop_cookie, read_cookie, safe_path, write_cookie

T = TypeVar("T")
FLASH = "toast"
FLASH_SECONDS = 60


def page(request: Request, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """A whole page. Shows what the last redirect said, once."""
    toast = read_cookie(request, FLASH, FLASH_SECONDS)
    response = fragment(request, template, status, toast=toast or None, **context)
    if toast:
        drop_cookie(request, response, FLASH)
    return response


def fragment(request: Request, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """A part of a page, under a URL of its own."""
    site, lang = request.site, request.lang
    text = jinja.render(
        site.assets, lang, template, {"toast": None, **jinja.request_context(request), **context}
    )
    response = HttpResponse(text, status=status)
    response.headers["Content-Language"] = lang
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def redirect(request: Request, to: str, message: str = "", undo: str = "", tone: str = "ok") -> HttpResponse:
    """Go on to `to` and say there what was done; `undo` is the path to post to for taking it back."""
    response = HttpResponseRedirect(safe_path(to))
    if message:
        write_cookie(request, response, FLASH, {"text": message, "undo": undo, "tone": tone}, FLASH_SECONDS)
    return response


def say(response: HttpResponse, text: str, undo: str = "", tone: str = "ok") -> HttpResponse:
    """Put a message, with Undo, on an answer that does not load a new page (toast.js shows it)."""
    response.headers["X-Message"] = json.dumps({"text": text, "undo": undo, "tone": tone})
    return response


def download(content: str | bytes, kind: str, name: str) -> HttpResponse:
    """A file to keep; its name may have any letters."""
    header = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": header or "attachment"})


def found(value: T | None) -> T:
    """The value, or the page that says that there is nothing here."""
    if value is None:
        raise Http404
    return value


def in_place(request: Request) -> bool:
    """Whether a script asks (fragments.js) and wants a part of the page instead of a new one."""
    return request.headers.get("X-Requested-With") == "fragment"


def etag(request: Request, who: str, record: int = 0) -> str:
    """The tag of a page made by Django: record, its hash, plan for the day, language and reader.

    `record` is the newest one that can have changed the page; without it, the newest of all.
    """
    loaded, stamp = request.loaded, request.site.assets.stamp
    record = record or loaded.version
    plan = request.site.hub.plan(loaded.state.id)
    version = f"{record}-{loaded.notes[record - 1].hash[:12]}-{plan}"
    return f'"{version}-{request.lang}-{quote(who)}-{__version__}-{stamp}"'


def live_part(
    request: Request, who: str, template: str, context: Callable[[], dict[str, Any]], record: int = 0
) -> HttpResponse:
    """A part of a page that is fetched again at each version; 304 if the browser has it.

    The browser keeps it and asks each time whether it still holds.
    """
    tag = etag(request, who, record)
    if tag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = fragment(request, template, **context())
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    return response
