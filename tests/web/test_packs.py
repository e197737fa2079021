"""A pack is loaded on a page, chosen for a new event, and named by its checksum in the event's log."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from komandor.app.access import HOST
from komandor.app.card_data import packs
from komandor.app.identity import issue
from komandor.core.lists.packs import Pack
from komandor.core.tournament import commands as c
from komandor.store.pack_files import written
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.lists.made import FLEET
from tests.support.packs import pack_of
from tests.support.world import ORGANISER, World, client

EDITION = Path("examples/editions")


@pytest.fixture
def host_and_site() -> tuple[Client, Site]:
    world = World("armada")
    site = make_site(world.store, secret="a secret of the tests")
    return client(site, world.link(HOST)), site


def load(host: Client, pack: Pack, **more: str) -> int:
    form = {"do": "load", "files": SimpleUploadedFile("club.zip", written(pack)), **more}
    return int(host.post("/cards", form).status_code)


def new_event(host: Client, site: Site, address: str, name: str = "Liga") -> str:
    before = set(site.store.tournaments())
    answer = host.post(f"/new/{address}", {"name": name, "date": "2026-11-21", "command_id": name})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    (made,) = set(site.store.tournaments()) - before
    return str(made)


def test_two_packs_are_loaded_side_by_side_replaced_and_removed(host_and_site: tuple[Client, Site]) -> None:
    host, site = host_and_site
    assert [load(host, pack_of("armada", version=one)) for one in ("1", "2")] == [302, 302]
    page = host.get("/cards").content.decode()
    assert all(one.digest[:12] in page for one in packs(site.store))
    assert len(packs(site.store)) == 2
    load(host, pack_of("armada", version="3"), replace="on")
    (left,) = packs(site.store)
    assert left.version == "3"
    host.post("/cards", {"do": "remove-pack", "pack": left.digest})
    host.post("/cards", {"do": "remove-pack", "pack": left.digest})
    assert packs(site.store) == ()


def test_a_broken_pack_is_refused_with_its_reason(host_and_site: tuple[Client, Site]) -> None:
    host, site = host_and_site
    data = written(pack_of("armada")).replace(b"cards.json", b"other.json")
    answer = host.post("/cards", {"do": "load", "files": SimpleUploadedFile("club.zip", data)})
    assert answer.status_code == 422
    assert "nothing else" in answer.content.decode()
    assert packs(site.store) == ()


def test_an_event_is_made_with_a_pack_and_says_when_it_is_gone(host_and_site: tuple[Client, Site]) -> None:
    host, site = host_and_site
    one, other = pack_of("armada", version="1"), pack_of("armada", version="2")
    assert [load(host, one), load(host, other)] == [302, 302]
    assert one.digest in host.get("/new").content.decode()
    assert one.digest[:12] in host.get(f"/new/{one.digest}").content.decode()
    made = new_event(host, site, one.digest)
    ledger = site.services.ledger
    assert ledger.load(made).state.list_rules.pack == one.digest
    desk = client(site, issue(site.store, made, ORGANISER))
    desk.post(f"/c/{made}/people/add", {"name": "Anna Kos", "names": "Anna Kos"})
    shown = desk.get(f"/c/{made}/lists").content.decode()
    assert other.digest in shown, "the other pack can be chosen"
    host.post("/cards", {"do": "remove-pack", "pack": one.digest})
    assert ledger.cards("armada", one.digest) is None
    assert ledger.load(made).state.list_rules.pack == one.digest, "the log goes on naming it"


def test_verdicts_name_the_pack_and_stay_when_it_is_gone() -> None:
    world = World("armada").people(2)
    site = make_site(world.store, secret="a secret of the tests")
    world.ledger.cards = site.services.ledger.cards
    pack = pack_of("armada")
    host, desk = client(site, world.link(HOST)), client(site, world.link(ORGANISER))
    load(host, pack)
    world.do(c.SetListRules(pack=pack.digest)).do(c.SubmitList(1, {}, FLEET))
    found = world.t.players[1].list_found
    assert found is not None
    assert pack.digest[:12] in found.catalogue
    host.post("/cards", {"do": "remove-pack", "pack": pack.digest})
    page = desk.get(f"/c/{world.id}/lists").content.decode()
    assert "no longer on this site" in page
    assert f'value="{pack.digest}" selected' in page, "saving anything else here does not take another pack"
    assert world.t.players[1].list_found == found
    world.refused(c.SetListRules(on="2026-01-02", pack=pack.digest), "list.no_such_pack", "ARM-LIST-8")


def test_the_edition_of_a_pack_is_the_events(host_and_site: tuple[Client, Site]) -> None:
    host, site = host_and_site
    text = next(EDITION.glob("armada*.toml")).read_text(encoding="utf-8")
    pack = pack_of("armada", edition=text)
    assert load(host, pack) == 302
    made = new_event(host, site, pack.digest)
    state = site.services.ledger.load(made).state
    assert (state.edition_text, state.list_rules.pack) == (text, pack.digest)


def test_packs_of_one_name_day_and_version_are_told_apart() -> None:
    world = World("armada").people(2)
    site = make_site(world.store, secret="a secret of the tests")
    host, desk = client(site, world.link(HOST)), client(site, world.link(ORGANISER))
    others = [pack_of("armada"), replace(pack_of("armada"), licence="other words")]
    assert [load(host, one) for one in others] == [302, 302]
    for seat, page in ((host, "/new"), (desk, f"/c/{world.id}/lists")):
        shown = seat.get(page).content.decode()
        assert all(f"· {one.digest[:6]}" in shown for one in others), page
