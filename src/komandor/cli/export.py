"""`komandor export`: writes an event of the data folder, or a tournament file, in some format."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.event_view import EventView
from komandor.app.handle import now
from komandor.app.ledger import opened as opened_log
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.engine.output import summary, write, wrong
from komandor.cli.open_event import Event, OpenEvent, open_event
from komandor.cli.tournament_file import Opened, opened_in, read
from komandor.core.reasons import why
from komandor.core.tournament import commands as c
from komandor.documents.calendar import calendar
from komandor.documents.cryodex_json import write_cryodex_json
from komandor.documents.document import EventDocument, write_document
from komandor.documents.nrtm import write_nrtm
from komandor.documents.of_event import document_of
from komandor.documents.shared_text import everything
from komandor.documents.tables import players_csv, results_csv, standings_csv
from komandor.log.bundle import Bundle, parse, without_people, without_secret
from komandor.log.bundle import export as whole
from komandor.store import open_store


class ExportFormat(StrEnum):
    KOMANDOR = "komandor"
    STANDINGS = "standings"
    PAIRINGS = "pairings"
    PLAYERS = "players"
    DOCUMENT = "document"
    LISTFORTRESS = "listfortress"
    NRTM = "nrtm"
    MARKDOWN = "markdown"
    TEXT = "text"
    ICAL = "ical"
    SITE = "site"


def command(
    file: Annotated[
        Path | None, typer.Argument(help="A .komandor file. Default: an event from --data.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    format_: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="The whole event (komandor), its public document, tables, what others read, or a website.",
        ),
    ] = ExportFormat.KOMANDOR,
    without: Annotated[
        bool, typer.Option("--without-people", help="Leave out names and contact details.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full-names", help="In CSV: full names, for staff only, not for the public.")
    ] = False,
    secret: Annotated[
        bool,
        typer.Option(
            "--with-secret", help="Include the draw seed, to continue on another computer; the log notes it."
        ),
    ] = False,
    data: Data = None,
    database: Database = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Export an event as one file (.komandor), as tables, or in a format of other programs."""
    if output is None:
        raise wrong("-o", why("typed.no_file_named"), lang)
    kept = open_event(data, event, False, lang, database)  # not opened for a file
    raw = _from_file(file, without, secret, lang) if file else _from_store(kept, without, secret)
    if format_ is not ExportFormat.KOMANDOR:  # a log of a newer version is written as it is
        raw = _written(format_, raw, opened_in(raw, file, lang), full, lang)
    write(output, raw, lang, private=full or (format_ is ExportFormat.KOMANDOR and not without))
    summary({"file": str(output), "format": format_.value, "bytes": len(raw)}, as_json, lang)


def _from_file(file: Path, without: bool, secret: bool, lang: Lang) -> bytes:
    raw = read(file, lang)
    opened_in(raw, file, lang)  # verified and replayed before anything is taken from it
    stripped = without_people(raw) if without else raw if secret else without_secret(raw)
    assert isinstance(stripped, bytes)
    return stripped


def _from_store(of: AbstractContextManager[OpenEvent], without: bool, secret: bool) -> bytes:
    with of as at:
        if secret:
            at.note(c.TakeBackup())
        return whole(at.ledger.store, at.id, with_people=not without, with_secret=secret)


def _written(format_: ExportFormat, raw: bytes, held: Opened, full: bool, lang: Lang) -> bytes:
    """The event of a tournament file in this format."""
    if format_ is ExportFormat.SITE:
        return _site(raw, lang)
    return WRITERS[format_](_document(raw, held, full, lang), lang)


def _document(raw: bytes, opened_: Opened, full: bool, lang: Lang) -> EventDocument:
    """The document of the event in a file, as everybody or, with full names, its staff may see it."""
    bundle = parse(raw)
    assert isinstance(bundle, Bundle)  # it was opened before
    view = EventView(loaded=opened_log(bundle.records), names=opened_.names, staff_view=full)
    return document_of(view, now=0, lang=lang.value)


def _site(raw: bytes, lang: Lang) -> bytes:
    """The public pages of the event in a file, as a zip that needs no server."""
    from komandor.web.public.static_site import static_site
    from komandor.web.server.make_site import make_site

    bundle = parse(raw)
    assert isinstance(bundle, Bundle)  # it was opened before
    store = open_store("memory:")
    store.load(bundle.tournament, bundle.records, bundle.people or {})
    site = make_site(store, secret="", home="")
    zipped = static_site(site, lang.value, bundle.tournament)
    site.close()
    assert zipped is not None
    return zipped


WRITERS: dict[ExportFormat, Callable[[EventDocument, Lang], bytes]] = {
    ExportFormat.STANDINGS: lambda document, _: standings_csv(document).encode(),
    ExportFormat.PAIRINGS: lambda document, _: results_csv(document).encode(),
    ExportFormat.PLAYERS: lambda document, _: players_csv(document).encode(),
    ExportFormat.DOCUMENT: lambda document, _: write_document(document),
    ExportFormat.LISTFORTRESS: lambda document, _: write_cryodex_json(document),
    ExportFormat.NRTM: lambda document, _: write_nrtm(document),
    ExportFormat.MARKDOWN: lambda document, lang: everything(document, lang.value, markdown=True).encode(),
    ExportFormat.TEXT: lambda document, lang: everything(document, lang.value, markdown=False).encode(),
    ExportFormat.ICAL: lambda document, _: calendar(document, now()),
}
