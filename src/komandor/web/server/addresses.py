"""The addresses at which other machines on the local network reach this site."""

import socket
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

PROBES = ("192.168.255.255", "10.255.255.255", "172.31.255.255", "203.0.113.1")
"""Asking the system which way it would send to these names our own addresses; nothing is sent."""

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  what the user asked for: phones must reach the laptop


def addresses(host: str, port: int, public: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Where others reach this site, best first."""
    if public:
        return tuple(f"https://{name}" for name in sorted(public))
    if host not in EVERYWHERE:
        return (_address(host, port),)
    return tuple(_address(ip, port) for ip in local_ips()) or (_address("127.0.0.1", port),)


def only_here(address: str) -> bool:
    """Whether this address works in no other machine: no phone that scans it gets through."""
    host = urlsplit(address).hostname or ""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def own_address(host: str, port: int) -> str:
    """Where a browser on this machine finds the site."""
    return f"http://127.0.0.1:{port}" if host in EVERYWHERE else _address(host, port)


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
