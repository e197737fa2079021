"""What `komandor doctor` looks at. A check says what it saw: good, a warning, or a trouble with its mend."""

import json
import logging
import os
import shutil
import socket
import sqlite3
import ssl
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import urlopen

from komandor import __version__
from komandor.app.identity import host_keys
from komandor.app.ledger import damaged_logs, in_ms
from komandor.cli import configuration
from komandor.cli.commands import COMMANDS
from komandor.core.reasons import Param, Reason, why
from komandor.log.store import EventStore, ReadOnly
from komandor.store import open_store
from komandor.store.backup import backups
from komandor.store.data_folder import KEY_FILE
from komandor.store.safe_folders import UnsafeFolder, refuse_unsafe
from komandor.store.schema import OtherSchema
from komandor.store.sqlite import FILE, check_pages
from komandor.web.server.addresses import local_ips

ROOM, LITTLE_ROOM = 200, 2000  # megabytes: of which nothing can be done without, and of which one should know
FILES = 4096  # open files: a stream for each phone, and some more


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the data are, and how the site is to be served."""

    folder: Path
    database: str
    port: int
    certificate: Path | None


@dataclass(frozen=True, slots=True)
class Seen:
    level: Literal["good", "warning", "trouble"]
    what: Reason
    subject: str = ""  # if it is not that of its check


def good(code: str, **facts: Param) -> Seen:
    return Seen("good", why(code, **facts))


def warning(code: str, **facts: Param) -> Seen:
    return Seen("warning", why(code, **facts))


def trouble(code: str, **facts: Param) -> Seen:
    return Seen("trouble", why(code, **facts))


def version(machine: Machine) -> Iterator[Seen]:
    yield good("doctor.version", version=__version__, python=sys.version.split()[0])


def settings(machine: Machine) -> Iterator[Seen]:
    """Every table of the file and every variable, also those of commands that are seldom called."""
    from komandor.cli.main import build

    names = [command.name for command in COMMANDS]
    odd: list[Reason] = []
    try:
        found = configuration.read_file()
        configuration.refuse_unknown_keys(found, names)
        for name in ("doctor", *found, *configuration.commands_with_variables(names)):
            app: Any = build(name, COMMANDS)
            configuration.refuse_unknown_options(found.get(name, {}), app.commands[name], name)
            configuration.refuse_wrong_variables(name, app.commands[name])
            here = configuration.unknown_variables(names, name, app.commands[name])
            odd += [one for one in here if one not in odd]
    except configuration.WrongSettings as problem:
        yield Seen("trouble", problem.what)
    else:
        yield good("doctor.settings_good")
    yield from (Seen("warning", one) for one in odd)
    yield from _open_settings(configuration.settings_file())
    if os.environ.get("KOMANDOR_PROXY") and not os.environ.get("KOMANDOR_HOSTS"):
        yield trouble("doctor.proxy_without_name")


def _open_settings(file: Path | None) -> Iterator[Seen]:
    """Whether everybody on the machine can read a file that holds the database's password or the secret."""
    secret = os.environ.get("KOMANDOR_SECRET") or urlsplit(os.environ.get("KOMANDOR_DATABASE", "")).password
    if not secret:
        return
    with suppress(OSError):
        if file and os.name == "posix" and file.stat().st_mode & 0o004 and secret in file.read_text("utf-8"):
            yield trouble("doctor.settings_open", file=str(file))


def folder(machine: Machine) -> Iterator[Seen]:
    try:
        refuse_unsafe(machine.folder / FILE)
        if not machine.folder.exists():
            yield warning("doctor.folder_none", folder=str(machine.folder))
            return
        _try_to_write(machine.folder)
    except (UnsafeFolder, OSError) as problem:
        yield trouble("doctor.folder", folder=str(machine.folder), problem=str(problem))
    else:
        yield good("doctor.folder_good", folder=str(machine.folder))
    with suppress(OSError):
        if os.name == "posix" and machine.folder.stat().st_mode & 0o002:
            yield trouble("doctor.folder_open", folder=str(machine.folder))
    with suppress(OSError):
        if os.name == "posix" and (machine.folder / KEY_FILE).stat().st_mode & 0o077:
            yield trouble("doctor.secret_open", file=str(machine.folder / KEY_FILE))


def _there(place: Path) -> bool:
    """Whether this is there for us; `Path.exists` fails in a folder that nobody may look into."""
    try:
        return bool(place.stat())
    except OSError:
        return False


def _try_to_write(folder: Path) -> None:
    trial = folder / ".komandor-doctor"
    trial.write_text("")
    trial.unlink()


