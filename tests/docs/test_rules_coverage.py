"""A rule counts as enforced only while the code and the test are there that turned red without it."""

import ast
import json
import re
from dataclasses import replace

import pytest

from komandor.rulebook import coverage as stored_coverage
from komandor.rulebook import rules
from komandor.rulebook.coverage import Covered, as_json, coverage
from tests.support.contracts import none_left
from tools import rule_coverage as scanning
from tools.citations import citations_in

CODE, TEMPLATE = "src/komandor/core/x.py::decide", "src/komandor/web/x.html"
TEST = "tests/t.py::test_it"
RED = (CODE, f"{TEST}[armada]")


@pytest.mark.parametrize(
    ("tag", "where", "tests", "red", "status"),
    [
        ("auto", (CODE,), (TEST,), RED, "enforced"),
        ("auto", (CODE,), ("tests/t.py",), RED, "enforced"),
        ("auto", (CODE,), (TEST,), None, "missing"),
        ("auto", (CODE,), ("tests/t.py::test_another",), RED, "missing"),
        ("auto", (f"{CODE}_otherwise",), (TEST,), RED, "missing"),
        ("auto", (), (TEST,), RED, "missing"),
        ("auto", (CODE, scanning.CHECKLISTS), (TEST,), None, "offered"),
        ("assist", (TEMPLATE,), (), None, "missing"),
        ("assist", (CODE,), (TEST,), RED, "missing"),
        ("assist", (scanning.CHECKLISTS,), (), None, "offered"),
        ("info", (), (), None, "shown"),
    ],
)
def test_status(tag, where, tests, red, status):
    entry = replace(rules()[0], tag=tag)
    assert scanning._status(entry, where, tests, red) == status


SOURCE = '''"""About A-A-1."""

# B-B-1: a comment
LIMIT = 3

@cache
def decide(t):
    """Says no (C-C-1)."""
    return why("x", "D-D-1")

class Desk:
    def open(self):
        return "E-E-1"
'''
DATA = """cuts = [2, 4]  # A-A-1
# B-B-1
[clocks]  # C-C-1
swiss = { rule = "D-D-1" }
[rules]
bye = "E-E-1"
"""


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("x.py", SOURCE, ["x.py", "x.py::LIMIT", "x.py::decide", "x.py::decide", "x.py::Desk.open"]),
        (
            "x.toml",
            DATA,
            ["x.toml::cuts", "x.toml::clocks", "x.toml::clocks", "x.toml::clocks.swiss", "x.toml"],
        ),
        ("x.html", "A-A-1", ["x.html"]),
    ],
)
def test_the_place_of_a_rule_is_the_function_constant_or_key_that_names_it(name, text, places):
    assert [place for _, place in citations_in(name, text, re.compile(r"[A-E]-[A-E]-1"))] == places


def test_every_rule_that_the_program_is_to_keep_was_knocked_out_or_is_named_as_a_survivor():
    page = scanning.KNOCKED_OUT.read_text(encoding="utf-8")
    red, _, survivors = page.partition("## Survivors")
    kept = {entry.id for entry in rules() if entry.tag == "auto"}
    lacking = [id for id in kept if f"| {id} |" not in red and f"| {id} |" not in survivors]
    none_left(lacking, "run `python -m bench.tests_of_tests.knockout --survivors` and commit the page:")
    assert {id for id in scanning.knocked_out() if f"| {id} |" in survivors} == set()


def test_what_turned_red_is_still_there():
    """Whoever moves the code or the test of a rule runs `python -m bench.tests_of_tests.knockout` again."""
    status = {entry.id: entry.status for entry in coverage()}
    moved = [id for id in scanning.knocked_out() if status[id] != "enforced"]
    none_left(
        moved,
        "place or test of these rows of docs/reference/knock-out.md has moved: write where it is now, or run "
        "`python -m bench.tests_of_tests.knockout --survivors`",
    )


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
    monkeypatch.setattr(stored_coverage, "STORED", tmp_path / "coverage.json")
    monkeypatch.setattr(stored_coverage, "in_checkout", lambda: False)
    assert not stored_coverage.known()
    stored_coverage.STORED.write_text(as_json(stored), encoding="utf-8")
    assert stored_coverage.known()
    assert coverage() == stored


def test_the_json_has_all_rules_in_the_promised_shape():
    found = json.loads(as_json(coverage()))["rules"]
    assert [raw["id"] for raw in found] == [entry.id for entry in rules()]
    assert {tuple(raw) for raw in found} == {("id", "tag", "status", "where", "tests")}
    assert {raw["status"] for raw in found} <= {"enforced", "offered", "shown", "missing"}
