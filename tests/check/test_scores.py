"""The checker's own scorers agree with the worked examples and the derived vectors of the rules."""

from typing import Any

import pytest

from komandor.check.scores import SCORERS, Case, Unclear

SETTINGS = {
    "ia.knockout_best_of": 3,
    "ia.bo3_level_at_time": "vp_total",
    "ia.tie_health": "defeated",
    "destiny.knockout_best_of": 3,
    "swl.unplayed_second_game_points": 0,
    "swl.allow_concede_game2": False,
    "swl.2v2_draw_points": 2,
    "conquest.final_minutes": 90,
    "conquest.knockout_tie": "ladder",
    "conquest.symbols": "kinds",
}
"""As the documents are read unless an event says otherwise."""


def score(
    game: str, slip: dict[str, Any], kind: str = "swiss", structure: str = "basic", **settings: Any
) -> Any:
    chosen = {**SETTINGS, **settings}
    teams = bool(settings.get("teams"))
    _, score = SCORERS[game]
    v = score(slip, Case(kind, structure, teams, chosen))
    return v.winner, (v.a.points, v.b.points), (v.a.mov, v.b.mov)


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"planets": [5, 4]}, "planets"),
    ({"planets": [0, 0], "symbols": [2, 0]}, "symbols"),
    ({"planets": [1, 1], "symbols": [0, 1]}, "symbols"),
    ({"planets": [1, 1], "symbols": [4, 1]}, "symbols"),
    ({"planets": [0, 0], "symbols": [0, 0], "last_planet": "a"}, "last_planet"),
)


@pytest.mark.parametrize(("slip", "field"), IMPOSSIBLE)
def test_impossible_slips_of_conquest_are_found(slip: dict[str, Any], field: str):
    with pytest.raises(Unclear, match=field):
        score("conquest", {"end": "time", **slip})


def test_a_final_without_a_limit_is_not_decided_by_time():
    slip = {"end": "time", "planets": [4, 3]}
    assert score("conquest", slip, "final")[0] == "a"
    with pytest.raises(Unclear, match="end"):
        score("conquest", slip, "final", **{"conquest.final_minutes": "none"})


ARMADA: list[tuple[dict[str, Any], tuple[Any, ...]]] = [
    ({"end": "time", "scores": [177, 49]}, ("a", (7, 4), (128, 0))),  # EX-ARM-4
    (
        {"end": "destruction", "ships_left": [True, False], "destroyed": [300, 150], "objectives": [0, 75]},
        ("a", (8, 3), (175, 0)),
    ),  # EX-ARM-5
    ({"end": "rounds", "scores": [120, 120], "first": "a"}, ("b", (5, 6), (0, 0))),
    (
        {"end": "destruction", "scores": [460, 400], "ships_left": [False, False], "first": "a"},
        ("b", (5, 6), (0, 0)),
    ),
    ({"end": "destruction", "scores": [470, 400], "ships_left": [False, True]}, ("b", (5, 6), (0, 0))),
    ({"end": "destruction", "scores": [400, 400], "ships_left": [True, False]}, ("a", (6, 5), (0, 0))),
    ({"end": "destruction", "scores": [0, 460], "ships_left": [False, True]}, ("b", (1, 10), (0, 400))),
    ({"end": "concession", "conceded_by": "a", "scores": [0, 50]}, ("b", (0, 8), (0, 140))),
    ({"end": "concession", "conceded_by": "a", "scores": [30, 0]}, ("b", (0, 8), (0, 140))),
    ({"end": "concession", "conceded_by": "a", "scores": [0, 250]}, ("b", (0, 9), (0, 250))),
    ({"end": "concession", "conceded_by": "a", "scores": [0, 420]}, ("b", (0, 10), (0, 400))),
]


@pytest.mark.rule("ARM-END-1", "ARM-END-2", "ARM-END-6", "ARM-SCORE-2", "ARM-SCORE-3", "ARM-CONC-2")
@pytest.mark.parametrize(("slip", "due"), ARMADA)
def test_armada(slip: dict[str, Any], due: tuple[Any, ...]) -> None:
    assert score("armada", slip) == due


LIMITS = [(6, (0, 59)), (7, (60, 139)), (8, (140, 219)), (9, (220, 299)), (10, (300, 400))]  # DV-1


@pytest.mark.rule("ARM-SCORE-5")
@pytest.mark.parametrize(("points", "limits"), LIMITS)
def test_armada_table_limits(points: int, limits: tuple[int, int]) -> None:
    for mov in limits:
        assert score("armada", {"end": "rounds", "scores": [mov, 0], "first": "b"})[1] == (
            points,
            11 - points,
        )


@pytest.mark.rule("IA-END-5")
def test_imperial_assault_ladder() -> None:
    base: dict[str, Any] = {"end": "time", "vp": [25, 25], "vp_figures": [20, 20], "damage": [3, 5]}
    assert score("imperial-assault", {**base, "health_defeated": [3, 0]})[0] == "b"  # DV-19
    rolled = {**base, "health_defeated": [2, 0], "blue_dice": [[4, 4], [5, 2]]}
    assert score("imperial-assault", rolled)[0] == "a"
    tied = {"end": "time", "vp_figures": [20, 30], "vp_other": [10, 0]}
    assert score("imperial-assault", tied)[0] == "b"  # EX-IA-4