def disk(machine: Machine) -> Iterator[Seen]:
    there = next(place for place in (machine.folder, *machine.folder.parents) if _there(place))
    free = shutil.disk_usage(there).free // 10**6
    if free < ROOM:
        yield trouble("doctor.disk_full", free=free, room=ROOM)
    elif free < LITTLE_ROOM:
        yield warning("doctor.disk_little", free=free)
    else:
        yield good("doctor.disk_good", free=free // 1000)


def database(machine: Machine) -> Iterator[Seen]:
    """Whether the data can be opened, and each event as it was written."""
    file = machine.folder / FILE
    try:
        there = bool(machine.database or file.stat())
    except (FileNotFoundError, NotADirectoryError):
        there = False
    except OSError as problem:
        yield trouble("doctor.database_closed", problem=problem.strerror or str(problem), file=str(file))
        return
    if not there:
        yield good("doctor.database_none")
        return
    logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # what it tries is said here, in one sentence
    try:
        if not machine.database:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                check_pages(connection)
        with closing(open_store(machine.database or machine.folder)) as store:
            yield from _events(store)
    except OtherSchema as problem:
        yield Seen("trouble", problem.reason)
    except ReadOnly as problem:
        server = _server(machine.database)
        silent = problem.code == "store.unreachable"
        yield (
            trouble("doctor.database_silent", server=server, problem=_refusal(machine.database))
            if silent
            else Seen("trouble", why(problem.code))
        )
    except sqlite3.OperationalError as problem:  # a full disk, a folder of somebody else: no sign of damage
        yield trouble("doctor.database_closed", problem=str(problem), file=str(file))
    except sqlite3.DatabaseError as problem:
        yield trouble("doctor.database_damaged", problem=str(problem).splitlines()[0][:200], file=str(file))
    except (ValueError, OSError) as problem:
        yield trouble("doctor.database", problem=str(problem))


def _server(address: str) -> str:
    """Host and port of a database, without the password."""
    return urlsplit(address).netloc.rpartition("@")[2] or address.partition(":")[0]


def _refusal(address: str) -> str:
    """What a database server says to whoever knocks, in its own words; they hold no password."""
    import psycopg

    try:
        psycopg.connect(address, connect_timeout=5).close()
    except psycopg.Error as problem:
        first = next(iter(str(problem).splitlines()), "")
        return first.rpartition("failed: ")[2].removeprefix("FATAL:").strip() or type(problem).__name__
    return "timeout"


def _events(store: EventStore) -> Iterator[Seen]:
    events = store.tournaments()
    broken = list(damaged_logs(store))
    yield from (Seen("trouble", why("store.damaged_log", tournament=one)) for one in broken)
    if not broken:
        yield good("doctor.events_good", count=len(events), store=store.name)
    if events and not host_keys(store):
        yield warning("doctor.no_key")
    whole = [one for one in events if one not in broken and store.version(one)]
    newest = max((in_ms(store.read(one, store.version(one) - 1)[0].at) for one in whole), default=0)
    now = round(time.time() * 1000)
    if newest > now + 60_000:
        yield replace(trouble("doctor.clock", newest=_day(newest), now=_day(now)), subject="clock")
    else:
        yield replace(good("doctor.clock_good", now=_day(now)), subject="clock")


def _day(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def copies(machine: Machine) -> Iterator[Seen]:
    place = Path(str(configuration.said_about("serve", "backup") or machine.folder / "backups"))
    try:
        made = backups(place) if _there(place) else []
        if _there(place):
            _try_to_write(place)
    except OSError as problem:
        yield trouble("doctor.copies_closed", folder=str(place), problem=problem.strerror or str(problem))
        return
    if made:
        yield good("doctor.copies_good", count=len(made), newest=_day(round(made[0].stat().st_mtime * 1000)))
    elif machine.database or _there(machine.folder / FILE):
        yield warning("doctor.copies_none", folder=str(place))


def network(machine: Machine) -> Iterator[Seen]:
    ips = local_ips()
    yield good("doctor.network_good", addresses=", ".join(ips)) if ips else trouble("doctor.network_none")


def port(machine: Machine) -> Iterator[Seen]:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("", machine.port))
        except OSError as problem:
            ours = _is_komandor(machine.port)
            words = problem.strerror or ""
            yield (
                good("doctor.port_ours", port=machine.port)
                if ours
                else trouble("doctor.port", port=machine.port, problem=words)
            )
        else:
            yield good("doctor.port_good", port=machine.port)


def _is_komandor(port: int) -> bool:
    with suppress(OSError, ValueError), urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
        return bool(json.load(answer).get("version"))
    return False


def files(machine: Machine) -> Iterator[Seen]:
    with suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        enough = most == resource.RLIM_INFINITY or most >= FILES
        yield (
            good("doctor.files_good", most=most)
            if enough
            else warning("doctor.files", most=most, enough=FILES)
        )


def certificate(machine: Machine) -> Iterator[Seen]:
    """The end of the proxy's certificate, and whether it has the names of the site."""
    if machine.certificate is None:
        return
    try:
        found = _decoded(machine.certificate)
    except (OSError, ssl.SSLError) as problem:
        yield trouble("doctor.certificate", file=str(machine.certificate), problem=str(problem.args[-1]))
        return
    end = ssl.cert_time_to_seconds(found["notAfter"])
    now = time.time()
    ends_on, today = (datetime.fromtimestamp(at).astimezone().date() for at in (end, now))
    days = (ends_on - today).days
    names = {name for kind, name in found.get("subjectAltName", ()) if kind == "DNS"}
    wanted = {name for name in os.environ.get("KOMANDOR_HOSTS", "").split(",") if name}
    missing = {name for name in wanted - names if f"*.{name.partition('.')[2]}" not in names}
    if end < now:
        yield trouble("doctor.certificate_ended", end=_day(round(end * 1000)))
    elif missing:
        yield trouble("doctor.certificate_names", names=", ".join(sorted(missing)))
    elif days == 0:
        yield warning("doctor.certificate_today")
    elif days < 14:
        yield warning("doctor.certificate_soon", days=days)
    else:
        yield good("doctor.certificate_good", days=days)


def _decoded(file: Path) -> dict[str, Any]:
    """Names and end of a certificate, by the only reader of such files in the standard library."""
    decode: Callable[[str], dict[str, Any]] = ssl._ssl._test_decode_cert  # type: ignore[attr-defined]  # noqa: SLF001
    return decode(str(file))


CHECKS: tuple[tuple[str, Callable[[Machine], Iterator[Seen]]], ...] = (
    ("version", version),
    ("settings", settings),
    ("folder", folder),
    ("disk", disk),
    ("database", database),
    ("copies", copies),
    ("network", network),
    ("port", port),
    ("files", files),
    ("certificate", certificate),
)
"""In this order, each under the subject that the terminal names."""
