"""Every action is done by the API as everywhere else: once, on what was seen, or refused with reasons."""

from dataclasses import asdict
from typing import Any

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.typed_actions import BY_NAME
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTIONS
from komandor.store.memory import MemoryStore
from tests.api.prepared import prepared
from tests.support.api import Api, Heard, name_needed, token_for
from tests.support.event import Event
from tests.support.world import JUDGE, ORGANISER, World, opened, site_of

RESERVED = {"version", "names", "another_person", "action", "actions", "organiser"}
NOTICE = "events/cup/actions/post-notice"
PLAYER = Actor("player", 1)


def test_no_command_has_a_field_that_the_api_reads_itself() -> None:
    fields = {(row.name, name) for row in ACTIONS for name in row.command.__dataclass_fields__}
    assert [one for one in fields if one[1] in RESERVED] == []


def program_at(event: Event, actor: Actor, scope: Any = "run") -> Api:
    """A program at a copy of this event."""
    assert isinstance(event.store, MemoryStore)
    store = MemoryStore()
    event.store._connection.backup(store._connection)
    site = site_of(store)
    site.services.ledger.cards = event.ledger.cards
    return Api(site, token_for(store, actor, scope, event.id))


@pytest.mark.parametrize("name", [name for name, row in BY_NAME.items() if row.by])
def test_each_action_is_accepted_and_refused(name: str) -> None:
    event, command, actor = prepared(BY_NAME[name].name)
    fields = {**asdict(command), **name_needed(command), "version": event.t.version}
    done = program_at(event, actor).do(name, event.id, **fields)
    assert done.status == 200, done.json
    assert done.json["version"] >= event.t.version
    reader = program_at(event, actor, "read")
    assert reader.do(name, event.id, **fields).codes == ["api.scope"]
    strange = program_at(event, actor).do(name, event.id, **fields, strange=1)
    assert (strange.status, strange.json["reasons"][0]["text"]) == (422, "Unknown field: strange.")


@pytest.fixture
def world() -> World:
    return opened(id="cup").start()


@pytest.fixture
def host(world: World) -> Api:
    return Api(site_of(world), token_for(world.store, HOST, "host"))


def problem(answer: Heard, status: int, kind: str) -> dict[str, Any]:
    """The problem details of a refused request."""
    assert answer.status == status, answer.json
    assert answer.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = answer.json
    assert (found["type"], found["status"]) == (f"urn:komandor:problem:{kind}", status)
    return found


def test_a_repeated_request_is_answered_and_not_repeated(world: World, host: Api) -> None:
    first = host.post(NOTICE, {"text": "lunch"}, idempotency_key="1")
    again = host.post(NOTICE, {"text": "lunch"}, idempotency_key="1")
    assert (first.json["again"], again.json["again"]) == (False, True)
    assert first.json["records"] == again.json["records"]
    host.post(NOTICE, {"text": "lunch"})
    assert len(world.t.notices) == 2, "without a key it is another request"


def test_a_key_is_for_one_content_only(world: World, host: Api) -> None:
    first = host.post(NOTICE, {"text": "lunch"}, idempotency_key="1")
    for path, body in ((NOTICE, {"text": "dinner"}), ("events/cup/actions/name-point", {"name": "lunch"})):
        other = problem(host.post(path, body, idempotency_key="1"), 422, "refused")
        assert [one["code"] for one in other["reasons"]] == ["command.key_used"]
    assert world.t.version == first.json["version"]
    made = {"game": "armada", "name": "New", "date": "2026-11-14"}
    assert host.post("events", made, idempotency_key="2").status == 201
    for more in ({"name": "Other"}, {"id": "spring"}):
        assert host.post("events", {**made, **more}, idempotency_key="2").codes == ["command.key_used"]
    assert host.post(NOTICE, {"text": 1}, idempotency_key="3").status == 422
    assert host.post(NOTICE, {"text": "tea"}, idempotency_key="3").status == 200, (
        "nothing was done with it yet"
    )


def test_somebody_elses_key_never_gives_their_answer(world: World) -> None:
    site = site_of(world)
    one, two = (Api(site, token_for(world.store, actor)) for actor in (ORGANISER, HOST))
    answers = [program.post(NOTICE, {"text": "lunch"}, idempotency_key="1") for program in (one, two)]
    assert [one.json["again"] for one in answers] == [False, False]
    assert len(world.t.notices) == 2


