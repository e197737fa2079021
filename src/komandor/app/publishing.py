"""What a hall sends to a site that follows its event: the public file, record by record, and public names.

The site says what it has, and everything else follows from that and from the log: nothing is remembered here,
so a break of the network costs nothing but time, and an answer that was lost is asked for again.
What is sent is what the public pages and the public file show, by the same functions (`visible`, `names`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.app.ledger import Loaded, event_of
from komandor.app.parcels import Had, Parcel, digest_of
from komandor.app.queries.everybody.names import Names, Shown
from komandor.app.queries.everybody.visible import public_history, public_reach, public_records, public_texts
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.log.bundle_form import record_line
from komandor.log.record import withheld
from komandor.log.store import EventStore, Person

MOST_RECORDS = 200
MOST_CHARACTERS = 256 * 1024
"""In one parcel; a single record may be longer."""


@dataclass(frozen=True, slots=True)
class Forked:
    """The site has a record that this log does not have: an older backup was restored here, or there."""

    parcel: Parcel  # what says so to the site


def parcel_for(store: EventStore, loaded: Loaded, names: Names, had: Had) -> Parcel | Forked | None:
    """What the site lacks, or the first part of it; None if it has everything that is public."""
    if had.version > loaded.version or loaded.hash_at(had.version) != had.head:
        after = min(had.version, public_reach(loaded))
        return Forked(Parcel(after=after, head=loaded.hash_at(after), forked=True))
    public = public_texts(loaded) & set(store.closed_parts(loaded.state.id))
    missing = {seq for seq in public if seq <= had.version} - set(had.open)
    people = public_people(loaded, names)
    records, opened = _records(store, loaded, had.version), _opened(store, loaded, missing)
    parcel = Parcel(
        after=had.version,
        head=had.head,
        records=records if len(opened) == len(missing) else (),  # texts first: their records make them shown
        open=opened,
        close=tuple(sorted(set(had.open) - public)),
        names=people if digest_of(people) != had.names else None,
    )
    nothing = parcel == Parcel(after=had.version, head=had.head)
    return None if nothing and not had.broken else parcel


def _records(store: EventStore, loaded: Loaded, after: int) -> tuple[str, ...]:
    """The next public records as lines of the file."""
    if public_reach(loaded) <= after:
        return _undone(store, loaded, after)
    lines: list[str] = []
    left = MOST_CHARACTERS
    for record in public_records(store, loaded, after)[:MOST_RECORDS]:
        line = record_line(record)
        left -= len(line)
        if left < 0 and lines:
            break
        lines.append(line)
    return tuple(lines)


def _undone(store: EventStore, loaded: Loaded, after: int) -> tuple[str, ...]:
    """The steps back that follow at once on what was public: nobody at home reads pairings that were undone.

    The draw is there already, so they reveal nothing of the next one.
    """
    if public_reach(loaded) == after:
        return ()
    lines: list[str] = []
    for record in store.read(loaded.state.id, after):
        if not EVENT_ROW_OF[type(event_of(record))].takes_back:
            break
        lines.append(record_line(withheld(record)))
    return tuple(lines[:MOST_RECORDS])


def _opened(store: EventStore, loaded: Loaded, missing: set[int]) -> tuple[tuple[int, str, str], ...]:
    """Number, salt and text of closed parts that became public after their records were sent."""
    found: list[tuple[int, str, str]] = []
    left = MOST_CHARACTERS
    for record in store.read(loaded.state.id, min(missing) - 1) if missing else ():
        if record.seq in missing:
            left -= len(record.parts.closed)
            if left < 0 and found:
                break
            found.append((record.seq, record.parts.salt, record.parts.closed))
    return tuple(found)


def public_people(loaded: Loaded, names: Names) -> Mapping[str, Person]:
    """Everybody whom public pages name, by number, as they name them; whoever was erased is not there."""
    t = loaded.state
    done_by = {
        loaded.notes[seq - 1].by
        for seq, event in public_history(loaded)
        if (by_hand := EVENT_ROW_OF[type(event)].by_hand) and by_hand(event)
    }
    staff = [-n for n, s in t.staff.items() if s.leads or f"staff:{n}" in done_by]
    players = [n for n, player in t.players.items() if not player.outside]
    shown = {n: names.public[n] for n in (*players, *staff) if n in names.public}
    return {str(n): _as_person(name) for n, name in shown.items() if any(name.order)}


def _as_person(shown: Shown) -> Person:
    """A person who is shown by exactly this name, and of whom nothing else is known."""
    if shown.members:
        pair = [{"nick": name, "show": "nick"} for name in shown.members.split(" + ", 1)]
        return {"team": shown.text, "members": pair}
    last, first = shown.order
    if f"{first} {last}" == shown.text:
        return {"first": first, "last": last, "show": "full"}
    return {"nick": shown.text, "show": "nick"}
