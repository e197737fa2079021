"""Counts what a host looks at, and writes it down as Prometheus reads it.

Each sample is one number in memory. Where a site runs in several processes they share that memory: each adds
to a row of its own, so none has to wait for another, and whoever is asked sums up all rows. The supervisor
holds the memory: what a killed process has counted stays, and a counter never falls (decision 29).
"""

import ipaddress
import mmap
import tempfile
import threading
from collections.abc import Iterator, Mapping
from typing import IO, NamedTuple

from komandor.app.identity import seat_of
from komandor.app.outbox.messages import backlog
from komandor.log.store import EventStore

KINDS = ("page", "asset", "stream", "probe", "api", "report", "write")
STATUSES = (200, 204, 301, 302, 303, 304, 400, 403, 404, 405, 408, 409, 413, 421, 422, 429, 500, 503)
OTHER = "other"
LIMITED = ("register", "claim", "report", "call", "write", "incident", "link")
WITHIN = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
REPORTS = ("report", "confirm", "dispute")
SAVED = (204, 302)
AREAS = {"static": "asset", "live": "stream", "api": "api"} | dict.fromkeys(
    ("healthz", "readyz", "metrics"), "probe"
)
FORWARDED = (b"x-forwarded-for", b"forwarded")
ROWS = 256  # more than the processes that serve, leave and start at one moment


class Family(NamedTuple):
    """Samples of one name."""

    name: str
    kind: str
    meaning: str
    samples: tuple[str, ...]


def _family(name: str, kind: str, meaning: str, *labels: str) -> Family:
    return Family(name, kind, meaning, tuple(f"{name}{label}" for label in labels or ("",)))


def _requests() -> Iterator[str]:
    for kind in KINDS:
        yield from (f'{{kind="{kind}",status="{status}"}}' for status in (*STATUSES, OTHER))


FAMILIES = (
    _family("komandor_requests_total", "counter", "Answered requests.", *_requests()),
    _family("komandor_reports_total", "counter", "Reports, confirmations and disputes of players, saved."),
    _family(
        "komandor_rejected_total",
        "counter",
        "Requests rejected because they came too often.",
        *(f'{{limit="{name}"}}' for name in LIMITED),
    ),
    _family(
        "komandor_write_seconds",
        "histogram",
        "Time from a whole request that writes to its answer.",
        *(f'_bucket{{le="{limit}"}}' for limit in (*WITHIN, "+Inf")),
        "_sum",
        "_count",
    ),
    _family("komandor_streams", "gauge", "Live streams that are open."),
    _family("komandor_processes", "gauge", "Processes that serve."),
)
OF_NOW = {
    "komandor_info": "Version and store.",
    "komandor_ready": "Whether this process is ready.",
    "komandor_events": "Events in the store.",
    "komandor_outbox_messages": "Messages to other services that wait, and those that were given up.",
    "komandor_outbox_oldest_seconds": "How long the oldest message that waits has been waiting.",
}
"""What is looked up when somebody asks, and what it means."""
GAUGES = ("komandor_streams", "komandor_processes")
PLACE_OF = {sample: n for n, sample in enumerate(s for family in FAMILIES for s in family.samples)}
BYTES = 8 * len(PLACE_OF)  # of a row


class Metrics:
    """The numbers of one process, and the sums over all processes of its site."""

    def __init__(self, shared: mmap.mmap | None = None, row: int = 0) -> None:
        self._all = memoryview(bytearray(BYTES) if shared is None else shared).cast("d")
        self._first = row * len(PLACE_OF)
        self._lock = threading.Lock()
        self.add("komandor_processes")

    def add(self, sample: str, amount: float = 1.0) -> None:
        """Add to a number. May be called from any thread."""
        with self._lock:
            self._all[self._first + PLACE_OF[sample]] += amount

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        kind = kind_of(method, path)
        shown = status if status in STATUSES else OTHER
        self.add(f'komandor_requests_total{{kind="{kind}",status="{shown}"}}')
        if kind == "report" and status in SAVED:
            self.add("komandor_reports_total")
        if kind in ("report", "write"):
            for limit in (limit for limit in WITHIN if seconds <= limit):
                self.add(f'komandor_write_seconds_bucket{{le="{limit}"}}')
            self.add('komandor_write_seconds_bucket{le="+Inf"}')
            self.add("komandor_write_seconds_sum", seconds)
            self.add("komandor_write_seconds_count")

    def rejected(self, limit: str) -> None:
        """Count a request that came too often."""
        self.add(f'komandor_rejected_total{{limit="{limit}"}}')

    def sum(self, sample: str) -> float:
        """The number over all processes."""
        return sum(self._all[PLACE_OF[sample] :: len(PLACE_OF)])

    def text(self, now: Mapping[str, float]) -> str:
        """Everything, as Prometheus reads it; `now` are samples of OF_NOW that are known at this moment."""
        lines = []
        for name, meaning in OF_NOW.items():
            if samples := [f"{one} {value:.15g}" for one, value in now.items() if one.split("{")[0] == name]:
                lines += [*_head(name, "gauge", meaning), *samples]
        for family in FAMILIES:
            lines += _head(family.name, family.kind, family.meaning)
            sums = ((sample, self.sum(sample)) for sample in family.samples)
            lines += [f"{sample} {value:.15g}" for sample, value in sums if value or "status=" not in sample]
        return "\n".join(lines) + "\n"


def kept_in(store: EventStore, now: float) -> dict[str, float]:
    """The samples of OF_NOW about what the store holds."""
    outbox = backlog(store)
    return {
        "komandor_events": len(store.tournaments()),
        'komandor_outbox_messages{state="waiting"}': outbox.waiting,
        'komandor_outbox_messages{state="failed"}': outbox.failed,
        "komandor_outbox_oldest_seconds": 0.0 if outbox.oldest is None else now - outbox.oldest / 1000,
    }


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]


def room_for_counts() -> IO[bytes]:
    """Memory for the rows of all processes: a file without a name, which they inherit."""
    file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (open as long as the site runs)
    file.truncate(BYTES * ROWS)
    return file


def shared_counts(file: int) -> mmap.mmap:
    """The memory that was inherited under this number."""
    return mmap.mmap(file, BYTES * ROWS)


def forget_open(file: IO[bytes], row: int) -> None:
    """Clear what a process that has ended had open; what it has counted stays."""
    for sample in GAUGES:
        file.seek(row * BYTES + 8 * PLACE_OF[sample])
        file.write(bytes(8))


def kind_of(method: str, path: str) -> str:
    """What a request is about; one of KINDS."""
    area = path.split("/", 2)[1] if path.startswith("/") else ""
    if method not in ("GET", "HEAD"):
        return "report" if area == "m" and path.rpartition("/")[2] in REPORTS else "write"
    return AREAS.get(area, "page")


def may_read(client: str, headers: Mapping[bytes, bytes], store: EventStore) -> bool:
    """Whoever asks on the machine itself, not through a proxy, or has a key of the host."""
    if not any(name in headers for name in FORWARDED) and _loopback(client):
        return True
    scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    seat = seat_of(store, key.strip()) if scheme.lower() == "bearer" else None
    return seat is not None and seat.actor.kind == "host"


def _loopback(client: str) -> bool:
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False
