"""Card data on this machine: which games have a catalogue, from which day; load another, or remove it."""

import errno
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.http import HttpResponse

from komandor.core.games import GAMES
from komandor.core.games.game import GameData, Rules
from komandor.core.lists.cards import BrokenCatalogue, Catalogue
from komandor.core.lists.knowledge import Cards
from komandor.core.reasons import Refusal, refuse
from komandor.store.catalogues import keep, read_uploaded, remove
from komandor.texts import Lang
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.forms.fields import NAME
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request

DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRow:
    """A game, and the card data that is loaded for it."""

    game: str
    name: str
    catalogue: Catalogue | None


@shows("entrance/cards.html")
class CardsPage(EntrancePage):
    rows: Sequence[CatalogueRow]
    typed: Mapping[str, str]


def cards(request: Request) -> HttpResponse:
    """The catalogues, and the form that loads one; the whole page is for the owner of this machine."""
    refusal: Refusal | None = None
    if request.method == "POST":
        data = found(request.site.data)
        rules = found(next((one for one in _games() if one.data.id == request.fields.raw("game")), None))
        name = rules.data.name[request.lang]
        if request.fields.raw("do") == "remove":
            gone = remove(data, rules.data.id)
            message = request.t.gettext("The card data is removed: %(game)s.") if gone else ""
            return redirect(request, url("cards"), message % {"game": name} if message else "")
        read = _uploaded(request, rules)
        read = _kept(data, read) if isinstance(read, Catalogue) else read
        if isinstance(read, Catalogue):
            message = request.t.gettext("The card data is loaded: %(game)s, %(catalogue)s.")
            return redirect(request, url("cards"), message % {"game": name, "catalogue": read.label})
        refusal = read
    shelf = request.site.services.ledger.cards
    rows = [_row(rules.data, shelf(rules.data.id), request.lang) for rules in _games()]
    return entrance(request, CardsPage(rows=rows, typed=request.POST.dict()), refusal)


def _row(data: GameData, cards: Cards | None, lang: Lang) -> CatalogueRow:
    return CatalogueRow(game=data.id, name=data.name[lang], catalogue=cards.catalogue if cards else None)


def _kept(data: Path, read: Catalogue) -> Catalogue | Refusal:
    """The catalogue once it is on the disk, or why it is not."""
    try:
        keep(data, read)
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        return refuse("store.disk_full" if full else "store.io_error")
    return read


def _games() -> tuple[Rules, ...]:
    return tuple(rules for rules in GAMES if rules.lists)


def _uploaded(request: Request, rules: Rules) -> Catalogue | Refusal:
    """The catalogue in the files that were sent, under the name and day that were typed."""
    fields = request.fields
    files = [(str(one.name), one.read()) for one in request.FILES.getlist("files")]
    if not files:
        return refuse("file.missing")
    day = fields.raw("date")
    if day and not DAY.fullmatch(day):
        return refuse("file.catalogue_day")
    try:
        read = read_uploaded(files, rules)
    except BrokenCatalogue as problem:
        return refuse("file.catalogue_broken", None, problem=str(problem)[:300])
    typed = {"name": fields.text("name", NAME), "version": fields.text("version", NAME), "date": day}
    read = replace(read, **{key: value for key, value in typed.items() if value})  # type: ignore[arg-type]
    read = replace(read, trust="medium") if fields.ticked("medium") else read
    return replace(read, community="allow") if fields.ticked("community") else read
