"""The headless commands answer as the contract says, field by field."""

from typing import Any

import pytest

from komandor.cli.exits import REFUSED
from tests.cli.engine import EXAMPLES, Engine

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


@pytest.mark.rule("COM-STRUCT-5", "COM-TB-1", "COM-BYE-1")
def test_games(engine: Engine) -> None:
    games = {game["id"]: game for game in engine("games").json}
    assert list(games) == GAMES
    assert games["armada"]["structures"]["advanced"][-1] == {"from": 91, "to": None, "rounds": 5, "cut": 4}
    assert games["armada"]["bye"] == {"points": 8, "mov": 140}
    assert games["armada"]["tiebreakers"] == ["mov", "sos", "lot"]
    assert games["star-wars-lcg"]["structures"] == {}
    assert games["star-wars-lcg"]["tiebreakers"] == ["head_to_head", "sos", "esos", "lot"]
    assert (games["star-wars-lcg"]["pairing"], games["star-wars-lcg"]["elimination"]) == ("fold", "double")
    assert {game["name"]["pl"] for game in games.values()} >= {"Star Wars: Imperium Atakuje"}
    assert all(game["minutes"]["swiss"] > 0 for game in games.values())


@pytest.mark.rule("COM-TB-2", "COM-TB-3")
def test_rank(engine: Engine) -> None:
    assert engine("rank", EXAMPLES["rank"]).json == {
        "standings": [
            {
                "player": "P1",
                "rank": 1,
                "points": 1,
                "tiebreakers": {"sos": "0", "esos": "1"},
                "decided_by": "first",
            },
            {
                "player": "P3",
                "rank": 2,
                "points": 1,
                "tiebreakers": {"sos": "0", "esos": "0"},
                "decided_by": "esos",
            },
            {
                "player": "P2",
                "rank": 3,
                "points": 0,
                "tiebreakers": {"sos": "1", "esos": "0"},
                "decided_by": "points",
                "left": True,
            },
        ]
    }


def test_rank_takes_lots_of_any_size_and_lists_the_level_by_name(engine: Engine) -> None:
    rounds = [[{"a": f"P{n}", "b": f"Q{n}", "points": [1, 0]} for n in (10, 2, 1)]]
    level = engine("rank", {"game": "destiny", "rounds": rounds}).json["standings"]
    assert [row["player"] for row in level] == ["P1", "P2", "P10", "Q1", "Q2", "Q10"]
    assert [row["rank"] for row in level] == [1, 1, 1, 4, 4, 4]
    assert all(row["tied"] for row in level)
    lots = {"P2": 2**127, "P10": 2**127 + 1, "P1": 0}
    drawn = engine("rank", {"game": "destiny", "rounds": rounds, "lots": lots}).json["standings"]
    assert [row["player"] for row in drawn][:3] == ["P10", "P2", "P1"]
    assert [row["decided_by"] for row in drawn][:3] == ["first", "lot", "lot"]


def test_rank_of_nothing_is_an_empty_table(engine: Engine) -> None:
    assert engine("rank", {"game": "armada", "rounds": []}).json == {"standings": []}


@pytest.mark.rule("COM-TB-2")
def test_rank_takes_settings(engine: Engine) -> None:
    rounds = [[{"a": "A", "b": None, "points": [1, 0]}, {"a": "B", "b": "C", "points": [1, 0]}]]
    rounds += [[{"a": "A", "b": "B", "points": [0, 1]}]]
    document = {"game": "destiny", "rounds": rounds, "settings": {"sos.bye_counts_as_zero_opponent": True}}
    rows = {row["player"]: row for row in engine("rank", document).json["standings"]}
    assert rows["A"]["tiebreakers"]["sos"] == "1/2"


@pytest.mark.rule("COM-ELIM-2", "COM-ELIM-3")
def test_bracket_single(engine: Engine) -> None:
    answer = engine("bracket", EXAMPLES["bracket"]).json
    assert [shown(game) for game in answer["games"]] == [
        (1, 1, "A", "D", "A"),
        (2, 1, "B", "C", None),
        (3, 2, "A", None, None),
    ]
    assert answer["places"] == [["A", None], ["B", None], ["C", None], ["D", None]]
    done = engine("bracket", EXAMPLES["bracket"] | {"results": {"1": "D", "2": "B", "3": "D"}}).json
    assert done["places"] == [["D", 1], ["B", 2], ["A", 3], ["C", 4]]


@pytest.mark.rule("SWL-DE-3", "SWL-FINAL-2")
def test_bracket_double_shows_the_reset_only_when_it_is_needed(engine: Engine) -> None:
    document: dict[str, Any] = {"game": "star-wars-lcg", "kind": "double", "seeds": ["A", "B", "C", "D"]}
    results = {"1": "A", "2": "B", "3": "A", "4": "C", "5": "B"}
    without = engine("bracket", document | {"results": results | {"6": "A"}}).json
    assert len(without["games"]) == 6
    assert without["places"] == [["A", 1], ["B", 2], ["C", 3], ["D", 4]]
    reset = engine("bracket", document | {"results": results | {"6": "B", "7": "B"}}).json
    assert len(reset["games"]) == 7
    assert reset["places"][:2] == [["B", 1], ["A", 2]]


