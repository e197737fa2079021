"""Every sub-command of `komandor event` that changes an event gives the actions that are written here."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from komandor.app.handle import handle
from komandor.cli import open_event
from komandor.cli.event import COMMANDS
from komandor.cli.exits import OK, REFUSED
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from tests.cli.terminal import Run
from tests.lists.made import LEGAL
from tests.support.contracts import listed

READING = {"list", "show", "log", "messages", "players", "pairings", "standings", "offers"}
GIVES: Mapping[str, set[str]] = {
    "new": {"CreateTournament"},
    "register": {"RegisterPlayer"},
    "withdraw": {"WithdrawRegistration"},
    "check-in": {"CheckIn"},
    "hand-in": {"SubmitList"},
    "drop": {"DropPlayer"},
    "rejoin": {"Rejoin"},
    "late": {"EnterLate"},
    "disqualify": {"Disqualify"},
    "staff": {"AppointStaff"},
    "announce": {"AnnounceStructure"},
    "freeze": {"FreezeRound"},
    "draw": {"FreezeRound", "DrawRound"},
    "publish": {"PublishRound", "DrawMission"},
    "clock": {"StartClock", "PauseClock", "ResumeClock"},
    "result": {"EnterResult"},
    "no-show": {"DeclareNoShow"},
    "swap": {"SwapPlayers"},
    "close": {"CloseRound"},
    "cut": {"MakeCut"},
    "replace": {"ReplaceSeed"},
    "finish": {"CloseTournament"},
    "undo": {"VoidEvents"},
    "point": {"NamePoint"},
}
NOT_AT_THE_END = set(GIVES) - {"new", "undo", "point", "result"}
"""After the end only undo, a name for a point and the correction of a result are possible."""
BY_A_RULE = {"announce", "register", "late", "rejoin", "replace", "hand-in"}
"""Refused at the end by a rule of the documents, which is named first."""

HERE = "tests/cli/test_subcommands_and_rows.py"


def test_every_sub_command_is_in_this_table():
    line = "{} into GIVES with the commands that it gives, or into READING"
    listed(set(GIVES) | READING, COMMANDS, HERE, line)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all commands that the terminal gives."""
    seen: list[str] = ["CreateTournament"]  # `create` gives it

    def given_to(ledger: Any, tournament: str, commands: Any, *args: Any, **more: Any) -> Any:
        wanted = (commands,) if isinstance(commands, c.Command) else commands
        seen.extend(type(one).__name__ for one in wanted)
        return handle(ledger, tournament, commands, *args, **more)

    monkeypatch.setattr(open_event, "handle", given_to)
    return seen


def _day(run: Run) -> dict[str, Sequence[str]]:
    """The whole day of a small event of Imperial Assault; how each sub-command was typed last."""
    last: dict[str, Sequence[str]] = {}

    def type_(line: str) -> None:
        words = line.split("|")
        run.event(*words)
        last[words[0]] = words

    def results(report: str = "a") -> None:
        for row in run.event("pairings")["pairings"]:
            if row["kind"] == "match" and row["status"] == "missing":
                type_(f"result|{row['table']}|{report}")

    new = "new|--game|imperial-assault|--name|Cup|--date|2026-11-15|--stage|swiss 2|--stage|single 4"
    run.event(*new.split("|"), "--setting", "registration.late_entry=true")
    last["new"] = new.split("|")
    army = run.folder.parent / "army.txt"
    army.write_text(LEGAL["imperial-assault"], encoding="utf-8")
    for line in (
        "staff|Piotr Zych|--role|judge",
        "|".join(["register", *(f"Anna P{n}" for n in range(9))]),
        "withdraw|9",
        "check-in|1|2|3|4|5|6|7|8",
        f"hand-in|1|{army}",
        "point|before",
        "announce",
        "freeze|--source|dice",
        "draw|--public|1-2-3-4",
    ):
        type_(line)
    one, other = (row["players"][0]["player"] for row in run.event("pairings")["pairings"][:2])
    type_(f"swap|{one}|{other}|--reason|family")
    for line in (
        "publish",
        "draw|--public|1-2-3-4",
        "publish",
        "clock|start",
        "clock|pause",
        "clock|resume",
        "drop|8|--game|not_played",
        "rejoin|8",
    ):
        type_(line)
    absent = next(row for row in run.event("pairings")["pairings"] if row["status"] == "missing")
    type_(f"no-show|{absent['table']}|{absent['players'][0]['player']}")
    results()
    for line in (
        "close",
        "late|Ewa Late|--choice|losses",
        "disqualify|8|--reason|conduct",
        "draw",
        "publish",
    ):
        type_(line)
    results()
    type_("close")
    type_("cut")
    standings = [row["player"] for row in run.event("standings")["standings"] if not row.get("left")]
    type_(f"drop|{standings[0]}")
    type_(f"replace|{standings[0]}|{standings[4]}")
    for _ in range(2):
        type_("draw")
        type_("publish")
        results("a|a")
        type_("close")
    type_("finish")
    type_("undo|--reason|too early")
    type_("finish")
    final = run.event("pairings")["pairings"][0]  # the table of round 1 may be gone by now
    last["no-show"] = ["no-show", str(final["table"]), str(final["players"][0]["player"])]
    return last


def test_each_gives_its_actions_and_is_refused_where_their_rows_are_not_possible(run: Run, given: list[str]):
    last = _day(run)
    listed(last, GIVES, HERE, "a line in `_day` that types {}")
    listed(given, set().union(*GIVES.values()), HERE, "a line in `_day` that gives {}")
    rows = {row.name: row for row in ACTION_OF.values()}
    for name in NOT_AT_THE_END:
        assert all("closed" not in rows[action].when for action in GIVES[name] - {"DeclareNoShow"})
        before = len(given)
        code, _, error = run("event", *last[name])
        assert code == REFUSED, (name, error)
        assert len(error.splitlines()) == (2 if name in BY_A_RULE else 1), (name, error)
        assert set(given[before:]) & GIVES[name], name
    for name in set(GIVES) - NOT_AT_THE_END - {"new"}:
        assert all("closed" in rows[action].when for action in GIVES[name])
        assert run("event", *last[name], "--reason", "late")[0] == OK or name == "point"


def test_a_draw_is_one_step_and_so_is_a_publication_with_its_mission(run: Run):
    run.event(
        "new", "--game", "imperial-assault", "--name", "Cup", "--date", "2026-11-15", "--stage", "swiss 2"
    )
    run.event("register", *(f"Anna P{n}" for n in range(6)))
    run.event("announce")
    for step, kinds in (
        ("draw", ["round_frozen", "round_drawn"]),
        ("publish", ["round_published", "mission_drawn"]),
    ):
        assert [record["event"]["type"] for record in run.event(step)["records"]] == kinds
    assert [record["event"]["type"] for record in run.event("draw")["records"]] == ["round_drawn"]
    assert [record["event"]["type"] for record in run.event("publish")["records"]] == ["round_published"]
    run.event("undo", "--reason", "x")
    assert run.event("show")["phase"] == "drawn"