TIME = {"end": "time"}
A, B = ({"end": "win", "winner": side} for side in "ab")
SERIES: list[
    tuple[list[dict[str, Any]], bool, str | None]
] = [  # DV-12: games, time called, who wins the match
    ([{**TIME, "damage": [9, 12]}], False, "a"),
    ([A, {**TIME, "damage": [12, 9]}], False, "a"),
    ([A, A], False, "a"),
    ([A], True, "a"),
    ([A, B], True, None),
    ([A, B, {**TIME, "damage": [10, 10], "cards_left": [7, 9]}], False, "b"),
    ([A, B, {**TIME, "damage": [10, 10], "cards_left": [7, 7], "battlefield": "a"}], False, "a"),
]


@pytest.mark.rule("DES-BO3-2", "DES-BO3-3", "DES-BO3-4", "DES-BO3-6", "DES-END-5")
@pytest.mark.parametrize(("games", "time", "winner"), SERIES)
def test_destiny_best_of_three_at_time(games: list[dict[str, Any]], time: bool, winner: str | None) -> None:
    slip = {"games": games, "time_called": time}
    if winner is None:
        with pytest.raises(Unclear):
            score("destiny", slip, "knockout", "advanced")
    else:
        assert score("destiny", slip, "knockout", "advanced") == (
            winner,
            (1, 0) if winner == "a" else (0, 1),
            (0, 0),
        )


CONQUEST: list[tuple[list[int], list[int], str, list[int], str | None, str]] = [  # DV-18
    ([2, 1], [2, 3], "nobody", [0, 0], None, "a"),
    ([1, 1], [2, 3], "a", [0, 0], None, "b"),
    ([1, 1], [2, 2], "a", [0, 0], None, "a"),
    ([0, 0], [0, 0], "nobody", [4, 6], None, "a"),
    ([0, 0], [0, 0], "nobody", [5, 5], "b", "b"),
]


@pytest.mark.rule("CON-TIME-1", "CON-TIME-2", "CON-TIME-3", "CON-TIME-4", "CON-TIME-5", "CON-END-6")
@pytest.mark.parametrize(("planets", "symbols", "adder", "units", "choice", "winner"), CONQUEST)
def test_conquest_at_time(
    planets: list[int], symbols: list[int], adder: str, units: list[int], choice: str | None, winner: str
) -> None:
    slip = {
        "end": "time",
        "planets": planets,
        "symbols": symbols,
        "last_planet": adder,
        "units_in_discard": units,
    }
    points = (4, 0) if winner == "a" else (0, 4)
    assert score("conquest", {**slip, "choice": choice}) == (winner, points, (0, 0))


def won(side: str) -> dict[str, Any]:
    return {"end": "win", "winner": side}


@pytest.mark.rule("SWL-SCORE-1", "SWL-SCORE-3", "SWL-ROUND-5", "SWL-ERR-4")
def test_card_game_matches() -> None:
    assert score("star-wars-lcg", {"games": [won("a"), won("a")]})[:2] == ("a", (6, 0))  # EX-SWL-3
    assert score("star-wars-lcg", {"games": [won("a"), TIME]})[:2] == ("a", (4, 1))
    assert score("star-wars-lcg", {"games": [won("a"), won("b")]})[:2] == (None, (3, 3))
    assert score("star-wars-lcg", {"games": [TIME]})[:2] == (None, (1, 1))  # DV-17
    unplayed: dict[str, Any] = {"swl.unplayed_second_game_points": 1}
    assert score("star-wars-lcg", {"games": [TIME]}, "swiss", "basic", **unplayed)[1] == (2, 2)
    assert score("star-wars-lcg", {"games": [won("a"), {"end": "unplayed"}]})[1] == (4, 1)
    assert score("star-wars-lcg", {"games": [{"end": "double_loss"}, won("b")]})[1] == (0, 3)
    assert score("star-wars-lcg", {"games": [won("a"), TIME]}, teams=True)[1] == (5, 2)  # AMB-S12


@pytest.mark.rule("SWL-CONC-3")
def test_second_game_cannot_be_conceded() -> None:
    with pytest.raises(Unclear):
        score("star-wars-lcg", {"games": [won("a"), {"end": "concession", "conceded_by": "a"}]})


@pytest.mark.rule("SWL-FTIME-2", "SWL-FTIME-3", "SWL-FTIME-4")
@pytest.mark.parametrize(
    ("objectives", "on_dark", "dial", "on_light", "balance", "light_wins"),
    [
        (2, 7, 10, 4, "dark", True),
        (1, 5, 5, 3, "dark", False),
        (1, 5, 5, 2, "dark", True),
        (1, 3, 7, 5, "light", True),
    ],
)
def test_tie_score(
    objectives: int, on_dark: int, dial: int, on_light: int, balance: str, light_wins: bool
) -> None:
    slip = {
        "end": "time",
        "light": "b",
        "objectives": objectives,
        "damage_on_dark": on_dark,
        "dial": dial,
        "damage_on_light": on_light,
        "balance": balance,
    }
    assert score("star-wars-lcg", slip, "knockout")[0] == ("b" if light_wins else "a")
