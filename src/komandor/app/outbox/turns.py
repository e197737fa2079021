"""Whose turn it is in the outbox, and what became of it.

For each target one process sends at a time: it holds a lease in the store, which ends by itself if the
process dies. Messages of a target go in their order; one that fails keeps its place and the others wait
behind it. Only *ten minutes left* waits for its own moment without holding up the rest.

How long a failure waits: a receiver who cannot be reached is asked again within a minute, because a hall
gets its network back at any moment; one who answers is left alone for longer each time, at most an hour, or
as long as it says. Nothing is dropped before a week is over. Only a message that the receiver calls wrong
(400, 413, 422) is given up after three tries, so that it does not hold up the rest; the page shows both.
An address that says it is no more (410) is switched off at once, until somebody tries again.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from komandor.app.outbox.messages import OPEN, SPACE, Message, State, messages_of
from komandor.app.outbox.targets import Target, switch
from komandor.core.tournament.events import Event
from komandor.core.tournament.references import ROUND, number_of
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Fact

LEASES = "outbox_leases"
LEASE = 60_000  # milliseconds; longer than one try can take
TEN_MINUTES = 600_000
FIRST, LONGEST, LONGEST_UNREACHED = 5_000, 3_600_000, 60_000
LONGEST_ASKED = 86_400_000  # that a receiver may ask us to wait
WEEK = 7 * 86_400_000
WRONG, WRONG_TRIES = (400, 413, 422), 3
GONE = 410


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one try came to. `status` 0: no answer; `left`: a connection was made and the request sent."""

    status: int
    answer: str = ""
    left: bool = True
    wait: int | None = None  # milliseconds that the receiver asks us to wait

    @property
    def done(self) -> bool:
        return 200 <= self.status < 300

    @property
    def unsure(self) -> bool:
        """Whether the receiver may have taken it without saying so."""
        return self.left and (self.status == 0 or self.status >= 500)


def lease(store: EventStore, target: Target, holder: str, now: int) -> int:
    """Take or prolong the right to send to this target; 0, or when it ends if somebody else has it."""

    def take(kept: Fact) -> Fact:
        mine = kept.get("holder") == holder or _until(kept) <= now
        return {"holder": holder, "until": now + LEASE} if mine else kept

    kept = store.change(LEASES, target.key, take)
    return 0 if kept["holder"] == holder else _until(kept)


def release(store: EventStore, target: Target, holder: str) -> None:
    """Give the right back."""
    free: Fact = {"holder": "", "until": 0}
    store.change(LEASES, target.key, lambda kept: free if kept.get("holder") == holder else kept)


def _until(kept: Fact) -> int:
    until = kept.get("until")
    return until if isinstance(until, int) else 0


# ── which one ────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Turn:
    """The message to send, one to lay aside, or (neither) when to look again; 0: no need to."""

    send: Message | None = None
    lay_aside: Message | None = None
    again: int = 0

    @property
    def to_do(self) -> bool:
        return bool(self.send or self.lay_aside)


def next_turn(messages: Sequence[Message], t: Tournament, events: Callable[[int], Event], now: int) -> Turn:
    """The next thing to do for a target, by the present state of the event."""
    again = 0
    for at, message in enumerate(messages):
        if message.state not in OPEN:
            continue
        if message.topic == "ten_minutes" and not maybe_known(message):
            moment = ten_minutes_left(t, message, events)
            if moment is None or now >= moment + TEN_MINUTES:
                return Turn(lay_aside=message)
            if moment > now:
                again = min(again or moment, moment) if moment < NEVER else again
                continue
        elif not maybe_known(message) and not wanted(message, messages[:at], t):
            return Turn(lay_aside=message)
        if message.due > now:
            return Turn(again=min(again or message.due, message.due))
        return Turn(send=message)
    return Turn(again=again)


def maybe_known(message: Message) -> bool:
    """Whether the receiver may already have it. Then it is repeated until they acknowledge it."""
    return message.reached or message.state == "sending"


