"""`komandor keys`: makes, lists and revokes the host's keys, also while the site runs."""

from typing import Annotated, Any

import typer

from komandor.app.identity import host_keys
from komandor.cli.engine import output
from komandor.cli.open_event import OpenStore, on_store
from komandor.core.reasons import why
from komandor.log.store import ReadOnly
from komandor.store.data_folder import secret_of
from komandor.web.server import local_door

command = typer.Typer(help="Make, list and revoke the host's keys.", no_args_is_help=True)
Label = Annotated[str, typer.Option(help="Who it is for.")]
Days = Annotated[
    int | None, typer.Option(min=1, max=3650, help="Number of days it is valid. Default: no limit.")
]


@command.command("new")
@on_store
def new(at: OpenStore, label: Label = "", days: Days = None) -> None:
    """Make a key and show it once. Anyone who opens it at the site's address can do everything there."""
    import komandor.web.routing.urls  # noqa: F401 (the addresses; they load Django, which `list` does not need)
    from komandor.web.routing.request import url

    made = _written(at, {"do": "new", "label": label, "days": days})
    output.summary({"link": url("host-link", made["link"])}, at.as_json, at.lang)


@command.command("list")
@on_store
def list_(at: OpenStore) -> None:
    """List valid keys, newest first. The last valid key never expires."""
    keys = host_keys(at.store)
    rows = [{"key": one.id, "made": one.at, "ends": one.ends, "label": one.label} for one in keys]
    output.rows("keys", rows, ("key", "made", "ends", "label"), at.as_json, at.lang)


@command.command("revoke")
@on_store
def revoke(
    at: OpenStore,
    keys: Annotated[
        list[str] | None, typer.Argument(help="The keys to revoke, as `list` shows them.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Revoke every key; the next start prints a new one.")
    ] = False,
) -> None:
    """Revoke host keys. A revoked key no longer gives host access."""
    if bool(keys) == every:
        raise output.wrong("KEYS", why("typed.name_keys"), at.lang)
    known = {one.id for one in host_keys(at.store)}
    wanted = known if every else set(keys or ())
    if unknown := wanted - known:
        raise output.wrong("KEYS", why("typed.no_such_key", name=min(unknown)[:60]), at.lang)
    output.summary(_written(at, {"do": "revoke", "keys": sorted(wanted)}), at.as_json, at.lang)


def _written(at: OpenStore, asked: dict[str, Any]) -> dict[str, Any]:
    """Write it here, or let the site do it that has this folder open."""
    try:
        return local_door.done(at.store, asked)
    except ReadOnly as no:
        if no.code != "store.in_use":
            raise
        try:
            return local_door.ask(at.folder, secret_of(at.folder), asked)
        except local_door.NobodyThere:
            raise no from None
