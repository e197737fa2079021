"""With `--lang pl` the tables of the terminal are Polish, heads and words alike."""

import re

import pytest

from tests.cli.engine import Engine

ENGLISH = re.compile(r"\b(side|won|outcome|points|rule|loss|win|conceded|missing|decided by|final)\b")


def test_score_in_polish(engine: Engine) -> None:
    report = {"end": "concession", "conceded_by": "b", "scores": [20, 50]}
    said = engine("score", {"game": "armada", "report": report}, "--lang", "pl")
    assert said.code == 0
    assert not ENGLISH.search(said.out), said.out
    assert "margines" in said.out


@pytest.mark.parametrize("command", ["standings", "pairings"])
def test_standings_and_pairings_in_polish(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    from komandor.cli.main import main

    assert main([command, "tests/golden/0.2.0-destiny.komandor", "--lang", "pl"]) == 0
    said = capsys.readouterr().out
    assert not ENGLISH.search(said), said


def test_tie_breakers_have_the_letters_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    """Siła Tabeli is ST on every page, and was SoS in the terminal and in texts to paste."""
    from komandor.cli.main import main

    assert main(["standings", "tests/golden/0.2.0-destiny.komandor", "--lang", "pl"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"\bST\b.*\bRST\b", said)
    assert "SoS" not in said
