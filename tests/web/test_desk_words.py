"""What the console says is short, names whom it concerns first, and speaks of teams where teams play."""

import re

from komandor.app.access import HOST
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import single, swiss
from tests.support.words import desk_of, seen, text_of
from tests.support.world import JUDGE, World, client, opened, site_of


def test_of_a_hall_without_lists_the_next_step_names_six_and_counts_the_others() -> None:
    world = opened("conquest", players=40, settings={"lists.required": True}).announce()
    page = seen(world, "/c/cup/", "pl")
    assert re.search(r"Brakuje list: ([^,.]+, ){5}[^,.]+ i jeszcze 34\.", page)
    assert re.search(r"No list submitted: ([^,.]+, ){5}[^,.]+ and 34 more\.", seen(world, "/c/cup/"))


def test_whoever_leaves_stands_first_in_what_happens() -> None:
    """Though the list is sorted by places, and the opponent, who wins, passes the leaver."""
    world = opened("armada", players=22).announce().play_round().start().results(but=1)
    two = world.open()[0].players
    leaver = next(row.player for row in standings_of(world.t, provisional=True) if row.player in two)
    told = seen(world, f"/c/cup/player/{leaver}/drop").split("What happens")[1]
    page = desk_of(world).get(f"/c/cup/player/{leaver}").content.decode()
    assert told.strip().startswith(page.split("<h1>")[1].split("<")[0].strip())


def test_two_against_two_counts_teams() -> None:
    world = World("star-wars-lcg", swiss(2), teams=True)
    teams: list[Person] = [
        {"members": [{"first": first, "last": last} for first in ("Anna", "Jan")]}
        for last in ("Lis", "Kos", "Bór", "Wir")
    ]
    world.do(*(c.RegisterPlayer(members=2) for _ in teams), persons=teams)
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
    assert "jako jedno nazwisko. Nazwiska można" in text_of(page)


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


def test_while_a_round_is_played_the_list_of_people_says_who_sits_where() -> None:
    world = opened("armada", players=7).announce().draw()
    match = next(m for m in world.in_round() if m.table == 3)
    cell = re.compile(rf'id="p{match.a}"(?:(?!</tr>).)*class="seat ">.*?</span>3</span>', re.DOTALL)
    assert not cell.search(desk_of(world).get("/c/cup/people").content.decode()), "not published yet"
    world.publish()
    assert cell.search(desk_of(world).get("/c/cup/people").content.decode())
    bye = next(m for m in world.in_round() if m.b is None)
    row = desk_of(world).get("/c/cup/people").content.decode().split(f'id="p{bye.a}"')[1].split("</tr>")[0]
    assert "bye" in text_of(row)


def test_every_page_of_the_desk_says_in_which_role_one_works() -> None:
    world = opened("destiny", players=8)
    judge = client(site_of(world), world.link(JUDGE))
    assert "Olga Organ · organiser" in seen(world, "/c/cup/people")
    assert "Julia Pomoc · judge" in text_of(judge.get("/j/cup/").content.decode())
    assert "You: judge" in text_of(judge.get("/").content.decode())


def test_enter_in_the_name_of_a_new_key_makes_one_and_closes_none() -> None:
    world = opened()
    page = client(site_of(world), world.link(HOST)).get("/keys").content.decode()
    form = next(one for one in page.split("<form")[1:] if 'name="label"' in one).split("</form>")[0]
    assert re.findall(r'<button[^>]*value="(\w+)"', form) == ["new"]


def test_a_quick_entry_for_a_table_that_has_its_result_leads_to_the_match() -> None:
    world = opened("destiny", players=8).announce().start()
    match = world.in_round()[0]
    world.results()
    typed = {"table": str(match.table), "result": "a", "round": "1"}
    answer = desk_of(world).post("/c/cup/quick", typed, headers={"X-Requested-With": "fragment"})
    assert answer.status_code == 422
    assert f'href="/c/cup/match/{match.number}"' in answer.content.decode()


def test_a_swap_names_the_two_and_does_not_say_that_it_is_public_already() -> None:
    world = opened("armada", players=8).announce().draw()
    one, two = (match.a for match in world.in_round()[:2])
    answer = desk_of(world).post("/c/cup/swap", {"player": [one, two], "reason": "family"}, follow=True)
    told = re.search(r'<div class="toast.*?<p>(.*?)</p>', answer.content.decode(), re.DOTALL)
    assert told
    assert told[1].startswith(f"Swapped {named(world, one)} and {named(world, two)}. Once pairings")


def named(world: World, number: int) -> str:
    page = desk_of(world).get(f"/c/cup/player/{number}").content.decode()
    return page.split("<h1>")[1].split("<")[0].strip()


def test_a_prize_that_was_added_is_named() -> None:
    world = opened("armada", players=8)
    answer = desk_of(world).post("/c/cup/prizes", {"text": "Puchar", "to": "places"}, follow=True)
    assert "Added: Puchar." in text_of(answer.content.decode())


def test_a_changed_clock_says_by_how_much() -> None:
    world = opened("armada", players=8).announce().start()
    for lang, told in (("en", "for all tables: +5 min."), ("pl", "dla wszystkich stolików: +5 min.")):
        assert told in desk_of(world, lang).post("/c/cup/clock", {"do": "more"}, follow=True).content.decode()
