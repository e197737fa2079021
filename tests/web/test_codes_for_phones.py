"""A code that no phone can use says so, and how to open the network."""

import pytest

from komandor.web.server.addresses import only_here
from komandor.web.server.make_site import make_site
from tests.support.world import ORGANISER, client, opened

WARNING = "This address only works on this computer"


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.8.9.1/join/cup", True),
        ("http://localhost:8000/t/cup/", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("http://[fe80::1]:8000", False),
        ("https://localhost.example.org", False),
        ("https://turnieje.example.pl/", False),
    ],
)
def test_only_loopback_addresses_work_on_this_computer_alone(address: str, here: bool) -> None:
    assert only_here(address) == here


@pytest.mark.parametrize("path", ["people", "print/poster", ""])
@pytest.mark.parametrize(
    ("address", "warned"), [("http://127.0.0.1:8000", True), ("http://192.168.1.20:8000", False)]
)
def test_pages_with_a_code_warn_if_no_phone_gets_through(path: str, address: str, warned: bool) -> None:
    world = opened()
    site = make_site(world.store, secret="a secret of the tests", addresses=(address,))
    page = client(site, world.link(ORGANISER)).get(f"/c/cup/{path}").content.decode()
    assert "qr-code" in page
    assert (WARNING in page, "serve --host 0.0.0.0" in page) == (warned, warned)
