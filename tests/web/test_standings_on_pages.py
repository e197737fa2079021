"""Standings have the heads of their document and the results of their stage; counts include whoever left."""

from fractions import Fraction

import pytest

from komandor.core.tournament import commands as c
from komandor.texts import Speaker
from komandor.web.rendering.numerals import decimal
from tests.support.event import single, swiss
from tests.support.words import desk_of, public, seen
from tests.support.world import World


def test_whoever_took_part_is_counted_after_leaving() -> None:
    world = World("destiny").people(8).announce().play_round()
    world.do(c.DropPlayer(1))
    assert "8 players" in public(world, "players")


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Planned and actual minutes"), ("pl", "Minuty: plan i rzeczywistość")]
)
def test_the_day_plan_draws_planned_against_real_minutes(lang: str, says: str) -> None:
    world = World("destiny").people(6).announce().play_round().start()
    page = seen(world, "/c/cup/", lang)
    assert says in page
    assert "<<<<" not in page


@pytest.mark.parametrize(
    ("game", "short"),
    [
        ("armada", ("MZ", "SP")),
        ("imperial-assault", ("ST", "RST")),
        ("destiny", ("ST", "RST")),
        ("star-wars-lcg", ("WZ", "WZP")),
        ("conquest", ("ST", "RST")),
    ],
)
def test_the_heads_of_polish_standings_are_those_of_the_game_s_document(
    game: str, short: tuple[str, ...]
) -> None:
    world = World(game, swiss(2)).people(6).announce().play_round()
    for page in (seen(world, "/c/cup/standings", "pl"), public(world, "standings", "pl")):
        assert f"Punkty {' '.join(short)} " in page
        assert "SoS" not in page


def test_swiss_standings_have_the_results_of_the_swiss_rounds_only() -> None:
    """The champion of a knock-out does not get more dots in them; the final places count the whole event."""
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut().start()
    for match in world.open():  # the lower seeds win, so that the order changes
        assert match.b
        world.do(world.won(match.b))
    world.close().play_out()
    champion = world.t.places[0][0]
    page = desk_of(world).get("/c/cup/standings").content.decode()
    final, standings = page.split("<h2>Swiss standings</h2>")
    link = f'/player/{champion}"'
    dots = [part[part.index(link) :].split("</tr>")[0].count('class="dot ') for part in (final, standings)]
    assert dots == [5, 3]


@pytest.mark.parametrize(
    "value", [Fraction(25, 8), Fraction(1, 8), Fraction(2, 3), Fraction(-25, 8), Fraction(5, 2)]
)
def test_a_sentence_rounds_as_the_table_above_it(value: Fraction) -> None:
    """3.125 was 3.13 in the column and 3.12 in the reason below it."""
    assert Speaker(lang="en").decimal(value) == decimal(value, 2, "en").replace("−", "-")
    assert Speaker(lang="en").decimal(Fraction(25, 8)) == "3.13"
