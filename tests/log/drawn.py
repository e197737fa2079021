"""A small tournament with honest draws, made with the engine's own lots, to be verified and forged."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from komandor.core import pairing
from komandor.core.games.settings import defaults
from komandor.core.lots import Lots, chain, round_key
from komandor.core.pairing import Entrant, Terms
from komandor.core.tournament.events import (
    Event,
    EventVoided,
    PairingChanged,
    PlayerRegistered,
    RoundDrawn,
    RoundFrozen,
    TournamentClosed,
    TournamentCreated,
)
from komandor.core.tournament.values import DrawnMatch
from komandor.log import bundle
from komandor.log import record as log
from komandor.log.canonical import canonical
from komandor.log.codec import encode
from komandor.log.record import Recorded
from tests.support.rules import rules_of

ID = "k-2026-łódź"
SEED = bytes(range(32))
AT = "2026-11-15T14:03:09.123Z"
LINKS = chain(SEED, ID)
PEOPLE: Mapping[int, Mapping[str, object]] = {1: {"name": "Anna Żak", "minor": False}, 2: {"name": "Bo"}}

Log = tuple[Recorded, ...]


def add(records: Log, *events: Event, by: str = "host", name: str = "") -> Log:
    """The log with one more command; `name` is sealed with its first event."""
    command, texts = f"command-{len(records)}", tuple(map(encode, events))
    at = f"{AT[:14]}{3 + len(records) // 60:02}:{len(records) % 60:02}.123Z" if records else AT
    return records + log.follow(ID, *head(records), at, by, command, texts, {0: name})


def head(records: Log) -> tuple[int, str]:
    """The number and hash of the last record."""
    return (records[-1].seq, records[-1].hash) if records else (0, log.GENESIS)


def created(commitment: str = LINKS[0].hex()) -> Log:
    event = TournamentCreated(
        id=ID,
        edition="armada@1",
        name="Puchar",
        level="basic",
        structure="standard",
        date="2026-11-15",
        commitment=commitment,
        settings=defaults(rules_of("armada")),
    )
    return add((), event, *(PlayerRegistered(player=n) for n in range(1, 8)))


ANNOUNCED: Mapping[str, Mapping[str, Any]] = {
    "dice": {"dice": 4, "sides": 6},
    "beacon": {"beacon": "drand 4711", "digits": 64},
    "none": {},
}


def freeze(records: Log, number: int, source: Any = "none", **announced: Any) -> Log:
    rows = tuple((e.player, 0, e.byes, e.rank if number > 1 else 0) for e in field(records, number))
    frozen = RoundFrozen(
        round=number,
        stage=1,
        head=records[-1].hash,
        public_source=source,
        field=rows,
        **{**ANNOUNCED[source], **announced},
    )
    return add(records, frozen)


def field(records: Log, number: int) -> list[Entrant]:
    """All players, without a result, each with the byes before this round."""
    here = [r.payload["player"] for r in records if r.payload["type"] == "player_registered"]
    drawn = [
        r.payload
        for r in records
        if r.payload["type"] == "round_drawn" and r.payload["round"] < number  # type: ignore[operator]
    ]
    had = [m["a"] for x in drawn for m in x["matches"] if m["kind"] == "bye"]  # type: ignore[attr-defined]
    return [Entrant(player=n, rank=n, byes=had.count(n)) for n in here]


def draw(records: Log, number: int, public: str = "", **wrong: Any) -> Log:
    """Draw from the last freeze of the round; `wrong` fields replace the honest ones."""
    frozen = [
        r.payload for r in records if r.payload["type"] == "round_frozen" and r.payload["round"] == number
    ]
    head = str(frozen[-1]["head"]) if frozen else "0" * 64
    key = round_key(LINKS[number], ID, number, head, public)
    lots = Lots(key)
    players = [e.player for e in field(records, number)]
    order = tuple(lots.order(players, "pairing"))
    made = pairing.draw(field(records, number), lots, Terms(round=number))
    bye = made.bye
    assert bye is not None
    first = 10 * (number - 1)
    matches = tuple(DrawnMatch(match=first + n, table=n, a=a, b=b) for n, (a, b) in enumerate(made.pairs, 1))
    stored = tuple((n, int.from_bytes(lots.lot(n, "last tie-break")[:6], "big")) for n in players)
    fields: dict[str, Any] = {
        "link": LINKS[number].hex(),
        "head": head,
        "public": public,
        "key_check": hashlib.sha256(key).hexdigest(),
        "order": order,
        "matches": (
            *matches,
            DrawnMatch(match=first + len(matches) + 1, table=None, a=bye, b=None, kind="bye"),
        ),
        "lots": stored,
    }
    return add(records, RoundDrawn(round=number, stage=1, **(fields | wrong)))


def whole(
    sources: Sequence[tuple[str, str]] = (("none", ""), ("dice", "1 3 5 6"), ("beacon", "9f" * 32)),
) -> Log:
    records = created()
    for number, (source, public) in enumerate(sources, 1):
        records = draw(freeze(records, number, source), number, public)
    if sources:
        match = DrawnMatch(match=1, table=1, a=1, b=2)
        records = add(records, PairingChanged(1, (match,), (match,), "brothers"))
        records = add(records, EventVoided((records[-1].seq,), "typing mistake"))
    return add(records, TournamentClosed(((1, 1), (2, 2)), SEED.hex()))


def file(records: Log, people: bool = True) -> bytes:
    return bundle.write(bundle.Bundle(ID, records, PEOPLE if people else None))


def rewritten(records: Log, change: Callable[[int, dict[str, Any]], None]) -> Log:
    """The log as a forger would leave it: events changed, and every hash after them made anew."""
    out: Log = ()
    for r in records:
        event = json.loads(r.event)
        change(r.seq, event)
        out += log.follow(ID, *head(out), r.at, r.by, r.command_id, (canonical(event),))
    return out
