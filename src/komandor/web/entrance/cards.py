"""Packs and card data of this site: which there are, from which day; load another, replace or remove it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.http import HttpResponse

from komandor.app.card_data import (
    PackFacts,
    facts_of_game,
    forget_catalogue,
    forget_pack,
    keep_catalogue,
    keep_pack,
    packs,
)
from komandor.app.handle import cannot_be_saved
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.lists.cards import BrokenCatalogue, Catalogue
from komandor.core.reasons import Refusal, refuse
from komandor.log.store import ReadOnly
from komandor.store.catalogues import read_uploaded
from komandor.store.pack_files import is_pack, read_pack
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.forms.fields import NAME
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.request import Request, url

DAY = re.compile(r"\d{4}-\d\d-\d\d")
Files = Sequence[tuple[str, bytes]]


class CardsPage(EntrancePage, template="entrance/cards.html"):
    packs: Sequence[tuple[str, PackFacts]]  # the name of the game, and the pack
    rows: Sequence[tuple[str, str, Catalogue | None]]  # game, its name and what is loaded for it
    typed: Mapping[str, str]


def cards(request: Request) -> HttpResponse:
    """What is loaded, and the form that loads more; the whole page is for the owner of this machine."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            answer = _asked(request)
        except ReadOnly as problem:
            answer = cannot_be_saved(problem)
        if isinstance(answer, str):
            return redirect(request, url("cards"), answer)
        refusal = answer
    shelf, known = request.site.services.ledger.cards, [rules.data for rules in _games()]
    loaded = {data.id: held.catalogue for data in known if (held := shelf(data.id))}
    page = CardsPage(
        packs=[(_name(request, one.game), one) for one in packs(request.site.store)],
        rows=[(data.id, data.name[request.lang], loaded.get(data.id)) for data in known],
        typed=request.POST.dict(),
    )
    return entrance(request, page, refusal)


def _asked(request: Request) -> str | Refusal:
    """What was done, in a sentence, or why not."""
    fields, store, gettext = request.fields, request.site.store, request.t.gettext
    wanted = fields.raw("do")
    if wanted == "remove-pack":
        return gettext("The pack is removed.") if forget_pack(store, fields.raw("pack")[:64]) else ""
    files = [(str(one.name), one.read()) for one in request.FILES.getlist("files")]
    if len(files) == 1 and is_pack(files[0][1]):
        return _pack(request, files)
    rules = found(next((one for one in _games() if one.data.id == fields.raw("game")), None))
    name = rules.data.name[request.lang]
    if wanted == "remove":
        gone = forget_catalogue(store, rules.data.id)
        return gettext("The card data is removed: %(game)s.") % {"game": name} if gone else ""
    read = _uploaded(request, rules, files)
    if isinstance(read, Refusal):
        return read
    keep_catalogue(store, read)
    said = gettext("The card data is loaded: %(game)s, %(catalogue)s.")
    return said % {"game": name, "catalogue": read.label}


def _pack(request: Request, files: Files) -> str | Refusal:
    try:
        pack = read_pack(files[0][1], facts_of_game)
    except BrokenCatalogue as problem:
        return Refusal((problem.reason,))
    kept = keep_pack(request.site.store, pack, request.fields.ticked("replace"))
    if isinstance(kept, Refusal):
        return kept
    said = request.t.gettext("The pack is loaded: %(game)s, %(pack)s. It can be chosen under New event.")
    return said % {"game": _name(request, kept.game), "pack": kept.label}


def _name(request: Request, game: str) -> str:
    return next((one.data.name[request.lang] for one in GAMES if one.data.id == game), game)


def _games() -> tuple[Rules, ...]:
    return tuple(rules for rules in GAMES if rules.lists)


def _uploaded(request: Request, rules: Rules, files: Files) -> Catalogue | Refusal:
    """The catalogue in the files that were sent, under the name and day that were typed."""
    fields = request.fields
    if not files:
        return refuse("file.missing")
    day = fields.raw("date")
    if day and not DAY.fullmatch(day):
        return refuse("file.catalogue_day")
    try:
        read = read_uploaded(files, rules)
    except BrokenCatalogue as problem:
        return Refusal((problem.reason,))
    typed = {"name": fields.text("name", NAME), "version": fields.text("version", NAME), "date": day}
    read = replace(read, **{key: value for key, value in typed.items() if value})  # type: ignore[arg-type]
    read = replace(read, trust="medium") if fields.ticked("medium") else read
    return replace(read, community="allow") if fields.ticked("community") else read
