"""A rule counts as enforced only when code and a test both name it."""

import ast
import json
from dataclasses import replace

import pytest

from komandor.rulebook import coverage as scanning
from komandor.rulebook import rules
from komandor.rulebook.coverage import Covered, as_json, coverage

CODE, TEMPLATE, COMMAND = "src/komandor/core/x.py", "src/komandor/web/x.html", "src/komandor/cli/x.py"


@pytest.mark.parametrize(
    ("tag", "where", "tests", "status"),
    [
        ("auto", (CODE,), ("tests/t.py",), "enforced"),
        ("auto", (CODE,), (), "missing"),
        ("auto", (), ("tests/t.py",), "missing"),
        ("assist", (TEMPLATE,), (), "offered"),
        ("assist", (CODE,), (), "offered"),
        ("assist", (COMMAND,), ("tests/t.py",), "missing"),
        ("assist", (scanning.CHECKLISTS,), (), "offered"),
        ("auto", (scanning.CHECKLISTS,), ("tests/t.py",), "missing"),
        ("info", (), (), "shown"),
    ],
)
def test_status(tag, where, tests, status):
    entry = replace(rules()[0], tag=tag)
    assert scanning._status(entry, where, tests) == status


def test_markers_are_found_on_tests_on_classes_and_in_parameters():
    source = """
pytestmark = pytest.mark.rule("A-A-1")
@pytest.mark.slow
@pytest.mark.rule("A-A-2", "A-A-3")
def test_one(): ...
@mark.rule("A-A-4")
class TestMany: ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("A-A-5"))])
def test_two(x): "pytest.mark.rule('A-A-6') in a text is no marker"
"""
    assert sorted(scanning._markers(ast.parse(source))) == [
        ("A-A-1", ""),
        ("A-A-2", "::test_one"),
        ("A-A-3", "::test_one"),
        ("A-A-4", "::TestMany"),
        ("A-A-5", ""),
    ]


@pytest.mark.parametrize("word", ["rules", "rules:", "# rules ="])
def test_scenarios_name_their_rules_in_one_line(word, tmp_path, monkeypatch):
    monkeypatch.setattr(scanning, "CHECKOUT", tmp_path)
    scenario = tmp_path / "concede.txt"
    scenario.write_text(f"{word} ARM-CONC-1, ARM-CONC-2\nnote: not COM-BYE-1\n", encoding="utf-8")
    assert list(scanning._marked(scenario)) == [("ARM-CONC-1", "concede.txt"), ("ARM-CONC-2", "concede.txt")]


def test_talking_about_a_rule_is_not_enforcing_it():
    talking = ("src/komandor/rulebook/", "src/komandor/texts/", "src/komandor/check/")
    places = {place for entry in coverage() for place in entry.where} - {scanning.CHECKLISTS}
    assert [place for place in places if place.startswith(talking)] == []


def test_a_wheel_answers_from_what_was_stored(tmp_path, monkeypatch):
    stored = (Covered("COM-BYE-1", "auto", "enforced", (CODE,), ("tests/t.py::test",)),)
    monkeypatch.setattr(scanning, "STORED", tmp_path / "coverage.json")
    monkeypatch.setattr(scanning, "in_checkout", lambda: False)
    assert not scanning.known()
    scanning.STORED.write_text(as_json(stored), encoding="utf-8")
    assert scanning.known()
    assert coverage() == stored


def test_the_json_has_all_rules_in_the_promised_shape():
    found = json.loads(as_json(coverage()))["rules"]
    assert [raw["id"] for raw in found] == [entry.id for entry in rules()]
    assert {tuple(raw) for raw in found} == {("id", "tag", "status", "where", "tests")}
    assert {raw["status"] for raw in found} <= {"enforced", "offered", "shown", "missing"}
