"""The host sees every key that opens the whole site, and can close each of them."""

from komandor.app.access import HOST
from komandor.app.identity import HOST_EVENT, host_keys, issue, key_id, seat_of
from tests.support.world import ORGANISER, client, opened, site_of


def test_a_key_is_listed_and_closed_on_the_page() -> None:
    world = opened()
    mine, lost = world.link(HOST), issue(world.store, HOST_EVENT, HOST, "lost laptop")
    site = site_of(world)
    host, thief = client(site, mine), client(site, lost)
    page = host.get("/keys").content.decode()
    assert "lost laptop" in page
    assert mine not in page
    assert lost not in page
    assert thief.get("/keys").status_code == 200
    host.post("/keys", {"do": "revoke", "key": key_id(lost)})
    assert thief.get("/keys").status_code == 403
    assert thief.post("/run/cup").status_code == 403
    assert host.get("/keys").status_code == 200


def test_who_closes_their_own_key_is_sent_to_a_page_that_opens_without_one() -> None:
    world = opened()
    mine = world.link(HOST)
    host = client(site_of(world), mine)
    answer = host.post("/keys", {"do": "revoke", "key": key_id(mine)})
    shown = host.get(answer["Location"])
    assert (answer["Location"], shown.status_code) == ("/", 200)
    assert "1 host key revoked." in shown.content.decode()


def test_the_host_in_another_browser_is_offered_the_organisers_seat() -> None:
    world = opened()
    site = site_of(world)
    host, stranger = client(site, world.link(HOST)), client(site)
    for path in ("/c/cup/", "/c/cup/people", "/j/cup/"):
        shown = host.get(path)
        assert shown.status_code == 403
        assert 'action="/run/cup"' in shown.content.decode()
        assert "/run/cup" not in stranger.get(path).content.decode()
    host.post("/run/cup")
    assert host.get("/c/cup/people").status_code == 200


def test_all_but_those_of_this_browser_are_closed_at_once() -> None:
    world = opened()
    mine = world.link(HOST)
    others = [world.link(HOST) for _ in range(3)]
    staff = world.link(ORGANISER)
    host = client(site_of(world), mine)
    host.post("/keys", {"do": "others"})
    assert [one.id for one in host_keys(world.store)] == [key_id(mine)]
    assert not any(seat_of(world.store, token) for token in others)
    assert seat_of(world.store, staff) is not None


def test_a_new_key_is_shown_once() -> None:
    world = opened()
    site = site_of(world)
    host = client(site, world.link(HOST))
    page = host.post("/keys", {"do": "new", "label": "Zofia"}).content.decode()
    token = page.split("/host/")[1].split("<")[0]
    assert client(site, token).get("/keys").status_code == 200
    assert token not in host.get("/keys").content.decode()


def test_a_browser_that_opens_many_links_keeps_the_key_of_the_host() -> None:
    world = opened()
    site = site_of(world)
    host = client(site, world.link(HOST))
    for _ in range(30):
        host.get(f"/s/{world.link(ORGANISER)}")
    assert host.get("/keys").status_code == 200
    assert host.get("/c/cup/people").status_code == 200
