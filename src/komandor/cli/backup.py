"""`komandor backup`: a checked copy of everything, while the site runs or not."""

from pathlib import Path
from typing import Annotated

import typer

from komandor.cli.engine import output
from komandor.cli.open_event import OpenStore, on_store
from komandor.core.reasons import why
from komandor.store.backup import BY_HAND, BadBackup, backup

Folder = Annotated[
    Path | None, typer.Argument(help="Where to save the backup. Default: `backups` in the data folder.")
]


@on_store
def command(at: OpenStore, folder: Folder = None) -> None:
    """Save all events with names, links and draw seeds in one backup file, and check that it is complete.

    The file gives access to everything: keep it as safe as the data itself.
    """
    try:
        made = backup(at.store, folder or at.folder / "backups", BY_HAND)
    except BadBackup as problem:
        raise output.wrong("FOLDER", why("copy.failed", problem=str(problem.__cause__)), at.lang) from None
    output.summary({"copy": str(made), "events": len(at.store.tournaments())}, at.as_json, at.lang)
