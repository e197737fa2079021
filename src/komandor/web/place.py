"""Where a site lives on this machine: its data folder, its secret, its addresses on the local network."""

import os
import secrets
import socket
import sys
from contextlib import suppress
from pathlib import Path

KEY_FILE = "secret-key"
PROBES = ("192.168.255.255", "10.255.255.255", "172.31.255.255", "203.0.113.1")
"""Asking the system which way it would send to these names our own addresses; nothing is sent."""

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  what the user asked for: phones must reach the laptop


def data_folder() -> Path:
    """The user's folder for Komandor by the custom of the platform, or KOMANDOR_DATA."""
    if named := os.environ.get("KOMANDOR_DATA"):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "Komandor"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Komandor"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "komandor"


def secret_of(folder: Path) -> str:
    """The site's secret: KOMANDOR_SECRET, or a file only its owner can read, made at the first start."""
    if given := os.environ.get("KOMANDOR_SECRET"):
        return given
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / KEY_FILE
    with suppress(FileExistsError):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text().strip()


def addresses(host: str, port: int, public: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Where others reach this site, best first."""
    if public:
        return tuple(f"https://{name}" for name in sorted(public))
    if host not in EVERYWHERE:
        return (_address(host, port),)
    return tuple(_address(ip, port) for ip in local_ips()) or (_address("127.0.0.1", port),)


def local_ips() -> tuple[str, ...]:
    """This machine's addresses on its networks, without loopback."""
    found = dict.fromkeys(ip for probe in PROBES if (ip := _way_to(probe)))
    return tuple(ip for ip in found if not ip.startswith("127."))


def _way_to(probe: str) -> str | None:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((probe, 9))
        return str(way.getsockname()[0])
    return None


def _address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"
