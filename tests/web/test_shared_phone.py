"""A phone with several players names on every page whose it is now, and registers one more without detour."""

import re

from komandor.app.access import Actor
from tests.support.world import World, client, opened, site_of
from tests.web.test_phone_report import phone

STRIP = '<p class="phone-who">'
PAGES = ("", "list", "judge", "history", "data", "drop")


def with_two(world: World) -> str:
    """The pages of a phone that opened the links of players 1 and 2, in one text."""
    both = client(site_of(world), *(world.link(Actor("player", n)) for n in (1, 2)))
    return "".join(both.get(f"/m/cup/{path}").content.decode() for path in PAGES)


def test_every_page_of_a_shared_phone_names_the_player_and_leads_to_the_others() -> None:
    world = opened(people=[{"first": "Anna", "last": "Kowalska"}, {"first": "Jan", "last": "Kowalski"}])
    pages = with_two(world)
    named = STRIP + r"\s*<strong>Jan K\.</strong>\s*<a href=\"/m/cup/more\""
    assert len(re.findall(named, pages)) == len(PAGES)
    one = phone(world, 1)
    assert not any(STRIP in one.get(f"/m/cup/{path}").content.decode() for path in PAGES)


def test_more_opens_the_form_for_somebody_else() -> None:
    mine = phone(opened(), 1)
    link = re.search(r'href="(/join/cup[^"]*)"', mine.get("/m/cup/more").content.decode())
    assert link
    assert re.search(
        r"<details[^>]* open[^>]*>\s*<summary>.*?Register someone else",
        mine.get(link[1]).content.decode(),
        re.DOTALL,
    )


def test_who_signs_out_reads_it_and_how_to_return() -> None:
    mine = phone(opened(), 1)
    answer = mine.post("/leave", follow=True).content.decode()
    assert "Signed out. To return, use your link or code." in answer
    assert mine.get("/m/cup/").status_code == 403
