"""A message is written with the event that caused it or not at all, and says nothing by itself."""

import json

from komandor.app.outbox import messages
from komandor.app.outbox.messages import remove_target
from komandor.app.outbox.targets import Target, allowed, keep_target, targets_of
from komandor.core.reasons import Refusal
from komandor.core.tournament import events as e
from komandor.log.store import Conflict
from tests.outbox.hall import Hall
from tests.support.event import single, swiss

NOWHERE = "http://127.0.0.1:9/hook"


def test_each_moment_of_a_day_makes_its_messages() -> None:
    hall = Hall(swiss(1))
    target = hall.target(NOWHERE)
    hall.publish().start().results().close()
    hall.play_out()
    assert [topic for topic, _ in hall.rows(target)] == [
        "pairings",
        "ten_minutes",
        "results",
        "standings",
        "champion",
    ]
    assert {state for _, state in hall.rows(target)} == {"waiting"}
    assert len({m.id for m in hall.messages(target)}) == 5


def test_a_target_gets_only_what_was_chosen_for_it() -> None:
    hall = Hall(swiss(1))
    some, nothing = hall.target(NOWHERE, topics=("results",)), hall.target(NOWHERE, topics=("champion",))
    hall.publish().start().results().close()
    assert [topic for topic, _ in hall.rows(some)] == ["results"]
    assert hall.rows(nothing) == []


def test_an_append_that_conflicts_writes_no_message() -> None:
    hall = Hall()
    target = hall.target(NOWHERE)
    row = messages._row(target, 9, 0, "test", 0, False, 0)
    puts = {(messages.SPACE, row.key): {"id": row.id}}
    refused = hall.store.append(hall.id, 1, "2026-11-14T09:00:00Z", "host", "late", ("{}",), None, puts)
    assert isinstance(refused, Conflict)
    assert hall.rows(target) == []


def test_a_command_sent_again_makes_no_second_message() -> None:
    hall = Hall()
    target = hall.target(NOWHERE)
    hall.publish()
    before = hall.messages(target)
    last = hall.store.read(hall.id)[-1]
    hall.store.append(hall.id, last.seq, last.at, last.by, last.command_id, (last.event,))
    assert hall.messages(target) == before


def test_a_row_holds_no_name_and_the_log_no_address() -> None:
    hall = Hall(swiss(1))
    hall.target("http://127.0.0.1:9/a-secret-path")
    hall.publish().start().results().close()
    rows = json.dumps([kept for _, kept in hall.store.items(messages.SPACE)])
    assert "Tajemnicza" not in rows
    assert "Anna" not in rows
    assert not any("secret-path" in record.event for record in hall.store.read(hall.id))


def test_undo_and_redo_make_messages_of_their_own() -> None:
    hall = Hall()
    target = hall.target(NOWHERE)
    hall.publish()
    undo = hall.undo(e.RoundPublished)
    hall.do(undo)
    hall.do(hall.undo(e.EventVoided))
    assert [topic for topic, _ in hall.rows(target)] == ["pairings", "pairings!", "pairings"]
    assert len({m.about for m in hall.messages(target)}) == 1


def test_a_removed_target_leaves_nothing_behind() -> None:
    hall = Hall()
    target = hall.target(NOWHERE)
    hall.publish()
    remove_target(hall.store, target)
    assert hall.store.items(messages.SPACE) == ()
    assert targets_of(hall.store, hall.id) == ()
    hall.start()
    assert hall.store.items(messages.SPACE) == ()


def test_addresses_are_https_or_in_the_hall() -> None:
    hall = Hall(swiss(1), single(2))

    def kept(address: str, hosted: bool = False) -> bool:
        wanted = Target(
            event=hall.id, id="", kind="chat", name="x", address=address, topics=("results",), lang="en"
        )
        return not isinstance(keep_target(hall.store, wanted, hosted), Refusal)

    assert kept("https://discord.com/api/webhooks/1/x")
    assert kept("http://192.168.1.20:8080/hook")
    assert kept("http://localhost:8080/hook")
    assert not kept("http://example.com/hook")
    assert not kept("http://192.168.1.20/hook", hosted=True)
    for bad in ("ftp://example.com/", "https://", "https://user:pw@example.com/", "https://a b/", "x", ""):
        assert not kept(bad), bad


def test_a_hosted_site_reaches_nothing_behind_it() -> None:
    inside = ("127.0.0.1", "10.0.0.1", "192.168.1.1", "::1", "fd00::1", "::ffff:10.0.0.1")
    assert not any(allowed(ip, hosted=True) for ip in inside)
    assert all(allowed(ip, hosted=False) for ip in inside)
    nowhere = ("169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::ffff:169.254.169.254")
    assert not any(allowed(ip, hosted) for ip in nowhere for hosted in (True, False))
    assert allowed("1.1.1.1", hosted=True)
