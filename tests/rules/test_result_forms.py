"""A result form asks once, guides, and says first what decided."""

import re
from typing import Any

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.games import GAMES, find_rules
from komandor.core.games.game import Situation
from komandor.core.outcomes import MatchScore
from komandor.core.tournament.state import Match
from komandor.texts import sentence
from komandor.web.forms.result_form import parts
from tests.support.world import World, client, opened, site_of

TIME = {"g0.end": "time"}

BOTH_GAMES = {"games": [{"end": "win", "winner": "b"}, {"end": "win", "winner": "b"}]}

DECIDED = [
    ("armada", {"end": "rounds", "scores": [177, 49]}, "ARM-END-3"),
    ("armada", {"end": "time", "scores": [120, 120], "first": "a"}, "ARM-END-6"),
    ("armada", {"end": "destruction", "scores": [400, 9], "ships_left": [True, False]}, "ARM-END-1"),
    ("armada", {"end": "concession", "conceded_by": "b", "scores": [300, 20]}, "ARM-CONC-2"),
    ("imperial-assault", {"end": "points", "vp": [40, 30]}, "IA-END-1"),
    (
        "imperial-assault",
        {
            "end": "time",
            "vp": [30, 30],
            "vp_figures": [30, 30],
            "damage": [4, 4],
            "health_defeated": [2, 2],
            "blue_dice": [[3, 3], [5, 2]],
        },
        "IA-END-5",
    ),
    ("destiny", {"end": "time", "damage": [5, 9]}, "DES-END-5"),
    ("destiny", {"end": "defeat", "defeated": [False, True]}, "DES-END-1"),
    ("conquest", {"end": "time", "planets": [2, 1]}, "CON-TIME-1"),
    ("conquest", {"end": "time", "planets": [2, 2], "symbols": [3, 2]}, "CON-TIME-2"),
    (
        "star-wars-lcg",
        {"games": [{"end": "win", "winner": "b"}, {"end": "win", "winner": "b"}]},
        "SWL-SCORE-1",
    ),
]


def seated(world: World) -> Match:
    return next(m for m in world.t.in_round(1) if m.kind == "match")


def phone(world: World, player: int | None) -> Client:
    return client(site_of(world), world.link(Actor("player", player)))


def read(world: World, data: dict[str, str], lang: str = "en") -> str:
    """What the first player's phone says about a slip."""
    page = phone(world, seated(world).a).post(f"/m/cup/report/read?lang={lang}", data).content.decode()
    return re.sub(r"\s+", " ", page)


def scored(game: str, report: dict[str, Any], kind: str = "swiss") -> MatchScore:
    found = find_rules(game)
    assert found
    score = found.score(report, Situation(kind=kind))
    assert isinstance(score, MatchScore), score
    return score


@pytest.mark.parametrize(("game", "report", "rule"), DECIDED)
def test_the_first_reason_is_the_rule_that_decided(game: str, report: dict[str, Any], rule: str) -> None:
    score = scored(game, report)
    assert score.decided_first[0].rule == rule
    assert sorted(map(str, score.decided_first)) == sorted(map(str, score.reasons))


def test_the_headline_stands_above_the_rule_that_decided() -> None:
    world = opened("destiny").start()
    answer = read(world, TIME | {"g0.damage.a": "5", "g0.damage.b": "9"})
    headline, _, steps = answer.partition("<details")
    assert "You win" in headline
    assert "DES-END-5" in headline
    assert "DES-SCORE-1" not in headline
    assert "DES-SCORE-1" in steps


def test_points_of_a_match_are_said_with_names() -> None:
    score = scored("star-wars-lcg", BOTH_GAMES)
    said = sentence(score.decided_first[0], "en", sides=("Ann", "Ben"))
    assert said == "Match points: Ann 0, Ben 6."


def test_a_margin_of_zero_is_shown_and_games_without_one_show_none() -> None:
    armada = opened("armada").start()
    level = {"g0.end": "rounds", "g0.scores.a": "120", "g0.scores.b": "120", "g0.first": "b"}
    level["g0.ships_left.shown"] = level["g0.ships_left.a"] = level["g0.ships_left.b"] = "1"
    assert "MoV 0" in read(armada, level)
    assert "MoV" not in read(opened("destiny").start(), {"g0.end": "win", "g0.winner": "a"})


def test_a_destroyed_fleet_says_what_to_enter() -> None:
    world = opened("armada").start()
    slip = {"g0.end": "destruction", "g0.scores.a": "380", "g0.scores.b": "20"}
    slip |= {"g0.ships_left.shown": "1", "g0.ships_left.a": "1"}
    assert "enter 400 plus the points from objectives" in read(world, slip)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.data.id)
@pytest.mark.parametrize("kind", ["swiss", "knockout", "final"])
def test_the_winner_is_asked_only_where_nothing_else_decides(game: Any, kind: Any) -> None:
    for part in parts(game.form(Situation(kind=kind))):
        for control in part.controls:
            if control.field.key == "winner":
                name, _, listed = control.when.partition("=")
                ends = set(listed.split(","))
                assert name.endswith(".end")
                assert "win" in ends
                assert not {"time", "concession", "defeat", "empty", "points", "elimination"} & ends


def test_a_first_game_without_end_settles_the_second() -> None:
    world = opened("star-wars-lcg").start()
    page = phone(world, seated(world).a).get("/m/cup/report").content.decode()
    assert page.count('data-next="time=unplayed"') == 2


def test_equal_points_are_a_draw_and_each_step_names_its_game() -> None:
    world = opened("star-wars-lcg").start()
    slip = {"g0.end": "win", "g0.winner": "a", "g1.end": "win", "g1.winner": "b"}
    answer = read(world, slip)
    assert "<strong>Draw</strong>" in answer
    assert "3–3" in answer
    assert "Game 1: " in answer
    assert "Game 2: " in answer
    assert "<strong>Remis</strong>" in read(world, slip, "pl")


def test_i_am_always_on_the_left() -> None:
    world = opened("destiny").start()
    match = seated(world)
    for player, first in ((match.a, "a"), (match.b, "b")):
        page = phone(world, player).get("/m/cup/report").content.decode()
        winners = re.findall(r'name="g0.winner" value="([ab])"[^>]*><span>([^<]*)</span>', page)
        assert winners[0] == (first, "Me")
        pair = re.findall(r'name="g0.damage.([ab])"', page)
        assert pair[0] == first


def test_points_are_asked_before_their_effect_is_shown() -> None:
    world = opened("armada").start()
    organiser = client(site_of(world), world.link(Actor("staff", 1)))
    player = seated(world).a
    asked = organiser.get(f"/j/cup/player/{player}/sanction?kind=points").content.decode()
    assert 'name="points"' in asked
    assert "What happens" not in asked
    shown = organiser.get(f"/j/cup/player/{player}/sanction?kind=points&points=4").content.decode()
    assert '<input type="hidden" name="points" value="4">' in shown
    assert "Give: points deduction −4" in shown, "whatever stands in the field by now, this is what is given"
