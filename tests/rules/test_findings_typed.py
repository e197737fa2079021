"""The command lines of findings, typed again at the terminal, give what the rules say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.exits import OK, REFUSED
from komandor.cli.main import main
from tests.cli.engine import Engine
from tests.cli.terminal import Run
from tests.support.dice_event import DiceEvent
from tests.support.event import swiss
from tests.support.findings import checked, exported

EVENTS_OF_FIVE = (1, 17, 7)
"""By these dice the fourth round has to give a second bye or make a rematch."""
LIES = {"en": "Everybody has had one", "pl": "Wszyscy już go mieli"}


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def rows(run: Run) -> list[dict[str, Any]]:
    return list(run.event("pairings")["pairings"])


def said(run: Run, *words: str, lang: str) -> str:
    """What a person reads at the terminal, errors and all."""
    main([*words, "--data", str(run.folder), "--lang", lang])
    printed = run.capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.rule("COM-BYE-4")
def test_p1_a1_five_players_and_four_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has a second bye while somebody has none, and no explanation says otherwise."""
    for dice in EVENTS_OF_FIVE:
        event = DiceEvent("destiny", swiss(4), dice=dice).register(5).announce().play_out()
        byes = [event.byes(number)[0] for number in range(1, 5)]
        assert len(set(byes)) == 4, (dice, byes)
    assert event.round.rematches, "the last of these events has to choose between the two"
    assert checked(event) == []
    file = tmp_path / "event.komandor"
    file.write_bytes(exported(event))
    for lang, lie in LIES.items():
        for player in range(1, 6):
            assert main(["explain", str(file), "--player", str(player), "--lang", lang]) == OK
        assert lie not in capsys.readouterr().out


@pytest.mark.rule("IA-SETUP-1", "COM-CUT-3")
@pytest.mark.parametrize("replaced", [True, False])
def test_p4_a_knock_out_round_is_published_again(run: Run, replaced: bool) -> None:
    """After a drop before the first clock the pairs are drawn and shown again, with the round's mission."""
    begun(run, "imperial-assault", 6, "--stage", "swiss 1", "--stage", "single 4")
    run.event("clock", "start")
    for row in rows(run):
        run.event("result", str(row["table"]), "a")
    run.event("close")
    run.event("cut")
    for step in ("draw", "publish"):
        run.event(step)
    first = [row["player"] for row in run.event("standings")["standings"]]
    run.event("drop", str(first[0]))
    for asked in first[4:5] if replaced else first[4:]:
        run.event("replace", str(first[0]), str(asked), *(() if replaced else ("--declined",)))
    for step in (("draw",), ("publish",), ("clock", "start")):
        run.event(*step)
    drawn = [r for r in run.event("log")["records"] if r["event"]["type"] == "mission_drawn"]
    assert len(drawn) == 2, "one for the Swiss round, one for the knock-out round"


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize(("game", "won"), [("armada", "200-100"), ("conquest", "a")])
def test_p5_a3_a_late_entrant_plays_at_a_table_and_the_round_can_be_closed(
    run: Run, game: str, won: str
) -> None:
    begun(run, game, 5, "--stage", "swiss 3", "--setting", "registration.late_entry=true")
    run.event("late", "Późny Jan", "--choice", "play_now")
    assert sorted(row["table"] for row in rows(run)) == [1, 2, 3]
    for table in ("1", "2", "3"):
        run.event("result", table, won)
    run.event("close")


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
def test_a4_the_kind_of_event_proposes_the_structure_and_another_is_remarked(run: Run) -> None:
    about = ("--game", "conquest", "--date", "2026-11-14", "--name", "Cup")
    people = tuple(f"Gracz Nr{n}" for n in range(20))
    run.event("new", *about, "--kind", "regional")
    run.event("register", *people)
    plan = run.event("announce")["records"][0]["event"]["stages"]
    assert [(one["kind"], one["rounds"], one["cut"]) for one in plan] == [("swiss", 4, 0), ("single", 0, 8)]
    other = run.event("new", *about, "--kind", "store", "--structure", "advanced")["event"]
    run.event("register", *people, "--event", other)
    for lang in ("en", "pl"):
        assert "CON-STRUCT-1" in said(run, "event", "announce", "--event", other, lang=lang)


