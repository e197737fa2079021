"""Tables of the terminal: numbers stand in line, nothing empty takes room, decimals follow the language."""

import json
import re

import pytest

from komandor.cli.engine import output
from komandor.cli.exits import OK
from komandor.cli.main import main
from komandor.core.games import GAMES
from tests.cli.engine import EXAMPLES, Engine
from tests.cli.terminal import Run

Printed = pytest.CaptureFixture[str]
LONG = "Wolfeschlegelsteinhausenbergerdorff"


def cells(line: str) -> list[str]:
    return re.split("[│┃]", line)[1:-1]


def test_numbers_are_aligned_to_the_right(capsys: Printed) -> None:
    output.table("", ["#", "player", "points"], [[1, "Ańa", "8"], ["2=", "王 小明", 16], [10, "Jan", None]])
    rows = [cells(line) for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert [row[0] for row in rows] == ["  1 ", " 2= ", " 10 "]
    assert [row[2] for row in rows] == ["      8 ", "     16 ", "        "]
    assert [row[1][:4] for row in rows] == [" Ańa", " 王 小", " Jan"]


def test_a_column_in_which_nothing_stands_is_left_out(capsys: Printed) -> None:
    output.table("", ["name", "final"], [["Ańa", None], ["Jan", ""]])
    printed = capsys.readouterr().out
    assert "final" not in printed
    output.table("", ["name", "final"], [])
    assert "final" in capsys.readouterr().out


def test_fractions_have_a_comma_in_polish(engine: Engine) -> None:
    document = EXAMPLES["rank"] | {"game": "armada"}
    one = json.loads(json.dumps(document))
    one["rounds"][0][0]["points"] = [0.5, 0]
    english, polish = (engine("rank", one, "--lang", lang).out for lang in ("en", "pl"))
    assert "0.5" in english
    assert "0,5" in polish
    assert "0.5" not in polish
    assert "0 against 0.50 points" in english


def test_tables_of_an_event_fit_eighty_columns(
    run: Run, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run.event("new", "--game", "armada", "--name", f"Cup {LONG}", "--date", "2026-11-21")
    run.event("register", f"Hubert Blaine {LONG}", "Zofia Wiśniewska-Kowalczykowska", "Ańa Żółć", "王 小明")
    for step in ("announce", "draw", "publish"):
        run.event(step)
    for what in ("players", "pairings", "standings", "offers"):
        assert main(["event", what, "--data", str(run.folder), "--lang", "pl"]) == OK
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_show_names_the_command_of_the_next_step(run: Run, capsys: Printed) -> None:
    run.event("new", "--game", "armada", "--name", "Cup", "--date", "2026-11-21")
    for command in ("register", "announce", "draw", "publish", "clock start", "result", "close", "draw"):
        assert main(["event", "show", "--data", str(run.folder)]) == OK
        (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("next: "))
        assert line.endswith(f"(komandor event {command})")
        more = {"register": ["Ańa Żółć", "Jan Li", "Ewa Nowak", "Ola Kot"], "result": ["1", "200-49"]}.get(
            command, []
        )
        run.event(*command.split(), *more)
        if command == "result":
            run.event("result", "2", "200-49")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_games_are_shown_in_eighty_columns_without_bare_codes(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["games", "--lang", lang]) == OK
    printed = capsys.readouterr().out
    assert {f"{one.data.id}: {one.data.name[lang]}" for one in GAMES} <= set(printed.splitlines())
    assert max(map(len, printed.splitlines())) <= 80
    assert "_" not in printed
