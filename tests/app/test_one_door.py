"""Everything is written through one door: answered once, never on an old view, and only after it stands."""

from datetime import UTC, datetime

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.handle import Accepted, Refused, Stale, create, handle
from komandor.app.ledger import Ledger
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import NoticePosted
from komandor.log.codec import encode
from komandor.log.store import Appended, Conflict
from komandor.store.memory import MemoryStore

ORGANISER = Actor("staff", 1)
STAMP = "2026-11-15T10:00:00.000Z"
AT = datetime(2026, 11, 15, 10, tzinfo=UTC)


def _event() -> tuple[Ledger, str]:
    ledger = Ledger(MemoryStore())
    made = create(
        ledger, c.CreateTournament("", "destiny", "Test", "2026-11-15", ""), organiser={"first": "Ola"}, at=AT
    )
    assert isinstance(made, Accepted)
    people = [{"first": f"P{n}"} for n in range(4)]
    done = handle(ledger, made.state.id, [c.RegisterPlayer()] * 4, ORGANISER, "reg", persons=people)
    assert isinstance(done, Accepted)
    return ledger, made.state.id


def test_a_new_event_promises_its_draws_and_keeps_the_seed_to_itself():
    ledger, event = _event()
    secret = ledger.store.secret(event)
    assert secret
    assert len(ledger.load(event).state.commitment) == 64
    assert secret.hex() not in "".join(r.event for r in ledger.store.read(event))


def test_the_people_stand_beside_the_log_never_in_it():
    ledger, event = _event()
    assert ledger.store.people(event)[-1] == {"first": "Ola"}
    assert ledger.store.people(event)[3] == {"first": "P2"}
    assert "P2" not in "".join(r.event for r in ledger.store.read(event))


def test_a_double_tap_is_answered_and_not_repeated():
    ledger, event = _event()
    first = handle(ledger, event, c.RegisterPlayer(), ORGANISER, "tap")
    again = handle(ledger, event, c.RegisterPlayer(), ORGANISER, "tap")
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert again.again
    assert again.records == first.records
    assert len(ledger.load(event).state.players) == 5


def test_who_looks_at_an_old_page_is_shown_the_news_before_he_decides():
    ledger, event = _event()
    seen = ledger.load(event).version
    handle(ledger, event, c.RegisterPlayer(), ORGANISER, "late")
    answer = handle(ledger, event, c.AnnounceStructure(), ORGANISER, "announce", seen_version=seen)
    assert isinstance(answer, Stale)
    assert [r.payload["type"] for r in answer.news] == ["player_registered"]
    now = handle(ledger, event, c.AnnounceStructure(), ORGANISER, "again", seen_version=answer.version)
    assert isinstance(now, Accepted)


def test_what_commutes_is_not_held_up_by_an_old_page():
    ledger, event = _event()
    handle(ledger, event, c.RegisterPlayer(), ORGANISER, "one")
    assert isinstance(handle(ledger, event, c.NoteFee(1, True), ORGANISER, "fee", seen_version=1), Accepted)


def test_a_refusal_writes_nothing():
    ledger, event = _event()
    before = ledger.load(event).version
    assert isinstance(handle(ledger, event, c.CloseRound(), ORGANISER, "x"), Refused)
    assert ledger.store.version(event) == before


def test_several_commands_are_one_step_or_none():
    ledger, event = _event()
    before = ledger.store.version(event)
    both = [c.RegisterPlayer(), c.NoteFee(99, True)]
    assert isinstance(handle(ledger, event, both, ORGANISER, "both"), Refused)
    assert ledger.store.version(event) == before
    assert isinstance(
        handle(ledger, event, [c.RegisterPlayer(), c.NoteFee(5, True)], ORGANISER, "ok"), Accepted
    )
    assert len({r.command_id for r in ledger.store.read(event, before)}) == 1


class _Busy(MemoryStore):
    """Somebody else writes first, so many times."""

    rivals = 0

    def append(self, tournament: str, expected: int, *rest: object, **more: object) -> Appended | Conflict:
        if self.rivals:
            self.rivals -= 1
            news = encode(NoticePosted(self.rivals + 1, "news"))
            super().append(tournament, expected, STAMP, "host", f"rival{self.rivals}", (news,))
        return super().append(tournament, expected, *rest, **more)  # type: ignore[arg-type]


def test_a_collision_is_tried_again_on_the_newest_state():
    store = _Busy()
    ledger = Ledger(store)
    made = create(ledger, c.CreateTournament("busy", "destiny", "Test", "2026-11-15", ""))
    assert isinstance(made, Accepted)
    store.rivals = 3
    done = handle(ledger, "busy", c.RegisterPlayer(), ORGANISER, "mine")
    assert isinstance(done, Accepted)
    assert len(done.state.notices) == 3
    assert 1 in done.state.players


def test_the_hosts_own_terminal_acts_as_the_organiser():
    ledger, event = _event()
    handle(ledger, event, c.GiveSanction(1, "warning", "late"), HOST, "w")
    assert ledger.load(event).state.sanctions[1].by == 1


def test_an_event_is_not_created_over_another():
    ledger, event = _event()
    answer = create(ledger, c.CreateTournament(event, "destiny", "Other", "2026-11-15", ""))
    assert isinstance(answer, Refused)
    assert answer.refusal.reasons[0].code == "event.exists"


@pytest.mark.rule("COM-ROLE-9")
def test_off_duty_somebody_counts_as_a_spectator():
    ledger, event = _event()
    handle(ledger, event, c.AppointStaff(("judge",)), ORGANISER, "judge")
    judge = Actor("staff", 2)
    handle(ledger, event, c.SetDuty(2, False), judge, "off")
    answer = handle(ledger, event, c.GiveSanction(1, "warning", "x"), judge, "w")
    assert isinstance(answer, Refused)
    assert answer.refusal.reasons[0].code == "access.off_duty"
    assert isinstance(handle(ledger, event, c.ReportIncident("seen"), judge, "i"), Accepted)
    assert isinstance(handle(ledger, event, c.SetDuty(2, True), judge, "on"), Accepted)
