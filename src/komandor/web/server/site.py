"""One site: the store and everything that serves it, made once at start and handed to whoever needs it.

Nothing here is global. The ASGI application holds its `Site`, Django views find it as `request.site`,
cached pages get it as their first argument; a test makes its own.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.log.store import EventStore, Fact
from komandor.web.routing.request import url
from komandor.web.server.assets import Assets
from komandor.web.server.cache import PageCache
from komandor.web.server.counters import Counters
from komandor.web.server.live import Hub
from komandor.web.server.metrics import Metrics
from komandor.web.server.publisher import Publisher
from komandor.web.server.round_backups import RoundBackups
from komandor.web.server.sender import Sender
from komandor.web.server.services import Services


@dataclass(slots=True, kw_only=True)
class Site:
    """What a running site is made of."""

    store: EventStore
    secret: str  # signs cookies; kept in the data folder
    hub: Hub
    pages: PageCache
    assets: Assets
    services: Services  # the events as they are now, and everybody's names
    addresses: tuple[str, ...] = ()  # where phones reach us, best first: "http://192.168.1.20:8000"
    hosts: frozenset[str] = frozenset()  # public names of a hosted site
    home: str = "/"  # the path the organiser's browser opens
    clock: Callable[[], float] = time.time  # seconds since 1970, for rate limits; tests set their own
    counters: Counters = field(default_factory=Counters)  # of rate limits
    metrics: Metrics = field(default_factory=Metrics)  # what a host looks at
    data: Path | None = None  # the data folder; None where nothing but the store is kept
    publisher: Publisher | None = None  # sends events to sites that show them, where the site runs for real
    backups: RoundBackups | None = None  # copies after every round, where the site runs for real
    outbox: Sender | None = None  # sends messages to other services, where the site runs for real
    closers: list[Callable[[], None]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """The address to print, show and put into QR codes."""
        return self.addresses[0] if self.addresses else "http://127.0.0.1:8000"

    def planned(self, tournament: str) -> None:
        """Tell every process that the plan for the day, or what a stream shows, was changed."""
        kept = self.store.change("changes", tournament, lambda before: {"number": _number(before) + 1})
        self.hub.planned(tournament, _number(kept))  # at once: the next page is theirs
        self.store.announce(tournament, _number(kept))

    def link(self, actor: Actor, token: str) -> str:
        """The secret link that opens this seat."""
        return self.address + url(f"{actor.kind}-link", token)

    def new_link(self, tournament: str, actor: Actor, label: str, secret: str = "") -> str:
        """A fresh secret link to this seat; earlier ones stay valid. `secret`: as `issue` says."""
        return self.link(actor, issue(self.store, tournament, actor, label, secret=secret))

    def close(self) -> None:
        """Close all resources, the newest first."""
        self.hub.close()
        while self.closers:
            self.closers.pop()()


def _number(kept: Fact) -> int:
    found = kept.get("number", 0)
    return found if isinstance(found, int) else 0
