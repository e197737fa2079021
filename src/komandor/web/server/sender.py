"""Sends the messages of the outbox: one thread that knows when to look, a few that send.

Every process has one. The store decides who sends to a target (`app.outbox.turns.lease`); the others look
again when that right ends. News of the log wakes it, so does a page that has added or revived something.
"""

import logging
import random
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from komandor.app.event_view import EventView
from komandor.app.ledger import Ledger, Loaded, opened
from komandor.app.outbox import turns
from komandor.app.outbox.messages import OPEN, Message, forget_old, messages_of
from komandor.app.outbox.targets import Target, all_targets, target_of, targets_of
from komandor.app.outbox.turns import Attempt, Turn, next_turn
from komandor.app.queries.everybody.names import names_of
from komandor.documents.chat_forms import FORMS, Body
from komandor.documents.message import wording
from komandor.documents.poster import PictureText
from komandor.log.store import EventStore
from komandor.web.server.delivery import Deliver, deliver, signed

_log = logging.getLogger(__name__)
WORKERS = 4
AT_LEAST, AT_MOST = 0.2, 60.0  # seconds between two looks
AFTER_A_FAULT = 60_000  # milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the sender takes from outside."""

    link: Callable[[str], str] = lambda _: ""  # where everybody finds the event, if it is public
    hosted: bool = False  # a public site: it sends to the public internet only
    picture: Callable[[PictureText], bytes] = lambda _: b""
    clock: Callable[[], float] = time.time
    chance: Callable[[], float] = random.random
    deliver: Deliver = deliver
    making: Callable[[], AbstractContextManager[None]] = nullcontext


