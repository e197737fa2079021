"""The API shows each reader what pages show them: every view, the log and the stream."""

from collections.abc import Iterator
from functools import partial

import pytest

from komandor.app.access import HOST, PUBLIC, Actor
from komandor.app.api_tokens import opened_by, revoke_token
from komandor.app.queries.views import VIEWS
from komandor.core.tournament import commands as c
from komandor.log.store import ReadOnly
from komandor.web.server import bodies, live
from komandor.web.server.cache import STALE
from komandor.web.server.make_site import make_site
from tests.support.api import Api, token_for
from tests.support.site import serving
from tests.support.world import JUDGE, MARSHAL, ORGANISER, SCOREKEEPER, World, busy, opened, site_of

PLAYER = Actor("player", 1)
READERS = {
    "public": PUBLIC, "player": PLAYER, "judge": JUDGE, "scorekeeper": SCOREKEEPER, "marshal": MARSHAL,
    "organiser": ORGANISER, "host": HOST,
}  # fmt: skip
GRID = """
views/event views/players views/round views/standings views/bracket views/progress: everybody
views/needs views/factions views/prizes stream: everybody
views/my-seat views/my-results: player
views/alerts views/checklists views/lists views/people views/staff log: staff
offers: player staff
"""
"""Who may read which address of an event, written apart from the program's tables."""
STAFF = ("judge", "scorekeeper", "marshal", "organiser", "host")


def grid() -> Iterator[tuple[str, set[str]]]:
    for line in GRID.strip().splitlines():
        paths, _, who = line.partition(":")
        words = {"everybody": set(READERS), "player": {"player"}, "staff": set(STAFF)}
        for path in paths.split():
            yield path, set().union(*(words[word] for word in who.split()))


@pytest.fixture(scope="module")
def world() -> World:
    first = busy(opened(id="cup").start())
    opened(id="other", store=first.store)
    return first


def test_the_grid_names_every_view() -> None:
    named = {path.partition("/")[2] for path, _ in grid() if "/" in path}
    assert named == {view.name for view in VIEWS}, "write the view into GRID in tests/api/test_reading.py"


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_sees_what_the_grid_says(world: World, reader: str) -> None:
    actor = READERS[reader]
    program = Api(site_of(world), "" if actor == PUBLIC else token_for(world.store, actor, "read"))
    wrong = []
    for path, readers in grid():
        wanted = 200 if reader in readers else 401 if reader == "public" else 403
        found = program.get(f"events/cup/{path}")
        shared = found.headers.get("Access-Control-Allow-Origin")
        if found.status != wanted or shared != ("*" if wanted == 200 and reader == "public" else None):
            wrong.append((path, found.status, shared))
        if program.post(f"events/cup/{path}").status != 405:
            wrong.append((path, "POST", None))
    assert wrong == []


def test_no_other_token_reads_anything(world: World) -> None:
    revoked, other = token_for(world.store, ORGANISER), token_for(world.store, ORGANISER, event="other")
    found = opened_by(world.store, revoked)
    assert found
    revoke_token(world.store, "cup", found.id)
    for token, code in ((revoked, "api.token_unknown"), (other, "api.other_event")):
        program = Api(site_of(world), token)
        assert {tuple(program.get(f"events/cup/{path}").codes) for path, _ in grid()} == {(code,)}


def test_what_a_program_has_is_not_sent_again(world: World) -> None:
    own = opened(id="mine")
    program = Api(site_of(own), token_for(own.store, ORGANISER, "read", "mine"))
    tag = program.get("events/mine/views/players").headers["ETag"]
    assert program.get("events/mine/views/players", if_none_match=tag).status == 304
    offers = program.get("events/mine/offers").headers["ETag"]
    assert program.get("events/mine/offers", if_none_match=offers).status == 304
    own.start()
    assert program.get("events/mine/views/players", if_none_match=tag).status == 200


