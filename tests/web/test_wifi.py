"""The hall's Wi-Fi stands with its code on poster, slips and projector, and never in the log."""

import pytest

from komandor.app.self_service import SelfService, self_service_of
from komandor.web.rendering.jinja import qr
from komandor.web.server.site import Site
from tests.support.world import ORGANISER, World, client, opened, site_of


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Hala", "tajne123", "WIFI:T:WPA;S:Hala;P:tajne123;;"),
        ("Hala", "", "WIFI:T:nopass;S:Hala;P:;;"),
        ('a;b,c:d"e\\f', "p;w", 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;w;;'),
        ("Żółta sala", "x  y", "WIFI:T:WPA;S:Żółta sala;P:x  y;;"),
        ("", "tajne123", ""),
    ],
)
def test_the_code_is_what_cameras_read(name: str, password: str, code: str) -> None:
    assert SelfService(wifi_name=name, wifi_password=password).wifi_code == code


def slide(site: Site) -> str:
    """The projector's slide for registration."""
    page, parts = site.pages.find("/t/cup/screen/part/join") or (None, {})
    assert page
    return str(page.render(site, "en", **parts))


@pytest.fixture
def world() -> World:
    return opened()


def test_poster_slips_and_projector_have_it_and_the_log_has_not(world: World) -> None:
    site = site_of(world)
    desk = client(site, world.link(ORGANISER))
    version = world.t.version
    assert "Password:" not in slide(site)
    saved = desk.post("/c/cup/people/phones", {"wifi_name": "Hala", "wifi_password": "a;  b"})
    assert saved.status_code == 302
    papers = desk.get("/c/cup/print/poster"), desk.post("/c/cup/people/slips")
    for shown in (*(paper.content.decode() for paper in papers), slide(site)):
        assert "a;  b" in shown
        assert "Hala" in shown
        assert qr("WIFI:T:WPA;S:Hala;P:a\\;  b;;") in shown
    assert world.t.version == version
    assert all("Hala" not in str(record) for record in world.store.read("cup"))


def test_switches_and_network_leave_each_other_alone(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post("/c/cup/people/phones", {"wifi_name": "Hala", "wifi_password": "tajne123"})
    desk.post("/c/cup/people/phones", {"check_in": "1"})
    kept = self_service_of(world.store, "cup")
    assert (kept.wifi_name, kept.wifi_password, kept.check_in) == ("Hala", "tajne123", True)


def test_a_name_that_no_network_can_have_comes_back_as_it_was_typed(world: World) -> None:
    desk = client(site_of(world), world.link(ORGANISER))
    answer = desk.post("/c/cup/people/phones", {"wifi_name": "x" * 33, "wifi_password": "tajne123"})
    assert answer.status_code == 422
    assert "x" * 33 in answer.content.decode()
    assert self_service_of(world.store, "cup").wifi_name == ""
