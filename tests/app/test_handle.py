"""Every change goes through `handle`: once, in order, whole or not at all, never decided on an old page."""

import threading
import time
from contextlib import suppress
from itertools import count, takewhile

import pytest

from komandor.app.access import HOST
from komandor.app.handle import Accepted, Refused, Stale, create, handle
from komandor.app.ledger import Ledger
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.replay import replay
from komandor.core.tournament.values import Plain
from komandor.log.codec import encode
from komandor.log.store import Appended, Conflict
from komandor.store import open_store
from komandor.store.memory import MemoryStore
from tests.support.event import ORGANISER, Event, by
from tests.tournament.examples import examples


def test_a_double_tap_is_answered_and_not_repeated() -> None:
    event = Event().register(4)
    first = event.ask(c.PostNotice("lunch"), command_id="tap")
    second = event.ask(c.PostNotice("lunch"), command_id="tap")
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert (first.again, second.again) == (False, True)
    assert first.records == second.records
    assert list(event.t.notices.values()) == ["lunch"]


def test_a_double_tap_is_answered_even_when_it_would_be_refused_by_now() -> None:
    event = Event().register(4).announce().start()
    report = c.ReportResult(event.match(1).number, event.slip(1), event.match(1).players)
    assert isinstance(event.ask(report, by=by(1), command_id="slip"), Accepted)
    event.results().close()
    again = event.ask(report, by=by(1), command_id="slip")
    assert isinstance(again, Accepted)
    assert again.again


def test_what_is_refused_may_be_asked_again_under_the_same_name() -> None:
    event = Event().register(1)
    assert isinstance(event.ask(c.AnnounceStructure(), command_id="tell"), Refused)
    event.register(3)
    assert isinstance(event.ask(c.AnnounceStructure(), command_id="tell"), Accepted)


def test_a_refusal_writes_nothing() -> None:
    event = Event().register(4)
    before = event.t.version
    assert isinstance(event.ask(c.CloseRound()), Refused)
    assert event.ledger.store.version(event.id) == before


def test_several_commands_are_one_step_or_nothing() -> None:
    event = Event().register(2)
    before = event.t.version
    answer = event.ask(c.RegisterPlayer(), c.NoteFee(3, True), c.NoteFee(9, True))
    assert isinstance(answer, Refused)
    assert event.t.version == before
    event.do(c.RegisterPlayer(), c.NoteFee(3, True))
    assert event.player(3).fee_paid, "a later command sees what an earlier one did"
    assert len({r.command_id for r in event.ledger.store.read(event.id, before)}) == 1
    event.do(event.undo())
    assert 3 not in event.t.players, "and both are undone together"


LOOK_FIRST = {
    "AnnounceStructure",
    "ChangeEvent",
    "CloseTournament",
    "KeepPairings",
    "MakeCut",
    "MoveTable",
    "PairLeftOver",
    "PublishRound",
    "RemakeCut",
    "ReplaceSeed",
    "SwapPlayers",
    "VoidEvents",
}
"""What one decides by what one sees; everything else can be done whatever else has happened meanwhile."""


def test_a_decision_on_an_old_page_gets_the_news_instead_and_nothing_else_does() -> None:
    event = Event().register(6).announce().start()
    seen = event.t.version
    event.do(c.DropPlayer(6, game="not_played"))
    stale = set()
    for name, command in examples(event).items():
        now = event.t.version
        answer = event.ask(command, seen_version=seen)
        if isinstance(answer, Stale):
            stale.add(name)
            assert (answer.version, [r.seq for r in answer.news]) == (now, list(range(seen + 1, now + 1)))
            assert not isinstance(event.ask(command, seen_version=now), Stale)
    assert stale == LOOK_FIRST


def test_what_everybody_does_at_once_is_not_stale() -> None:
    event = Event().register(6).announce().start()
    seen = event.t.version
    for n in (m.a for m in event.in_round()):
        answer = event.ask(
            c.ReportResult(event.match(n).number, event.slip(n), event.match(n).players),
            by=by(n),
            seen_version=seen,
        )
        assert isinstance(answer, Accepted)


class BusyStore(MemoryStore):
    """Somebody else writes first, so many times."""

    rivals = 0

    def append(self, tournament: str, expected: int, *rest: object, **more: object) -> Appended | Conflict:
        if self.rivals:
            self.rivals -= 1
            news = encode(e.NoticePosted(self.rivals + 1, "news"))
            stamp = "2026-11-15T10:00:00.000Z"
            super().append(tournament, expected, stamp, "host", f"rival{self.rivals}", (news,))
        return super().append(tournament, expected, *rest, **more)


