"""The rows of the outbox, and how an event makes them."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal, NamedTuple

import msgspec

from komandor.app.ledger import Loaded
from komandor.app.outbox import targets
from komandor.app.outbox.targets import Target, targets_of
from komandor.core.tournament.action import Event
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.replay import voided
from komandor.core.tournament.values import Topic
from komandor.log.store import EventStore, Fact, Puts, put_all

SPACE = "outbox"
State = Literal["waiting", "sending", "sent", "failed", "not_needed"]
OPEN: tuple[State, ...] = ("waiting", "sending")
TAKEN_BACK: tuple[Topic, ...] = ("pairings", "results", "champion")
"""Of these people are told when the organiser undoes them."""
KEPT = 60  # messages that are over, of each target; older ones are forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message to one target. `id` never changes: a receiver who knows it has had the message.

    `order` sorts the messages of a target; `about` is the seq of the record that caused it and `version` the
    version to tell of. `reached`: the receiver may have it although it did not say so. `sending` in the store
    without a lease means that the process died meanwhile, so that it may have it too.
    """

    event: str
    target: str
    order: str
    id: str
    topic: Topic | Literal["test"]
    about: int
    version: int
    at: int  # written, in milliseconds since 1970
    withdrawn: bool = False  # says that the organiser has undone it
    state: State = "waiting"
    tries: int = 0
    reached: bool = False
    due: int = 0  # not tried again before
    answer: str = ""  # what the receiver said last
    sent: int = 0

    @property
    def key(self) -> str:
        return f"{self.event}/{self.target}/{self.order}"


def outgoing(store: EventStore, loaded: Loaded, events: Sequence[Event], now: int) -> Puts:
    """What the store writes together with these events: a message for each target and topic."""
    first = loaded.version + 1
    news = tuple(_news(loaded, tuple(enumerate(events, first))))
    rows = (
        _row(target, first + len(events) - 1, at, topic, about, undone, now)
        for target in (targets_of(store, loaded.state.id) if news else ())
        if not target.gone
        for at, (topic, about, undone) in enumerate(news)
        if topic in target.topics
    )
    return {(SPACE, row.key): asdict(row) for row in rows}


def _news(loaded: Loaded, fresh: Sequence[tuple[int, Event]]) -> Iterator[tuple[Topic, int, bool]]:
    """Topic, number of the record that caused it, and whether that record was undone."""
    if any(EVENT_ROW_OF[type(event)].takes_back for _, event in fresh):
        before, known = set(loaded.state.voids), (*loaded.history, *fresh)
        after = voided(known)
        for seq, event in known[: loaded.version]:
            for topic in EVENT_ROW_OF[type(event)].announces if (seq in before) != (seq in after) else ():
                if seq in before or topic in TAKEN_BACK:
                    yield topic, seq, seq in after
    for seq, event in fresh:
        yield from ((topic, seq, False) for topic in EVENT_ROW_OF[type(event)].announces)


def _row(
    target: Target,
    version: int,
    place: int,
    topic: Topic | Literal["test"],
    about: int,
    undone: bool,
    now: int,
) -> Message:
    return Message(
        event=target.event,
        target=target.id,
        order=f"{version:08}.{place:04}",
        id=f"msg_{secrets.token_hex(12)}",
        topic=topic,
        about=about,
        version=version,
        withdrawn=undone,
        at=now,
    )


def keep_test(store: EventStore, target: Target, version: int, now: int) -> Message:
    """Add a test message, which only shows that messages arrive. It comes after everything that waits."""
    row = _row(target, version, 0, "test", 0, False, now)
    row = replace(row, order=f"{version:08}.test{now:014}{row.id[-4:]}")  # letters come after digits
    store.put(SPACE, row.key, asdict(row))
    return row


def messages_of(store: EventStore, event: str, target: str) -> tuple[Message, ...]:
    """The messages to a target, the oldest first."""
    return tuple(read(kept) for _, kept in store.items(SPACE, f"{event}/{target}/") if kept)


def given_up(store: EventStore, event: str) -> int:
    """How many messages of an event were given up, whatever their target."""
    return sum(kept.get("state") == "failed" for _, kept in store.items(SPACE, f"{event}/"))


class Backlog(NamedTuple):
    """What a host looks at: messages that wait, those that were given up, and since when the oldest waits."""

    waiting: int
    failed: int
    oldest: int | None  # milliseconds since 1970


def backlog(store: EventStore) -> Backlog:
    """The messages of all events."""
    kept = [read(one) for _, one in store.items(SPACE) if one]
    waiting = [one.at for one in kept if one.state in OPEN]
    return Backlog(len(waiting), sum(one.state == "failed" for one in kept), min(waiting, default=None))


def read(kept: Fact) -> Message:
    return msgspec.convert(kept, Message)


def remove_target(store: EventStore, target: Target) -> None:
    """Send nothing there any more; what waits is forgotten."""
    store.put(targets.SPACE, target.key, None)
    _forget(store, messages_of(store, target.event, target.id))


def forget_old(store: EventStore, messages: Iterable[Message]) -> None:
    """Delete the finished messages of a target but for the newest."""
    _forget(store, [message for message in messages if message.state not in OPEN][:-KEPT])


def _forget(store: EventStore, messages: Iterable[Message]) -> None:
    put_all(store, {(SPACE, message.key): None for message in messages})
