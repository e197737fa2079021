"""`komandor keys`: lists the host's keys of a data folder or database, and closes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.identity import host_keys, revoke_host_keys
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database
from komandor.cli.exits import BadInput
from komandor.cli.printing import echo
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.store.data_folder import data_folder

command = typer.Typer(help="List the host's keys, and close them.", no_args_is_help=True)


@command.command("list")
def list_(data: Data = None, database: Database = None, as_json: AsJson = False) -> None:
    """The keys that are valid, newest first."""
    with _opened(data, database) as store:
        rows = [{"key": one.id, "made": one.at, "label": one.label} for one in host_keys(store)]
    if as_json:
        output.json({"keys": rows})
        return
    for row in rows:
        echo(f"{row['key']}  {row['made'] or '-':25}  {row['label']}")


@command.command()
def revoke(
    keys: Annotated[list[str] | None, typer.Argument(help="The keys to close, as `list` shows them.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every key; the next start prints a new one.")] = False,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Close keys of the host: whoever holds one is the host no longer."""
    if bool(keys) == every:
        raise BadInput("KEYS: name keys, or give --all")
    with _opened(data, database) as store:
        known = {one.id for one in host_keys(store)}
        wanted = known if every else set(keys or ())
        if unknown := wanted - known:
            raise BadInput(f"KEYS: no key is called {min(unknown)[:60]}")
        try:
            count = revoke_host_keys(store, wanted)
        except ReadOnly as problem:
            raise BadInput(f"--data: {problem}") from None
    output.summary({"closed": count}, as_json)


@contextmanager
def _opened(data: Path | None, database: str | None) -> Iterator[EventStore]:
    try:
        store = open_store(database or data or data_folder())
    except (ValueError, OSError) as problem:
        raise BadInput(f"{'--database' if database else '--data'}: {problem}") from None
    try:
        yield store
    finally:
        store.close()
