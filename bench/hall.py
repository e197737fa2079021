"""An event of any size for measuring: one round played, the next published."""

from random import Random

from komandor.app.access import HOST
from komandor.app.handle import Accepted, create, handle
from komandor.app.ledger import Ledger
from komandor.app.workflow import commands_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.log.store import EventStore
from komandor.simulate.slips import slip

NAMES = ("Żaneta", "Łukasz", "Anna", "Bartek", "Ścibor", "Celina")


def published(store: EventStore, id: str, tables: int) -> None:
    """So many tables, each with two people, in round 2."""
    ledger, rnd = Ledger(store), Random(id)
    stages = (StagePlan("swiss", 5, 0),)
    create(
        ledger,
        c.CreateTournament(
            id=id,
            game="armada",
            name="Bench",
            date="2026-11-14",
            commitment="",
            structure="custom",
            stages=stages,
        ),
    )
    count = 0

    def do(*commands: c.Command) -> None:
        nonlocal count
        count += 1
        people = [{"first": NAMES[n % len(NAMES)], "last": f"Nazwisko{n}"} for n in range(len(commands))]
        persons = people if isinstance(commands[0], c.RegisterPlayer) else ()
        answer = handle(ledger, id, commands, HOST, f"c{count}", persons=persons)
        assert isinstance(answer, Accepted), answer

    do(*(c.RegisterPlayer() for _ in range(2 * tables)))
    for step in ("announce", "draw", "publish", "start_clock"):
        do(*commands_of(ledger.load(id).state, step))
    t = ledger.load(id).state
    do(
        *(
            c.EnterResult(match=m.number, report=slip(rules(t), match_situation(t, m), rnd, "a"))
            for m in t.in_round(1)
        )
    )
    for step in ("close_round", "draw", "publish"):
        do(*commands_of(ledger.load(id).state, step))