def test_only_staff_see_names_in_full_and_rounds_before_they_are_published() -> None:
    world = opened(id="cup", people=[{"first": "Anna", "last": "Kowalska"}])
    world.announce().draw()
    site = site_of(world)
    public, staff = Api(site), Api(site, token_for(world.store, JUDGE, "read"))
    assert "Kowalska" in staff.get("events/cup/views/players").content.decode()
    assert "Kowalska" not in public.get("events/cup/views/players").content.decode()
    assert public.get("events/cup/views/round").json is None
    assert public.get("events/cup/views/round?round=1").status == 404


@pytest.mark.parametrize(
    "query", ["round=0", "round=x", "round=99", "stage=99", "stage=-1", "round=1&stage=" + "9" * 99]
)
def test_a_round_or_stage_that_is_not_there_is_not_found(world: World, query: str) -> None:
    assert Api(site_of(world)).get(f"events/cup/views/round?{query}").status == 404
    assert Api(site_of(world)).get("events/cup/views/round?round=1").status == 200
    assert Api(site_of(world)).get("events/cup/views/standings?stage=1").status == 200


def test_events_come_page_by_page() -> None:
    world = opened(id="cup", players=0)
    for n in range(4):
        opened(id=f"e{n}", store=world.store, players=0)
    program, found, path = Api(site_of(world)), [], "events?limit=2"
    while path:
        answer = program.get(path).json
        found.append([one["id"] for one in answer["events"]])
        path = answer["next"]
    assert found == [["e3", "e2"], ["e1", "e0"], ["cup"]]
    for wrong, status in (("limit=0", 422), ("limit=x", 422), ("limit=1000", 422), ("after=nothing", 404)):
        assert program.get(f"events?{wrong}").status == status


def test_offers_say_what_can_be_done_and_the_next_step_as_a_request() -> None:
    world = opened(id="cup")
    program = Api(site_of(world), token_for(world.store, ORGANISER))
    seen = program.get("events/cup/offers").json
    assert "announce-structure" in seen["may"]
    assert next(one for one in seen["may_not"] if one["action"] == "draw-round")["why"]["code"]
    step = {"actions": seen["next"]["actions"], "version": seen["version"]}
    assert program.post("events/cup/actions", step).json["phase"] == "announced"
    assert program.post("events/cup/actions", step).status == 409
    reader = Api(program.site, token_for(world.store, ORGANISER, "read")).get("events/cup/offers").json
    assert reader["may"] == []
    assert {one["why"]["code"] for one in reader["may_not"]} == {"api.scope"}