@pytest.mark.rule("SWL-SCORE-3")
def test_b3_every_example_that_the_terminal_names_is_accepted(run: Run) -> None:
    begun(run, "star-wars-lcg", 4, "--stage", "swiss 2")
    run.event("clock", "start")
    unclear = said(run, "event", "result", "2", "??", lang="pl")
    examples = re.findall(r"\b([wdlx]{1,2}) \(", unclear)
    assert len(examples) > 3, unclear
    for example in examples:
        assert run("event", "result", "2", example, "--reason", "tried")[0] == OK, example
    for trap in ("dd", "dl"):
        code, _, error = run("event", "result", "1", trap)
        assert (code, error[:11]) == (REFUSED, "SWL-SCORE-3"), trap


@pytest.mark.parametrize(("game", "rule"), [("star-wars-lcg", "SWL-COND-7"), ("conquest", "CON-LIST-4")])
def test_b13_a_late_list_is_refused_by_its_rule(run: Run, game: str, rule: str) -> None:
    begun(run, game, 4, "--stage", "swiss 2")
    for who in ("host", "player:1"):
        late = ("submit-list", "--player", "1", "--content", '{"player": "A"}', "--as", who)
        code, _, error = run("event", "do", *late)
        assert (code, error.partition(":")[0]) == (REFUSED, rule)


@pytest.mark.rule("COM-DROP-5")
@pytest.mark.parametrize(("lang", "lie"), [("pl", "inny etap"), ("en", "Another stage")])
def test_p15_who_left_in_the_knock_out_is_not_said_to_have_left_another_stage(
    run: Run, lang: str, lie: str
) -> None:
    begun(run, "destiny", 4, "--stage", "single 4")
    loser = str(rows(run)[0]["players"][0]["player"])
    run.event("drop", loser)
    told = said(run, "event", "rejoin", loser, lang=lang)
    assert "COM-DROP-5" in told
    assert lie not in told


@pytest.mark.rule("ARM-CONC-1", "ARM-CONC-2")
@pytest.mark.parametrize(("lang", "who"), [("pl", "Gracz {}"), ("en", "Player {}")])
def test_p9_p17_score_says_who_has_no_ships_and_names_140(engine: Engine, lang: str, who: str) -> None:
    report = {"end": "concession", "conceded_by": "a", "scores": [400, 100], "ships_left": [True, False]}
    told = " ".join(engine("score", {"game": "armada", "report": report}, "--lang", lang).out.split())
    assert who.format("B").lower() in told.lower().partition("arm-conc-1")[2][:80]
    small = {"end": "concession", "conceded_by": "b", "scores": [20, 50]}
    told = engine("score", {"game": "armada", "report": small}, "--lang", lang).out
    assert "140" in told.partition("ARM-CONC-2")[2]
    assert "-30" not in told


@pytest.mark.rule("SWL-FTIME-2", "SWL-ERR-4", "SWL-FIN-1")
def test_section_3_what_only_the_site_could_do_is_typed(run: Run) -> None:
    """A double loss of one game, a recommendation, minutes of the finals, sides, a tie score at time."""
    begun(run, "star-wars-lcg", 4, "--stage", "swiss 1", "--stage", "double 4")
    run.event("clock", "start")
    run.event("result", "1", "wx")
    run.event("result", "2", "ww")
    run.do("recommend-disqualification", "--player", "1", "--reason", "shouting")
    run.do("change-event", "--changes", '{"minutes": {"knockout": 40}}')
    for step in (("close",), ("cut",), ("draw",), ("publish",), ("clock", "start")):
        run.event(*step)
    first = rows(run)[0]
    light, dark = (one["player"] for one in first["players"])
    run.do("choose-sides", "--match", str(first["match"]), "--light", str(light))
    tie = {"objectives": 3, "damage_on_dark": 0, "dial": 0, "damage_on_light": 0, "balance": "light"}
    slip = json.dumps({"end": "time", "light": "a", **tie})
    run.do("enter-result", "--match", str(first["match"]), "--report", slip)
    assert rows(run)[0]["winner"] == light != dark