@pytest.mark.rule("COM-ELIM-7", "COM-ELIM-1", "SWL-DE-3")
@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"results": {"1": None}}, "COM-ELIM-7"),
        ({"results": {"1": "draw"}}, "COM-ELIM-7"),
        ({"results": {"1": "double_loss"}}, "COM-ELIM-7"),
        ({"results": {"1": "B"}}, "COM-ELIM-1"),
        ({"results": {"3": "A"}}, "COM-ELIM-3"),
        ({"kind": "double", "seeds": [f"S{n}" for n in range(17)], "results": {}}, "SWL-DE-3"),
    ],
)
def test_bracket_refuses_by_a_rule_with_exit_code_1(
    engine: Engine, change: dict[str, Any], rule: str
) -> None:
    answer = engine("bracket", EXAMPLES["bracket"] | change)
    assert answer.code == REFUSED
    assert answer.out == ""
    assert answer.err.startswith(f"{rule}: ")


@pytest.mark.rule("COM-PAIR-1", "COM-PAIR-2", "COM-BYE-3")
def test_pair(engine: Engine) -> None:
    answer = engine("pair", EXAMPLES["pair"]).json
    assert answer == {"pairs": [[1, 5]], "bye": 4, "floats": [[1, 15, 12]], "rematches": []}
    assert engine("pair", EXAMPLES["pair"]).json == answer


THREE = [
    {"id": 1, "points": 20, "rank": 1, "met": [3]},
    {"id": 2, "points": 10, "rank": 2, "met": [3]},
    {"id": 3, "points": 9, "rank": 3, "met": [1, 2], "byes": 1},
]


@pytest.mark.rule("COM-BYE-4")
def test_pair_gives_no_second_bye_while_others_had_none(engine: Engine) -> None:
    """DV-22 (a) and (c), and a forbidden pair, which comes before both."""
    asked = {"game": "armada", "round": 3, "seed": "aa", "players": THREE}
    found = engine("pair", asked).json
    assert (found["bye"], found["pairs"], found["rematches"]) == (2, [[1, 3]], [[1, 3]])
    early = engine("pair", asked | {"settings": {"pairing.second_bye_before_rematch": True}}).json
    assert (early["bye"], early["pairs"]) == (3, [[1, 2]])
    apart = engine("pair", asked | {"forbidden": [[3, 1]]}).json
    assert (apart["bye"], apart["pairs"], apart["forbidden"]) == (1, [[2, 3]], [])
    wrong = engine("pair", asked | {"forbidden": [[1, 9]]})
    assert wrong.code == 2
    assert "forbidden[0]" in wrong.err


@pytest.mark.rule("SWL-PAIR-4")
def test_pair_folds_by_start_number(engine: Engine) -> None:
    """EX-SWL-1."""
    players = [{"id": n + 10, "start": n, "points": 3, "rank": 1} for n in range(1, 9)]
    document = {"game": "star-wars-lcg", "round": 2, "seed": "00", "players": players}
    pairs = {frozenset(pair) for pair in engine("pair", document).json["pairs"]}
    assert pairs == {frozenset({n + 10, n + 14}) for n in range(1, 5)}


def test_pair_draws_differently_with_another_seed(engine: Engine) -> None:
    players = [{"id": n, "points": 0, "rank": n} for n in range(1, 33)]
    document = {"game": "armada", "round": 1, "seed": "00", "players": players}
    first = engine("pair", document).json["pairs"]
    assert engine("pair", document | {"seed": "01"}).json["pairs"] != first
    assert sorted(player for pair in first for player in pair) == list(range(1, 33))


@pytest.mark.rule("ARM-SCORE-5")
def test_score(engine: Engine) -> None:
    """EX-ARM-4."""
    answer = engine("score", EXAMPLES["score"]).json
    assert (answer["winner"], answer["points"], answer["mov"]) == ("a", [7, 4], [128, 0])
    assert answer["outcome"] == ["win", "loss"]
    assert "ARM-SCORE-5" in {reason["rule"] for reason in answer["reasons"]}
    assert all(reason["text"] for reason in answer["reasons"])


@pytest.mark.parametrize("command", EXAMPLES)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_without_json_a_table_for_people(engine: Engine, command: str, lang: str) -> None:
    answer = engine(command, EXAMPLES[command], "--lang", lang)
    assert answer.code == 0
    assert "━" in answer.out


@pytest.mark.parametrize("command", ["games", *EXAMPLES])
def test_help(engine: Engine, command: str) -> None:
    answer = engine(command, None, "--help")
    assert answer.code == 0
    assert "--json" in answer.out
    assert "--schema" in answer.out


def shown(game: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(game[key] for key in ("game", "round", "a", "b", "winner"))


@pytest.mark.rule("COM-PAIR-6")
def test_pair_takes_every_total_that_rank_prints(engine: Engine) -> None:
    """Half points, thirds and totals below zero make score groups of their own; floats say them as given."""
    matches = [{"a": a, "b": b, "points": p} for a, b, p in (("1", "2", [0.5, 0.5]), ("3", "4", [-1, 0]))]
    rows = engine("rank", {"game": "destiny", "rounds": [matches]}).json["standings"]
    assert {row["player"]: row["points"] for row in rows} == {"1": "1/2", "2": "1/2", "3": -1, "4": 0}
    players = [{"id": int(row["player"]), "points": row["points"], "rank": row["rank"]} for row in rows]
    made = engine("pair", {"game": "destiny", "round": 2, "seed": "aa", "players": players}).json
    assert made["floats"] == [[4, 0, -1]]
    assert {frozenset(pair) for pair in made["pairs"]} == {frozenset({1, 2}), frozenset({3, 4})}
    wrong = [{**players[0], "points": "a half"}, *players[1:]]
    refused = engine("pair", {"game": "destiny", "round": 2, "seed": "aa", "players": wrong})
    assert (refused.code, "players[0].points" in refused.err) == (2, True)
