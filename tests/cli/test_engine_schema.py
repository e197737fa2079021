"""The published JSON Schemas say what the commands accept: examples pass both, faults pass neither."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.engine import EXAMPLES, Engine
from tests.cli.test_engine_bad_input import FAULTS, changed

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")


def schema(engine: Engine, command: str, *options: str) -> Draft202012Validator:
    made = json.loads(engine(command, None, *options, "--schema").out)
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(made)


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_the_example_passes_the_schema_and_the_command(engine: Engine, command: str) -> None:
    assert schema(engine, command).is_valid(EXAMPLES[command])
    assert engine(command, EXAMPLES[command]).code == 0


WELL_FORMED: list[tuple[str, str, Any]] = [
    ("rank", "rounds.0.0.b", "P1"),
    ("rank", "rounds.0.1.a", "P2"),
    ("rank", "rounds.0.1.points", [1, 1]),
    ("rank", "settings", {"sos.unknown": True}),
    ("bracket", "seeds", ["A", "B", "A"]),
    ("bracket", "results", {"first": "A"}),
    ("bracket", "results", {"99": "A"}),
    ("bracket", "results", {"0": "A"}),
    ("bracket", "results", {"1": "Zed"}),
    ("bracket", "withdrawn", ["Zed"]),
    ("pair", "players.1.id", 1),
    ("pair", "players.0.met", [1]),
    ("pair", "players.0.met", [5]),
    ("pair", "game", "star-wars-lcg"),
    ("score", "report.scores", [177]),
    ("score", "report.scores", ["177", 49]),
    ("score", "report.unknown", 1),
]
"""Faults in what the document says, not in its shape: these the schema of all games cannot know."""


@pytest.mark.parametrize(("command", "path", "value", "field"), FAULTS)
def test_the_schema_refuses_what_is_wrong_in_shape(
    engine: Engine, command: str, path: str, value: Any, field: str
) -> None:
    """The command refuses all of them (test_engine_bad_input)."""
    valid = schema(engine, command).is_valid(changed(command, path, value))
    assert valid == ((command, path, value) in WELL_FORMED)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_publishes_the_fields_of_its_report(engine: Engine, game: str) -> None:
    made = schema(engine, "score", game)
    assert not made.is_valid({"game": game, "report": {"nonsense": 1}})
    assert not made.is_valid({"game": "chess", "report": {}})


def test_an_armada_report_passes_its_own_schema(engine: Engine) -> None:
    made = schema(engine, "score", "armada")
    assert made.is_valid(EXAMPLES["score"])
    assert not made.is_valid({"game": "armada", "report": {"end": "rounds", "scores": [177]}})


def test_the_schema_of_games_says_that_it_reads_nothing(engine: Engine) -> None:
    made = schema(engine, "games")
    assert made.is_valid(None)
    assert not made.is_valid({})
