"""`komandor restore`: puts a copy of everything into an empty data folder or database."""

from pathlib import Path
from typing import Annotated

import typer

from komandor.cli.engine import output
from komandor.cli.open_event import OpenStore, on_store
from komandor.core.reasons import why
from komandor.store.backup import BadBackup, restore
from komandor.store.sql import SqlStore
from komandor.store.whole_copy import NotEmpty, NotWhole

File = Annotated[Path, typer.Argument(help="A backup made by `komandor backup` or the website (.sqlite3).")]


@on_store
def command(at: OpenStore, file: File) -> None:
    """Restore a checked backup into an empty data folder or database, completely or not at all.

    Links keep working. So that nobody has to sign in again, give the new site the secret of the old one
    (`secret-key` in its data folder, or KOMANDOR_SECRET).
    """
    assert isinstance(at.store, SqlStore)
    try:
        events = restore(file, at.store)
    except NotEmpty:
        raise output.wrong(at.option, why("copy.not_empty"), at.lang) from None
    except NotWhole as broken:
        raise output.wrong("FILE", why("store.damaged_log", tournament=str(broken)), at.lang) from None
    except BadBackup as problem:
        raise output.wrong("FILE", why("copy.failed", problem=str(problem.__cause__)), at.lang) from None
    output.summary({"restored": len(events)}, at.as_json, at.lang)