def test_the_log_is_whole_for_those_who_see_everything(world: World) -> None:
    site, said = site_of(world), "co się dzieje"
    programs = (Api(site, token_for(world.store, one, "read")) for one in (ORGANISER, JUDGE))
    whole, part = (one.get("events/cup/log").content.decode() for one in programs)
    assert (whole.count(said) > 10, part.count(said)) == (True, 1), "the notice is for everybody"
    assert ("Testowy" in whole, "Testowy" in part) == (True, False)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "nothing", 404), ("GET", "events/a%0Ab/players", 404), ("GET", "events/none", 404),
     ("GET", "events/none/offers", 404),
     ("DELETE", "events/cup", 405), ("POST", "events/cup/standings", 405), ("PUT", "events", 405),
     ("GET", "events/cup/actions/start-clock", 405), ("GET", "events/cup/views/nothing", 404)],
)  # fmt: skip
def test_what_is_not_there_is_a_problem_in_json(world: World, method: str, path: str, status: int) -> None:
    answer = Api(site_of(world)).ask(method, path)
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert ("Allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize("path", ["", "/standings", "/views/standings"])
def test_a_script_of_another_site_reads_the_version_too(path: str) -> None:
    with serving(make_site(opened(id="cup").store, secret="s")) as served:
        found = served.client.get(f"/api/v1/events/cup{path}")
        same = served.client.get(found.url, headers={"If-None-Match": found.headers["etag"]})
    assert (found.status_code, same.status_code) == (200, 304)
    for answer in (found, same):
        assert answer.headers["access-control-expose-headers"] == "ETag"


def test_whoever_wrote_reads_it_in_the_document_at_once() -> None:
    world = opened(id="cup")
    with serving(site := make_site(world.store, secret="s")) as served:
        site.pages.stale, site.pages.pace = STALE, 0.05  # as outside of tests
        for number in range(1, 4):
            world.register(1)
            found = served.client.get("/api/v1/events/cup").json()
            assert found["draws"]["version"] == world.t.version, f"after {number} registrations"


def test_a_script_of_another_site_may_ask_first_and_reads_why_not() -> None:
    with serving(make_site(opened(id="cup").store, secret="s")) as served:
        asked = {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}
        for path in ("", "/standings", "/views/players", "/stream"):
            found = served.client.options(f"/api/v1/events/cup{path}", headers=asked)
            assert (found.status_code, found.headers["allow"]) == (204, "GET, HEAD")
            assert found.headers["access-control-allow-origin"] == "*"
            assert "If-None-Match" in found.headers["access-control-allow-headers"]
            assert "Authorization" not in found.headers["access-control-allow-headers"]
        for path in ("none", "cup/views/none", "cup/rounds/9"):
            found = served.client.get(f"/api/v1/events/{path}", headers=asked)
            assert found.status_code >= 400
            assert found.headers["access-control-allow-origin"] == "*", path
        closed = served.client.options("/api/v1/events/cup/actions/start-clock", headers=asked)
        assert (closed.status_code, closed.headers["allow"]) == (204, "POST")
        assert "access-control-allow-origin" not in closed.headers, "what changes something is not for them"


def test_a_stream_ends_with_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PULSE", 0.05)
    world = opened(id="cup")
    token = token_for(world.store, JUDGE, "read")
    site = make_site(world.store, secret="s")
    with serving(site) as served:
        sent = {"Authorization": f"Bearer {token}"}
        ask = partial(served.client.stream, "GET", "/api/v1/events/cup/stream")
        with ask(headers=sent) as response, ask() as public:
            lines = response.iter_lines()
            assert next(lines) == "event: version"
            assert "access-control-allow-origin" not in response.headers
            assert public.headers["access-control-allow-origin"] == "*"
            found = opened_by(world.store, token)
            assert found
            revoke_token(world.store, "cup", found.id)
            assert [line for line in lines if line.startswith("event: version")] == [], "it comes to an end"
            assert response.headers["connection"] == "close", "no later request is sent into its end"
            for _ in range(3):
                assert served.client.get("/api/v1/events").status_code == 200
    with serving(site_of(world)) as served:
        assert served.client.get("/api/v1/events/cup/stream", headers=sent).status_code == 401


def test_a_stream_ends_with_the_seat_of_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PULSE", 0.05)
    world = opened(id="cup")
    sent = {"Authorization": f"Bearer {token_for(world.store, JUDGE, 'read')}"}
    with serving(make_site(world.store, secret="s")) as served:
        ask = partial(served.client.stream, "GET", "/api/v1/events/cup/stream", headers=sent)
        with ask() as response:
            lines = response.iter_lines()
            assert next(lines) == "event: version"
            world.do(c.DismissStaff(3))
            assert "event: beat" not in lines, "it comes to an end"
        with ask() as refused:
            refused.read()
        assert (refused.status_code, refused.json()["reasons"][0]["code"]) == (403, "api.seat_gone")


def no_store(*asked: object) -> None:
    raise ReadOnly("the database does not answer")


def test_what_is_refused_before_django_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(site_of(opened(id="cup"))) as served:
        ask = partial(served.client.request, headers={"Accept-Language": "pl"})
        other = served.client.get("/api/v1/events", headers={"Host": "evil.example"})
        monkeypatch.setattr(bodies, "MOST_AT_ONCE", 0)
        many = ask("POST", "/api/v1/events/cup/actions")
        monkeypatch.setattr(served.site.pages, "fresh", no_store)
        silent = ask("GET", "/api/v1/events/cup/standings")
    found = [(one.status_code, one.json()["type"].rpartition(":")[2]) for one in (other, many, silent)]
    assert found == [(421, "other-site"), (503, "busy"), (503, "no-store")]
    assert {one.headers["Content-Type"] for one in (other, many, silent)} == {"application/problem+json"}
    assert silent.json()["detail"] == "Baza danych nie odpowiada"
