"""What travels between a hall and the site that follows its event (docs/reference/following.md)."""

import hashlib
from collections.abc import Mapping

import msgspec

from komandor.core.reasons import Param, Reason, Refusal
from komandor.log.canonical import canonical
from komandor.log.record import GENESIS
from komandor.log.store import Person

PATH = "/follow/"  # and the id of the event
SCHEME = "Bearer "  # of the key in the header Authorization
MOST_BYTES = 18 * 1024 * 1024  # two lines of the longest kind, and what JSON adds


class Had(msgspec.Struct, frozen=True):
    """What the site has: its last record, whose closed parts are there, and which names."""

    version: int = 0
    head: str = GENESIS
    open: tuple[int, ...] = ()
    names: str = ""  # their digest
    broken: bool = False  # the hall did not have our last record when it sent something the last time


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the hall sends: what follows record `after` with the hash `head`.

    `records` are lines of the file, `open` the closed parts (number, salt, text) that became public after
    their records, `close` those that were erased, `names` all public names if they have changed.
    `forked`: the hall does not have the last record of the site.
    """

    after: int
    head: str
    records: tuple[str, ...] = ()
    open: tuple[tuple[int, str, str], ...] = ()
    close: tuple[int, ...] = ()
    names: Mapping[str, Person] | None = None
    forked: bool = False


class No(msgspec.Struct, frozen=True):
    """One reason why the site took nothing."""

    code: str
    params: Mapping[str, str | int | bool | None] = {}


class Reply(msgspec.Struct, frozen=True):
    """What the site has now, or why it took nothing."""

    had: Had | None = None
    no: tuple[No, ...] = ()


def digest_of(names: Mapping[str, Person]) -> str:
    return hashlib.sha256(canonical(names).encode()).hexdigest() if names else ""


def refused(refusal: Refusal) -> Reply:
    return Reply(no=tuple(No(r.code, {k: _plain(v) for k, v in r.params.items()}) for r in refusal.reasons))


def _plain(value: Param) -> str | int | bool | None:
    return str(value) if isinstance(value, tuple) else value


def reasons(answer: Reply) -> tuple[Reason, ...]:
    return tuple(Reason(no.code[:60], None, dict(no.params)) for no in answer.no[:5])
