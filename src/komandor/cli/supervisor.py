"""Runs a site in several processes on one port: replaces those that die or hang, renews them on SIGHUP.

All processes accept from the same listening socket, which this one keeps open: a connection that waits in its
queue when a process ends is taken by another. Each has a channel to here: it tells that it is ready and then,
every second, that it is alive; it hears when it shall leave. When this process dies the channels close and
the others end by themselves (decision 27). What they count lies in memory that this one holds (decision 29).

Theory. A *place* is one of the N processes that there should be; a process has a place for a while. During a
renewal a place has two: the new one starts, says READY, and only then is the old one told to LEAVE. So a
version that cannot start changes nothing, and at every moment somebody accepts connections.

Nothing here waits for one process: `_turn` starts what is due, reads the channels that have news, and ends
whoever is overdue. A closed channel means that a process is gone, whatever it died of, so nothing listens for
SIGCHLD or polls exit codes. The trap is a process that lives and hangs: its signs of life are sent by its
event loop, not by a thread, because a thread would go on beating while no request is answered.

A process that dies before it was ready has found something wrong (database, settings). At the first start
this ends the site with that process's own message; later it is tried again, more and more slowly.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socket import socket, socketpair
from typing import IO, Any

from komandor.web.server.metrics import ROWS, forget_open, room_for_counts

READY, ALIVE, LEAVE = b"r", b".", b"leave\n"
HANGS = 15.0  # seconds without a sign of life
STARTS = 60.0  # seconds until it must be ready
LEAVES = 45.0  # seconds to finish what is under way; run_server.DRAIN and what follows take less
ENDS = 10.0  # seconds after SIGTERM
LONGEST_PAUSE = 10.0  # seconds before another try, while processes die before they are ready
LOOK = 0.25


@dataclass(eq=False, slots=True)
class Process:
    """One serving process."""

    place: int
    row: int  # of the numbers that it counts
    popen: subprocess.Popen[bytes]
    channel: socket
    since: float  # when it was started, or told to leave
    heard: float = 0.0
    ready: bool = False
    leaving: bool = False

    def overdue(self, now: float) -> bool:
        """Whether it has kept us waiting for too long."""
        if self.leaving or not self.ready:
            return now - self.since > (LEAVES if self.leaving else STARTS)
        return now - self.heard > HANGS


@dataclass(slots=True)
class Supervisor:
    """Keeps so many processes alive until a signal ends them all."""

    count: int
    orders: dict[str, Any]  # what a process has to serve; never on its command line, where all can read it
    listening: socket
    greet: Callable[[], None]  # called once, when all are ready
    processes: list[Process] = field(default_factory=list)
    _due: dict[int, float] = field(default_factory=dict)  # places without a process: when to start one
    _failed: dict[int, int] = field(default_factory=dict)  # how often in a row nobody became ready there
    _renew: list[int] = field(default_factory=list)  # places whose process is still to be renewed
    _greeted: bool = False
    _code: int | None = None  # with which to end
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    _counts: IO[bytes] = field(default_factory=room_for_counts)

    def run(self) -> int:
        """Serve until SIGTERM or Ctrl+C; the exit code."""
        with _waking_signals(self._heard_signal) as wake:
            self._selector.register(wake, selectors.EVENT_READ)
            self._due = dict.fromkeys(range(self.count), 0.0)
            while self._code is None:
                self._turn()
            self._end_all()
        return self._code

    def _turn(self) -> None:
        now = time.monotonic()
        for place in [place for place, when in self._due.items() if when <= now]:
            del self._due[place]
            self._start(place)
        if self._renew and not self._due and all(one.ready for one in self.processes if not one.leaving):
            self._start(self._renew.pop(0))
        for key, _ in self._selector.select(LOOK):
            self._read(key)
        for one in [one for one in self.processes if one.overdue(time.monotonic())]:
            _say(f"process {one.popen.pid} does not answer and is ended.")
            one.popen.kill()
            self._gone(one)

    def _start(self, place: int) -> None:
        ours, theirs = socketpair()
        numbers = (theirs.fileno(), self.listening.fileno(), self._counts.fileno())
        used = {one.row for one in self.processes}
        row = next(n for n in range(ROWS) if n not in used)
        command = [sys.executable, "-P", "-m", "komandor.cli.worker", str(theirs.fileno())]
        popen = subprocess.Popen(command, pass_fds=numbers, stdin=subprocess.DEVNULL)
        theirs.close()
        orders = {**self.orders, "listening": numbers[1], "counts": numbers[2], "place": place, "row": row}
        with suppress(OSError):  # it is dead already: the channel says so
            ours.sendall(json.dumps(orders).encode() + b"\n")
        self.processes.append(Process(place, row, popen, ours, time.monotonic()))
        self._selector.register(ours, selectors.EVENT_READ, self.processes[-1])

    def _read(self, key: selectors.SelectorKey) -> None:
        one, said = key.data, b""
        with suppress(OSError):
            said = key.fileobj.recv(4096)  # type: ignore[union-attr]
        if not isinstance(one, Process):
            return
        if not said:
            self._gone(one)
            return
        one.heard = time.monotonic()
        if READY in said:
            self._ready(one)

    def _ready(self, one: Process) -> None:
        """Let a process that is ready take over its place: the one before it finishes its work and leaves."""
        one.ready = True
        self._failed[one.place] = 0
        for other in self.processes:
            if other.place == one.place and other is not one and not other.leaving:
                other.leaving, other.since = True, one.heard
                with suppress(OSError):
                    other.channel.sendall(LEAVE)
        if not self._greeted and len({p.place for p in self.processes if p.ready}) == self.count:
            self._greeted = True
            self.greet()

    def _gone(self, one: Process) -> None:
        """Remove a process that has ended or has to, and plan another if its place is free now."""
        self._selector.unregister(one.channel)
        one.channel.close()
        self.processes.remove(one)
        code = _ended(one.popen)
        forget_open(self._counts, one.row)
        if one.leaving:
            return
        if not self._greeted and not one.ready:
            self._code = code if code > 0 else 1  # it has said why
            return
        if any(other.place == one.place for other in self.processes):
            if not one.ready:
                self._renew.clear()
                _say("the new process did not become ready: the others stay as they are.")
            return
        failed = 0 if one.ready else self._failed.get(one.place, 0) + 1
        self._failed[one.place] = failed
        self._due[one.place] = time.monotonic() + (min(2.0**failed / 2, LONGEST_PAUSE) if failed else 0)
        _say(f"process {one.popen.pid} has ended ({_how(code)}); another takes its place.")

    def _heard_signal(self, number: int) -> None:
        if number == signal.SIGHUP and not _terminal_gone():
            self._renew = list(range(self.count))
        else:
            self._code = 0

    def _end_all(self) -> None:
        for one in self.processes:
            one.popen.terminate()
        deadline = time.monotonic() + ENDS
        for one in self.processes:
            with suppress(subprocess.TimeoutExpired):
                one.popen.wait(max(0.1, deadline - time.monotonic()))
            one.popen.kill()
            one.popen.wait()
            one.channel.close()


@contextmanager
def _waking_signals(heard: Callable[[int], None]) -> Iterator[socket]:
    """Call `heard` for each signal; a byte on the yielded socket then ends the wait of the selector."""
    here, there = socketpair()
    here.setblocking(False)
    there.setblocking(False)
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, lambda n, _: heard(n)) for number in numbers}
    earlier = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)
    try:
        yield here
    finally:
        signal.set_wakeup_fd(earlier)
        for number, handler in before.items():
            signal.signal(number, handler)
        here.close()
        there.close()


def _terminal_gone() -> bool:
    """Whether SIGHUP came because the terminal window was closed: then the site ends instead of renewing."""
    if not sys.stdin or sys.stdin.closed:
        return False
    try:
        os.tcgetpgrp(sys.stdin.fileno())
    except OSError as problem:
        return problem.strerror == "Input/output error"
    return False


def _ended(popen: subprocess.Popen[bytes]) -> int:
    try:
        return popen.wait(ENDS)
    except subprocess.TimeoutExpired:
        popen.kill()
        return popen.wait()


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _say(text: str) -> None:
    print(f"komandor: {text}", file=sys.stderr, flush=True)
