"""Sends an event to a site that follows it, in the background: now, or as soon as there is a network.

One thread for the whole site. What is to be sent follows from what the other site has (`app.publishing`), so
nothing is lost when the network breaks, this site is stopped or an answer does not arrive. Whoever does not
answer is asked again after 1, 2, 4 … seconds, at most half a minute.

A hosted site sends to the public internet only, as its messages do: whoever runs an event there must not
reach machines behind it.
"""

import http.client
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partialmethod
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

import msgspec

from komandor.app.ledger import Ledger, Unreadable
from komandor.app.parcels import PATH, SCHEME, Had, No, Parcel, Reply, refused
from komandor.app.publishing import Forked, parcel_for
from komandor.app.queries.everybody.names import names_of
from komandor.core.reasons import Refusal, refuse
from komandor.log.store import EventStore, ReadOnly
from komandor.web.server.delivery import connected_to, tls

_log = logging.getLogger(__name__)
SPACE, STATES = "publish", "published"
TIMEOUT = 15.0  # seconds for one step of a connection
LONGEST_ANSWER = 4 * 1024 * 1024
LONGEST_WAIT = 30.0
LOOK = 30.0  # seconds after which the store is asked for switches that another process has set
SLOW_DOWN = 0.2  # seconds between two parcels of one event


class OtherSite(msgspec.Struct, frozen=True):
    """Where an event is shown, and the key for it."""

    url: str
    key: str


class State(msgspec.Struct, frozen=True):
    """How far it has come: `current`, `sending`, `waiting` for the network, or `refused`; with why."""

    state: str
    version: int = 0
    no: tuple[No, ...] = ()


def _opener() -> OpenerDirector:
    """Follows no redirect: a key is sent to the address that was typed and to no other."""
    made = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPErrorProcessor, HTTPDefaultErrorHandler):
        made.add_handler(handler())
    return made


class _Outside(http.client.HTTPSConnection):
    """A connection to an address in the public internet."""

    def connect(self) -> None:
        plain = connected_to(self.host, self.port, hosted=True)
        try:
            self.sock = tls().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


class _OutsideOnly(HTTPSHandler):
    https_open = partialmethod(HTTPSHandler.do_open, _Outside)


def _outside() -> OpenerDirector:
    """The same for a hosted site."""
    made = OpenerDirector()
    for handler in (_OutsideOnly, HTTPErrorProcessor, HTTPDefaultErrorHandler):
        made.add_handler(handler())
    return made


_OPENERS = {False: _opener(), True: _outside()}


def target_of(url: str, key: str, hosted: bool = False) -> OtherSite | Refusal:
    """The site that shows an event, from a typed address and key; or what is wrong with them."""
    url, key = url.strip().rstrip("/"), key.strip()
    with suppress(ValueError):
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and len(url) <= 500:
            if hosted and parts.scheme == "http":
                return refuse("outbox.not_https")
            right = key.isascii() and 16 <= len(key) <= 64
            return OtherSite(url, key) if right else refuse("follow.key_missing")
    return refuse("follow.address")


def exchange(
    ledger: Ledger, event: str, target: OtherSite, had: Had | None, hosted: bool = False
) -> tuple[State, Had | None]:
    """Send one parcel: the state after it, and what the other site has, if it said so."""
    if had is None:
        asked = _ask(event, target, None, hosted)
        if asked.had is None:
            return _said(asked), None
        had = asked.had
    loaded = ledger.load(event)
    parcel = parcel_for(ledger.store, loaded, names_of(loaded.state, ledger.people(event)), had)
    if parcel is None:
        return State("current", had.version), had
    answer = _ask(event, target, parcel.parcel if isinstance(parcel, Forked) else parcel, hosted)
    if answer.had is None or isinstance(parcel, Forked):
        return msgspec.structs.replace(_said(answer), version=had.version), None
    return State("sending", answer.had.version), answer.had


def _said(answer: Reply) -> State:
    unreached = any(no.code in ("follow.no_network", "follow.strange_answer") for no in answer.no)
    return State("waiting" if unreached else "refused", no=answer.no)


