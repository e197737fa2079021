"""`komandor rules` answers with the rule, or with one sentence that says what was wrong."""

import json

import pytest

from komandor.cli.main import main


def test_a_rule_is_shown_with_source_status_and_text(capsys):
    assert main(["rules", "arm-score-5", "--lang", "pl"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("ARM-SCORE-5 [auto] ")
    assert '000 "Punkty turniejowe" L874-888' in shown
    assert "\nstan: " in shown


def test_a_rule_as_json(capsys):
    assert main(["rules", "COM-BYE-3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["id"], found["tag"], found["part"]) == ("COM-BYE-3", "auto", "common")
    assert set(found) >= {"text", "section", "games", "sources", "status", "where", "tests"}


def test_an_ambiguity_is_shown_with_its_reading(capsys):
    assert main(["rules", "AMB-G5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"] == ["armada.missed_round_tp"]
    assert found["rules"] == ["COM-DROP-4"]


def test_an_ambiguity_tells_what_the_sources_it_cites_are(capsys):
    assert main(["rules", "AMB-G2", "--lang", "pl"]) == 0
    assert (
        "\nźródło: X5 forum.stimhack.com/t/4316 (nowa siła przeciwników FFG, 2015): "
        in capsys.readouterr().out
    )


def test_a_family_lists_its_rules(capsys):
    assert main(["rules", "com-bye"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        f"COM-BYE-{n}" for n in (1, 2, 3, 4)
    ]


def test_words_find_rules_in_either_language(capsys):
    assert main(["rules", "wolny", "los", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"][0]["id"] == "COM-BYE-1"


def test_words_that_no_rule_has_are_an_empty_answer(capsys):
    assert main(["rules", "xyzzy", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"rules": []}


def test_coverage_lists_all_rules(capsys):
    assert main(["rules", "--coverage", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) == 475


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["arm-score-99"], "ARM-SCORE-5"),
        (["--coverage", "arm-score-99"], "ARM-SCORE-5"),
        (["XYZ-ABC-3"], "XYZ-ABC-3"),
        (["arm-scor-5", "--lang", "pl"], "ID: nie ma zasady 'arm-scor-5'; czy chodzi o ARM-SCORE-5 lub "),
        (["--lang", "de"], "--lang"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(args, names, capsys):
    assert main(["rules", *args]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert names in said.err
    assert said.err.count("\n") == 1
