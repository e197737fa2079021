"""Two processes on one PostgreSQL send each message once, in order, and the other goes on if one dies."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from komandor.app.ledger import Ledger
from komandor.app.outbox.messages import keep_test
from komandor.app.outbox.targets import Target
from komandor.app.outbox.turns import LEASE, Attempt
from komandor.store.postgres import PostgresStore
from komandor.web.server.sender import Sender, Surroundings
from tests.outbox.hall import Hall
from tests.support.event import swiss
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import PATIENCE, wait_until

ROUNDS, TURNS = 6, 50
Stores = tuple[PostgresStore, PostgresStore]


@pytest.fixture
def stores(postgres_database: str) -> Iterator[Stores]:
    one, other = PostgresStore(postgres_database), PostgresStore(postgres_database)
    yield one, other
    one.close()
    other.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def test_both_awake_send_each_message_once_and_in_order(stores: Stores, receiver: Receiver) -> None:
    hall = Hall(swiss(ROUNDS), players=8, store=stores[0])
    target = hall.target(receiver.url, topics=("pairings", "results", "standings"))
    senders = [Sender(Ledger(store)) for store in stores]
    for sender in senders:
        sender.start()
    try:
        for _ in range(ROUNDS):
            hall.play_round()
        assert wait_until(
            lambda: len(receiver.got) >= 3 * ROUNDS and "waiting" not in dict(hall.rows(target)).values()
        )
    finally:
        for sender in senders:
            sender.stop()
    told = [(one.json["type"], one.json["data"]["round"]["number"]) for one in receiver.got]
    types = ("event.pairings", "event.results", "event.standings")
    assert told == [(type_, n) for n in range(1, ROUNDS + 1) for type_ in types]


def test_asked_at_the_same_moment_one_sends(stores: Stores, receiver: Receiver) -> None:
    hall = Hall(store=stores[0])
    target = hall.target(receiver.url)
    senders = [Sender(Ledger(store), Surroundings(clock=hall.seconds)) for store in stores]
    with ThreadPoolExecutor(2) as threads:
        for n in range(1, TURNS + 1):
            keep_test(stores[0], target, hall.loaded.version, 0)
            together = Barrier(2, timeout=PATIENCE)
            looks = [threads.submit(_look, sender, hall, target, together) for sender in senders]
            for look in looks:
                look.result(PATIENCE)
            assert len(receiver.got) == n


def _look(sender: Sender, hall: Hall, target: Target, together: Barrier) -> int:
    together.wait()
    return sender.serve(hall.id, target.id)


def test_the_other_goes_on_when_one_dies_with_a_message_under_way(stores: Stores, receiver: Receiver) -> None:
    hall = Hall(store=stores[0])
    target = hall.target(receiver.url, topics=("pairings",))
    hall.publish()

    def dies(*_: object) -> Attempt:
        raise SystemExit

    one = Sender(Ledger(stores[0]), Surroundings(clock=hall.seconds, deliver=dies))
    one_released = "komandor.app.outbox.turns.release"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_released, lambda *_: None)
        with pytest.raises(SystemExit):
            one.serve(hall.id, target.id)
    other = Sender(Ledger(stores[1]), Surroundings(clock=hall.seconds))
    assert hall.rows(target) == [("pairings", "sending")]
    assert other.serve(hall.id, target.id) == int(hall.seconds() * 1000) + LEASE
    hall.clock += timedelta(milliseconds=LEASE)
    other.serve(hall.id, target.id)
    assert hall.rows(target) == [("pairings", "sent")]
    assert len(receiver.got) == 1