def _ask(event: str, target: OtherSite, parcel: Parcel | None, hosted: bool) -> Reply:
    """What the other site answers; if nothing that can be read comes, why not."""
    body = None if parcel is None else msgspec.json.encode(parcel)
    headers = {"Authorization": f"{SCHEME}{target.key}", "Content-Type": "application/json"}
    request = Request(f"{target.url}{PATH}{quote(event)}", body, headers)  # noqa: S310
    status = 0
    try:
        try:
            with _OPENERS[hosted].open(request, timeout=TIMEOUT) as answer:
                status, data = answer.status, answer.read(LONGEST_ANSWER)
        except HTTPError as problem:
            with problem:
                status, data = problem.code, problem.read(LONGEST_ANSWER)
        found = msgspec.json.decode(data, type=Reply)
    except msgspec.DecodeError:
        return refused(refuse("follow.strange_answer", None, status=status))
    except (OSError, URLError, http.client.HTTPException, ValueError) as problem:
        return refused(refuse("follow.no_network", None, problem=str(problem)[:120]))
    if found.had is None and not found.no:
        return refused(refuse("follow.strange_answer", None, status=status))
    return found


@dataclass(slots=True)
class _Line:
    """One event on its way."""

    target: OtherSite
    had: Had | None = None
    failures: int = 0
    due: float = 0.0
    current: bool = False


class Publisher:
    """Keeps every event that is to be shown elsewhere up to date there."""

    def __init__(
        self,
        ledger: Ledger,
        clock: Callable[[], float] = time.monotonic,
        first_wait: float = 1.0,
        hosted: bool = False,
    ) -> None:
        self._hosted = hosted
        self._ledger, self._clock, self._first_wait = ledger, clock, first_wait
        self._lines: dict[str, _Line] = {}
        self._fresh: set[str] = set()
        self._news = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="komandor-publisher", daemon=True)

    def start(self) -> Callable[[], None]:
        """Begin; gives back what ends it."""
        stop = self._ledger.store.listen(self.heard)
        self._thread.start()

        def end() -> None:
            stop()
            self._ended.set()
            self._news.set()

        return end

    def heard(self, tournament: str, _version: int = 0) -> None:
        """The store's news; also called when a switch was set."""
        self._fresh.add(tournament)
        self._news.set()

    def _work(self) -> None:
        while not self._ended.is_set():
            self._news.clear()
            try:
                pause = self.step()
            except Exception:  # noqa: BLE001 - whatever happens, the next try comes
                _log.exception("an event could not be sent to the site that shows it")
                pause = LOOK
            self._news.wait(pause)

    def step(self) -> float:
        """Send what is due, one parcel for each event, and say after how many seconds to come back."""
        self._look_up()
        for event, line in self._lines.items():
            if line.due <= self._clock() and (event in self._fresh or not line.current):
                self._fresh.discard(event)
                self._send(event, line)
        waiting = [x for event, x in self._lines.items() if event in self._fresh or not x.current]
        return max(0.0, min([LOOK, *(line.due - self._clock() for line in waiting)]))

    def _look_up(self) -> None:
        """Take note of switches that were set, changed or taken away."""
        wanted = {event: _target(kept) for event, kept in self._ledger.store.items(SPACE)}
        known = {event: line for event, line in self._lines.items() if wanted.get(event) == line.target}
        self._lines = {event: known.get(event) or _Line(target) for event, target in wanted.items()}
        self._fresh.intersection_update(wanted)

    def _send(self, event: str, line: _Line) -> None:
        try:
            state, line.had = exchange(self._ledger, event, line.target, line.had, self._hosted)
        except (Unreadable, ReadOnly):
            state, line.had = State("waiting"), None
        line.current = state.state == "current"
        failed = state.state in ("waiting", "refused")
        line.failures = min(line.failures + 1, 10) if failed else 0
        wait = 2.0 ** (line.failures - 1) if failed else SLOW_DOWN
        line.due = self._clock() + min(LONGEST_WAIT, self._first_wait * wait)
        keep_state(self._ledger.store, event, state)


def _target(kept: object) -> OtherSite:
    return msgspec.convert(kept, OtherSite)


def published_to(store: EventStore, event: str) -> OtherSite | None:
    """Where this event is shown; None if nowhere."""
    kept = store.get(SPACE, event)
    return _target(kept) if kept else None


def state_of(store: EventStore, event: str) -> State | None:
    """How far it has come; None before the first try."""
    kept = store.get(STATES, event)
    return msgspec.convert(kept, State) if kept else None


def keep_state(store: EventStore, event: str, state: State) -> None:
    """Keep the state where every process finds it, if it has changed."""
    if state != state_of(store, event):
        with suppress(ReadOnly):
            store.put(STATES, event, msgspec.to_builtins(state))


def show_at(store: EventStore, event: str, target: OtherSite | None) -> None:
    """Show this event there from now on, or no longer (None). What is there already stays there."""
    store.put(STATES, event, None)
    store.put(SPACE, event, msgspec.to_builtins(target) if target else None)
