"""`komandor keys`: lists the host's keys of a data folder or database, and closes them."""

from typing import Annotated

import typer

from komandor.app.identity import host_keys, revoke_host_keys
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database
from komandor.cli.event.desk import opened_store
from komandor.cli.exits import BadInput

command = typer.Typer(help="List the host's keys, and close them.", no_args_is_help=True)


@command.command("list")
def list_(data: Data = None, database: Database = None, as_json: AsJson = False) -> None:
    """The keys that are valid, newest first."""
    with opened_store(data, database=database or "") as store:
        rows = [{"key": one.id, "made": one.at, "label": one.label} for one in host_keys(store)]
    if as_json:
        output.json({"keys": rows})
    else:
        output.table("", ("key", "made", "label"), [tuple(row.values()) for row in rows])


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
    with opened_store(data, database=database or "") as store:
        known = {one.id for one in host_keys(store)}
        wanted = known if every else set(keys or ())
        if unknown := wanted - known:
            raise BadInput(f"KEYS: no key is called {min(unknown)[:60]}")
        count = revoke_host_keys(store, wanted)
    output.summary({"closed": count}, as_json)
