"""A whole event of every game, with everything that happens at one, runs from the terminal alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.exits import OK, REFUSED
from komandor.cli.main import main
from tests.cli.terminal import Run
from tests.lists.made import LEGAL
from tests.support.sampling import quick_first

NAMES = ("Anna Nowak", "Jan Kowal", "Ewa Żak", "Piotr Li", "Ola Mazur", "Kuba Lis", "Iga Wrona", "Olek Dąb")
PARTNERS = ("Adam Nowak", "Joanna Kowal", "Emil Żak", "Paula Li")
CODES = re.compile(r"[a-z]_[a-z]|None|#\d|\{|\}")
LEAGUE = "star-wars-lcg"


@dataclass(frozen=True)
class Play:
    """What is typed at an event of one game."""

    game: str
    swiss: str  # the result of a Swiss match that the first player wins
    knockout: str
    setup: str = ""  # what is settled at the table before the game
    finals: str = "single 4"
    last_word: str = "marshal"
    expected: frozenset[str] = field(default_factory=frozenset)


DRAWN = frozenset({"side_chooser_drawn"})
PLAYS = (  # the first two differ most
    Play("armada", "200-100", "200-100", "set-initiative", expected=DRAWN | {"initiative_set"}),
    Play(LEAGUE, "wl", "a", "choose-sides", "double 4", "organiser", expected=DRAWN | {"sides_chosen"}),
    Play("imperial-assault", "a", "a a", expected=frozenset({"mission_drawn"})),
    Play("destiny", "a", "a a"),
    Play("conquest", "a", "a", "set-initiative", expected=frozenset({"initiative_set"})),
)
HAPPENS = set(
    "list_submitted list_checked list_amended judge_called ruling_given ruling_appealed final_verdict_given "
    "sanction_given deck_checks_drawn deck_checked component_reported component_resolved cut_made "
    "replacement_asked tournament_closed".split()
)
"""What must stand in the log of every event at the end."""


@pytest.mark.parametrize("play", quick_first(PLAYS, 2), ids=lambda play: play.game)
def test_a_whole_event_of_every_game(play: Play, run: Run, tmp_path: Path):
    lists(run, play, tmp_path)
    first_round(run, play)
    round_(run, play.swiss, play.setup)
    run.event("cut")
    replaced(run)
    while run.event("show")["next"] != "finish":
        round_(run, play.knockout, play.setup if play.game == LEAGUE else "")
    run.event("finish")
    in_words(run)
    happened = {record["event"]["type"] for record in run.event("log")["records"]}
    assert happened >= HAPPENS | play.expected
    proved(run, tmp_path)


def lists(run: Run, play: Play, folder: Path) -> None:
    """Six hand in good lists, one a bad one, one none; round 1 waits until the organiser says why not."""
    stages = ("--stage", "swiss 2", "--stage", play.finals)
    about = ("--game", play.game, "--name", "Turniej", "--date", "2026-11-15", "--organiser", "Marta Nowak")
    run.event("new", *about, *stages, "--setting", "lists.required=true")
    run.event("register", *NAMES)
    run.event("staff", "Piotr Zych", "--role", "judge")
    if play.last_word == "marshal":
        run.event("staff", "Kasia Wilk", "--role", "marshal")
    file = folder / "list.txt"
    file.write_text(LEGAL[play.game], encoding="utf-8")
    for player in range(1, 7):
        run.event("hand-in", str(player), str(file))
        run.do("check-list", "--player", str(player), "--verdict", "legal", "--note", "seen", "--as", "judge")
    run.do("submit-list", "--player", "7", "--content", '{"deck": "?"}', "--as", "player:7")
    run.do("check-list", "--player", "7", "--verdict", "illegal", "--note", "empty", "--as", "judge")
    states = [row["list"] for row in run.event("players")["players"]]
    assert states == ["legal"] * 6 + ["illegal", "missing"]
    run.event("announce")
    code, _, error = run("event", "draw")
    assert (code, len(error.splitlines())) == (REFUSED, 2)
    run.event("draw", "--despite-lists", "7,8", "--reason", "they write them now")
    content = '{"player": "Olek Dąb"}'
    run.do("amend-list", "--player", "8", "--content", content, "--reason", "written from the cards")


def tables(run: Run, *status: str) -> list[dict[str, Any]]:
    rows = run.event("pairings")["pairings"]
    return [row for row in rows if row["kind"] == "match" and row["status"] in (status or ("missing",))]


def numbers(row: Mapping[str, Any]) -> list[str]:
    return [str(one["player"]) for one in row["players"]]


def at_the_table(run: Run, row: Mapping[str, Any], setup: str) -> None:
    """What the players settle before the game; the lot may name who chooses."""
    if not setup:
        return
    here = ("--at-table", str(row["table"]))
    code, answer, _ = run("event", "do", setup, *here)
    if code == REFUSED or answer["records"][0]["event"]["type"] == "side_chooser_drawn":
        run.do(setup, *here, "--light" if setup == "choose-sides" else "--player", numbers(row)[0])


def first_round(run: Run, play: Play) -> None:
    run.event("publish")
    for row in tables(run):
        at_the_table(run, row, play.setup)
    run.event("clock", "start")
    dispute(run, play)
    lost_component(run, play)
    for row in tables(run):
        run.event("result", str(row["table"]), *play.swiss.split())
    sanctions_and_deck_checks(run, play)
    run.event("close")
    code, _, error = run("event", "draw")
    assert (code, error[:10]) == (REFUSED, "COM-LOST-5")
    run.do("resolve-component", "--component", "1", "--resolution", "replaced", "--as", "judge")


def dispute(run: Run, play: Play) -> None:
    """A call, a ruling, an appeal by the other player and the last word."""
    row = tables(run)[1]
    one, other = numbers(row)
    here = ("--match", str(row["match"]))
    run.do("call-judge", *here, "--kind", "dispute", "--text", "range?", "--as", f"player:{one}")
    run.do("take-call", "--call", "1", "--as", "judge")
    run.do("give-ruling", "--call", "1", "--text", "in range", "--as", "judge")
    run.do("appeal-ruling", "--call", "1", "--as", f"player:{other}")
    verdict = ("--call", "1", "--text", "out of range", "--as")
    run.do("give-final-verdict", *verdict, play.last_word)
    assert run("event", "do", "give-final-verdict", *verdict, "judge")[0] == REFUSED


def lost_component(run: Run, play: Play) -> None:
    """Not found in time, the game is lost: the match, or one game of two."""
    row = tables(run)[0]
    loser = numbers(row)[0]
    told = ("--kind", "lost", "--what", "a card", "--minutes", "5", "--no-in-game", "--as", "judge")
    run.do("report-component", "--player", loser, *told)
    so_far = ("--report", '{"scores": [0, 0]}') if play.game == "armada" else ()
    run.do("resolve-component", "--component", "1", "--resolution", "conceded", *so_far, "--as", "judge")
    if play.game == LEAGUE:
        assert run("event", "result", str(row["table"]), "ww")[0] == REFUSED
        run.event("result", str(row["table"]), "lw")
    final = {row["match"]: row["winner"] for row in tables(run, "final")}
    assert row["match"] in final
    assert str(final[row["match"]]) != loser


def sanctions_and_deck_checks(run: Run, play: Play) -> None:
    run.do("give-sanction", "--player", "1", "--kind", "warning", "--reason", "slow", "--as", "judge")
    run.do("give-sanction", "--player", "1", "--kind", "points", "--points", "1", "--reason", "late")
    drawn = run.do("draw-deck-checks", "--count", "2", "--as", "judge")["records"][0]["event"]["players"]
    run.do("record-deck-check", "--player", str(drawn[0]), "--legal", "--as", "judge")
    row = next(row for row in tables(run, "final") if str(drawn[1]) in numbers(row))
    found = ("--no-legal", "--match", str(row["match"]), "--note", "a wrong card", "--sanction", "warning")
    run.do("record-deck-check", "--player", str(drawn[1]), *found, "--removed", "a card", "--as", "judge")
    for again in tables(run):  # the result is annulled where the document says so (SWL-CHECK-2)
        run.event("result", str(again["table"]), *("lw" if again["match"] == 1 else play.swiss).split())


def round_(run: Run, report: str, setup: str) -> None:
    """A round without incidents."""
    run.event("draw")
    run.event("publish", "--accept")
    for row in tables(run):
        at_the_table(run, row, setup)
    run.event("clock", "start")
    for row in tables(run):
        run.event("result", str(row["table"]), *report.split())
    run.event("close")


def replaced(run: Run) -> None:
    """A seeded player leaves after the cut; the fifth declines, the sixth takes the place."""
    places = [str(row["player"]) for row in run.event("standings")["standings"]]
    run.event("drop", places[1])
    assert run.event("show")["next"] == "replacement"
    assert run("event", "draw")[0] == REFUSED
    run.event("replace", places[1], places[4], "--declined")
    run.event("replace", places[1], places[5])


def proved(run: Run, folder: Path, teams: int = len(NAMES)) -> None:
    """The file is in order for the checker, for the verifier and for the engine; places are complete."""
    file = folder / "event.komandor"
    assert run("export", "-o", str(file))[0] == OK
    for command in ("check", "verify"):
        code, _, error = run(command, str(file), data=False)
        assert code == OK, (command, error)
    places = sorted(row["final"] for row in run("standings", str(file), data=False)[1]["standings"])
    assert places[0] == 1
    assert len(places) == teams


def in_words(run: Run) -> None:
    """The log is sentences of both languages, without codes, and names every person."""
    for lang, closed in (("pl", "Zakończono turniej"), ("en", "Event finished")):
        main(["event", "log", "--lang", lang, "--data", str(run.folder)])
        text = run.capsys.readouterr().out
        assert closed in text
        assert not CODES.findall(text)


def test_two_against_two_with_level_teams(run: Run, tmp_path: Path):
    """Four decks are handed in, a lot gives the dark side, and level teams play for first place."""
    about = ("--game", LEAGUE, "--name", "Dwójki", "--date", "2026-11-15", "--organiser", "Marta Nowak")
    run.event("new", *about, "--teams", "--stage", "swiss 1")
    for one, partner in zip(NAMES[:4], PARTNERS, strict=True):
        run.event("register", one, partner)
    run.event("announce")
    code, _, error = run("event", "draw")
    assert (code, "Anna Nowak + Adam Nowak" in error) == (REFUSED, True)
    for team in "1234":
        run.do("submit-list", "--player", team, "--content", '{"deck": "four of them"}')
        run.do("check-list", "--player", team, "--verdict", "legal", "--note", "seen")
    round_(run, "ww", "choose-sides")
    assert run.event("show")["next"] == "final_match"
    run.event("cut")
    round_(run, "wlw", "choose-sides")
    run.event("finish")
    proved(run, tmp_path, teams=4)
