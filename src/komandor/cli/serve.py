"""`komandor serve`: starts the site, prints its address, and opens it in a browser."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Annotated

import segno
import typer

from komandor.app.ledger import damaged_logs
from komandor.app.personal_data import erase_again
from komandor.cli.engine.options import Data, Database, Lang
from komandor.cli.engine.output import wrong
from komandor.cli.exits import BadInput
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.store.data_folder import data_folder, secret_of
from komandor.store.erasures import listed
from komandor.store.schema import OtherSchema
from komandor.web.server import run_server
from komandor.web.server.addresses import EVERYWHERE, addresses
from komandor.web.server.make_site import make_site
from komandor.web.server.round_backups import RoundBackups
from komandor.web.server.site import Site

Host = Annotated[str, typer.Option(help="Listen here: 0.0.0.0 lets phones in, 127.0.0.1 only this computer.")]
Port = Annotated[
    int | None, typer.Option(min=0, max=65535, help="The first free one from 8000 if not given.")
]
Backup = Annotated[Path | None, typer.Option(help="Copies after every round go here; best a stick.")]
DAMAGED = "The log of the event {} is damaged: its pages cannot be shown. Put back the last copy of it."
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


def command(
    host: Host = "0.0.0.0",  # noqa: S104  a laptop in a hall is useless if phones cannot reach it
    port: Port = None,
    data: Data = None,
    database: Database = None,
    backup: Backup = None,
    no_browser: NoBrowser = False,
) -> None:
    """Start the site."""
    folder = data or data_folder()
    with listen(host, port) as listening:
        store = open_named(database, folder)
        serve(store, folder, listening, browser=not no_browser, backup=backup)


def serve(
    store: EventStore, folder: Path, listening: socket, *, browser: bool, backup: Path | None = None
) -> None:
    """Run a site on this store until it is stopped. Also used by `komandor demo`."""
    host, port = listening.getsockname()[:2]
    public = frozenset(name for name in os.environ.get("KOMANDOR_HOSTS", "").split(",") if name)
    where = addresses(host, port, public)
    try:
        site = make_site(store, secret=secret_of(folder), addresses=where, hosts=public, data=folder)
    except ReadOnly as problem:  # another Komandor uses the folder, or the disk is full
        raise BadInput(f"--data: {problem}") from None
    site.closers.insert(0, store.close)
    site.backups = RoundBackups(store, backup or folder / "backups", folder)
    site.backups.erase()
    site.closers.append(store.listen(site.backups.heard))
    threading.Thread(target=_check_logs, args=(store,), name="komandor-check", daemon=True).start()
    run_server.run(site, listening, ready=lambda: _greet(site, host, port, browser))


def _check_logs(store: EventStore) -> None:
    """Say which events are damaged. Their pages say so as well; the others are served meanwhile."""
    with suppress(ReadOnly):
        for tournament in damaged_logs(store):
            print(DAMAGED.format(tournament), file=sys.stderr, flush=True)


def listen(host: str, port: int | None) -> socket:
    """A listening socket; refuses with one sentence if that is impossible."""
    try:
        return run_server.listen(host, port)
    except OSError as problem:
        place = f"{host}:{port or run_server.PORT}"
        raise BadInput(f"--host/--port: cannot listen on {place}: {problem.strerror}") from None


def open_named(database: str | None, folder: Path) -> EventStore:
    """The store that the options name; refuses with one sentence if it cannot be opened."""
    try:
        if database is None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = open_store(database if database is not None else folder)
        erase_again(store, listed(folder))  # an older copy may have been put back
        return store
    except OtherSchema as problem:
        raise wrong("--data" if database is None else "--database", problem.reason, Lang.EN) from None
    except (ValueError, OSError) as problem:
        field = "--database" if database is not None else "--data"
        raise BadInput(f"{field}: {problem}") from None


def _greet(site: Site, host: str, port: int, browser: bool) -> None:
    here = f"http://127.0.0.1:{port}" if host in EVERYWHERE else site.address
    lines = [f"Komandor runs at {here}{site.home}"]
    if host in EVERYWHERE:
        lines += [f"Phones on the same network: {address}" for address in site.addresses]
    print("\n".join(lines), flush=True)
    if host in EVERYWHERE and sys.stdout.isatty():
        _show_qr(site.address)
    print("Ctrl+C stops it.", flush=True)
    if browser and _has_display():
        threading.Thread(target=webbrowser.open, args=(here + site.home,), daemon=True).start()


def _show_qr(address: str) -> None:
    try:
        segno.make(address, micro=False).terminal(compact=True)
    except UnicodeEncodeError:  # an old Windows console; the address was printed above
        print()


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
