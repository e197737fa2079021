"""A connection to PostgreSQL on which nobody waits for a server that has gone silent.

The server ends by itself what takes too long. One that is frozen, or behind a dead network, ends nothing:
so a connection on which no byte has come or gone for a while is closed from this side. What was not
committed then is never carried out: when the server wakes up it finds nobody there.
"""

import os
import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

T = TypeVar("T")

SILENCE = 4.0  # seconds; a little more than the server itself allows
LONG_SILENCE = 600.0  # for copies of everything and for tables that are written anew
LIMITS = {
    "statement_timeout": 3000,  # milliseconds; also for a lock that a stopped process holds
    "idle_in_transaction_session_timeout": 5000,  # whoever stops inside a transaction keeps no locks
}


class WentSilent(psycopg.OperationalError):
    """The server has said nothing for too long; the connection is closed."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """Closes itself when the server goes silent."""

    silence = SILENCE

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        try:
            return super().wait(_while_heard(gen, self.silence), *args, **kwargs)
        except WentSilent:
            self.close()
            raise

    def without_limits(self) -> None:
        """Let the transaction that has begun take as long as it needs."""
        self.silence = LONG_SILENCE
        for limit in LIMITS:
            self.execute(f"SET LOCAL {limit} = 0".encode())

    def with_limits(self) -> None:
        """Use the usual limits again, as every transaction does at first."""
        self.silence = SILENCE


def options(url: str) -> str:
    """What the server is to end by itself; what the host's own address says wins."""
    own = conninfo_to_dict(url).get("options") or os.environ.get("PGOPTIONS", "")
    return " ".join([*(f"-c {name}={value}" for name, value in LIMITS.items()), str(own)]).strip()


def _while_heard(gen: Generator[Any, Any, T], silence: float) -> Generator[Any, Any, T]:
    """The same steps of a conversation; raises WentSilent when nothing moves for so many seconds."""
    try:
        wanted, heard = next(gen), time.monotonic()
        while True:
            ready = yield wanted
            if ready:
                heard = time.monotonic()
            elif time.monotonic() - heard > silence:
                raise WentSilent("the server has gone silent")
            wanted = gen.send(ready)
    except StopIteration as done:
        answer: T = done.value
        return answer
