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


@pytest.mark.parametrize(("command", "path", "value", "field"), FAULTS)
def test_what_the_schema_refuses_the_command_refuses(
    engine: Engine, command: str, path: str, value: Any, field: str
) -> None:
    document = changed(command, path, value)
    if not schema(engine, command).is_valid(document):
        assert engine(command, document).code == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_game_publishes_the_fields_of_its_report(engine: Engine, game: str) -> None:
    made = schema(engine, "score", game)
    assert not made.is_valid({"game": game, "report": {"nonsense": 1}})
    assert not made.is_valid({"game": "chess", "report": {}})


def test_an_armada_report_passes_its_own_schema(engine: Engine) -> None:
    made = schema(engine, "score", "armada")
    assert made.is_valid(EXAMPLES["score"])
    assert not made.is_valid({"game": "armada", "report": {"end": "rounds", "scores": [177]}})


def test_games_has_a_schema_too(engine: Engine) -> None:
    schema(engine, "games")
