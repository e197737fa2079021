"""Everybody has a first name and a surname, and nobody is entered twice."""

import pytest

from komandor.app.handle import Refused
from komandor.app.queries.everybody.names import names_of
from komandor.core.ids import StaffNo
from komandor.core.tournament import commands as c
from tests.support.event import Event, swiss
from tests.support.world import ORGANISER, client, opened, site_of


@pytest.mark.rule("SWL-2V2-2")
def test_a_team_is_two_people_and_nobody_is_in_two() -> None:
    event = Event("star-wars-lcg", swiss(2), teams=True)

    def team(*names: str) -> tuple[dict[str, object], ...]:
        return ({"members": [{"first": name, "last": "X"} for name in names]},)

    def codes(*names: str) -> list[str]:
        answer = event.ask(c.RegisterPlayer(members=2), persons=team(*names))
        return [one.code for one in answer.refusal.reasons] if isinstance(answer, Refused) else []

    assert codes("A", "A") == ["staff.same_name_twice"]
    assert codes("A", "B") == []
    assert codes("B", "C") == ["staff.same_name_in_team"]
    assert codes("C", "D") == []


def test_a_player_from_the_staff_has_that_name() -> None:
    world = opened("armada", players=2).do(c.RegisterPlayer(staff=StaffNo(3)))
    assert names_of(world.t, world.store.people("cup")).of(3, staff_view=True) == "Julia Pomoc"


@pytest.mark.rule("ARM-LIST-7")
def test_a_name_of_one_word_is_remarked() -> None:
    people = ({"first": "Anna", "last": ""}, {"first": "Bartek", "last": "Nowak"})
    world = opened("armada", players=2, people=people)
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/people").content.decode()
    assert page.count("first name or surname missing") + page.count("brak imienia lub nazwiska") == 1


@pytest.mark.rule("ARM-LIST-7", "IA-LIST-5", "DES-LIST-7")
@pytest.mark.parametrize(
    ("game", "rule"),
    [("armada", "ARM-LIST-7"), ("imperial-assault", "IA-LIST-5"), ("destiny", "DES-LIST-7")],
)
def test_a_list_of_somebody_with_one_name_is_remarked(game: str, rule: str) -> None:
    """Among all lists and on its own page, with the rule that asks for first name and surname."""
    people = ({"first": "Anna", "last": ""}, {"first": "Bartek", "last": "Nowak"})
    world = opened(game, players=2, people=people)
    desk, said = (
        client(site_of(world), world.link(ORGANISER)),
        "The list needs first name and surname",
    )
    page = desk.get("/c/cup/lists").content.decode()
    assert page.count(said) == 1
    assert f"/rules/{rule}" in page.split(said)[1].split("</div>")[0]
    shown = [said in desk.get(f"/c/cup/lists/{number}").content.decode() for number in (1, 2)]
    assert shown == [True, False]
