"""A site at home shows what the hall has made public, verified, and nothing that the hall does not have."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from komandor.app.access import HOST, Actor
from komandor.app.following import follow_again, followed_event, is_key, keys, new_key, receive, revoke_key
from komandor.app.handle import Refused, handle
from komandor.app.ledger import Ledger, Loaded, event_of
from komandor.app.parcels import Had, Parcel
from komandor.app.publishing import Forked
from komandor.app.queries.everybody.names import names_of
from komandor.app.queries.everybody.visible import public_log, public_reach
from komandor.app.workflow import next_step
from komandor.check.verify import verify
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.log.codec import encode
from komandor.log.store import EventStore
from komandor.store.memory import MemoryStore
from tests.support.event import Event, reasons, single, swiss
from tests.support.following import Home, code
from tests.support.world import World, busy, opened

WHISPER, DECK = "szept sędziego", "KRYPTONIM"


def days(world: World) -> Iterator[None]:
    """One step of the day after another, to the end."""
    while (step := next_step(world.t).code) != "done":
        world.results() if step == "results" else world.take(step)
        yield


@pytest.fixture(scope="module")
def whole() -> tuple[World, Home]:
    """A whole event with lists, calls, sanctions, incidents and an undo, sent after every step."""
    world, home = opened("destiny", swiss(2), single(2), seed=b"s" * 32), Home()
    world.do(c.SubmitList(1, {"text": DECK}))
    busy(world.start(), WHISPER)
    world.do(world.undo(e.NoticePosted), c.ResolveComponent(1, "replaced"))
    for _ in days(world):
        home.follow(world.store, world.id)
        here, there = home.store.read(world.id), world.store.read(world.id)
        assert [r.hash for r in here] == [r.hash for r in there][: len(here)]
        assert len(here) == public_reach(world.loaded)
    home.follow(world.store, world.id)
    return world, home


def test_at_the_end_home_has_the_same_head_and_everybody_can_verify_it(whole: tuple[World, Home]) -> None:
    world, home = whole
    assert home.loaded(world.id).head == world.loaded.head
    assert home.loaded(world.id).state.places == world.t.places
    file = public_log(home.store, home.loaded(world.id))
    assert file == public_log(world.store, world.loaded)
    report = verify(file)
    assert report.ok
    assert [line for line in report.lines if line.ok is False] == []
    assert b'"seed":"' + (world.store.secret(world.id) or b"").hex().encode() in file


def test_nothing_that_is_not_public_leaves_the_hall(whole: tuple[World, Home]) -> None:
    world, home = whole
    sent = home.sent.decode()
    closed = [r.parts for r in world.store.read(world.id) if r.parts.closed]
    shown = {seq for seq, event in world.loaded.history if isinstance(event, e.DeckChecksDrawn)}
    private = [r.parts for r in world.store.read(world.id) if r.parts.closed and r.seq not in shown]
    assert len(closed) > 15
    assert not [p for p in private if p.salt in sent or json.dumps(p.closed)[1:-1] in sent]
    assert not [word for word in (DECK, "Testowy", "command_id") if word in sent]
    said = [r for p in home.parcels for r in (*p.records, *map(str, p.open)) if WHISPER in r]
    assert {json.loads(line)["event"]["type"] for line in said} == {"notice_posted"}
    assert "Gracz1" in sent


def test_the_seed_stays_in_the_hall_while_the_event_runs() -> None:
    event, home = Event("armada", swiss(2), seed=b"s" * 32), Home()
    event.register(4).announce().play_round()
    home.follow(event.store, event.id)
    assert (event.store.secret(event.id) or b"").hex() not in home.sent.decode()
    assert home.store.secret(event.id) is None


def test_pairings_that_are_not_published_wait(whole: tuple[World, Home]) -> None:
    event, home = Event("armada", swiss(2)).register(4).announce().draw(), Home()
    home.follow(event.store, event.id)
    assert not [x for _, x in home.loaded(event.id).history if isinstance(x, e.RoundDrawn)]
    assert home.next(event.store, event.id) is None
    event.publish()
    home.follow(event.store, event.id)
    assert home.loaded(event.id).head == event.loaded.head


def test_pairings_that_were_undone_are_not_shown_at_home() -> None:
    event, home = Event("armada", swiss(2)).register(4).announce().draw().publish(), Home()
    home.follow(event.store, event.id)
    assert home.loaded(event.id).state.rounds[1].shown
    event.do(c.VoidEvents((event.t.version,), "wrong tables"))
    home.follow(event.store, event.id)
    here = home.loaded(event.id)
    assert (here.head, here.state.rounds[1].shown) == (event.loaded.head, False)
    one, other = event.matches()[:2]
    event.do(c.SwapPlayers(one.a, other.a, "family"))
    assert home.next(event.store, event.id) is None, "what is changed before they are published waits"
    event.publish()
    home.follow(event.store, event.id)
    assert home.loaded(event.id).head == event.loaded.head
    assert public_log(home.store, home.loaded(event.id)) == public_log(event.store, event.loaded)


def test_home_names_everybody_as_the_hall_does_in_public(whole: tuple[World, Home]) -> None:
    world, home = whole
    there = names_of(world.t, world.store.people(world.id))
    here = names_of(home.loaded(world.id).state, home.store.people(world.id))
    numbers = (*world.t.players, *(-n for n, s in world.t.staff.items() if s.leads))
    assert [here.of(n) for n in numbers] == [there.of(n) for n in numbers]
    assert [here.listed(n) for n in numbers] == [there.listed(n) for n in numbers]


def test_teams_have_their_names_and_members() -> None:
    pair = [{"first": "Anna", "last": "Kowalska"}, {"first": "Jan", "last": "Bąk"}]
    others = [{"first": "Ewa", "last": "Lis"}, {"first": "Olek", "last": "Mak"}]
    world = World("star-wars-lcg", swiss(1), teams=True)
    world.do(c.RegisterPlayer(members=2), persons=({"team": "Orły", "members": pair},))
    world.do(c.RegisterPlayer(members=2), persons=({"members": others},))
    home = Home()
    home.follow(world.store, world.id)
    here = names_of(home.loaded(world.id).state, home.store.people(world.id))
    assert [here.of(n) for n in (1, 2)] == ["Orły", "Ewa L. + Olek M."]
    assert here.members(1) == "Anna K. + Jan B."
    assert "Kowalska" not in home.sent.decode()


def test_lists_come_when_they_are_published_and_go_when_somebody_is_erased() -> None:
    world, home = opened("destiny", swiss(1), players=4), Home()
    world.do(c.SubmitList(1, {"text": DECK}))
    world.do(c.SubmitList(2, {"text": "DRUGA"})).start()
    home.follow(world.store, world.id)
    assert DECK not in str(home.loaded(world.id).state.players[1].lists)
    world.do(c.PublishLists("all"))
    home.follow(world.store, world.id)
    assert DECK in str(home.loaded(world.id).state.players[1].lists)
    assert public_log(home.store, home.loaded(world.id)) == public_log(world.store, world.loaded)
    world.do(c.ChangePerson(1, erase=True))
    home.follow(world.store, world.id)
    assert 1 not in home.store.people(world.id)
    assert "Gracz2" in str(home.store.people(world.id))
    kept = home.loaded(world.id).state.players
    assert DECK not in str(kept[1].lists)
    assert "DRUGA" in str(kept[2].lists)
    assert not [r for r in home.store.read(world.id) if DECK in r.parts.closed]


# ── what is refused, and nothing of it written ───────────────────────────────


@pytest.fixture(scope="module")
def begun() -> Event:
    return Event("armada", swiss(2), id="cup").register(4).announce().play_round()


def half(begun: Event) -> tuple[Home, Parcel]:
    """A home with the first ten records, and the next parcel."""
    home = Home()
    first = home.next(begun.store, begun.id)
    assert isinstance(first, Parcel)
    assert isinstance(home.take(begun.id, msgspec.structs.replace(first, records=first.records[:10])), Had)
    parcel = home.next(begun.store, begun.id)
    assert isinstance(parcel, Parcel)
    return home, parcel


Change = Callable[[tuple[str, ...]], tuple[str, ...]]
FORGERIES: dict[str, tuple[Change, str]] = {
    "a word is changed": (lambda r: (r[0].replace('"at":"20', '"at":"19'), *r[1:]), "file.no_record"),
    "a time is changed": (lambda r: (r[0].replace("T10", "T11"), *r[1:]), "file.chain"),
    "two change places": (lambda r: (r[1], r[0], *r[2:]), "file.sequence"),
    "one is left out": (lambda r: (r[0], *r[2:]), "file.sequence"),
    "one comes twice": (lambda r: (r[0], *r), "file.sequence"),
    "the last is forged": (lambda r: (*r[:-1], r[-1].replace('"prev":"', '"prev":"0')), "file.no_record"),
    "a line that is no record": (lambda r: ("{}", *r), "file.no_record"),
    "a line of rubbish": (lambda r: (*r, "\x00{[["), "file.no_record"),
    "a line of nine million signs": (lambda r: (*r, "[" * 9_000_000 + ',"event":{}}'), "file.line_too_long"),
    "more than any event has": (lambda r: (r[0],) * 200_001, "file.too_many"),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_forged_and_reordered_records_are_refused_whole(how: str, begun: Event) -> None:
    change, expected = FORGERIES[how]
    home, parcel = half(begun)
    before = home.store.read(begun.id)
    answer = home.take(begun.id, msgspec.structs.replace(parcel, records=change(parcel.records)))
    assert code(answer) == expected
    assert home.store.read(begun.id) == before
    home.follow(begun.store, begun.id)
    assert home.loaded(begun.id).head == begun.loaded.head


def test_what_is_no_parcel_is_refused(begun: Event) -> None:
    home, parcel = half(begun)
    for body in (b"", b"[]", b"{}", b'{"after":1}', b'{"after":"x","head":""}', b"[" * 100_000, b"\xff"):
        assert code(receive(home.ledger, home.key, begun.id, body)) == "follow.malformed"
    assert code(home.take(begun.id, msgspec.structs.replace(parcel, after=11))) == "follow.gap"
    assert home.store.version(begun.id) == 10


def test_records_of_another_event_are_refused(begun: Event) -> None:
    home, parcel = half(begun)
    other = Event("armada", swiss(2), id="other").register(4).announce().play_round()
    foreign = Home().next(other.store, other.id)
    assert isinstance(foreign, Parcel)
    assert (
        code(home.take("cup", msgspec.structs.replace(parcel, records=foreign.records[10:]))) == "file.chain"
    )
    assert code(home.take("other", foreign)) == "follow.other_event"
    fresh = Home()
    assert code(fresh.take("third", foreign)) == "file.chain"
    assert fresh.store.tournaments() == ()


def test_an_event_has_one_owner(begun: Event) -> None:
    home, parcel = half(begun)
    second = new_key(home.store)
    assert code(home.take("cup", parcel, second)) == "follow.other_owner"
    assert code(home.take("cup", parcel, "x" * 22)) == "follow.key"
    assert home.store.version("cup") == 10
    taken_over = new_key(home.store, event="cup")
    assert code(home.take("cup", parcel)) == "follow.key"
    assert isinstance(home.take("cup", parcel, taken_over), Had)


def test_a_revoked_key_opens_nothing_and_what_came_with_it_stays(begun: Event) -> None:
    home, parcel = half(begun)
    (mine,) = keys(home.store)
    assert mine.event == "cup"
    assert revoke_key(home.store, mine.id) == 1
    assert code(home.take("cup", parcel)) == "follow.key"
    assert home.store.version("cup") == 10


def test_a_key_that_is_revoked_while_a_parcel_is_verified_stays_revoked(
    begun: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, parcel = half(begun)
    (mine,) = keys(home.store)
    verified = home.ledger.tried

    def revoked_meanwhile(*given: Any) -> Loaded:
        revoke_key(home.store, mine.id)
        return verified(*given)

    monkeypatch.setattr(home.ledger, "tried", revoked_meanwhile)
    assert code(home.take("cup", parcel)) == "follow.key"
    assert (is_key(home.store, home.key), home.store.version("cup")) == (False, 10)


def test_an_event_that_is_run_here_is_not_taken_from_elsewhere(begun: Event) -> None:
    own = Event("armada", swiss(2), id="cup").register(2)
    home = Home(own.ledger)
    parcel = Home().next(begun.store, "cup")
    assert isinstance(parcel, Parcel)
    before = own.store.read("cup")
    assert code(home.take("cup", parcel)) == "follow.own_event"
    assert own.store.read("cup") == before


def test_nothing_else_writes_to_an_event_that_is_followed(begun: Event) -> None:
    home, _ = half(begun)
    for actor in (HOST, Actor("staff", 1), Actor("player", 1), Actor("public")):
        answer = handle(home.ledger, "cup", c.RegisterPlayer(), actor, "x")
        assert isinstance(answer, Refused)
        assert [r.code for r in reasons(answer)] == ["event.followed"]
    assert home.store.version("cup") == 10


def test_a_parcel_that_comes_twice_is_answered_and_not_repeated(begun: Event) -> None:
    home, parcel = half(begun)
    first = home.take("cup", parcel)
    assert home.take("cup", parcel) == first
    assert home.store.version("cup") == len(parcel.records) + 10


def rewritten(event: Event, change: Callable[[e.Event], e.Event]) -> EventStore:
    """The same log with other events in it, and a chain that fits them."""
    store = MemoryStore()
    store.create(event.id)
    for record in event.store.read(event.id):
        text = (encode(change(event_of(record))),)
        store.append(event.id, record.seq - 1, record.at, record.by, str(record.seq), text)
    return store


def test_a_draw_that_does_not_fit_the_fingerprint_is_refused(begun: Event) -> None:
    forged = rewritten(begun, lambda x: replace(x, link="ab" * 32) if isinstance(x, e.RoundDrawn) else x)
    home = Home()
    parcel = home.next(forged, "cup")
    assert isinstance(parcel, Parcel)
    assert code(home.take("cup", parcel)) == "follow.draw"
    assert home.store.tournaments() == ()


def test_an_older_backup_in_the_hall_is_a_break_that_home_shows(begun: Event) -> None:
    home = Home()
    home.follow(begun.store, "cup")
    version = home.store.version("cup")
    older = MemoryStore()
    older.load("cup", begun.store.read("cup")[:12], {})
    parcel = home.next(older, "cup")
    assert isinstance(parcel, Forked)
    assert code(home.take("cup", parcel.parcel)) == "follow.forked"
    assert broken(home) == version
    other = rewritten(begun, lambda x: replace(x, place="Sopot") if isinstance(x, e.TournamentCreated) else x)
    longer = home.next(other, "cup")
    assert isinstance(longer, Forked)
    assert code(home.take("cup", longer.parcel)) == "follow.forked"
    assert home.store.version("cup") == version
    home.follow(begun.store, "cup")  # the right log is back
    assert broken(home) == 0


def broken(home: Home) -> int:
    found = followed_event(home.store, "cup")
    assert found
    return found.broken


def test_the_host_can_follow_a_restored_log_from_its_beginning_and_everybody_reads_it(begun: Event) -> None:
    home = Home()
    home.follow(begun.store, "cup")
    version, head = home.loaded("cup").version, home.loaded("cup").head
    other = rewritten(begun, lambda x: replace(x, place="Sopot") if isinstance(x, e.TournamentCreated) else x)
    parcel = home.next(other, "cup")
    assert isinstance(parcel, Forked)
    assert code(home.take("cup", parcel.parcel)) == "follow.forked"
    elsewhere = Ledger(home.store)  # another process, which still knows the old copy
    assert elsewhere.load("cup").version == version
    follow_again(home.ledger, "cup")
    assert home.store.version("cup") == 0
    home.follow(other, "cup")
    assert (home.loaded("cup").state.place, broken(home)) == ("Sopot", 0)
    assert elsewhere.load("cup").head == home.loaded("cup").head
    found = followed_event(home.store, "cup")
    assert found
    assert found.before == ((version, head),)
    assert isinstance(home.take("cup", Parcel(after=0, head="0" * 64)), Had)  # the key is the same
