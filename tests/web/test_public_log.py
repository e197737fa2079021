"""The public log is whole in the hall at any moment: every record is there, and no private word of it."""

import json

import pytest

from komandor.app.imports import unfit
from komandor.app.queries.everybody.visible import public_log, public_reach
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, import_, parse, without_people
from komandor.log.record import broken_at
from komandor.store.memory import MemoryStore
from komandor.web.server.site import Site
from tests.support.world import World, busy, opened, site_of

PRIVATE = "szept sędziego"


@pytest.fixture(scope="module")
def world() -> World:
    """An event that runs, with lists, calls in every state, sanctions, deck checks and an incident."""
    world = opened()
    world.do(c.SubmitList(1, {"text": PRIVATE}))
    return busy(world.start(), PRIVATE)


def shown(site: Site, path: str) -> str:
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None
    body = page.render(site, "en", **parts)
    return body.decode() if isinstance(body, bytes) else str(body)


def notes(data: bytes) -> dict[str, dict[str, object]]:
    return {line.code: line.params for line in verify(data).lines if line.ok is None}


def test_a_spectator_downloads_it_while_calls_lists_and_incidents_are_open(world: World) -> None:
    data = shown(site_of(world), "/t/cup/log.komandor").encode()
    bundle = parse(data)
    assert isinstance(bundle, Bundle)
    assert [r.hash for r in bundle.records] == [r.hash for r in world.store.read("cup")]
    assert verify(data).ok
    assert verify(data).level in "BC"
    assert check_bytes(data).violations == ()
    (checked,) = [note.text for note in check_bytes(data).notes if note.code == "log.withheld"]
    assert "incident_reported" in checked
    kinds = str(notes(data)["note.withheld"]["kinds"])
    assert all(k in kinds for k in ("list_submitted", "judge_called", "ruling_given", "incident_reported"))


def test_no_private_word_name_or_id_is_in_it(world: World) -> None:
    data = public_log(world.store, world.loaded)
    said = {json.loads(line)["event"]["type"] for line in data.decode().splitlines() if PRIVATE in line}
    assert said == {"notice_posted"}
    assert not [word for word in ("Gracz", "Testowy", "command_id", '"salt"') if word in data.decode()]
    assert '"by":"public"' not in data.decode()  # nobody learns who reported


def test_the_organisers_file_has_every_word_and_the_same_head(world: World) -> None:
    data = export(world.store, "cup", with_secret=True)
    assert data.decode().count(PRIVATE) > 10
    assert "note.withheld" not in notes(data)
    assert "log.names" in {line.code for line in verify(data).lines if line.ok}
    assert check_bytes(data).violations == ()
    there = MemoryStore()
    assert isinstance(import_(there, data), Bundle)
    assert there.read("cup") == world.store.read("cup")
    assert b"command_id" not in data


def test_a_file_without_people_has_no_sealed_name_or_text_either(world: World) -> None:
    data = export(world.store, "cup", with_people=False)
    assert without_people(export(world.store, "cup", with_secret=True)) == data
    assert not [word for word in ("Gracz", '"salt"', '"closed"') if word in data.decode()]
    assert verify(data).ok


def test_people_who_are_not_those_of_the_seals_are_not_imported(world: World) -> None:
    bundle = parse(export(world.store, "cup"))
    assert isinstance(bundle, Bundle)
    people = {**(bundle.people or {}), 1: {"first": "Kto", "last": "Inny"}}
    refused = unfit(Bundle("cup", bundle.records, people))
    assert isinstance(refused, Refusal)
    assert refused.reasons[0].code == "file.names"
    assert unfit(bundle) is None


def test_reasons_of_public_changes_are_shown_and_what_a_judge_wrote_is_not() -> None:
    world = opened().start()
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    world.do(c.EnterResult(match=match.number, report=world.slip(match.a)))
    world.do(c.EnterResult(match=match.number, report=world.slip(match.b), reason="the slip was misread"))
    other = [m for m in world.t.in_round(1) if m.kind == "match"][1]
    world.do(c.GiveSanction(player=other.a, kind="match_loss", reason=PRIVATE, match=other.number))
    data = public_log(world.store, world.loaded).decode()
    assert "the slip was misread" in data
    assert PRIVATE not in data
    assert verify(data.encode()).ok
    assert check_bytes(data.encode()).violations == ()


def test_another_name_after_a_freeze_is_a_public_change_and_noted_by_the_verifier() -> None:
    world = opened().start()
    world.do(c.ChangePerson(2), persons=({"first": "Gracz2", "last": "Testowy", "email": "x@example.org"},))
    assert "note.renamed" not in notes(public_log(world.store, world.loaded))
    assert "personal data changed" not in shown(site_of(world), "/t/cup/changes")
    world.do(c.ChangePerson(2), persons=({"first": "Kto", "last": "Inny"},))
    data = public_log(world.store, world.loaded)
    assert notes(data)["note.renamed"] == {"player": 2, "seq": world.t.version}
    assert verify(data).ok
    assert "Kto I.: name or personal data changed" in shown(site_of(world), "/t/cup/changes")


def test_erasing_drops_the_texts_about_a_player_and_leaves_the_chain(world: World) -> None:
    there = MemoryStore()
    import_(there, export(world.store, "cup", with_secret=True))
    again = World.__new__(World)
    again.__dict__.update(world.__dict__)
    again.store, again.ledger = there, type(world.ledger)(there)
    player = min(n for n, p in again.t.players.items() if p.lists)
    assert PRIVATE in repr(again.ledger.view("cup", 1).state.players[player].lists)
    again.do(c.ChangePerson(player, erase=True))
    assert PRIVATE not in repr(again.ledger._shown), "nor in the version that phones share"
    assert PRIVATE not in repr(again.t.players[player])
    left = [r for r in there.read("cup") if r.payload.get("player") == player and r.parts.closed]
    assert left == []
    assert broken_at(there.read("cup"), "cup") is None
    for data in (export(there, "cup"), public_log(there, again.loaded)):
        assert verify(data).ok
        assert check_bytes(data).violations == ()
    assert public_reach(again.loaded) == again.t.version