def wanted(message: Message, earlier: Sequence[Message], t: Tournament) -> bool:
    """Whether the message is still true and news: what was undone before it was sent is not mentioned."""
    if message.topic == "test":
        return True
    told = [m for m in earlier if (m.about, m.topic) == (message.about, message.topic) and m.state == "sent"]
    known = bool(told) and not told[-1].withdrawn
    holds = message.about not in t.voids
    return (known and not holds) if message.withdrawn else (holds and not known)


NEVER = 2**62


def ten_minutes_left(t: Tournament, message: Message, events: Callable[[int], Event]) -> int | None:
    """When ten minutes of the round are left; NEVER while the clock stands, None if there will be no such
    moment."""
    round_ = t.rounds.get(number_of(events(message.about), ROUND))
    if round_ is None or not round_.open or round_.clock is None or message.about in t.voids:
        return None
    ends = round_.clock.ends()
    if ends is None or (round_.clock.minutes or 0) <= TEN_MINUTES // 60_000:
        return None
    return NEVER if round_.clock.paused_at is not None else ends - TEN_MINUTES


# ── what became of it ────────────────────────────────────────────────────────


def begun(store: EventStore, message: Message) -> Message:
    """Record that the message is being sent, before anything leaves."""
    return _changed(
        store, replace(message, state="sending", reached=maybe_known(message), tries=message.tries + 1)
    )


def switched_off(store: EventStore, target: Target) -> None:
    """Its address is no more: nothing is sent there, and what waits is given up in sight."""
    switch(store, target, gone=True)
    for message in messages_of(store, target.event, target.id):
        if message.state in OPEN:
            _changed(store, replace(message, state="failed"))


def ended(store: EventStore, message: Message, attempt: Attempt, now: int, chance: float) -> Message:
    """Record the result of an attempt; `chance`, from 0 to 1, spreads the retries of many senders."""
    tried = replace(message, answer=attempt.answer, reached=message.reached or attempt.unsure)
    if attempt.done:
        return _changed(store, replace(tried, state="sent", sent=now, reached=True))
    wrong = attempt.status in WRONG and message.tries >= WRONG_TRIES
    state: State = "failed" if wrong or attempt.status == GONE or now - message.at > WEEK else "waiting"
    return _changed(store, replace(tried, state=state, due=now + pause(message.tries, attempt, chance)))


def pause(tries: int, attempt: Attempt, chance: float) -> int:
    """Milliseconds until the next try."""
    if attempt.wait is not None:
        return min(attempt.wait, LONGEST_ASKED)
    longest = LONGEST if attempt.left else LONGEST_UNREACHED
    return int(min(FIRST * 2 ** min(tries - 1, 20), longest) * (0.5 + chance / 2))


def laid_aside(store: EventStore, message: Message) -> None:
    """Record that the message is no longer needed."""
    _changed(store, replace(message, state="not_needed"))


def try_again(store: EventStore, target: Target) -> int:
    """Make every waiting or failed message to this target due now, and say how many there are. A target that
    was switched off is on again."""
    if target.gone:
        switch(store, target, gone=False)
    unsent = [m for m in messages_of(store, target.event, target.id) if m.state in (*OPEN, "failed")]
    for message in unsent:
        _revived(store, message.key)
    return len(unsent)


def _revived(store: EventStore, key: str) -> None:
    def due_now(kept: Fact) -> Fact:
        given_up = kept.get("state") == "failed"
        return {**kept, "due": 0, **({"state": "waiting", "tries": 0} if given_up else {})} if kept else {}

    _kept(store, key, due_now)


def _changed(store: EventStore, message: Message) -> Message:
    """Store the message as it is now, unless its target was removed meanwhile."""
    new = asdict(message)
    _kept(store, message.key, lambda kept: new if kept else {})
    return message


def _kept(store: EventStore, key: str, change: Callable[[Fact], Fact]) -> None:
    if not store.change(SPACE, key, change):
        store.put(SPACE, key, None)
