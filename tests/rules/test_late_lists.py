"""A late list is refused by the rule of its game; whoever comes late hands in a first one (COM-LIST-2)."""

from pathlib import Path

import pytest

from komandor.cli.exits import REFUSED
from komandor.core.tournament import commands as c
from tests.cli.terminal import Run
from tests.lists.made import LEGAL
from tests.support.event import Event, by


@pytest.mark.parametrize(("game", "rule"), [("star-wars-lcg", "SWL-COND-7"), ("conquest", "CON-LIST-4")])
def test_a_late_list_is_refused_by_the_rule_of_the_game(game: str, rule: str) -> None:
    """After the draw the refusal names the rule, not the phases of the program."""
    event = Event(game).register(4).announce().start()
    event.refused(c.SubmitList(1, {"player": "A"}), "list.locked", rule, by=by(1))


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


@pytest.mark.parametrize(("game", "rule"), [("star-wars-lcg", "SWL-COND-7"), ("conquest", "CON-LIST-4")])
def test_a_late_list_is_refused_by_its_rule(run: Run, game: str, rule: str) -> None:
    begun(run, game, 4, "--stage", "swiss 2")
    for who in ("host", "player:1"):
        late = ("submit-list", "--player", "1", "--content", '{"player": "A"}', "--as", who)
        code, _, error = run("event", "do", *late)
        assert (code, error.partition(":")[0]) == (REFUSED, rule)


@pytest.mark.rule("COM-LIST-2", "COM-LIST-5")
def test_the_desk_takes_the_first_list_of_a_newcomer_with_a_reason(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "army.txt"
    army.write_text(LEGAL["imperial-assault"], encoding="utf-8")
    wanted = ("--setting", "lists.required=true", "--setting", "registration.late_entry=true")
    about = ("--game", "imperial-assault", "--name", "Cup", "--date", "2026-11-14", "--stage", "swiss 2")
    run.event("new", *about, *wanted)
    run.event("register", *(f"Anna P{n}" for n in range(4)))
    run.event("announce")
    run.event("draw", "--despite-lists", "1,2,3,4", "--reason", "the printer broke")
    run.event("publish")
    run.event("late", "Jan Nowak", "--choice", "losses")
    for table in ("1", "2"):
        run.event("result", table, "a")
    run.event("close")
    code, _, error = run("event", "draw")
    assert (code, error.startswith("COM-LIST-2")) == (REFUSED, True)
    code, _, error = run("event", "hand-in", "5", str(army))
    assert (code, error.startswith("COM-LIST-5")) == (REFUSED, True)
    run.event("hand-in", "5", str(army), "--reason", "came late")
    run.event("draw")
