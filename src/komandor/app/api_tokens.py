"""Tokens for programs: a token stands for one seat, as a secret link does, but opens no page.

It may do as much as its scope says, and never more than its seat: `read` looks, `report` also does what
players do and what concerns one match, `run` everything that the seat may do, `host` also makes events.
The store keeps only the hash of a token.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args

from komandor.app.access import Actor, roles_of
from komandor.app.identity import API_SPACE, HOST_EVENT, ID_LENGTH, hashed
from komandor.app.ledger import Ledger, Unreadable
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.references import MATCH
from komandor.log.store import EventStore

Scope = Literal["read", "report", "run", "host"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
SEAT_SCOPES: tuple[Scope, ...] = ("read", "report", "run")
HOST_SCOPES: tuple[Scope, ...] = ("read", "run", "host")
PREFIX = "komandor_"  # so that programs that look for secrets in texts recognise one


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as it is listed; `id` names it and opens nothing."""

    id: str
    tournament: str
    actor: Actor
    scope: Scope
    label: str
    at: str

    def opens(self, tournament: str) -> bool:
        """Whether it stands for somebody at this event."""
        return self.tournament in (tournament, HOST_EVENT)

    def allows(self, scope: Scope) -> bool:
        return SCOPES.index(scope) <= SCOPES.index(self.scope)


def scope_of(row: AnyAction) -> Scope:
    """The least scope with which an action can be given."""
    if not row.by:
        return "host"
    return "report" if "player" in row.by or row.about is MATCH else "run"


def new_token(
    store: EventStore,
    tournament: str,
    actor: Actor,
    scope: Scope,
    label: str = "",
    lasts: timedelta | None = None,
    secret: str = "",
) -> str:
    """A fresh token of this seat. It is shown once; earlier ones stay valid. `secret`: as `issue` says."""
    token, now = PREFIX + (secret or secrets.token_urlsafe(24)), datetime.now(UTC)
    if secret and store.get(API_SPACE, hashed(token)):
        return token
    ends = (now + lasts).isoformat(timespec="microseconds") if lasts else ""
    seat = {"tournament": tournament, "kind": actor.kind, "number": actor.number}
    made = {"scope": scope, "label": label, "at": now.isoformat(timespec="microseconds"), "ends": ends}
    store.put(API_SPACE, hashed(token), {**seat, **made})
    return token


def opened_by(store: EventStore, token: str) -> ApiToken | None:
    """What a token opens; None when it is unknown, revoked or over."""
    key = hashed(token)
    kept = store.get(API_SPACE, key)
    return _token(key, kept) if kept and _valid(kept) else None


def still_valid(ledger: Ledger, ids: Collection[str]) -> frozenset[str]:
    """Which of these tokens still open something: neither they nor their seats are gone."""
    kept = [_token(key, kept) for key, kept in ledger.store.items(API_SPACE) if _valid(kept)]
    return frozenset(one.id for one in kept if one.id in ids and _seated(ledger, one))


def _seated(ledger: Ledger, token: ApiToken) -> bool:
    if token.tournament == HOST_EVENT:
        return True
    try:
        return bool(roles_of(ledger.load(token.tournament).state, token.actor))
    except Unreadable:
        return False


def tokens_of(store: EventStore, tournament: str) -> tuple[ApiToken, ...]:
    """The valid tokens of an event (`*`: of the host), newest first."""
    found = [_token(key, kept) for key, kept in store.items(API_SPACE) if _valid(kept)]
    here = [one for one in found if one.tournament == tournament]
    return tuple(sorted(here, key=lambda one: (one.at, one.id), reverse=True))


def revoke_token(store: EventStore, tournament: str, id: str) -> int:
    """Close the token of this event with this id, and say how many there were."""
    found = [
        (key, kept)
        for key, kept in store.items(API_SPACE)
        if key[:ID_LENGTH] == id and kept["tournament"] == tournament and _valid(kept)
    ]
    for key, kept in found:
        store.put(API_SPACE, key, {**kept, "revoked": True})
    return len(found)


def forget_ended(store: EventStore) -> None:
    """Forget tokens whose time is over: the terminal makes one for each command."""
    for key, kept in store.items(API_SPACE):
        if kept.get("ends") and not _valid(kept):
            store.put(API_SPACE, key, None)


def _valid(kept: Mapping[str, object]) -> bool:
    ends, now = str(kept.get("ends") or ""), datetime.now(UTC).isoformat(timespec="microseconds")
    return not kept.get("revoked") and (not ends or ends > now)


def _token(key: str, kept: Mapping[str, Any]) -> ApiToken:
    actor = Actor(kept["kind"], kept["number"])
    return ApiToken(
        key[:ID_LENGTH], kept["tournament"], actor, kept["scope"], str(kept["label"]), str(kept["at"])
    )
