"""Bad input of every headless command is one sentence that names the field, exit code 2, nothing written."""

import re
import time
from typing import Any

import pytest

from komandor.cli.exits import BAD_INPUT
from tests.cli.engine import EXAMPLES, Engine

COMMANDS = sorted(EXAMPLES)


def changed(command: str, path: str, value: Any) -> dict[str, Any]:
    """The example with one thing changed: `players.0.id`; DROP takes it away."""
    import copy

    document = copy.deepcopy(EXAMPLES[command])
    *way, last = path.split(".")
    here: Any = document
    for step in way:
        here = here[int(step) if step.isdigit() else step]
    if value is DROP:
        del here[last]
    else:
        here[int(last) if last.isdigit() else last] = value
    return document


DROP = object()

FAULTS: list[tuple[str, str, Any, str]] = [
    ("rank", "game", DROP, "game"),
    ("rank", "rounds", DROP, "rounds"),
    ("rank", "game", "chess", "game"),
    ("rank", "game", 7, "game"),
    ("rank", "rounds", "none", "rounds"),
    ("rank", "rounds.0", {}, "rounds[0]"),
    ("rank", "rounds.0.0", 5, "rounds[0][0]"),
    ("rank", "rounds.0.0.points", [1], "rounds[0][0].points"),
    ("rank", "rounds.0.0.points", [1, 0, 0], "rounds[0][0].points"),
    ("rank", "rounds.0.0.points", [1, "0"], "rounds[0][0].points[1]"),
    ("rank", "rounds.0.0.points", [1, "0.5"], "rounds[0][0].points[1]"),
    ("rank", "rounds.0.0.points", [True, 0], "rounds[0][0].points[0]"),
    ("rank", "rounds.0.0.points", [-2_000_000_000, 0], "rounds[0][0].points[0]"),
    ("rank", "rounds.0.0.points", [10**400, 0], "rounds[0][0].points[0]"),
    ("rank", "rounds.0.0.a", "", "rounds[0][0].a"),
    ("rank", "rounds.0.0.b", "P1", "rounds[0][0]"),
    ("rank", "rounds.0.1.a", "P2", "rounds[0][1].a"),
    ("rank", "rounds.0.1.points", [1, 1], "rounds[0][1].points"),
    ("rank", "rounds.0.0.table", 4, "rounds[0][0].table"),
    ("rank", "left", [1], "left[0]"),
    ("rank", "lots", {"P1": "17"}, "lots"),
    ("rank", "settings", {"sos.unknown": True}, "settings.sos.unknown"),
    ("rank", "extra", 1, "extra"),
    ("bracket", "game", "chess", "game"),
    ("bracket", "kind", "triple", "kind"),
    ("bracket", "seeds", DROP, "seeds"),
    ("bracket", "seeds", ["A"], "seeds"),
    ("bracket", "seeds", ["A", "B", "A"], "seeds[2]"),
    ("bracket", "seeds", ["A", 2], "seeds[1]"),
    ("bracket", "results", {"first": "A"}, "results"),
    ("bracket", "results", {"99": "A"}, "results"),
    ("bracket", "results", {"0": "A"}, "results"),
    ("bracket", "results", {"1": "Zed"}, 'results["1"]'),
    ("bracket", "results", ["A"], "results"),
    ("bracket", "withdrawn", ["Zed"], "withdrawn"),
    ("pair", "game", "chess", "game"),
    ("pair", "round", DROP, "round"),
    ("pair", "round", 0, "round"),
    ("pair", "seed", "xyz", "seed"),
    ("pair", "seed", "0f0", "seed"),
    ("pair", "players", DROP, "players"),
    ("pair", "players.0.id", "one", "players[0].id"),
    ("pair", "players.0.id", 0, "players[0].id"),
    ("pair", "players.0.id", 10**30, "players[0].id"),
    ("pair", "players.1.id", 1, "players[1].id"),
    ("pair", "players.0.met", [1], "players[0].met"),
    ("pair", "players.0.met", [5], "players[0].met"),
    ("pair", "players.0.met", 4, "players[0].met"),
    ("pair", "players.0.points", None, "players[0].points"),
    ("pair", "game", "star-wars-lcg", "players[0].start"),
    ("score", "game", "chess", "game"),
    ("score", "report", DROP, "report"),
    ("score", "report", [], "report"),
    ("score", "report.scores", [177], "report.scores"),
    ("score", "report.scores", ["177", 49], "report.scores[0]"),
    ("score", "report.unknown", 1, "report.unknown"),
    ("score", "kind", "final four", "kind"),
]


