"""Events for tests of pages: any game at any point of its day, through the same door as the site."""

import itertools
from collections.abc import Sequence
from random import Random

from komandor.app.access import HOST
from komandor.app.day import next_step
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.core.games import find_rules
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Person
from komandor.simulate.slips import slip

FIRST = ("Anna", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Łucja", "Grzegorz", "Hania", "Żaneta")
LAST = ("Kowalska", "Wójcik", "Dąbrowska", "Brzęczyszczykiewicz", "Łukasik", "Śliwa", "Ziemba", "Zając")


class Event:
    """One tournament under way in a store."""

    def __init__(
        self,
        store: EventStore,
        id: str = "cup",
        game: str = "armada",
        name: str = "Puchar Sklepu",
        structure: str = "",
        stages: tuple[StagePlan, ...] = (),
    ) -> None:
        self.ledger, self.id, self.rnd = Ledger(store), id, Random(id)
        self._count = itertools.count()
        wish = c.CreateTournament(
            id=id,
            game=game,
            name=name,
            date="2026-11-14",
            commitment="",
            structure=structure,
            stages=stages,
            place="Gdynia",
        )
        assert find_rules(game)
        made = create(self.ledger, wish, organiser={"first": "Marta", "last": "Nowak"}, seed=bytes(32))
        assert isinstance(made, Accepted), made

    @property
    def t(self) -> Tournament:
        return self.ledger.load(self.id).state

    def do(self, *commands: c.Command, persons: Sequence[Person] = ()) -> "Event":
        """What must be possible, by the host's own hand."""
        name = f"test-{next(self._count)}"
        answer = handle(self.ledger, self.id, commands, HOST, name, persons=persons)
        assert isinstance(answer, Accepted), answer
        return self

    def people(self, count: int) -> "Event":
        """Register people whose names are spelled with every Polish letter."""
        names = [
            (FIRST[n % len(FIRST)], LAST[n * 5 % len(LAST)] + "abcdefgh"[n // 88 % 8] * (n >= 88))
            for n in range(count)
        ]
        persons: list[Person] = [{"first": first, "last": last} for first, last in names]
        return self.do(*(c.RegisterPlayer() for _ in names), persons=persons)

    def announce(self) -> "Event":
        return self.do(c.AnnounceStructure())

    def drawn(self) -> "Event":
        return self.do(c.FreezeRound()).do(c.DrawRound())

    def published(self) -> "Event":
        return self.drawn().do(c.PublishRound(accept_rematches=True))

    def running(self) -> "Event":
        self.published()
        if self.t.missions:
            self.do(c.DrawMission())
        return self.do(c.StartClock())

    def results(self, but: int = 0) -> "Event":
        """Results at all tables but the last `but`."""
        t = self.t
        missing = [m for m in t.in_round(max(t.rounds)) if not m.final]
        wishes = []
        for m in missing[: len(missing) - but]:
            report = slip(rules(t), match_situation(t, m), self.rnd, self.rnd.choice(("a", "b")))
            wishes.append(c.EnterResult(match=m.number, report=report))
        return self.do(*wishes) if wishes else self

    def played(self) -> "Event":
        return self.running().results().do(c.CloseRound())

    def swiss(self) -> "Event":
        """Play all announced Swiss rounds."""
        for _ in range(self.t.announced[0].rounds):
            self.played()
        return self

    def finished(self) -> bool:
        """Nothing is left to be played: the next step is to close the event."""
        return next_step(self.t).code == "finish"
