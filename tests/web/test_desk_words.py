"""What the console says is short, names whom it concerns first, and speaks of teams where teams play."""

import re

from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.store import open_store
from komandor.web.site import make_site
from tests.support.event import single, swiss
from tests.support.world import World, client, opened
from tests.web.test_console_findings import desk_of, seen, text_of


def test_of_a_hall_without_lists_the_next_step_names_six_and_counts_the_others() -> None:
    world = opened("conquest", players=40, settings={"lists.required": True}).announce()
    page = seen(world, "/c/cup/", "pl")
    assert re.search(r"Brakuje list: ([^,.]+, ){5}[^,.]+ i jeszcze 34\.", page)
    assert re.search(r"Lists are missing: ([^,.]+, ){5}[^,.]+ and 34 more\.", seen(world, "/c/cup/"))


def test_whoever_leaves_stands_first_in_what_happens() -> None:
    """Though others move to better places, which the list is sorted by."""
    world = opened("armada", players=22).announce().play_round().start().results(but=1)
    leaver = world.open()[0].a
    told = seen(world, f"/c/cup/player/{leaver}/drop").split("What happens")[1]
    page = desk_of(world).get(f"/c/cup/player/{leaver}").content.decode()
    assert told.strip().startswith(page.split("<h1>")[1].split("<")[0].strip())


def test_two_against_two_counts_teams() -> None:
    world = World("star-wars-lcg", swiss(2), teams=True)
    two: Person = {"members": [{"first": "Anna", "last": "Lis"}, {"first": "Jan", "last": "Kos"}]}
    world.do(*(c.RegisterPlayer(members=2) for _ in range(4)), persons=(two,) * 4)
    before = seen(world, "/c/cup/", "pl")
    assert "Drużyny 4" in before
    assert "przy 4 drużynach, jeszcze nie ogłoszono" in before
    world.announce()
    after = seen(world, "/c/cup/", "pl")
    assert "dla 4 drużyn ·" in after
    assert "dla 4 drużyn, jak ogłoszono" in after
    assert "graczy" not in after.split("Plan dnia")[1]


def test_the_preview_of_a_pasted_list_has_spaces_between_its_sentences() -> None:
    world = opened("armada", players=0)
    page = desk_of(world, "pl").post("/c/cup/people/bring", {"text": "Anna Lis\nJan Kos"}).content.decode()
    assert "w wierszu. Nazwiska można" in text_of(page)


def test_a_long_way_from_the_plan_is_told_in_hours() -> None:
    world = opened("armada", players=8).announce().play_round()
    page = seen(world, "/c/cup/", "pl")
    assert re.search(r"\d+ h( \d+ min)? przed planem", page)
    assert not re.search(r"\d{3} minut", page)


def test_before_the_clock_runs_nobody_is_said_to_play() -> None:
    world = opened("armada", players=8).announce().draw().publish()
    assert "Still playing" not in seen(world, "/c/cup/")


def test_of_one_day_the_events_that_go_on_come_first_and_by_name() -> None:
    store = open_store("memory:")
    made: dict[str, Tournament] = {}
    for name in ("Alfa", "Beta", "Gamma"):
        world = World("destiny", swiss(1), single(2), store=store, id=name.lower(), name=name).people(4)
        made[name] = (world.play_out() if name == "Alfa" else world).t
    site = make_site(store, secret="a secret of the tests")
    host = client(site)
    host.get(site.home)
    names = re.findall(r'<h2><a href="[^"]+">([^<]+)</a></h2>', host.get("/").content.decode())
    assert names == ["Beta", "Gamma", "Alfa"]
    assert made["Alfa"].phase == "closed"
