"""Editions of the rules that this site knows: loaded from a file or a text, shown, removed."""

from collections.abc import Sequence

from django.http import HttpResponse

from komandor.app import editions as kept
from komandor.app.handle import cannot_be_saved
from komandor.core import games
from komandor.core.editions import Edition
from komandor.core.editions.toml_lines import MOST_BYTES
from komandor.core.reasons import Refusal, refuse
from komandor.log.store import ReadOnly
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.rendering.responses import download, found, redirect
from komandor.web.routing.request import Request, url


class EditionsPage(EntrancePage, template="entrance/editions.html"):
    documents: Sequence[tuple[str, str]]  # id and name
    editions: Sequence[tuple[str, str]]
    typed: str


def editions(request: Request) -> HttpResponse:
    """GET: what is loaded. POST: one more, or one less; a broken one is answered with every problem."""
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = _removed(request) if request.fields.raw("remove") else _loaded(request)
        if isinstance(answer, str):
            return redirect(request, url("editions"), answer)
        refusal = answer
    lang = request.lang
    page = EditionsPage(
        documents=[(rules.data.edition, rules.data.name[lang]) for rules in games.GAMES],
        editions=[(one.id, one.rules.data.label[lang]) for one in kept.all_kept(request.site.store)],
        typed=request.fields.raw("text"),
    )
    return entrance(request, page, refusal)


class OneEditionPage(EntrancePage, template="entrance/edition.html"):
    edition: kept.EditionFacts


def edition(request: Request, edition: str) -> HttpResponse:
    """What one edition says beside the document; with `?text=1` the file itself."""
    one = found(kept.kept(request.site.store, edition))
    if request.fields.ticked("text"):
        return download(one.text, "application/toml", f"{one.id}.toml")
    return entrance(request, OneEditionPage(edition=kept.facts_of(one, request.lang)))


def _loaded(request: Request) -> str | Refusal:
    """The message that it is there, or every problem."""
    upload = request.FILES.get("file")
    content = upload.read(4 * MOST_BYTES) if upload else request.fields.raw("text")
    if not content:
        return refuse("file.missing")
    read = kept.edition_of(content)
    if isinstance(read, Refusal):
        return read
    return _kept(request, read)


def _kept(request: Request, edition: Edition) -> str | Refusal:
    try:
        kept.keep(request.site.store, edition)
    except ReadOnly as problem:
        return cannot_be_saved(problem)
    return request.t.gettext("%(name)s is now available.") % {"name": edition.rules.data.label[request.lang]}


def _removed(request: Request) -> str | Refusal:
    name = request.fields.raw("remove")[:100]
    try:
        known = kept.forget(request.site.store, name)
    except ReadOnly as problem:
        return cannot_be_saved(problem)
    removed = request.t.gettext("Removed. Events that were made with it keep their own copy.")
    return removed if known else refuse("edition.unknown", None, found=name)
