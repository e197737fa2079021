"""`komandor export`: writes an event of the data folder, or a tournament file, in some format."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.cells import csv_text
from komandor.app.queries.everybody.names import names_of
from komandor.app.queries.everybody.rounds import round_view
from komandor.app.queries.everybody.standings import standings_view
from komandor.cli.engine.options import AsJson, Data, Lang, Language
from komandor.cli.engine.output import summary, write, wrong
from komandor.cli.event.open_event import Event, open_event
from komandor.cli.tournament_file import Opened, opened
from komandor.core.ids import SIDES, PlayerNo
from komandor.core.reasons import why
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import export as whole
from komandor.log.bundle import without_people

Namer = Callable[[PlayerNo], str]


class ExportFormat(StrEnum):
    KOMANDOR = "komandor"
    STANDINGS = "standings"
    PAIRINGS = "pairings"


def command(
    file: Annotated[Path | None, typer.Argument(help="A .komandor file; else an event of --data.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    format_: Annotated[
        ExportFormat, typer.Option("--format", help="The whole event, or a table as CSV.")
    ] = ExportFormat.KOMANDOR,
    without: Annotated[bool, typer.Option("--without-people", help="Leave names and contacts out.")] = False,
    full: Annotated[
        bool, typer.Option("--full-names", help="In a table: for staff, not for the public.")
    ] = False,
    secret: Annotated[bool, typer.Option("--with-secret", help="Your own backup only.")] = False,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Write an event as one file (.komandor), or its standings or pairings as CSV."""
    if output is None:
        raise wrong("-o", why("typed.no_file_named"), lang)
    if file:
        raw = _from_file(file, format_, without, full, lang)
    else:
        raw = _from_folder(data, event, format_, without, full, secret, lang)
    write(output, raw, lang, private=full or (format_ is ExportFormat.KOMANDOR and not without))
    summary({"file": str(output), "format": format_.value, "bytes": len(raw)}, as_json, lang)


def _from_file(file: Path, format_: ExportFormat, without: bool, full: bool, lang: Lang) -> bytes:
    held = opened(file, lang)
    if format_ is not ExportFormat.KOMANDOR:
        return TABLES[format_](held.state, held.full if full else held.name)
    raw = file.read_bytes()
    stripped = without_people(raw) if without else raw
    assert isinstance(stripped, bytes)  # it was opened above
    return stripped


def _from_folder(
    data: Path | None,
    event: str | None,
    format_: ExportFormat,
    without: bool,
    full: bool,
    secret: bool,
    lang: Lang,
) -> bytes:
    with open_event(data, event, False, lang) as at:
        if format_ is ExportFormat.KOMANDOR:
            return whole(at.ledger.store, at.id, with_people=not without, with_secret=secret)
        state = at.held.state
        people = {} if without else at.ledger.store.people(at.id)
        held = Opened(state, names_of(state, people))
        return TABLES[format_](state, held.full if full else held.name)


def _standings(t: Tournament, name: Namer) -> bytes:
    view = standings_view(t)
    columns = ("place", "player", "name", "points", *view.columns, "decided_by", "status", "final")
    rows = [
        (
            *(r.place, r.player, name(r.player), r.points),
            *(r.values.get(key) for key in view.columns),
            *(r.decided_by, r.status, r.final),
        )
        for r in view.rows
    ]
    return _csv([columns, *rows])


def _pairings(t: Tournament, name: Namer) -> bytes:
    of_side = ("", "_name", "_points", "_mov")
    sides_ = [f"{side}{part}" for side in SIDES for part in of_side]
    columns = ("round", "table", "kind", *sides_, "winner", "status")
    rows: list[tuple[object, ...]] = []
    for number in sorted(t.rounds):
        for row in round_view(t, number, 0).rows:
            sides = [
                (s.player, name(s.player), s.scored, s.mov) if s else (None, None, None, None)
                for s in (row.a, row.b)
            ]
            rows.append((number, row.table, row.kind, *sides[0], *sides[1], row.winner, row.status))
    return _csv([columns, *rows])


def _csv(rows: list[tuple[object, ...]]) -> bytes:
    return csv_text(rows, ",").encode()


TABLES: dict[ExportFormat, Callable[[Tournament, Namer], bytes]] = {
    ExportFormat.STANDINGS: _standings,
    ExportFormat.PAIRINGS: _pairings,
}
