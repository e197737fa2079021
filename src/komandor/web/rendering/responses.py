"""What views answer with: pages, fragments, redirects with a word of what was done, and "nothing new"."""

import json
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.parse import quote

from django.http import Http404, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.utils.http import content_disposition_header
from markupsafe import Markup

from komandor import __version__
from komandor.web.forms.form_tag import sent_id
from komandor.web.rendering import jinja
from komandor.web.rendering.records import Page, Toast, Visit
from komandor.web.routing.browser_seats import Me, can_open
from komandor.web.routing.request import Request
from komandor.web.server.security import drop_cookie, read_cookie, safe_path, write_cookie

T = TypeVar("T")
FLASH = "toast"
FLASH_SECONDS = 60


def page(request: Request, page: Page, status: int = 200) -> HttpResponse:
    """A whole page. Shows what the last redirect said, once."""
    toast = read_cookie(request, FLASH, FLASH_SECONDS)
    shown = Toast(text=toast["text"], undo=toast["undo"], tone=toast["tone"]) if toast else None
    response = _answer(request, page, status, visit(request, shown))
    if toast:
        drop_cookie(request, response, FLASH)
    return response


def fragment(request: Request, part: Page, status: int = 200) -> HttpResponse:
    """A part of a page, under a URL of its own."""
    return _answer(request, part, status, visit(request))


def visit(request: Request, toast: Toast | None = None) -> Visit:
    """Who asks for this page, and how."""
    me, token, route = getattr(request, "me", Me()), get_token(request), getattr(request, "route", None)
    return Visit(
        me=me,
        path=request.get_full_path(),
        posted=request.method == "POST",
        route=route.name if route else "",
        kept_id=sent_id(request) if route and route.sent_once and request.method == "POST" else "",
        csrf_input=Markup('<input type="hidden" name="csrfmiddlewaretoken" value="{}">').format(token),
        toast=toast,
        can=partial(can_open, me),
    )


def _answer(request: Request, page: Page, status: int, visit: Visit) -> HttpResponse:
    text = jinja.render(request.site.assets, request.lang, page, visit)
    response = HttpResponse(text, status=status)
    response.headers["Content-Language"] = request.lang
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


def live_part(request: Request, who: str, part: Callable[[], Page], record: int = 0) -> HttpResponse:
    """A part of a page that is fetched again at each version; 304 if the browser has it.

    The browser keeps it and asks each time whether it still holds.
    """
    tag = etag(request, who, record)
    if tag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = fragment(request, part())
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    return response
