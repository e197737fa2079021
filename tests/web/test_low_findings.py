"""Small things that an attack from outside found stay mended."""

import pytest

from komandor.app.handle import Accepted, create
from komandor.app.imports import unfit
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, export, parse
from komandor.log.record import canonical
from komandor.store.memory import MemoryStore
from komandor.web.entrance import home
from tests.support.world import ORGANISER, client, opened, site_of


@pytest.mark.parametrize("number", [0, 99, 10**6])
@pytest.mark.parametrize("page", ["read", "effect", ""])
def test_low_an_unknown_match_is_not_found_and_no_mistake(number: int, page: str) -> None:
    world = opened("armada")
    world.announce().draw().publish().start()
    desk = client(site_of(world), world.link(ORGANISER))
    path = f"/c/cup/match/{number}" + (f"/{page}" if page else "")
    assert desk.post(path, {}).status_code == 404


def test_low_the_list_of_events_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "ON_A_PAGE", 2)
    world = opened()
    for n in range(4):
        wish = c.CreateTournament(id=f"e{n}", game="armada", name=f"E{n}", date="2026-11-14", commitment="")
        assert isinstance(create(world.ledger, wish), Accepted)
    visitor = client(site_of(world))
    pages = [visitor.get(f"/?page={n}").content.decode() for n in (1, 2, 3, 4)]
    assert [page.count("event-card") for page in pages] == [2, 2, 1, 1]
    assert all(sum(f'href="/t/e{n}/"' in page for page in pages[:3]) == 1 for n in range(4))


@pytest.mark.parametrize("stranger", [0, -1, 99])
def test_m1_matches_of_people_who_never_registered_are_not_taken_in(stranger: int) -> None:
    world = opened("armada")
    world.announce().draw()
    forged = MemoryStore()
    forged.create("cup")
    for n, record in enumerate(world.store.read("cup")):
        payload = dict(record.payload)
        if payload["type"] == "round_drawn":
            payload["matches"][0]["a"] = stranger
        forged.append("cup", n, record.at, record.by, f"c{n}", (canonical(payload),))
    bundle = parse(export(forged, "cup"))
    assert isinstance(bundle, Bundle)
    refusal = unfit(bundle)
    assert refusal is not None
    assert refusal.reasons[0].code == "file.does_not_replay"
