"""Every worked example and derived vector that a command can answer comes out as it is printed."""

from typing import Any

import pytest

from tests.cli.engine import Engine

Rounds = list[list[dict[str, Any]]]


def match(a: str, b: str | None, points: tuple[int, int], mov: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    return {"a": a, "b": b, "points": points, "mov": mov}


def ranked(engine: Engine, game: str, rounds: Rounds, **more: Any) -> list[tuple[Any, ...]]:
    rows = engine("rank", {"game": game, "rounds": rounds, **more}).json["standings"]
    return [(row["player"], row["points"], *row["tiebreakers"].values()) for row in rows]


def scored(engine: Engine, game: str, report: dict[str, Any], **more: Any) -> tuple[Any, ...]:
    found = engine("score", {"game": game, "report": report, **more}).json
    return found["winner"], *found["points"], *(found["mov"] or ())


DV_3 = [
    [match("A", "B", (1, 0)), match("C", "D", (1, 0)), match("E", None, (1, 0))],
    [match("A", "E", (1, 0)), match("C", "B", (1, 0)), match("D", None, (1, 0))],
]


@pytest.mark.rule("COM-TB-2", "COM-TB-3", "COM-TB-5")
@pytest.mark.parametrize("game", ["imperial-assault", "destiny"])
def test_dv_3_byes_in_the_strength_of_schedule(engine: Engine, game: str) -> None:
    lots = {"C": 5, "A": 1, "E": 7, "D": 2}
    assert ranked(engine, game, DV_3, lots=lots) == [
        ("C", 2, "1/4", "1"),
        ("A", 2, "1/4", "1"),
        ("E", 1, "1", "1/4"),
        ("D", 1, "1", "1/4"),
        ("B", 0, "1", "1/4"),
    ]


@pytest.mark.rule("CON-TB-1")
def test_dv_4_sos_and_esos_decide(engine: Engine) -> None:
    rounds = [
        [match("a", "b", (5, 0)), match("c", "d", (4, 0)), match("e", "f", (5, 0))],
        [match("a", "e", (5, 0)), match("b", "c", (5, 0)), match("d", "f", (5, 0))],
        [match("d", "a", (5, 0)), match("e", "b", (4, 0)), match("c", "f", (5, 0))],
    ]
    assert ranked(engine, "conquest", rounds) == [
        ("a", 10, "8/3", "62/27"),
        ("d", 10, "19/9", "67/27"),
        ("e", 9, "5/3", "80/27"),
        ("c", 9, "5/3", "25/9"),
        ("b", 5, "28/9", "2"),
        ("f", 0, "28/9", "49/27"),
    ]


@pytest.mark.rule("ARM-TB-1")
def test_dv_5_a_round_missed_before_a_return(engine: Engine) -> None:
    rounds = [
        [
            match("P", "Q", (8, 3), (175, 0)),
            match("S", "T", (6, 5), (20, 0)),
            match("V", None, (8, 0), (140, 0)),
        ],
        [match("P", "V", (7, 4), (100, 0)), match("S", "Q", (10, 1), (350, 0))],
        [
            match("S", "P", (7, 4), (60, 0)),
            match("V", "T", (9, 2), (230, 0)),
            match("Q", None, (8, 0), (140, 0)),
        ],
    ]
    assert ranked(engine, "armada", rounds) == [
        ("S", 23, 430, "83/18"),
        ("V", 21, 370, "59/12"),
        ("P", 19, 275, "56/9"),
        ("Q", 12, 140, "7"),
        ("T", 7, 0, "22/3"),
    ]


@pytest.mark.rule("SWL-TB-1", "SWL-TB-2")
def test_dv_16_sums_and_the_match_between_two(engine: Engine) -> None:
    rounds = [
        [match("p", "k", (6, 0)), match("q", "n", (6, 0)), match("l", "x", (6, 0)), match("o", None, (6, 0))],
        [match("p", "l", (6, 0)), match("q", "o", (0, 1)), match("k", "x", (6, 0)), match("n", None, (6, 0))],
        [match("p", "m", (0, 4)), match("q", None, (6, 0)), match("k", "y", (3, 0)), match("l", "z", (4, 0))],
        [match("n", "x", (5, 0))],
    ]
    top = ranked(engine, "star-wars-lcg", rounds)[:2]
    assert [(row[0], row[1], row[-2]) for row in top] == [("p", 12, "23"), ("q", 12, "18")]
    met = [[match("q", "p", (6, 0))], [match("p", "x", (6, 0)), match("q", "y", (0, 1))]]
    assert [row[0] for row in ranked(engine, "star-wars-lcg", met)][:2] == ["q", "p"]


@pytest.mark.rule("COM-TB-2")
def test_dv_23_a_no_show_is_no_round_played(engine: Engine) -> None:
    rounds = [
        [match("3", "5", (1, 0)), match("2", "4", (1, 0)), match("1", "6", (1, 0))],
        [match("3", "6", (0, 1)) | {"forfeit": "a"}, match("5", "4", (1, 0)), match("1", "2", (1, 0))],
    ]
    rows = {row[0]: row for row in ranked(engine, "destiny", rounds)}
    assert rows["5"][2] == "1/2"


@pytest.mark.rule("COM-COND-8")
def test_dv_24_a_deduction_stops_at_zero_and_is_the_player_s_own(engine: Engine) -> None:
    rounds = [[match("A", "B", (4, 1))]]
    rows = ranked(engine, "star-wars-lcg", rounds, deductions={"A": 9})
    assert {row[0]: (row[1], row[-2]) for row in rows} == {"A": (0, "1"), "B": (1, "4")}


@pytest.mark.rule("ARM-SCORE-5")
@pytest.mark.parametrize(
    ("mov", "points"),
    [
        *((0, (6, 5)), (59, (6, 5)), (60, (7, 4)), (139, (7, 4)), (140, (8, 3)), (219, (8, 3))),
        *((220, (9, 2)), (299, (9, 2)), (300, (10, 1)), (400, (10, 1))),
    ],
)
def test_dv_1_the_point_table(engine: Engine, mov: int, points: tuple[int, int]) -> None:
    lone = {"end": "destruction", "ships_left": [True, False], "scores": [400 + mov, 400]}
    assert scored(engine, "armada", lone) == ("a", *points, mov, 0)


def conceded(y: int, x: int) -> dict[str, Any]:
    return {"end": "concession", "conceded_by": "a", "scores": [x, y]}


LEFT = {"both": [True, True], "none": [False, False], "y": [False, True], "x": [True, False]}


@pytest.mark.rule("ARM-END-2", "ARM-END-6", "ARM-SCORE-2", "ARM-CONC-2")
@pytest.mark.parametrize(
    ("report", "answer"),
    [
        ({"end": "rounds", "first": "a", "scores": [120, 120]}, ("b", 5, 6, 0, 0)),
        (
            {"end": "destruction", "first": "a", "scores": [460, 400], "ships_left": LEFT["none"]},
            ("b", 5, 6, 0, 0),
        ),
        ({"end": "destruction", "scores": [470, 400], "ships_left": LEFT["y"]}, ("b", 5, 6, 0, 0)),
        (
            {"end": "destruction", "first": "a", "scores": [400, 400], "ships_left": LEFT["x"]},
            ("a", 6, 5, 0, 0),
        ),
        (
            {"end": "destruction", "destroyed": [0, 380], "objectives": [0, 60], "ships_left": LEFT["y"]},
            ("b", 1, 10, 0, 400),
        ),
        (conceded(50, 0), ("b", 0, 8, 0, 140)),
        (conceded(0, 30), ("b", 0, 8, 0, 140)),
        (conceded(139, 0), ("b", 0, 8, 0, 140)),
        (conceded(140, 0), ("b", 0, 8, 0, 140)),
        (conceded(250, 0), ("b", 0, 9, 0, 250)),
        (conceded(420, 0), ("b", 0, 10, 0, 400)),
        ({"end": "time", "scores": [177, 49]}, ("a", 7, 4, 128, 0)),
        (
            {"end": "destruction", "destroyed": [400, 150], "objectives": [0, 75], "ships_left": LEFT["x"]},
            ("a", 8, 3, 175, 0),
        ),
    ],
)
def test_dv_2_and_the_examples_of_armada(
    engine: Engine, report: dict[str, Any], answer: tuple[Any, ...]
) -> None:
    assert scored(engine, "armada", report) == answer


def at_time(a: int, b: int) -> dict[str, Any]:
    return {"end": "time", "vp": [a, b]}


@pytest.mark.rule("IA-END-5")
def test_ex_ia_4_and_dv_19(engine: Engine) -> None:
    sara = {"end": "time", "vp_figures": [20, 30], "vp_other": [10, 0]}
    assert scored(engine, "imperial-assault", sara) == ("b", 0, 1)
    level = at_time(25, 25) | {"vp_figures": [20, 20], "damage": [3, 5], "health_defeated": [3, 0]}
    assert scored(engine, "imperial-assault", level) == ("b", 0, 1)
    dice = level | {"damage": [3, 6], "blue_dice": [[4, 4], [5, 2]]}
    assert scored(engine, "imperial-assault", dice) == ("a", 1, 0)
    printed = {"settings": {"ia.tie_health": "all"}}
    all_figures = at_time(25, 25) | {"vp_figures": [20, 20], "damage": [3, 5], "health_in_play": [9, 2]}
    assert scored(engine, "imperial-assault", all_figures, **printed) == ("b", 0, 1)


def won(side: str) -> dict[str, Any]:
    return {"end": "win", "winner": side}


LADDER = {"end": "time", "damage": [9, 12], "battlefield": "b"}


@pytest.mark.rule("DES-BO3-2", "DES-BO3-3", "DES-BO3-4", "DES-BO3-5", "DES-BO3-6", "DES-END-5")
@pytest.mark.parametrize(
    ("games", "more", "winner"),
    [
        ([LADDER], {}, "a"),
        ([won("a"), {"end": "time", "damage": [20, 0]}], {}, "a"),
        ([won("a"), won("a")], {"time_called": True}, "a"),
        ([won("a"), won("b"), LADDER | {"game_rounds": 2}], {"time_called": True}, "a"),
        ([won("a")], {"time_called": True}, "a"),
        (
            [won("a"), won("b"), LADDER | {"game_rounds": 4, "damage": [10, 10], "cards_left": [7, 9]}],
            {},
            "b",
        ),
        (
            [
                won("a"),
                won("b"),
                LADDER | {"game_rounds": 2, "damage": [10, 10], "cards_left": [7, 7], "battlefield": "a"},
            ],
            {},
            "a",
        ),
    ],
)
def test_dv_12_best_of_three_at_time(
    engine: Engine, games: list[dict[str, Any]], more: dict[str, Any], winner: str
) -> None:
    where = {"kind": "knockout", "structure": "advanced"}
    assert scored(engine, "destiny", {"games": games, **more}, **where)[0] == winner


@pytest.mark.rule("DES-BO3-4")
def test_dv_12_a_third_game_is_due_at_one_each_and_lasts_two_game_rounds(engine: Engine) -> None:
    where = {"game": "destiny", "kind": "knockout", "structure": "advanced"}
    level = engine("score", where | {"report": {"games": [won("a"), won("b")], "time_called": True}})
    assert (level.code, level.err.partition(":")[0]) == (1, "DES-BO3-4")
    short = engine("score", where | {"report": {"games": [won("a"), won("b"), LADDER | {"game_rounds": 1}]}})
    assert (short.code, short.err.partition(":")[0]) == (1, "DES-BO3-5")


@pytest.mark.rule("DES-END-5")
def test_ex_des_4(engine: Engine) -> None:
    assert scored(engine, "destiny", {"end": "time", "damage": [15, 13]}) == ("b", 0, 1)


def tied(objectives: int, on_dark: int, dial: int, on_light: int, balance: str) -> dict[str, Any]:
    keys = ("objectives", "damage_on_dark", "dial", "damage_on_light", "balance")
    values = (objectives, on_dark, dial, on_light, balance)
    return {"end": "time", "light": "a", **dict(zip(keys, values, strict=True))}


@pytest.mark.rule("SWL-FTIME-2", "SWL-FTIME-3", "SWL-FTIME-4", "SWL-FTIME-5")
@pytest.mark.parametrize(
    ("report", "winner"),
    [
        (tied(2, 7, 10, 4, "dark"), "a"),  # EX-SWL-4: 8.70 to 8.65
        (tied(1, 5, 5, 3, "dark"), "b"),  # 4.50 to 4.55
        (tied(1, 5, 5, 2, "dark"), "a"),  # 4.50 to 4.45
        (tied(1, 3, 7, 5, "light"), "a"),  # 4.55 to 4.50
        (tied(0, 0, 3, 0, "light"), "a"),  # the dial shows 0 up to 3
        (tied(1, 0, 8, 0, "light"), "b"),
        (tied(1, 0, 7, 0, "light"), "a"),
        (tied(2, 0, 11, 0, "dark"), "b"),
    ],
)
def test_ex_swl_4_and_dv_14(engine: Engine, report: dict[str, Any], winner: str) -> None:
    assert scored(engine, "star-wars-lcg", report, kind="knockout")[0] == winner


TIME, UNPLAYED, BOTH = {"end": "time"}, {"end": "unplayed"}, {"end": "double_loss"}


@pytest.mark.rule("SWL-SCORE-1", "SWL-SCORE-3", "SWL-ERR-4")
@pytest.mark.parametrize(
    ("games", "settings", "points"),
    [
        ([won("a"), won("a")], {}, (6, 0)),
        ([won("a"), TIME], {}, (4, 1)),
        ([won("a"), won("b")], {}, (3, 3)),
        ([BOTH, won("b")], {}, (0, 3)),
        ([TIME, UNPLAYED], {}, (1, 1)),
        ([TIME], {}, (1, 1)),
        ([TIME], {"swl.unplayed_second_game_points": 1}, (2, 2)),
        ([won("a"), UNPLAYED], {}, (4, 1)),
    ],
)
def test_ex_swl_3_and_dv_17(
    engine: Engine, games: list[dict[str, Any]], settings: dict[str, Any], points: tuple[int, int]
) -> None:
    found = scored(engine, "star-wars-lcg", {"games": games}, settings=settings)
    assert found[1:] == points


def planets(a: int, b: int, **more: Any) -> dict[str, Any]:
    return {"end": "time", "planets": [a, b], **more}


NONE = {"symbols": [0, 0], "last_planet": "nobody"}


@pytest.mark.rule("CON-TIME-1", "CON-TIME-2", "CON-TIME-3", "CON-TIME-4", "CON-TIME-5", "CON-END-6")
@pytest.mark.parametrize(
    ("report", "answer"),
    [
        (planets(2, 1), ("a", 4, 0)),
        (planets(1, 1, symbols=[2, 3]), ("b", 0, 4)),
        (planets(1, 1, symbols=[2, 2], last_planet="a"), ("a", 4, 0)),
        (planets(0, 0, units_in_discard=[4, 6], **NONE), ("a", 4, 0)),
        (planets(0, 0, units_in_discard=[5, 5], initiative="a", choice="b", **NONE), ("b", 0, 4)),
        ({"end": "warlord", "winner": "a"}, ("a", 5, 0)),
    ],
)
def test_dv_18_conquest_at_time(engine: Engine, report: dict[str, Any], answer: tuple[Any, ...]) -> None:
    assert scored(engine, "conquest", report) == answer


@pytest.mark.rule("SWL-DE-3", "SWL-FINAL-2")
@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("reset", [False, True])
def test_dv_21_games_of_a_double_elimination(engine: Engine, size: int, reset: bool) -> None:
    """Played with the better seed winning, but the final, and its repetition, as the case has it."""
    seeds = [f"S{n}" for n in range(1, size + 1)]
    results: dict[str, str] = {}
    losses = dict.fromkeys(seeds, 0)
    while open_games := [g for g in _games(engine, seeds, results) if g["status"] == "playable"]:
        for game in open_games:
            better = min(game["a"], game["b"], key=seeds.index)
            upset = reset and game["game"] == 2 * size - 2
            winner = next(p for p in (game["a"], game["b"]) if (p == better) != upset)
            results[str(game["game"])] = winner
            losses[game["a"] if winner == game["b"] else game["b"]] += 1
    assert len(results) == 2 * size - 2 + reset
    champion = losses.pop("S1")
    assert champion == int(reset)
    assert set(losses.values()) == {2}


def _games(engine: Engine, seeds: list[str], results: dict[str, str]) -> list[dict[str, Any]]:
    asked = {"game": "star-wars-lcg", "kind": "double", "seeds": seeds, "results": results}
    games: list[dict[str, Any]] = engine("bracket", asked).json["games"]
    return games


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
def test_dv_7_bracket_numbers(engine: Engine) -> None:
    asked: dict[str, Any] = {"game": "destiny", "kind": "single", "seeds": list("12345678")}
    won_by = {"1": "1", "2": "7", "3": "3", "4": "4", "5": "4", "6": "7"}
    games = engine("bracket", asked | {"results": won_by}).json["games"]
    assert [game["a"] + game["b"] for game in games] == ["18", "27", "36", "45", "14", "73", "47"]


@pytest.mark.rule("COM-BYE-3", "COM-BYE-4")
@pytest.mark.parametrize(
    ("met", "settings", "bye", "pair"),
    [
        ({1: [3], 2: [3], 3: [1, 2]}, {}, 2, {1, 3}),  # DV-22 (a)
        ({1: [3], 2: [], 3: [1]}, {}, 1, {2, 3}),  # DV-22 (b)
        ({1: [3], 2: [3], 3: [1, 2]}, {"pairing.second_bye_before_rematch": True}, 3, {1, 2}),  # (c)
        ({1: [], 2: [], 3: []}, {}, 2, {1, 3}),  # DV-10
    ],
)
def test_dv_10_and_dv_22_who_gets_the_bye(
    engine: Engine, met: dict[int, list[int]], settings: dict[str, Any], bye: int, pair: set[int]
) -> None:
    points = {1: 20, 2: 20, 3: 9}
    players = [
        {"id": n, "points": points[n], "rank": n, "met": met[n], "byes": int(n == 3)} for n in (1, 2, 3)
    ]
    for seed in ("00", "01", "02", "03"):
        asked = {"game": "armada", "round": 3, "seed": seed, "players": players, "settings": settings}
        found = engine("pair", asked).json
        assert (found["bye"], set(found["pairs"][0])) == (bye, pair)