class Sender:
    """The outbox of one process."""

    def __init__(self, ledger: Ledger, around: Surroundings | None = None) -> None:
        self.ledger, self.around = ledger, around or Surroundings()
        self.store: EventStore = ledger.store
        # a data folder has one process at a time: after a crash it goes on at once
        self.holder = secrets.token_hex(8) if self.store.name == "postgres" else "the only one"
        self._pool = ThreadPoolExecutor(WORKERS, "komandor-sends")
        self._changed = threading.Condition()
        self._news: set[str] = set()
        self._looks: dict[tuple[str, str], int] = {}  # target → when to look at it
        self._busy: set[tuple[str, str]] = set()
        self._stopped = False

    # ── one target ───────────────────────────────────────────────────────────

    def serve(self, event: str, target: str) -> int:
        """Send what is due to a target; when to look again in milliseconds since 1970, 0 if no need to."""
        found = target_of(self.store, event, target)
        if found is None or found.gone or not (turn := self._turn(found)).to_do:
            return turn.again if found and not found.gone else 0
        if taken := turns.lease(self.store, found, self.holder, self._now()):
            return taken
        try:
            while (turn := self._turn(found)).to_do and not self._stopped:
                if taken := turns.lease(self.store, found, self.holder, self._now()):
                    return taken
                self._take(found, turn)
            forget_old(self.store, messages_of(self.store, event, target))
        finally:
            turns.release(self.store, found, self.holder)
        return turn.again

    def _turn(self, target: Target) -> Turn:
        messages = messages_of(self.store, target.event, target.id)
        if not any(message.state in OPEN for message in messages):
            return Turn()
        loaded = self.ledger.load(target.event)
        return next_turn(messages, loaded.state, lambda seq: loaded.history[seq - 1][1], self._now())

    def _take(self, target: Target, turn: Turn) -> None:
        message = turn.send or turn.lay_aside
        assert message
        said = self._worded(target, message) if turn.send else None
        if said is None:
            turns.laid_aside(self.store, message)
            return
        trying = turns.begun(self.store, message)
        attempt = self._post(target, trying, said) if isinstance(said, Body) else said
        turns.ended(self.store, trying, attempt, self._now(), self.around.chance())
        if attempt.status == turns.GONE:
            turns.switched_off(self.store, target)

    def _worded(self, target: Target, message: Message) -> Body | Attempt | None:
        """The message as it is sent, None if there is nothing to say, or the failure to make it."""
        try:
            view = self._view(message)
            with self.around.making():
                said = wording(message, view, target.lang, self.around.link(target.event))
                if said is None:
                    return None
                picture = self.around.picture(said.poster) if said.poster else b""
                return FORMS[target.kind](said, target.lang, picture, message.id)
        except Exception as fault:  # noqa: BLE001 - the page shows it, and the next message goes on
            _log.exception("no words for a message of %s at version %s", message.event, message.version)
            return Attempt(turns.WRONG[0], f"{type(fault).__name__} {fault}", left=False)

    def _view(self, message: Message) -> EventView:
        """The event as everybody saw it when the message was written; its clock as it is now."""
        loaded: Loaded = self.ledger.load(message.event)
        if message.topic != "ten_minutes" and message.version < loaded.version:
            loaded = opened(self.store.read(message.event)[: message.version])
        return EventView(loaded=loaded, names=names_of(loaded.state, self.ledger.people(message.event)))

    def _post(self, target: Target, message: Message, body: Body) -> Attempt:
        now = self.around.clock()
        own = signed(target.secret, message.id, int(now), body.content) if target.secret else {}
        headers = {"Content-Type": body.content_type, **own}
        return self.around.deliver(target.address, headers, body.content, self.around.hosted, now)

    def _now(self) -> int:
        return int(self.around.clock() * 1000)

    # ── all of them ──────────────────────────────────────────────────────────

    def start(self) -> None:
        """Begin with everything that waits since the last time."""
        self._stop_listening = self.store.listen(self.heard)
        threading.Thread(target=self._work, name="komandor-outbox", daemon=True).start()

    def heard(self, event: str, _: int = 0) -> None:
        """Something is new in this event or its outbox."""
        with self._changed:
            self._news.add(event)
            self._changed.notify()

    def stop(self) -> None:
        """Begin nothing new; what is under way may end by itself."""
        self._stop_listening()
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _work(self) -> None:
        looked = -AT_MOST
        while not self._stopped:
            with self._changed:
                news, self._news = self._news, set()
            try:
                if time.monotonic() - looked >= AT_MOST:  # another process may have added or revived some
                    targets, looked = all_targets(self.store), time.monotonic()
                else:
                    targets = tuple(target for event in news for target in targets_of(self.store, event))
            except Exception:  # noqa: BLE001 - the store does not answer; it is asked again
                _log.warning("the outbox cannot be read; it is tried again", exc_info=True)
                targets = ()
                with self._changed:
                    self._news |= news
            self._dispatch([(target.event, target.id) for target in targets])
            self._rest()

    def _dispatch(self, fresh: list[tuple[str, str]]) -> None:
        with self._changed:
            self._looks.update(dict.fromkeys(fresh, 0))
            now = self._now()
            due = [key for key, at in self._looks.items() if at <= now and key not in self._busy]
            for key in due:
                del self._looks[key]
                self._busy.add(key)
                if not self._stopped:
                    self._pool.submit(self._serve, key)

    def _rest(self) -> None:
        threading.Event().wait(AT_LEAST)
        with self._changed:
            first = min((at for key, at in self._looks.items() if key not in self._busy), default=None)
            left = AT_MOST if first is None else min(AT_MOST, first / 1000 - self.around.clock())
            if not self._news and left > 0 and not self._stopped:
                self._changed.wait(left)

    def _serve(self, key: tuple[str, str]) -> None:
        again = self._now() + AFTER_A_FAULT
        try:
            again = self.serve(*key)
        except Exception:  # noqa: BLE001 - the others are sent whatever became of this one
            if not self._stopped:
                _log.exception("messages of %s could not be sent", key[0])
        with self._changed:
            self._busy.discard(key)
            if again:
                self._looks[key] = min(again, self._looks.get(key, again))
            self._changed.notify()