def test_a_request_that_was_undone_is_not_said_to_stand(world: World, host: Api) -> None:
    first = host.post(NOTICE, {"text": "lunch"}, idempotency_key="1")
    seq = first.json["records"][0]["seq"]
    assert host.do("void-events", targets=[seq], reason="x", version=first.json["version"]).status == 200
    again = host.post(NOTICE, {"text": "lunch"}, idempotency_key="1")
    assert again.codes == ["command.taken_back"]


def test_a_decision_on_an_older_version_is_refused_with_the_newer_one(world: World, host: Api) -> None:
    seen = world.t.version
    world.results()
    old = problem(host.do("close-round", version=seen), 409, "stale")
    assert old["version"] == world.t.version
    tag = host.get("events/cup/views/event").headers["ETag"]
    assert tag.startswith(f'"{world.t.version}-')
    world.do(c.PostNotice("meanwhile"))
    problem(host.post("events/cup/actions/close-round", {}, if_match=tag), 412, "version-differs")
    problem(host.post(NOTICE, {"text": "x"}, if_match=tag), 412, "version-differs")
    problem(host.post(NOTICE, {"text": "x"}, if_match='"9999"'), 412, "version-differs")
    problem(host.do("close-round"), 428, "version-needed")
    assert host.do("post-notice", text="x", version=seen).status == 200, "decided by what it says alone"
    now = host.get("events/cup/views/event").headers["ETag"]
    assert host.post("events/cup/actions/close-round", {}, if_match=now).status == 200


@pytest.mark.parametrize("star", ["*", " * "])
def test_a_star_asks_for_no_version(world: World, host: Api, star: str) -> None:
    assert host.post(NOTICE, {"text": "x"}, if_match=star).status == 200
    world.results()
    old = host.post("events/cup/actions/close-round", {"version": 1}, if_match=star)
    problem(old, 409, "stale")
    assert host.post("events/cup/actions/close-round", {}, if_match=star).status == 200


def test_nobody_enters_a_result_for_a_bye(world: World) -> None:
    odd = opened("destiny", id="odd", players=5, store=world.store).start()
    bye = next(m for m in odd.t.in_round(1) if m.kind == "bye")
    program = Api(site_of(odd), token_for(odd.store, HOST))
    no = program.do("enter-result", "odd", match=bye.number, report={}, version=odd.t.version)
    assert (no.status, no.codes) == (422, ["result.of_bye"])
    assert "a bye in this round: there is no result to enter" in no.json["reasons"][0]["text"]


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/"])
def test_the_address_of_the_api_itself_is_answered_as_any_that_is_not_there(host: Api, path: str) -> None:
    answer = host.get(path)
    assert (answer.status, answer.headers["Content-Type"]) == (404, "application/problem+json")
    assert answer.json["type"].endswith("not-found")


@pytest.mark.parametrize("odd", [-1, -(10**20), 10**20, True, "1", [1]])
def test_a_version_that_no_event_has_is_refused(host: Api, odd: Any) -> None:
    assert host.do("close-round", version=odd).codes == ["api.version"]


def test_a_refusal_has_every_reason_with_its_rule(world: World, host: Api) -> None:
    found = problem(host.do("close-round", version=world.t.version), 422, "refused")
    (reason,) = found["reasons"]
    assert (reason["code"], reason["rule"]) == ("round.results_missing", "COM-PTS-1")
    assert reason["text"] == found["detail"]
    polish = host.ask(
        "POST", "events/cup/actions/close-round", {"version": world.t.version}, accept_language="pl"
    )
    assert polish.json["title"] == "Odmowa"


def test_several_actions_are_one_step_or_nothing(world: World, host: Api) -> None:
    wanted = [{"action": "post-notice", "text": "one"}, {"action": "post-notice", "text": "two"}]
    bad = [*wanted, {"action": "note-fee", "player": 99, "paid": True}]
    assert host.post("events/cup/actions", {"actions": bad}).codes == ["player.unknown"]
    assert not world.t.notices
    done = host.post("events/cup/actions", {"actions": wanted})
    assert [one["event"]["type"] for one in done.json["records"]] == ["notice_posted"] * 2
    wrong: tuple[Any, ...] = ([], "x", [1], [{}], [{"action": 1}])
    for nonsense in wrong:
        assert host.post("events/cup/actions", {"actions": nonsense}).status == 422
    assert host.post("events/cup/actions", {"actions": wanted, "x": 1}).status == 422
    assert host.post("events/cup/actions", {"actions": [{"action": "nothing"}]}).status == 404


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"NaN", b'{"text": NaN}', b"\xff", b"[" * 5000])
def test_what_is_no_json_object_is_refused(host: Api, body: bytes) -> None:
    answer = host.ask("POST", NOTICE, body)
    assert answer.status == (422 if not body else 400), "nothing at all is an action without fields"


