"""Logs in memory: for tests, the headless engine and the simulator. Gone when the process ends."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from komandor.log.record import GENESIS, Recorded, canonical, follow
from komandor.log.store import Appended, Conflict, Person, Puts, ReadOnly, TournamentExists, UnknownTournament
from komandor.store.listeners import Listeners


@dataclass(slots=True)
class _Log:
    records: list[Recorded] = field(default_factory=list)
    commands: dict[str, tuple[Recorded, ...]] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)


class MemoryStore:
    """One lock, a few dictionaries; values are kept as JSON text so that nobody can change them later."""

    name = "memory"
    trouble: ReadOnly | None = None

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._logs: dict[str, _Log] = {}
        self._secrets: dict[str, bytes] = {}
        self._facts: dict[tuple[str, str], str] = {}
        self._counters: dict[tuple[str, str, int], tuple[int, int]] = {}
        self._listeners = Listeners()

    def create(self, tournament: str) -> None:
        with self._lock:
            self._logs.setdefault(tournament, _Log())

    def tournaments(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._logs))

    def version(self, tournament: str) -> int:
        with self._lock:
            log = self._logs.get(tournament)
            return len(log.records) if log else 0

    def read(self, tournament: str, after: int = 0) -> tuple[Recorded, ...]:
        with self._lock:
            log = self._logs.get(tournament)
            return tuple(log.records[max(after, 0) :]) if log else ()

    def by_command(self, tournament: str, command_id: str) -> tuple[Recorded, ...]:
        with self._lock:
            log = self._logs.get(tournament)
            return log.commands.get(command_id, ()) if log else ()

    def append(
        self,
        tournament: str,
        expected: int,
        at: str,
        by: str,
        command_id: str,
        events: tuple[str, ...],
        people: Mapping[int, Person | None] | None = None,
        puts: Puts | None = None,
    ) -> Appended | Conflict:
        rows = {person: None if data is None else canonical(data) for person, data in (people or {}).items()}
        with self._lock:
            log = self._known(tournament)
            if command_id in log.commands:
                return Appended(log.commands[command_id], again=True)
            if expected != len(log.records):
                return Conflict(len(log.records))
            prev = log.records[-1].hash if log.records else GENESIS
            records = follow(tournament, expected, prev, at, by, command_id, events)
            log.records += records
            log.commands[command_id] = records
            _write_people(log.people, rows)
            for (space, key), value in (puts or {}).items():
                self.put(space, key, value)
        self._listeners.tell(tournament, expected + len(records))
        return Appended(records)

    def people(self, tournament: str) -> Mapping[int, Person]:
        with self._lock:
            log = self._logs.get(tournament)
            return {n: json.loads(text) for n, text in sorted(log.people.items())} if log else {}

    def secret(self, tournament: str) -> bytes | None:
        with self._lock:
            return self._secrets.get(tournament)

    def keep_secret(self, tournament: str, secret: bytes) -> None:
        with self._lock:
            self._known(tournament)
            if self._secrets.setdefault(tournament, secret) != secret:
                raise ValueError(f"{tournament} has another secret already")

    def put(self, space: str, key: str, value: Mapping[str, object] | None) -> None:
        text = None if value is None else canonical(value)
        with self._lock:
            if text is None:
                self._facts.pop((space, key), None)
            else:
                self._facts[space, key] = text

    def get(self, space: str, key: str) -> Mapping[str, object] | None:
        with self._lock:
            text = self._facts.get((space, key))
        return None if text is None else json.loads(text)

    def items(self, space: str, prefix: str = "") -> tuple[tuple[str, Mapping[str, object]], ...]:
        with self._lock:
            found = sorted((k, v) for (s, k), v in self._facts.items() if s == space and k.startswith(prefix))
        return tuple((key, json.loads(text)) for key, text in found)

    def count(self, space: str, key: str, window: int, now: float) -> int:
        running = int(now) // window
        with self._lock:
            which, counted = self._counters.get((space, key, window), (running, 0))
            counted = counted + 1 if which == running else 1
            self._counters[space, key, window] = running, counted
            return counted

    def listen(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        return self._listeners.add(heard)

    def load(self, tournament: str, records: Iterable[Recorded], people: Mapping[int, Person]) -> None:
        log = _Log(list(records))
        for record in log.records:
            log.commands[record.command_id] = (*log.commands.get(record.command_id, ()), record)
        _write_people(log.people, {n: canonical(data) for n, data in people.items()})
        with self._lock:
            if tournament in self._logs:
                raise TournamentExists(tournament)
            self._logs[tournament] = log
        self._listeners.tell(tournament, len(log.records))

    def close(self) -> None:
        """Nothing to give back."""

    def _known(self, tournament: str) -> _Log:
        try:
            return self._logs[tournament]
        except KeyError:
            raise UnknownTournament(tournament) from None


def _write_people(kept: dict[int, str], rows: Mapping[int, str | None]) -> None:
    for person, text in rows.items():
        if text is None:
            kept.pop(person, None)
        else:
            kept[person] = text
