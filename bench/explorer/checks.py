"""What is asked after every step, now and then, and at the end of a walk."""

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.explorer import laws
from bench.explorer.day import next_step
from bench.explorer.known import known
from bench.explorer.people import everybody
from bench.explorer.played import Found, Played, difference, guarded
from komandor.app.handle import Accepted
from komandor.app.imports import unfit
from komandor.app.ledger import Ledger
from komandor.app.offers import BY_NAME, Offers
from komandor.check.check_file import check_bytes, entry_of
from komandor.check.file_reader import opened, records_of
from komandor.check.verify import verify
from komandor.check.whole_log import Checking, Entry
from komandor.core.reasons import Refusal
from komandor.core.tournament.actions import decide
from komandor.core.tournament.commands import TRYING
from komandor.core.tournament.replay import replay
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import export, import_
from komandor.log.record import Recorded
from komandor.store.memory import MemoryStore

REPLAYED, OFFERED, FILED, WITH_PEOPLE = 0.05, 0.2, 0.005, 0.7
"""How often, after a step, the log is replayed, somebody's offers are tried, the file is read elsewhere;
how often that file has the people in it."""


def entries(records: tuple[Recorded, ...]) -> Iterator[Entry]:
    """Records as the checker reads them from a file: each names the first of its own step."""
    first = {record.command_id: record.seq for record in reversed(records)}
    for one in records:
        yield Entry(one.seq, dict(one.payload), one.prev, one.by, one.at, first[one.command_id])


def raise_unless_known(kind: str, code: str, text: str) -> None:
    """A broken law ends the walk, unless it is known."""
    if not known(f"{kind}: {code}"):
        raise Found(kind, code, text)


class Checks:
    """Everything that must hold at one event, asked record by record."""

    def __init__(self, event: Played, rnd: Random) -> None:
        self.event, self.rnd = event, rnd
        self.checking = Checking()
        self.take(event.store.read(event.id))

    def take(self, records: tuple[Recorded, ...]) -> None:
        """The laws of the checker, at each record."""
        for entry in entries(records):
            for fault in guarded(partial(self.checking.take, entry)):
                raise_unless_known("law", fault.code, str(fault))

    def after(self, before: Tournament, answer: Accepted, names: frozenset[str]) -> None:
        """What must hold after every step, and with luck what must always hold."""
        self.take(answer.records)
        if "ChangePerson" in names:
            self._read_again()
        for law, text in laws.broken(before, answer.state, names):
            raise_unless_known("law", law, text)
        guarded(lambda: next_step(answer.state))
        if "VoidEvents" in names or self.rnd.random() < REPLAYED:
            self.replayed()
        if self.rnd.random() < OFFERED:
            self.offered()
        if self.rnd.random() < FILED:
            self.filed(self.rnd.random() < WITH_PEOPLE)

    def _read_again(self) -> None:
        """What was erased is gone from earlier records too; those are read as a file has them."""
        self.checking = Checking()
        file = guarded(lambda: export(self.event.store, self.event.id))
        for record in records_of(opened(file)):
            self.checking.take(entry_of(record))

    def replayed(self) -> None:
        """The whole log, replayed, gives the state that was carried on."""
        loaded = self.event.loaded
        again = guarded(lambda: replay(loaded.history))
        if again != loaded.state:
            raise Found("replay", "another state", difference(again, loaded.state))

    def offered(self) -> None:
        """An action that is offered and has no fields is accepted; no action raises an exception."""
        t = self.event.t
        offers = Offers(t, self.rnd.choice(everybody(t)))
        for name in guarded(offers.names):
            row = BY_NAME[name]
            if not row.command.__dataclass_fields__ and not row.needs:
                answer = guarded(partial(decide, t, row.command(), TRYING))
                if isinstance(answer, Refusal):
                    raise Found("offer", name, str(answer.reasons))

    def filed(self, with_people: bool) -> None:
        """Checker and verifier accept the file, and imported elsewhere it gives the same state."""
        event, there = self.event, MemoryStore()
        file = guarded(lambda: export(event.store, event.id, with_people))
        self._read(file)
        no = guarded(lambda: import_(there, file, unfit))
        if isinstance(no, Refusal):
            raise Found("import", no.reasons[0].code, str(no.reasons))
        again = guarded(lambda: Ledger(there).load(event.id).state)
        if with_people and again != event.t:
            raise Found("import", "another state", difference(again, event.t))

    def _read(self, file: bytes) -> None:
        report = guarded(lambda: check_bytes(file))
        for fault in report.violations:
            raise_unless_known("check", fault.code, str(fault))
        verified = guarded(lambda: verify(file))
        for line in verified.lines:
            if line.ok is False:
                raise Found("verify", line.code, str(line.params))

    def at_the_end(self) -> None:
        self.replayed()
        self.filed(self.rnd.random() < WITH_PEOPLE)