def test_a_collision_is_tried_again_on_the_newest_state() -> None:
    store = BusyStore()
    ledger = Ledger(store)
    assert isinstance(
        create(
            ledger,
            c.CreateTournament(id="busy", game="destiny", name="Test", date="2026-11-15", commitment=""),
        ),
        Accepted,
    )
    store.rivals = 3
    done = handle(ledger, "busy", c.RegisterPlayer(), ORGANISER, "mine")
    assert isinstance(done, Accepted)
    assert len(done.state.notices) == 3
    assert 1 in done.state.players


def test_what_collides_again_and_again_is_refused_and_may_be_sent_again() -> None:
    store = BusyStore()
    event = Event(store=store).register(4)
    store.rivals = 1000
    busy = event.ask(c.RegisterPlayer(), command_id="mine")
    assert isinstance(busy, Refused)
    assert [r.code for r in busy.refusal.reasons] == ["store.busy"]
    store.rivals = 0
    assert isinstance(event.ask(c.RegisterPlayer(), command_id="mine"), Accepted)
    assert 5 in event.t.players


def test_many_at_once_lose_nothing_and_double_nothing() -> None:
    event = Event().register(40).announce().start()
    answers: list[object] = []

    def report(n: int) -> None:
        wish = c.ReportResult(event.match(n).number, event.slip(n), event.match(n).players)
        answers.extend(handle(event.ledger, event.id, wish, by(n), f"slip-{n}") for _ in range(2))

    threads = [threading.Thread(target=report, args=(m.a,)) for m in event.in_round()]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(isinstance(a, Accepted) for a in answers)
    assert sum(isinstance(x, e.ResultReported) for x in event.log) == 20
    assert replay(event.loaded.history) == event.t


class SlowStore(MemoryStore):
    """Two who decide at once are seen: whoever asks for the version waits a moment for a second one."""

    collisions = 0

    def __init__(self) -> None:
        super().__init__()
        self.both = threading.Barrier(2)

    def version(self, tournament: str) -> int:
        found = super().version(tournament)
        if threading.current_thread() is not threading.main_thread():
            with suppress(threading.BrokenBarrierError):
                self.both.wait(0.05)
        return found

    def append(self, *given: object, **more: object) -> Appended | Conflict:
        answer = super().append(*given, **more)
        self.collisions += isinstance(answer, Conflict)
        return answer


