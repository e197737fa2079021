"""A round is called what people call it: round 2 of 3, quarter-final, lower bracket 1, repeated final."""

import pytest

from komandor.app.queries.round_names import next_round_name, planned_names, round_name
from komandor.core.brackets import BracketPlan, double, single
from komandor.texts import LANGUAGES, round_title
from tests.support.event import single as single_stage
from tests.support.event import swiss
from tests.support.world import World

NAMES = {
    ("single", 16): ["Round of 16", "Quarter-final", "Semi-final", "Final"],
    ("single", 6): ["Quarter-final", "Semi-final", "Final"],
    ("single", 2): ["Final"],
    ("double", 4): [
        "Upper bracket 1",
        "Upper bracket 2 · Lower bracket 1",
        "Lower bracket 2",
        "Final",
        "Repeated final",
    ],
}


@pytest.mark.parametrize(("kind", "players"), NAMES)
def test_every_round_of_a_bracket(kind: str, players: int) -> None:
    plan = (double if kind == "double" else single)(players)
    assert isinstance(plan, BracketPlan)
    assert [round_title(name, "en") for name in planned_names(plan)] == NAMES[kind, players]


def test_polish_counts_the_games_of_a_round() -> None:
    plan = single(16)
    assert isinstance(plan, BracketPlan)
    assert round_title(planned_names(plan)[0], "pl") == "1/8 finału"


def test_an_event_names_its_rounds_before_and_after_they_begin() -> None:
    world = World("destiny", swiss(2), single_stage(4)).people(8)
    seen = []
    world.announce()
    for _ in range(2):
        seen.append(round_title(next_round_name(world.t), "en"))
        world.play_round()
    world.cut()
    for _ in range(2):
        seen.append(round_title(next_round_name(world.t), "en"))
        world.play_round()
    assert seen == ["Round 1 of 2", "Round 2 of 2", "Semi-final", "Final"]
    assert seen == [round_title(round_name(world.t, n), "en") for n in (1, 2, 3, 4)]
    assert all(round_title(round_name(world.t, 3), lang) for lang in LANGUAGES)
