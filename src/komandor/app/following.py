"""An event that runs elsewhere and is shown here: a copy of its public log that grows as the hall sends it.

The host makes a publishing key and gives it to the organiser. The first event that comes with a key is the
only one it opens, and an event takes records from one key only. Every parcel is verified before anything of
it is written: the form of each line, the chain from our last record on, that the log replays, that each draw
fits the seed fingerprint of the creation. What does not hold is refused whole, with a reason.

Theory. The hall remembers nothing about us. It asks what we have (`had`) and sends what follows, so an answer
that was lost, a restart on either side and an hour without a network all look the same: it asks again. The
answer to a parcel is what we have after it, also if we had it before.

The trap is a hall that restores an older backup. Its log then has another record at a number that we already
show, and the public has read ours. We do not choose between the two: the parcel is refused as a fork, the
break is noted and shown, and only the host can say that the new log counts (`follow_again`). What was shown
until then stays noted with its last hash. Refused: merging, and taking the longer log, because either would
let a hall rewrite results that people have seen (decision 31).
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from komandor.app.imports import is_person, unfit_log
from komandor.app.ledger import Ledger, Loaded, Unreadable
from komandor.app.parcels import Had, Parcel, digest_of
from komandor.core.ids import EVENT_ID
from komandor.core.lots import LINKS, link_before
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.references import PLAYER, number_of
from komandor.core.tournament.state import Tournament
from komandor.log.bundle_reader import MAX_PEOPLE, continued
from komandor.log.erasures import Erasure
from komandor.log.record import Recorded
from komandor.log.sealing import seal_of
from komandor.log.store import EventStore, Fact, Person, Puts

SPACE = "followed"  # as `Ledger.followed` asks for it
KEYS = "publishing_key"
REVOKED = {"revoked": True}  # what is kept of a key that ended: the form that made it makes no other
ID_LENGTH = 12
NAME_PARTS = {"first", "last", "nick", "show", "team", "members"}


# ── keys ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PublishingKey:
    """A key that is valid; `id` names it and opens nothing, `event` is empty until something came with it."""

    id: str
    label: str
    at: str
    event: str


def new_key(store: EventStore, label: str = "", event: str = "", secret: str = "") -> str:
    """A fresh key; with an event, the one from which this event is followed from now on.

    `secret`: as `identity.issue` says.
    """
    token = secret or secrets.token_urlsafe(16)
    if secret and store.get(KEYS, _hashed(secret)):
        return secret
    value = {"label": label, "at": _now(), "event": event}
    store.put(KEYS, _hashed(token), value)
    if event and (kept := store.get(SPACE, event)):
        store.put(KEYS, str(kept["key"]), REVOKED)
        store.put(SPACE, event, {**kept, "key": _hashed(token)})
    return token


def keys(store: EventStore) -> tuple[PublishingKey, ...]:
    """The valid keys, newest first."""
    found = [
        PublishingKey(key[:ID_LENGTH], str(x.get("label", "")), str(x.get("at", "")), str(x.get("event", "")))
        for key, x in store.items(KEYS)
        if x != REVOKED
    ]
    return tuple(sorted(found, key=lambda one: (one.at, one.id), reverse=True))


def revoke_key(store: EventStore, id: str) -> int:
    """End the keys with this id, and say how many there were. What they brought stays."""
    ended = [key for key, x in store.items(KEYS) if id and key[:ID_LENGTH] == id and x != REVOKED]
    for key in ended:
        store.put(KEYS, key, REVOKED)
    return len(ended)


def is_key(store: EventStore, token: str) -> bool:
    return store.get(KEYS, _hashed(token)) not in (None, REVOKED)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# ── what is here ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Followed:
    """An event that is followed; `broken`: the last record here when the hall no longer had it, or 0.

    `before`: last record and head of copies that the host has removed because the hall went another way.
    """

    event: str
    broken: int
    before: tuple[tuple[int, str], ...]


def followed(store: EventStore) -> tuple[Followed, ...]:
    return tuple(_followed(event, kept) for event, kept in store.items(SPACE))


def _followed(event: str, kept: Fact) -> Followed:
    broken, before = kept.get("broken"), kept.get("before")
    ended = [(one["version"], one["head"]) for one in before] if isinstance(before, list) else ()
    return Followed(event, broken if isinstance(broken, int) else 0, tuple(ended))


def followed_event(store: EventStore, event: str) -> Followed | None:
    """How this event is followed; None if it is not."""
    kept = store.get(SPACE, event)
    return _followed(event, kept) if kept else None


def had(ledger: Ledger, tournament: str) -> Had:
    """What this site has of the event: the answer that the hall gets."""
    loaded, kept = ledger.load(tournament), ledger.store.get(SPACE, tournament) or {}
    opened = ledger.store.closed_parts(tournament) if kept else ()
    broken = bool(_followed(tournament, kept).broken)
    return Had(loaded.version, loaded.head, opened, str(kept.get("names", "")), broken)


def follow_again(ledger: Ledger, event: str) -> None:
    """Remove a copy that the hall no longer continues: the next parcel begins at its first record. What was
    shown until now is noted and said on the pages of the event."""
    loaded, kept = ledger.load(event), ledger.store.get(SPACE, event)
    if kept is None or not loaded.version:
        return
    ended = {"version": loaded.version, "head": loaded.head, "at": _now()}
    noted = [*kept.get("before", ()), ended]  # type: ignore[misc]
    fact = {"key": kept["key"], "since": _now(), "names": "", "broken": 0, "before": noted}
    ledger.store.remove_copy(event, {(SPACE, event): fact})
    ledger.forget(event)


# ── what arrives ─────────────────────────────────────────────────────────────


def opening(store: EventStore, token: str, tournament: str) -> Refusal | None:
    """Why this key does not open this event; None if it does."""
    key = _hashed(token)
    known, kept = store.get(KEYS, key), store.get(SPACE, tournament)
    if known in (None, REVOKED):
        return refuse("follow.key")
    if known.get("event") not in ("", tournament):
        return refuse("follow.other_event", None, event=str(known["event"]))
    if kept is None and store.version(tournament):
        return refuse("follow.own_event")
    if kept is not None and kept["key"] != key:
        return refuse("follow.other_owner")
    return None if EVENT_ID.fullmatch(tournament) else refuse("event.bad_id", None, id=tournament[:60])


def receive(ledger: Ledger, token: str, tournament: str, body: bytes) -> Had | Refusal:
    """Take what a hall sends, whole or not at all. What is here already is answered, not repeated."""
    store = ledger.store
    if no := opening(store, token, tournament):
        return no
    try:
        parcel = msgspec.json.decode(body, type=Parcel)
        loaded = ledger.load(tournament)
    except (msgspec.DecodeError, RecursionError):
        return refuse("follow.malformed")
    except Unreadable as problem:
        return Refusal((problem.reason,))
    if not 0 <= parcel.after <= loaded.version:
        return refuse("follow.gap", None, seq=loaded.version, found=parcel.after)
    if parcel.forked or parcel.head != loaded.hash_at(parcel.after):
        _note_break(store, tournament, loaded.version)
        return refuse("follow.forked", None, seq=loaded.version)
    if parcel.after < loaded.version:
        return had(ledger, tournament)
    taken = _verified(ledger, loaded, tournament, parcel)
    return taken if isinstance(taken, Refusal) else _written(ledger, loaded, token, tournament, parcel, taken)


def _note_break(store: EventStore, tournament: str, version: int) -> None:
    if store.get(SPACE, tournament):
        store.change(SPACE, tournament, lambda kept: {**kept, "broken": version})


def _verified(
    ledger: Ledger, loaded: Loaded, tournament: str, parcel: Parcel
) -> tuple[Recorded, ...] | Refusal:
    step = int(loaded.notes[loaded.version - 1].command_id) if loaded.version else 0
    records = continued(tournament, parcel.after, parcel.head, step, parcel.records)
    if isinstance(records, Refusal):
        return records
    if not (loaded.version or records):
        return refuse("file.no_creation")
    try:
        grown = ledger.tried(tournament, records)
    except Unreadable as problem:
        return refuse("file.does_not_replay", None, problem=str(problem)[:200])
    no = unfit_log(tournament, records, grown) or _draws_unfit(grown, loaded.version)
    return no or _extras_unfit(ledger.store, tournament, parcel) or records


def _draws_unfit(grown: Loaded, after: int) -> Refusal | None:
    """Refuse a draw or an opened seed that does not lead to the fingerprint in the creation."""
    for seq, event in grown.history[after:]:
        link, number = "", 0
        if isinstance(event, e.RoundDrawn):
            link, number = event.link, event.round
        elif isinstance(event, e.TournamentClosed):
            link, number = event.seed, LINKS
        if link and not _leads_back(link, number, grown.state):
            return refuse("follow.draw", None, seq=seq)
    return None


def _leads_back(link: str, number: int, t: Tournament) -> bool:
    try:
        found = bytes.fromhex(link)
    except ValueError:
        return False
    for _ in range(min(number, LINKS)):
        found = link_before(found, t.id)
    return found.hex() == t.commitment


def _extras_unfit(store: EventStore, tournament: str, parcel: Parcel) -> Refusal | None:
    """Refuse closed parts that do not match their seals, and people with malformed names."""
    if parcel.open:
        first = min(seq for seq, _, _ in parcel.open)
        seals = {r.seq: r.parts.sealed for r in store.read(tournament, first - 1)}
        for seq, salt, text in parcel.open:
            if not text or seals.get(seq) != seal_of(salt, text):
                return refuse("follow.sealed", None, seq=seq)
    for number, person in (parcel.names or {}).items():
        number_unfit = not number.removeprefix("-").isdecimal() or len(number) > 8
        if number_unfit or person.keys() - NAME_PARTS or not is_person(person):
            return refuse("file.person_unfit", None, person=number[:10])
    return refuse("file.too_many", None, records=0, people=MAX_PEOPLE) if _crowd(parcel) else None


def _crowd(parcel: Parcel) -> bool:
    return len(parcel.names or {}) > MAX_PEOPLE


def _written(
    ledger: Ledger,
    loaded: Loaded,
    token: str,
    tournament: str,
    parcel: Parcel,
    records: tuple[Recorded, ...],
) -> Had | Refusal:
    store, key = ledger.store, _hashed(token)
    kept, known = store.get(SPACE, tournament) or {}, store.get(KEYS, key)
    if known in (None, REVOKED):  # revoked meanwhile
        return refuse("follow.key")
    people = None if parcel.names is None else {int(n): person for n, person in parcel.names.items()}
    names = str(kept.get("names", "")) if parcel.names is None else digest_of(parcel.names)
    fact = {"since": _now(), **kept, "key": key, "names": names, "broken": 0}
    puts: Puts = {(SPACE, tournament): fact, (KEYS, key): {**known, "event": tournament}}
    opened = {seq: (salt, text) for seq, salt, text in parcel.open}
    puts = {**puts, **_erasures(store, loaded, people)}
    conflict = store.receive(tournament, loaded.version, records, people, opened, parcel.close, puts)
    if conflict is None:
        ledger.carry_on(tournament, records)
    return had(ledger, tournament)  # after a conflict too: somebody else with the key was quicker


def _erasures(store: EventStore, loaded: Loaded, people: Mapping[int, Person] | None) -> Puts:
    """For each player whom the hall no longer names a note by which our backups forget them too."""
    if people is None or not loaded.version:
        return {}
    gone = {n for n in store.people(loaded.state.id) if n > 0 and n not in people}
    puts: dict[tuple[str, str], Fact | None] = {}
    for seq, event in loaded.history if gone else ():
        player = number_of(event, PLAYER) if EVENT_ROW_OF[type(event)].makes is PLAYER else 0
        if player in gone:
            puts |= Erasure(loaded.state.id, player, loaded.notes[seq - 1].hash).fact
    return puts
