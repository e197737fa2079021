"""A round is called what people call it: round 2 of 3, quarter-final, lower bracket 1, repeated final."""

import pytest

from komandor.app.queries.everybody.bracket import bracket_view
from komandor.app.queries.everybody.round_names import next_round_name, round_name
from komandor.app.queries.everybody.rounds import round_view
from komandor.app.queries.staff.cut_preview import cut_preview
from komandor.core.brackets import BracketPlan, double, single
from komandor.core.tournament import commands as c
from komandor.core.tournament.stage_kinds.bracket_names import planned_names
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
        "Second final",
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


def test_a_match_to_two_wins_is_shown_by_its_games() -> None:
    world = World("destiny", swiss(1), single_stage(2)).people(4).announce().play_round().cut().start()
    (match,) = world.in_round()
    games = [{"end": "win", "winner": side} for side in "bab"]
    world.do(c.EnterResult(match=match.number, report={"games": games}))
    (row,) = round_view(world.t, 2, 0).rows
    assert row.score == "1–2"
    (game,) = bracket_view(world.t, world.t.stages[2]).games
    assert {game.a.player: game.a.score, game.b.player: game.b.score} == {match.a: 1, match.b: 2}


def test_the_cut_is_seen_before_it_is_made() -> None:
    world = World("destiny", swiss(2), single_stage(4)).people(9).announce()
    assert cut_preview(world.t) is None
    world.play_stage()
    seen = cut_preview(world.t)
    assert seen is not None
    world.cut()
    assert world.t.stage is not None
    assert tuple(row.player for row in seen.inside) == world.t.stage.seeds
    assert seen.outside[0].place == 5
    assert seen.decided == seen.outside[0].reason
