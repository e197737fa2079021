"""Who somebody is: secret links instead of passwords.

A link carries a 128-bit token; the store keeps only its hash, with the seat it stands for.
One token is one seat of one event (or the host's own key) and can be revoked.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from komandor.app.access import HOST, Actor
from komandor.log.store import EventStore, Puts, put_all

SPACE, API_SPACE = "tokens", "api_tokens"  # of links and keys; of programs (`app.api_tokens`)
ID_LENGTH = 12
HOST_EVENT = "*"  # in the place of an event; only the kind "host" makes somebody the host


@dataclass(frozen=True, slots=True)
class Seat:
    """What a token opens."""

    tournament: str
    actor: Actor


def issue(
    store: EventStore,
    tournament: str,
    actor: Actor,
    label: str = "",
    lasts: timedelta | None = None,
    secret: str = "",
) -> str:
    """A fresh secret for this seat; earlier ones stay valid until they end or are revoked.

    `secret`: the one that a form makes. One that was made before stays as it is, also if it is revoked.
    """
    token, now = secret or secrets.token_urlsafe(16), datetime.now(UTC)
    if secret and store.get(SPACE, hashed(secret)):
        return secret
    value = {"tournament": tournament, "kind": actor.kind, "number": actor.number, "label": label}
    ends = (now + lasts).isoformat(timespec="seconds") if lasts else ""
    store.put(SPACE, hashed(token), {**value, "at": now.isoformat(timespec="microseconds"), "ends": ends})
    return token


def new_host_key(store: EventStore, label: str = "", lasts: timedelta | None = None) -> str:
    """A fresh key of the host. It ends when its time is over, but never the last one: one always opens."""
    return issue(store, HOST_EVENT, HOST, label, lasts)


def seat_of(store: EventStore, token: str) -> Seat | None:
    """The seat that a token opens; None when unknown or revoked."""
    return seats_of(store, (token,)).get(token)


def seats_of(store: EventStore, tokens: Iterable[str]) -> dict[str, Seat]:
    """The seats that these tokens open, in their order, with one question to the store."""
    keys = {token: hashed(token) for token in tokens if 16 <= len(token) <= 64}
    found = store.get_many(SPACE, tuple(keys.values())) if keys else {}
    held = {token: (key, found[key]) for token, key in keys.items() if key in found}
    return {token: _seat(kept) for token, (key, kept) in held.items() if _opens(store, key, kept)}


def _opens(store: EventStore, key: str, kept: Mapping[str, object]) -> bool:
    if kept.get("revoked"):
        return False
    return not _over(kept) or key == _last_key(tuple(_not_revoked(store)))


def _over(kept: Mapping[str, object]) -> bool:
    ends = str(kept.get("ends") or "")
    return bool(ends) and ends < datetime.now(UTC).isoformat(timespec="seconds")


def _last_key(tokens: Collection[tuple[str, Mapping[str, object]]]) -> str:
    """The key that opens although its time is over: the host's newest, if the time of all is over."""
    keys = [(str(kept.get("at", "")), key, _over(kept)) for key, kept in tokens if kept.get("kind") == "host"]
    return max(keys)[1] if keys and all(over for *_, over in keys) else ""


def _seat(kept: Mapping[str, object]) -> Seat:
    number = kept["number"]
    return Seat(str(kept["tournament"]), Actor(kept["kind"], number if isinstance(number, int) else None))  # type: ignore[arg-type]


def revoke(store: EventStore, tournament: str, actor: Actor) -> int:
    """Close every link of a seat, and say how many there were."""
    closed = revoked(store, tournament, actor)
    put_all(store, closed)
    return len(closed)


def revoked(store: EventStore, tournament: str, *actors: Actor) -> Puts:
    """What to write so that no link and no program's token of these seats opens anything."""
    seats = {(tournament, actor.kind, actor.number) for actor in actors}

    def theirs(_: str, kept: Mapping[str, object]) -> bool:
        return (kept["tournament"], kept["kind"], kept["number"]) in seats

    tokens = ((key, kept) for key, kept in _not_revoked(store, API_SPACE) if theirs(key, kept))
    return _closed(store, theirs) | {(API_SPACE, key): {**kept, "revoked": True} for key, kept in tokens}


def move_links(store: EventStore, tournament: str, seat: Actor, to: Actor) -> None:
    """Let every link of a seat open another one of the same kind."""
    links = ((key, kept) for key, kept in _valid(store) if _seat(kept) == Seat(tournament, seat))
    put_all(store, {(SPACE, key): {**kept, "number": to.number} for key, kept in links})


def _closed(
    store: EventStore, chosen: Callable[[str, Mapping[str, object]], bool]
) -> dict[tuple[str, str], Mapping[str, object] | None]:
    """What to write so that the chosen ones of the valid links open nothing."""
    return {(SPACE, key): {**kept, "revoked": True} for key, kept in _valid(store) if chosen(key, kept)}


def _valid(store: EventStore) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The links that open something."""
    there = tuple(_not_revoked(store))
    last = _last_key(there)
    return ((key, kept) for key, kept in there if key == last or not _over(kept))


def _not_revoked(store: EventStore, space: str = SPACE) -> Iterator[tuple[str, Mapping[str, object]]]:
    return ((key, kept) for key, kept in store.items(space) if not kept.get("revoked"))


@dataclass(frozen=True, slots=True)
class HostKey:
    """One of the host's own keys; `id` names it and opens nothing."""

    id: str
    label: str
    at: str  # when it was made
    ends: str  # when it ends; empty if it lasts


def host_keys(store: EventStore) -> tuple[HostKey, ...]:
    """The host's keys that are valid, newest first."""
    kept = ((key, k) for key, k in _valid(store) if k.get("kind") == "host")
    facts = (
        (key[:ID_LENGTH], *(str(k.get(name) or "") for name in ("label", "at", "ends"))) for key, k in kept
    )
    return tuple(sorted((HostKey(*one) for one in facts), key=lambda one: (one.at, one.id), reverse=True))


def revoke_host_keys(store: EventStore, ids: Collection[str]) -> int:
    """Close the host's keys with these ids, and say how many there were."""
    closed = _closed(store, lambda key, kept: kept.get("kind") == "host" and key[:ID_LENGTH] in ids)
    put_all(store, closed)
    return len(closed)


def key_id(token: str) -> str:
    """The id by which a key is listed."""
    return hashed(token)[:ID_LENGTH]


def hashed(token: str) -> str:
    """The form in which the store keeps a token."""
    return hashlib.sha256(token.encode()).hexdigest()
