"""Whatever a receiver does, it gets every message in order, and each once if it ignores ids that it knows."""

import threading
from collections.abc import Iterator

import pytest

from komandor.app.outbox.messages import keep_test
from komandor.app.outbox.targets import target_of
from komandor.app.outbox.turns import LEASE, lease, try_again
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.outbox.hall import Hall, send_all
from tests.support.event import swiss
from tests.support.receiver import OK, Answer, Receiver, receiving

DAY = ["event.pairings", "event.results", "event.standings"]
HOUR = 3_600_000


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


def test_what_a_message_is_made_of_may_fail_without_holding_up_the_rest(receiver: Receiver) -> None:
    hall = Hall(swiss(1))
    target = hall.target(receiver.url)
    hall.play_out()

    def broken(_: object) -> bytes:
        raise OSError("no letters")

    send_all(hall, hall.sender(picture=broken), target)
    assert [one.json["type"] for one in receiver.got] == DAY
    assert hall.rows(target)[-1] == ("champion", "failed")


def test_a_whole_day_arrives_in_order_and_signed(receiver: Receiver) -> None:
    hall = Hall(swiss(1))
    target = hall.target(receiver.url)
    hall.play_out()
    send_all(hall, hall.sender(), target)
    assert [one.json["type"] for one in receiver.got] == [*DAY, "event.champion"]
    assert all(one.signed_with(target.secret) for one in receiver.got)
    first = receiver.got[0].json["data"]
    assert [len(m["sides"]) for m in first["round"]["matches"]] == [2, 2]
    assert min(player["name"] for player in first["players"]) == "Anna T."
    assert receiver.got[-1].json["data"]["places"][0][1] == 1


def test_failing_stalling_late_and_429_lose_nothing_and_keep_the_order(receiver: Receiver) -> None:
    hall = Hall(swiss(2))
    target = hall.target(receiver.url)
    hall.play_out()
    gate = threading.Event()

    def stalls() -> Answer:
        gate.wait(5)
        return OK

    limited: Answer = (429, {"Retry-After": "3600"}, b"")
    discords: Answer = (429, {}, b'{"retry_after": 12.5}')
    receiver.plan = [
        (500, {}, b"no"),
        stalls,
        None,
        OK,
        limited,
        discords,
        (503, {}, b""),
        OK,
        (404, {}, b""),
    ]
    began = hall.clock
    send_all(hall, hall.sender(), target)
    gate.set()
    assert [one.json["type"] for one in receiver.once] == [*DAY, *DAY, "event.champion"]
    assert len(receiver.got) > len(receiver.once) == 7
    assert (hall.clock - began).total_seconds() > 3600 + 12.5
    bodies = {one.id: one.body for one in receiver.got}
    assert all(bodies[one.id] == one.body for one in receiver.got), "each try says the same"
    assert {state for _, state in hall.rows(target)} == {"sent", "not_needed"}


def test_an_acknowledgement_counts_though_the_rest_of_the_answer_is_cut_off(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url, topics=("pairings",))
    hall.publish()
    receiver.plan = [(200, {"Transfer-Encoding": "chunked"}, b"ffff\r\nhalf of it")]
    hall.sender().serve(hall.id, target.id)
    assert hall.rows(target) == [("pairings", "sent")]


def test_retry_after_is_honoured_to_the_second(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url, topics=("pairings",))
    hall.publish()
    receiver.plan = [(429, {"Retry-After": "3600"}, b"")]
    sender, now = hall.sender(), int(hall.clock.timestamp() * 1000)
    assert sender.serve(hall.id, target.id) == now + HOUR
    assert sender.serve(hall.id, target.id) == now + HOUR
    assert len(receiver.got) == 1
    hall.wait_for(now + HOUR)
    assert sender.serve(hall.id, target.id) == 0
    assert len(receiver.got) == 2


