"""`komandor import`: reads an event from another machine into the data folder, completely or not at all."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.imports import unfit
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.exits import BadInput
from komandor.cli.open_event import opened_store
from komandor.cli.tournament_file import opened_in, read
from komandor.core.reasons import Refusal
from komandor.documents.document import EventDocument, Unfit
from komandor.documents.foreign import read_foreign
from komandor.documents.foreign_notes import note_text
from komandor.documents.kept import keep
from komandor.log.bundle import import_
from komandor.texts import sentence

FOREIGN = (".json", ".csv", ".xml", ".save")
"""Endings of the files of other programs; everything else is taken for a log."""


def command(
    file: Annotated[
        Path, typer.Argument(help="A .komandor file, or another program's .json, .csv, .xml or .save.")
    ],
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Import an event into the data folder, completely or not at all.

    A .komandor file is verified, and the event can continue here. Files of other programs (Cryodex,
    ListFortress, NRTM, CSV, or an event document) are only shown and ranked: their draws can't be checked.
    """
    raw = read(file, lang)
    if file.suffix.lower() in FOREIGN:
        with _fit(file, lang):
            found = read_foreign(raw, file.name)
            with opened_store(data, lang, database) as store:
                every = [keep(store, document) for document in found]
        _tell(every, as_json, lang)
        return
    held = opened_in(raw, file, lang)  # verified and replayed before anything is written
    with opened_store(data, lang, database) as store:
        done = import_(store, raw, unfit)
    if isinstance(done, Refusal):
        raise BadInput(f"{file}: {sentence(done.reasons[0], lang.value)}")
    facts = {"event": done.tournament, "name": held.state.name, "records": len(done.records)}
    output.summary(facts | {"secret": done.secret is not None}, as_json, lang)


@contextmanager
def _fit(file: Path, lang: Lang) -> Iterator[None]:
    """What does not fit in a foreign file ends in one sentence."""
    try:
        yield
    except Unfit as problem:
        raise BadInput(f"{file}: {sentence(problem.reason, lang.value)}") from None


def _tell(every: Sequence[EventDocument], as_json: bool, lang: Lang) -> None:
    """Every event of a foreign file, and what it says otherwise than its own rounds."""
    for one in every:
        notes = [note_text(one, note, lang.value) for note in one.notes]
        facts = {"document": one.id, "name": one.name, "format": one.origin, "players": len(one.players)}
        output.summary(facts | {"rounds": len(one.rounds), "notes": notes}, as_json, lang)