def test_those_who_report_at_once_collide_once_and_then_wait_for_each_other() -> None:
    store = SlowStore()
    event = Event(store=store).register(8).announce().start()
    reports = [(c.ReportResult(m.number, event.slip(m.a), m.players), by(m.a)) for m in event.in_round()]
    threads = [
        threading.Thread(target=handle, args=(event.ledger, event.id, report, player, f"slip-{player}"))
        for report, player in reports
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert store.collisions <= 3, "all four decide at once, and three of them once more, one after another"
    assert sum(isinstance(x, e.ResultReported) for x in event.log) == 4


def test_a_slow_process_is_not_passed_by_again_and_again_by_a_quick_one(postgres_database: str) -> None:
    slow, quick = (Event(store=open_store(postgres_database)) for _ in range(2))
    stopped = threading.Event()

    def slowly(*_args: object) -> bool:
        time.sleep(0.1)
        return False

    slow.ledger.store.key_used = slowly

    def register_quickly() -> None:
        for n in takewhile(lambda _: not stopped.is_set(), count()):
            quick.ask(c.RegisterPlayer(), command_id=f"quick {n}")

    busy = threading.Thread(target=register_quickly)
    busy.start()
    answers = [slow.ask(c.PostNotice(f"lunch {n}"), key="k") for n in range(3)]
    assert busy.is_alive()
    stopped.set()
    busy.join()
    assert [type(answer) for answer in answers] == [Accepted] * 3
    slow.ledger.store.close()
    quick.ledger.store.close()


def test_a_new_reader_of_the_store_sees_the_same_event() -> None:
    event = Event().register(5).announce().play_round().play_round()
    event.do(event.undo())
    assert Ledger(event.ledger.store).load(event.id).state == event.t


def test_every_record_says_who_and_when() -> None:
    event = Event().register(4)
    event.later(7).do(c.PostNotice("lunch"), by=ORGANISER)
    record = event.ledger.store.read(event.id)[-1]
    assert record.by == "staff:1"
    assert record.at == event.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_the_host_at_the_terminal_acts_as_the_organiser() -> None:
    event = Event().register(4).do(c.GiveSanction(player=1, kind="warning", reason="late"), by=HOST)
    assert event.t.sanctions[1].by == 1


def test_a_new_event_promises_its_draws_and_keeps_the_seed_to_itself() -> None:
    event = Event(seed=b"\x5a" * 32)
    assert event.ledger.store.secret(event.id) == b"\x5a" * 32
    assert len(event.t.commitment) == 64
    assert (b"\x5a" * 32).hex() not in "".join(r.event for r in event.ledger.store.read(event.id))


def test_an_event_is_created_once_and_by_the_host_only() -> None:
    event = Event()
    again = create(
        event.ledger,
        c.CreateTournament(id=event.id, game="armada", name="Other", date="2026-11-14", commitment=""),
    )
    assert isinstance(again, Refused)
    assert [r.code for r in again.refusal.reasons] == ["event.exists"]
    wish = c.CreateTournament(id="new", game="armada", name="New", date="2026-11-14", commitment="")
    stranger = create(Ledger(MemoryStore()), wish, actor=ORGANISER)
    assert isinstance(stranger, Refused)
    assert isinstance(create(Ledger(MemoryStore()), wish, actor=HOST), Accepted)


def test_a_wrong_wish_leaves_no_event_behind() -> None:
    ledger = Ledger(MemoryStore())
    answer = create(
        ledger, c.CreateTournament(id="x", game="chess", name=" ", date="2026-11-14", commitment="")
    )
    assert isinstance(answer, Refused)
    assert ledger.store.version("x") == 0
    assert isinstance(
        create(
            ledger, c.CreateTournament(id="x", game="armada", name="Cup", date="2026-11-14", commitment="")
        ),
        Accepted,
    )


@pytest.mark.rule("COM-LEVEL-1", "COM-STRUCT-1")
def test_a_wish_is_refused_with_all_its_faults_at_once() -> None:
    wish = c.CreateTournament(
        id="x",
        game="armada",
        name=" ",
        date="2026-11-14",
        commitment="",
        level="friendly",
        structure="odd",
        tables="9-1",
        settings={"no.such": 1},
        minutes={"lunch": 3},
    )
    answer = create(Ledger(MemoryStore()), wish)
    assert isinstance(answer, Refused)
    codes = [r.code for r in answer.refusal.reasons]
    assert {
        "event.name_missing",
        "level.unknown",
        "event.unknown_structure",
        "settings.unknown",
        "clock.unknown_kind",
    } < set(codes)
    assert any(code.startswith("tables.") for code in codes)


@pytest.mark.parametrize("minutes", ["x", True, "60"])
def test_minutes_that_are_no_number_are_blamed_and_not_the_kind_of_round(minutes: Plain) -> None:
    event = Event()
    reason = event.refused(c.ChangeEvent({"minutes": {"swiss": minutes}}), "clock.no_number", "COM-TIME-1")
    assert reason.params == {"kind": "swiss", "found": str(minutes)}
    event.refused(c.ChangeEvent({"minutes": {"lunch": minutes}}), "clock.unknown_kind", "COM-TIME-1")


def test_persons_stand_beside_the_log_and_not_in_it() -> None:
    event = Event()
    event.do(c.RegisterPlayer(), c.RegisterPlayer(), persons=({"first": "Anna", "last": "Kowalska"}, None))
    assert event.ledger.store.people(event.id)[1] == {"first": "Anna", "last": "Kowalska"}
    assert not [r for r in event.ledger.store.read(event.id) if "Kowalska" in r.event]


def test_people_who_cannot_be_written_are_not_in_the_log_either() -> None:
    event = Event()
    before = event.t.version
    answer = event.ask(c.RegisterPlayer(members=2), persons=({"first": "Anna"},))
    assert isinstance(answer, Refused)
    assert event.t.version == before
    assert 1 not in event.ledger.store.people(event.id)


def test_a_creation_that_was_cut_short_can_be_repeated() -> None:
    ledger = Ledger(MemoryStore())
    ledger.store.create("cup")
    ledger.store.keep_secret("cup", b"s" * 32)  # and then the power failed
    wish = c.CreateTournament(id="cup", game="armada", name="Cup", date="2026-11-14", commitment="")
    assert isinstance(create(ledger, wish), Accepted)
    assert ledger.store.secret("cup") == b"s" * 32


@pytest.mark.parametrize("points", [2**53, 10**20])
def test_a_number_that_no_file_can_carry_is_refused(points: int) -> None:
    taken = c.GiveSanction(player=1, kind="points", reason="Slow play", points=points)
    Event().register(4).refused(taken, "command.too_much")
