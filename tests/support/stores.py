"""What the contracts of the stores write: small events, and logs that were made elsewhere."""

from komandor.log.record import GENESIS, Recorded, follow
from komandor.log.store import Appended, Conflict, EventStore

AT = "2026-11-15T14:03:09.123Z"
T = "poznan-2026"


def event(n: int = 0) -> str:
    return f'{{"n":{n},"type":"noted"}}'


def add(store: EventStore, command: str, *events: str, expected: int | None = None) -> Appended | Conflict:
    version = store.version(T) if expected is None else expected
    return store.append(T, version, AT, "organiser", command, events or (event(),))


def records_of(tournament: str, commands: int) -> tuple[Recorded, ...]:
    out: tuple[Recorded, ...] = ()
    for n in range(commands):
        out += follow(
            tournament,
            len(out),
            out[-1].hash if out else GENESIS,
            AT,
            "organiser",
            f"c{n}",
            (event(n), event(-n)),
        )
    return out
