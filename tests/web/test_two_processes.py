"""Two processes on one PostgreSQL: what is pressed on both at once is kept whole, and once."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from komandor.app.card_data import CardData, forget_pack, keep_catalogue, keep_pack
from komandor.app.codes import code_of, forget_code, player_of
from komandor.app.handle import Accepted, create
from komandor.app.identity import issue, new_host_key
from komandor.app.ledger import Ledger
from komandor.app.self_service import self_service_of
from komandor.cli.main import main
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.store.postgres import PostgresStore
from tests.lists.made import FLEET, catalogue
from tests.support.packs import pack_of
from tests.support.site import serving
from tests.support.waiting import PATIENCE
from tests.support.world import ORGANISER, client, opened, site_of

TIMES = 200
Stores = tuple[PostgresStore, PostgresStore]


@pytest.fixture
def stores(postgres_database: str) -> Iterator[Stores]:
    """As two processes have it: two pools on one database."""
    one, other = PostgresStore(postgres_database), PostgresStore(postgres_database)
    yield one, other
    one.close()
    other.close()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as both:
        yield both


def at_once(threads: ThreadPoolExecutor, *jobs: Callable[[], Any]) -> list[Any]:
    """What these jobs answer, all begun at the same moment."""
    together = Barrier(len(jobs), timeout=PATIENCE)

    def begun(job: Callable[[], Any]) -> Any:
        together.wait()
        return job()

    return [one.result(PATIENCE) for one in [threads.submit(begun, job) for job in jobs]]


def test_the_same_event_made_at_once_is_one_event_and_both_are_answered(
    stores: Stores, threads: ThreadPoolExecutor
) -> None:
    ledgers = [Ledger(store) for store in stores]
    for n in range(TIMES):
        wanted = c.CreateTournament(
            id=f"cup{n}", game="destiny", name="Liga", date="2026-11-21", commitment=""
        )
        presses = [partial(create, ledger, wanted, command_id="one") for ledger in ledgers]
        answers = at_once(threads, *presses)
        assert all(isinstance(one, Accepted) for one in answers), answers
        assert sorted(one.again for one in answers) == [False, True]
    assert {stores[1].version(f"cup{n}") for n in range(TIMES)} == {2}, "created, and its organiser"


def test_new_event_pressed_at_once_is_one_event_and_both_go_on_to_it(
    stores: Stores, threads: ThreadPoolExecutor
) -> None:
    sites, key = [site_of(store) for store in stores], new_host_key(stores[0])
    for n in range(TIMES):
        hosts = [client(site, key) for site in sites]
        form = {"name": "Liga", "date": "2026-11-21", "event_kind": "league", "command_id": f"form{n}"}
        answers = at_once(threads, *(partial(host.post, "/new/destiny", form) for host in hosts))
        assert [one.status_code for one in answers] == [302, 302]
        assert len({one["Location"] for one in answers}) == 1
    assert len(stores[0].tournaments()) == TIMES


def test_two_switches_turned_at_once_are_both_kept(stores: Stores, threads: ThreadPoolExecutor) -> None:
    world = opened(players=0, store=stores[0])
    desks = [client(site_of(store), issue(store, world.id, ORGANISER)) for store in stores]
    path = f"/c/{world.id}/people/phones"
    for n in range(TIMES):
        on = n % 2 == 0
        switches = [{"check_in": "1" if on else ""}, {"fees": "1" if on else ""}]
        turns = [partial(desk.post, path, form) for desk, form in zip(desks, switches, strict=True)]
        assert [one.status_code for one in at_once(threads, *turns)] == [302, 302]
        kept = self_service_of(stores[0], world.id)
        assert (kept.check_in, kept.fees) == (on, on), f"one was lost at turn {n}"


def test_a_break_that_is_saved_here_is_on_walls_and_streams_there_at_once(stores: Stores) -> None:
    world = opened("armada", store=stores[0]).play_round().play_round()
    here, there = (site_of(store) for store in stores)
    desk, wall = client(here, issue(stores[0], world.id, ORGANISER)), f"/t/{world.id}/screen/part/standings"
    form = {"part": "schedule", "break_name": "Obiad", "break_after": "2", "break_minutes": "30"}
    with serving(there) as other, other.client.stream("GET", f"/live/{world.id}") as stream:
        lines = stream.iter_lines()
        assert "Obiad" not in other.client.get(wall).text
        assert desk.post(f"/c/{world.id}/settings", form).status_code == 302
        assert "event: again" in lines
        assert "Obiad" in other.client.get(wall, headers={"X-Version": str(world.t.version)}).text
        assert there.hub.plan(world.id) == here.hub.plan(world.id) == 1


def test_slips_printed_at_once_have_one_code_that_can_be_taken_back(
    stores: Stores, threads: ThreadPoolExecutor
) -> None:
    for n in range(1, TIMES + 1):
        printed = at_once(threads, *(partial(code_of, store, "cup", n) for store in stores))
        assert printed[0] == printed[1]
        assert player_of(stores[0], "cup", printed[0]) == n
        forget_code(stores[1], "cup", n)
    assert stores[0].items("codes") == ()


def test_the_same_list_gets_one_verdict_whoever_answers(stores: Stores) -> None:
    world = opened("armada", players=2, store=stores[0])
    desks = [client(site_of(store), issue(store, world.id, ORGANISER)) for store in stores]
    keep_catalogue(stores[0], catalogue("armada"))
    form = {"do": "paste", "text": FLEET}
    answers = [desks[n % 2].post(f"/c/{world.id}/lists/1", form).content.decode() for n in range(100)]
    assert all('data-verdict="legal"' in one for one in answers)


def test_wrong_codes_are_counted_by_both_together_and_by_whoever_starts_later(stores: Stores) -> None:
    world = opened(players=2, store=stores[0])
    sites = [site_of(store) for store in (*stores, stores[0])]
    for site in sites:
        site.clock = lambda: 6000.0
    tries = [client(sites[n % 2]).post("/join/cup/claim", {"code": "AAAA AAAA"}) for n in range(30)]
    assert [one.status_code for one in tries] == [422] * 12 + [429] * 18, "a tenth of 120: no cookie of ours"
    later = client(sites[2]).post("/join/cup/claim", {"code": "AAAA AAAA"})
    assert later.status_code == 429
    right = {"code": code_of(stores[1], world.id, PlayerNo(1))}
    assert client(sites[2]).post("/join/cup/claim", right).status_code == 302


def test_a_key_made_and_revoked_in_the_terminal_opens_and_is_refused_on_both_at_once(
    stores: Stores, postgres_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def terminal(*words: str) -> Any:
        assert main(["keys", *words, "--database", postgres_database, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    lasting = new_host_key(stores[0], "lasting")
    token = terminal("new", "--label", "Marta")["link"].rsplit("/", 1)[1]
    hosts = [client(site_of(store), token) for store in stores]
    assert [host.get("/keys").status_code for host in hosts] == [200, 200]
    (key,) = [row["key"] for row in terminal("list")["keys"] if row["label"] == "Marta"]
    assert terminal("revoke", key) == {"closed": 1}
    assert [host.get("/keys").status_code for host in hosts] == [403, 403]
    assert client(site_of(stores[1]), lasting).get("/keys").status_code == 200


def test_a_pack_loaded_replaced_or_removed_here_is_so_there_at_once(stores: Stores) -> None:
    here, there = stores[0], CardData(stores[1])
    for version in ("1", "2"):
        pack = pack_of("armada", version=version)
        assert there("armada", pack.digest) is None
        keep_pack(here, pack, replacing=True)
        found = there("armada", pack.digest)
        assert found is not None
        assert found.catalogue.label == f"Club, 2026-01-01 ({version}, {pack.digest[:12]})"
    assert there("armada", pack_of("armada", version="1").digest) is None, "replaced"
    forget_pack(here, pack.digest)
    assert there("armada", pack.digest) is None
    assert stores[1].items("card_data") == (), "no cards stay behind that nothing names"