def test_without_a_network_it_waits_and_goes_when_there_is_one(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target("http://127.0.0.1:9/hook")
    hall.publish()
    sender = hall.sender()
    for _ in range(40):
        again = sender.serve(hall.id, target.id)
        assert again - hall.clock.timestamp() * 1000 <= 60_000, "a network may be back at any moment"
        hall.wait_for(again)
    hall.store.change("outbox_targets", target.key, lambda kept: {**kept, "address": receiver.url})
    sender.serve(hall.id, target.id)
    assert hall.rows(target) == [("pairings", "sent")]


def test_a_message_that_the_receiver_calls_wrong_is_given_up_in_sight(receiver: Receiver) -> None:
    hall = Hall(swiss(1))
    target = hall.target(receiver.url, topics=("pairings", "results"))
    hall.publish().start().results().close()
    receiver.plan = [(400, {}, b"embed too long")] * 3
    sender = hall.sender()
    send_all(hall, sender, target)
    assert hall.rows(target) == [("pairings", "failed"), ("results", "sent")]
    assert hall.messages(target)[0].answer == "400 Bad Request embed too long"
    assert try_again(hall.store, target) == 1
    send_all(hall, sender, target)
    assert hall.rows(target) == [("pairings", "sent"), ("results", "sent")]


def test_an_address_that_is_gone_is_switched_off_until_somebody_tries_again(
    receiver: Receiver,
) -> None:
    hall = Hall(swiss(1))
    target = hall.target(receiver.url, topics=("pairings", "results", "standings"))
    hall.publish().start().results()
    receiver.plan = [(410, {}, b"moved away")]
    sender = hall.sender()
    assert sender.serve(hall.id, target.id) == 0
    assert hall.rows(target) == [("pairings", "failed")]
    hall.close()
    assert sender.serve(hall.id, target.id) == 0
    assert (len(receiver.got), hall.rows(target)) == (1, [("pairings", "failed")]), "nothing new waits"
    off = target_of(hall.store, hall.id, target.id)
    assert off
    assert off.gone
    assert try_again(hall.store, off) == 1
    assert sender.serve(hall.id, target.id) == 0
    assert hall.rows(target) == [("pairings", "sent")]
    assert target_of(hall.store, hall.id, target.id) == target


def test_what_waits_behind_an_address_that_is_gone_is_given_up_in_sight(receiver: Receiver) -> None:
    hall = Hall(swiss(1))
    target = hall.target(receiver.url, topics=("pairings", "results"))
    hall.publish().start().results().close()
    receiver.plan = [(410, {}, b"")]
    assert hall.sender().serve(hall.id, target.id) == 0
    assert hall.rows(target) == [("pairings", "failed"), ("results", "failed")]
    assert len(receiver.got) == 1


def test_what_was_undone_before_it_went_out_is_not_sent(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    hall.do(hall.undo(e.RoundPublished))
    send_all(hall, hall.sender(), target)
    assert receiver.got == []
    hall.publish()
    send_all(hall, hall.sender(), target)
    assert [one.json["type"] for one in receiver.got] == ["event.pairings"]


def test_what_was_sent_and_undone_is_withdrawn_and_redone_is_told_again(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    sender = hall.sender()
    hall.publish()
    send_all(hall, sender, target)
    hall.do(hall.undo(e.RoundPublished))
    send_all(hall, sender, target)
    hall.do(hall.undo(e.EventVoided))
    send_all(hall, sender, target)
    types = [one.json["type"] for one in receiver.got]
    assert types == ["event.pairings", "event.pairings_withdrawn", "event.pairings"]
    assert receiver.got[1].json["data"]["round"] is None, "the pairs are not public any more"


def test_undone_and_redone_while_offline_is_told_once(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    hall.do(hall.undo(e.RoundPublished))
    hall.do(hall.undo(e.EventVoided))
    send_all(hall, hall.sender(), target)
    assert [one.json["type"] for one in receiver.got] == ["event.pairings"]


def test_what_may_have_arrived_is_sent_until_it_is_acknowledged_then_withdrawn(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    receiver.plan = [None]
    sender = hall.sender()
    sender.serve(hall.id, target.id)
    hall.do(hall.undo(e.RoundPublished))
    send_all(hall, sender, target)
    types = [one.json["type"] for one in receiver.once]
    assert types == ["event.pairings", "event.pairings_withdrawn"]


def test_ten_minutes_left_comes_at_its_moment_and_holds_up_nothing(receiver: Receiver) -> None:
    hall = Hall(swiss(2))
    target = hall.target(receiver.url)
    hall.publish().start()
    ends = hall.t.this_round.clock.ends()  # type: ignore[union-attr]
    assert ends
    sender = hall.sender()
    assert sender.serve(hall.id, target.id) == ends - 600_000
    hall.wait_for(ends - 600_000)
    assert sender.serve(hall.id, target.id) == 0
    assert [one.json["type"] for one in receiver.got] == ["event.pairings", "event.ten_minutes"]
    hall.results().close().publish().start().results().close()
    send_all(hall, sender, target)
    types = [one.json["type"] for one in receiver.got]
    assert types == [*DAY[:1], "event.ten_minutes", *DAY[1:], *DAY], (
        "no such moment in a round that ended early"
    )


def test_ten_minutes_left_is_not_told_when_time_is_up(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url, topics=("ten_minutes",))
    hall.publish().start()
    hall.wait_for(hall.t.this_round.clock.ends() or 0)  # type: ignore[union-attr]
    send_all(hall, hall.sender(), target)
    assert hall.rows(target) == [("ten_minutes", "not_needed")]
    assert receiver.got == []


def test_an_erased_player_is_not_named_in_what_was_not_sent(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    hall.do(c.ChangePerson(player=1, erase=True))
    send_all(hall, hall.sender(), target)
    names = [player["name"] for player in receiver.got[0].json["data"]["players"]]
    assert names[0] == "#1"
    assert b"Anna" not in receiver.got[0].body


def test_a_second_process_sends_nothing_while_the_first_holds_the_target(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    now = int(hall.clock.timestamp() * 1000)
    assert lease(hall.store, target, "another process", now) == 0
    assert hall.sender().serve(hall.id, target.id) == now + LEASE
    assert receiver.got == []
    hall.wait_for(now + LEASE)
    hall.sender().serve(hall.id, target.id)
    assert len(receiver.got) == 1, "it died, and its right has ended"


def test_a_test_message_waits_for_its_turn(receiver: Receiver) -> None:
    hall = Hall()
    target = hall.target(receiver.url)
    hall.publish()
    keep_test(hall.store, target, hall.loaded.version, 0)
    keep_test(hall.store, target, hall.loaded.version, 0)
    hall.start()
    send_all(hall, hall.sender(), target)
    types = [one.json["type"] for one in receiver.got]
    assert types[:3] == ["event.pairings", "event.test", "event.test"]
