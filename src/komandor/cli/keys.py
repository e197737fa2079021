"""`komandor keys`: lists the host's keys of a data folder or database, and closes them."""

from typing import Annotated

import typer

from komandor.app.identity import host_keys, revoke_host_keys
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.event.open_event import opened_store
from komandor.core.reasons import why

command = typer.Typer(help="List the host's keys, and close them.", no_args_is_help=True)


@command.command("list")
def list_(
    data: Data = None, database: Database = None, as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """The keys that are valid, newest first."""
    with opened_store(data, lang, database or "") as store:
        rows = [{"key": one.id, "made": one.at, "label": one.label} for one in host_keys(store)]
    if as_json:
        output.json({"keys": rows})
    else:
        output.table("", output.heads(("key", "made", "label"), lang), [tuple(row.values()) for row in rows])


@command.command()
def revoke(
    keys: Annotated[list[str] | None, typer.Argument(help="The keys to close, as `list` shows them.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every key; the next start prints a new one.")] = False,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Close keys of the host: whoever holds one is the host no longer."""
    if bool(keys) == every:
        raise output.wrong("KEYS", why("typed.name_keys"), lang)
    with opened_store(data, lang, database or "") as store:
        known = {one.id for one in host_keys(store)}
        wanted = known if every else set(keys or ())
        if unknown := wanted - known:
            raise output.wrong("KEYS", why("typed.no_such_key", name=min(unknown)[:60]), lang)
        count = revoke_host_keys(store, wanted)
    output.summary({"closed": count}, as_json, lang)