def test_a_key_of_json_that_stands_twice_is_refused(world: World, host: Api) -> None:
    before = world.t.version
    answer = host.ask("POST", NOTICE, b'{"text": "a", "text": "b"}')
    assert (answer.status, answer.json["reasons"][0]["code"]) == (400, "api.key_twice")
    assert world.t.version == before


def test_names_go_to_people_and_never_into_the_log(world: World, host: Api) -> None:
    world = opened(id="fresh", store=world.store)
    done = host.do("register-player", "fresh", names=["Jan Nowy"])
    number = done.json["records"][0]["event"]["player"]
    assert world.store.people("fresh")[number]["last"] == "Nowy"
    assert host.do("register-player", "fresh", names=["a", "b", "c"]).status == 422
    before = world.store.version("fresh")
    unnamed: dict[str, Any]
    for unnamed in ({}, {"names": []}, {"names": [" "]}, {"names": "\u200b"}):
        no = host.do("register-player", "fresh", **unnamed)
        assert (no.status, no.codes, no.json["reasons"][0]["field"]) == (422, ["api.name_missing"], "names")
    assert world.store.version("fresh") == before
    assert host.do("post-notice", "fresh", names=["a"], text="x").status == 422
    assert host.do("appoint-staff", "fresh", names=["a", "b"], roles=["judge"]).status == 422
    assert host.do("change-person", "fresh", names=["Jan Inny"], player=number).status == 200
    assert world.store.people("fresh")[number]["last"] == "Inny"


def test_players_do_what_is_theirs_and_see_no_closed_parts(world: World) -> None:
    site, match = site_of(world), world.match(1)
    player = Api(site, token_for(world.store, PLAYER, "report"))
    other = next(m for m in world.matches() if 1 not in m.players)
    assert player.do("call-judge", match=other.number, text="x").codes == ["access.not_your_match"]
    done = player.do("call-judge", match=match.number, text="a secret")
    assert done.status == 200
    assert "a secret" not in done.content.decode()
    organiser = Api(site, token_for(world.store, ORGANISER))
    seen = organiser.do("call-judge", match=match.number, text="a secret")
    assert "a secret" in seen.content.decode()
    assert player.do("start-clock").codes == ["api.scope"]


def test_a_player_is_asked_to_wait(world: World) -> None:
    player = Api(site_of(world), token_for(world.store, PLAYER, "report"))
    answers = [player.do("call-judge", match=99) for _ in range(41)]
    assert [one.status for one in answers] == [422] * 40 + [429]
    assert answers[-1].headers["Retry-After"] == "60"
    staff = Api(player.site, token_for(world.store, JUDGE))
    assert staff.do("call-judge", match=99).status == 422


def test_an_event_is_made_once_for_one_key(host: Api) -> None:
    wanted = {"game": "armada", "name": "New", "date": "2026-11-14", "organiser": "Olga Organ"}
    made = host.post("events", wanted, idempotency_key="1")
    again = host.post("events", wanted, idempotency_key="1")
    assert (made.status, again.status) == (201, 200)
    assert made.json["event"] == again.json["event"]
    named = host.post("events", {**wanted, "id": "spring"})
    assert named.json["event"] == "spring"
    assert host.post("events", {**wanted, "id": "spring"}).codes == ["event.exists"]
    assert host.post("events", {**wanted, "game": "chess"}).codes == ["event.unknown_game"]
    assert host.post("events", {**wanted, "date": "yesterday"}).status == 422
    assert host.post("events", {**wanted, "commitment": "00"}).codes == ["input.unknown_fields"]
    assert host.post("events", {}).status == 422
    people = host.get(f"events/{made.json['event']}/views/staff").json
    assert people[0]["staff"]["roles"] == ["organiser"]
