"""`komandor import`: reads an event from another machine into the data folder, completely or not at all."""

from pathlib import Path
from typing import Annotated

import typer

from komandor.app.imports import unfit
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Lang, Language
from komandor.cli.event.open_event import opened_store
from komandor.cli.exits import BadInput
from komandor.cli.tournament_file import opened
from komandor.core.reasons import Refusal
from komandor.log.bundle import import_
from komandor.texts import sentence


def command(
    file: Annotated[Path, typer.Argument(help="A tournament file (.komandor).")],
    data: Data = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Read a whole event (.komandor) into the data folder; a changed or incomplete file is refused."""
    held = opened(file, lang)  # verified and replayed before anything is written
    with opened_store(data, lang) as store:
        done = import_(store, file.read_bytes(), unfit)
    if isinstance(done, Refusal):
        raise BadInput(f"{file}: {sentence(done.reasons[0], lang.value)}")
    facts = {"event": done.tournament, "name": held.state.name, "records": len(done.records)}
    output.summary(facts | {"secret": done.secret is not None}, as_json, lang)