def refused(answer: Any, field: str) -> None:
    assert answer.code == BAD_INPUT, answer
    assert answer.out == ""
    assert answer.err.startswith(f"{field}")
    assert answer.err.count("\n") == 1
    assert len(answer.err) < 400


@pytest.mark.parametrize(("command", "path", "value", "field"), FAULTS)
def test_a_wrong_field_is_named(engine: Engine, command: str, path: str, value: Any, field: str) -> None:
    refused(engine(command, changed(command, path, value)), f"{field}:")


NONSENSE = {
    "empty": b"",
    "blank": b" \n",
    "text": b"hello",
    "cut short": b'{"game": "armada", ',
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "latin-1": '{"game": "Łódź"}'.encode("iso-8859-2"),
    "deep": b"[" * 200_000,
    "deep and closed": b"[" * 100_000 + b"]" * 100_000,
    "deep object": b'{"game":' * 100_000 + b"1" + b"}" * 100_000,
    "huge number": b'{"game": ' + b"9" * 1_000_000 + b"}",
    "NaN": b'{"game": NaN}',
    "two documents": b"{} {}",
    "half a character": b'{"game": "\\ud800"}',
    "name over two lines": b'{"game": "two\\nlines"}',
    "a list": b"[]",
    "null": b"null",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_is_one_sentence(engine: Engine, command: str, kind: str) -> None:
    refused(engine(command, NONSENSE[kind]), "")


@pytest.mark.parametrize("depth", [10, 400, 900])
def test_a_report_nested_too_deeply_is_bad_input(engine: Engine, depth: int) -> None:
    raw = b'{"game": "armada", "report": {"end": "rounds", "scores": ' + b"[" * depth + b"]" * depth + b"}}"
    refused(engine("score", raw), "report")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("unit", [b"x", b"[", b'{"a":', b"\x00", b"9", b'"', b"\xf0", b'{"game":"armada"},'])
def test_ten_megabytes_of_nonsense_are_refused_quickly(engine: Engine, command: str, unit: bytes) -> None:
    raw = unit * (10_000_000 // len(unit))
    start = time.process_time()
    answer = engine(command, raw)
    assert time.process_time() - start < 5
    refused(answer, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_wrong_name_does_not_flood_the_screen(engine: Engine, command: str) -> None:
    refused(engine(command, changed(command, "game", "x" * 1_000_000)), "game:")


@pytest.mark.parametrize(
    ("command", "path", "value"),
    [
        ("bracket", "seeds", ["a\nb", "a\nb"]),
        ("bracket", "results", {"1\n2": "A"}),
        ("bracket", "results", {"1": "x\ny"}),
        ("rank", "rounds.0.0", {"a": "a\nb", "b": "a\nb", "points": [1, 0]}),
        ("rank", "a\nb" * 100, 1),
        ("score", "report.a\nb", 1),
        ("score", "report." + "x" * 100_000, 1),
    ],
)
def test_a_name_with_line_breaks_stays_in_one_line(
    engine: Engine, command: str, path: str, value: Any
) -> None:
    refused(engine(command, changed(command, path, value)), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_or_language_is_bad_input(engine: Engine, command: str) -> None:
    assert engine(command, EXAMPLES[command], "--jsn").code == BAD_INPUT
    assert engine(command, EXAMPLES[command], "--lang", "de").code == BAD_INPUT


ENGLISH = re.compile(
    r"\b(the|is|are|was|not|no|expected|missing|there|this|with|of|got|invalid|number)\b", re.IGNORECASE
)


@pytest.mark.parametrize(("command", "path", "value", "field"), FAULTS)
def test_a_wrong_field_is_named_in_polish(
    engine: Engine, command: str, path: str, value: Any, field: str
) -> None:
    answer = engine(command, changed(command, path, value), "--json", "--lang", "pl")
    refused(answer, f"{field}:")
    assert not ENGLISH.search(answer.err.removeprefix(f"{field}:")), answer.err


@pytest.mark.parametrize("document", [b"", b"hello", b"null", b"\xff"])
def test_a_document_that_is_none_is_refused_in_polish(engine: Engine, document: bytes) -> None:
    answer = engine("rank", document, "--lang", "pl")
    refused(answer, "")
    assert not ENGLISH.search(answer.err.partition(": ")[2]), answer.err
