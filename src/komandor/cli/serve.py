"""`komandor serve`: starts the site, prints its address, and opens it in a browser."""

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from socket import socket
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
import typer

from komandor import PROGRAM
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
from komandor.store.sqlite import SqliteStore
from komandor.web.routing.request import url
from komandor.web.server import local_door, run_server
from komandor.web.server.addresses import EVERYWHERE, addresses
from komandor.web.server.make_site import home_link, make_site, sender_of
from komandor.web.server.publisher import Publisher
from komandor.web.server.round_backups import RoundBackups
from komandor.web.server.site import Site

Host = Annotated[
    str, typer.Option(help="Address to listen on: 0.0.0.0 allows phones, 127.0.0.1 only this computer.")
]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Port to listen on. Default: the first free port from 8000."),
]
Backup = Annotated[
    Path | None, typer.Option(help="Where to save a backup after every round, ideally a USB stick.")
]
DAMAGED = "The log of the event {} is damaged: its pages cannot be shown. Restore the last backup."
READABLE = "--database: everybody on this machine can read the password here; KOMANDOR_DATABASE hides it."
CALM = 5.0  # seconds after the start
ONE_WRITER = (
    "--processes: several processes need PostgreSQL (KOMANDOR_DATABASE); "
    "a data folder can be written by one process only."
)
NO_SIGNALS = "--processes: several processes need Linux, macOS or another Unix."
Processes = Annotated[
    int,
    typer.Option(min=1, max=64, help="Number of processes, for example one for each core. Needs PostgreSQL."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


def command(
    host: Host = "0.0.0.0",  # noqa: S104  a laptop in a hall is useless if phones cannot reach it
    port: Port = None,
    data: Data = None,
    database: Database = None,
    backup: Backup = None,
    no_browser: NoBrowser = False,
    processes: Processes = 1,
) -> None:
    """Start the Komandor website."""
    folder = data or data_folder()
    if database in sys.argv and urlsplit(database or "").password:
        print(READABLE, file=sys.stderr, flush=True)
    if processes > 1:
        refuse_several(database)
    with listen(host, port) as listening:
        store = open_named(database, folder)
        if processes > 1:
            orders = {"database": database, "data": str(folder), "backup": str(backup or folder / "backups")}
            raise typer.Exit(serve_in_several(processes, store, orders, listening, browser=not no_browser))
        serve(store, folder, listening, browser=not no_browser, backup=backup)


def refuse_several(database: str | None) -> None:
    """Refuse with one sentence what several processes cannot do."""
    if not (database or "").startswith(("postgres://", "postgresql://")):
        raise BadInput(ONE_WRITER)
    if sys.platform == "win32":
        raise BadInput(NO_SIGNALS)


def serve_in_several(
    count: int, store: EventStore, orders: dict[str, Any], listening: socket, *, browser: bool
) -> int:
    """Run a site in so many processes until it is stopped; the exit code. Each opens the store for itself."""
    from komandor.cli.supervisor import Supervisor

    host, port = listening.getsockname()[:2]
    try:
        home = home_link(store, terminal=sys.stdout.isatty())
    except ReadOnly as problem:
        raise BadInput(f"--database: {problem}") from None
    finally:
        store.close()
    local_door.leave_note(Path(orders["data"]), port)
    where = addresses(host, port, public_names())
    greet = partial(_greet, where, home, host, port, browser)
    return Supervisor(count, {**orders, "home": home}, listening, greet).run()


def serve(
    store: EventStore, folder: Path, listening: socket, *, browser: bool, backup: Path | None = None
) -> None:
    """Run a site on this store until it is stopped. Also used by `komandor demo`."""
    host, port = listening.getsockname()[:2]
    site = site_on(store, folder, listening)
    copies(site, backup or folder / "backups")
    outbox(site)
    publish(site)
    local_door.leave_note(folder, port)
    check_logs(site)
    greet = partial(_greet, site.addresses, site.home, host, port, browser)
    run_server.run(run_server.make_server(site, greet), listening)


def public_names() -> frozenset[str]:
    """The names of the site that a host has set."""
    return frozenset(name for name in os.environ.get("KOMANDOR_HOSTS", "").split(",") if name)


def site_on(store: EventStore, folder: Path, listening: socket, home: str | None = None) -> Site:
    """The site over this store, as it is reached by this socket."""
    host, port = listening.getsockname()[:2]
    public = public_names()
    where = addresses(host, port, public)
    try:
        site = make_site(
            store,
            secret=secret_of(folder),
            addresses=where,
            hosts=public,
            data=folder,
            home=home_link(store, terminal=sys.stdout.isatty()) if home is None else home,
        )
    except ReadOnly as problem:  # another Komandor uses the folder, or the disk is full
        raise BadInput(f"--data: {problem}") from None
    site.closers.insert(0, store.close)
    return site


def copies(site: Site, place: Path) -> None:
    """Keep copies after every round."""
    site.backups = RoundBackups(site.store, place, site.data)
    site.backups.erase()
    site.closers.append(site.store.listen(site.backups.heard))


def outbox(site: Site) -> None:
    """Send messages to other services, and first what waits since the last time."""
    site.outbox = sender_of(site)
    site.outbox.start()
    site.closers.append(site.outbox.stop)


def publish(site: Site) -> None:
    """Send events in the background to the sites that show them."""
    site.publisher = Publisher(site.services.ledger, hosted=bool(site.hosts))
    site.closers.append(site.publisher.start())


def check_logs(site: Site) -> None:
    """Look for damaged events in the background, once the first pages are made: those look at their own."""
    timer = threading.Timer(CALM, _check_logs, (site.store, site.services.ledger.has_opened))
    timer.name, timer.daemon = "komandor-check", True
    timer.start()


def _check_logs(store: EventStore, opened: Callable[[str], bool]) -> None:
    """Say what is damaged: events, whose pages say so as well, and what stands beside them in the file."""
    try:
        for tournament in damaged_logs(store, opened):
            print(DAMAGED.format(tournament), file=sys.stderr, flush=True)
        if isinstance(store, SqliteStore):
            store.check()
    except ReadOnly as problem:
        if problem.code == "store.damaged":
            print(problem, file=sys.stderr, flush=True)


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


def _greet(where: tuple[str, ...], home: str, host: str, port: int, browser: bool) -> None:
    here = f"http://127.0.0.1:{port}" if host in EVERYWHERE else where[0]
    lines = [f"Komandor runs at {here}{home}"]
    if home == url("home"):
        lines.append(f"Your keys open it; {PROGRAM} keys new makes another.")
    if host in EVERYWHERE:
        lines += [f"Phones on the same network: {address}" for address in where]
    print("\n".join(lines), flush=True)
    if host in EVERYWHERE and sys.stdout.isatty():
        _show_qr(where[0])
    print("Ctrl+C stops it.", flush=True)
    if browser and _has_display():
        threading.Thread(target=webbrowser.open, args=(here + home,), daemon=True).start()


def _show_qr(address: str) -> None:
    try:
        segno.make(address, micro=False).terminal(compact=True)
    except UnicodeEncodeError:  # an old Windows console; the address was printed above
        print()


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
