"""`komandor event do` carries out every action of the rows, typed as options, for any seat."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Refused
from komandor.app.identity import issue, seat_of
from komandor.app.offers import Offers
from komandor.app.typed_actions import MADE_HERE, dashed, nameless
from komandor.cli import open_event
from komandor.cli.event import start
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.cli.main import main
from komandor.cli.open_event import opened_store
from komandor.core.outcomes import Outcome
from komandor.core.reasons import refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF, AREAS, COMMANDS
from komandor.core.tournament.references import help_of
from komandor.core.tournament.values import Scored, StagePlan
from tests.cli.terminal import Run
from tests.tournament.examples import at, examples

FULL = (
    c.CreateTournament(
        id="",
        game="armada",
        name="Cup",
        date="2026-11-15",
        commitment="",
        structure="custom",
        teams=True,
        stages=(StagePlan("swiss", 3), StagePlan("single", 0, 4)),
        minutes={"swiss": 50},
        settings={"lists.required": True, "registration.limit": None},
        missions=("a", "b"),
    ),
    c.EnterResult(
        match=3,
        scores=(Scored(1, Outcome.WIN, 3, 20), Scored(2, Outcome.LOSS, 1)),
        winner=1,
        reason="a ruling",
    ),
    c.EnterResult(match=3, report={"games": ({"winner": "a"}, {"winner": "b"})}, between=(1, 2)),
    c.RegisterPlayer(
        groups=("van", "club"),
        fixed_table=4,
        awarded_byes=(1, 2),
        start=7,
        staff=2,
        members=2,
        checked_in=True,
    ),
    c.CheckIn((1, 2, 3), present=False),
    c.ReplaceSeed(4, 9, accepted=False),
    c.AmendPlayer(1, {"groups": ("van", "car"), "fixed_table": None}),
)


def typed(command: c.Command) -> Iterator[str]:
    """The options that stand for a command, as a person would type them."""
    yield from ("--name", "Nowa Osoba") if nameless(command, None) else ()
    for field in fields(command):
        value, name = getattr(command, field.name), field.name.replace("_", "-")
        if isinstance(value, bool):
            yield f"--{name}" if value else f"--no-{name}"
        elif value not in (None, (), {}) and field.name not in MADE_HERE:
            yield from (f"--{name}", _text(value))


def _text(value: Any) -> str:
    if isinstance(value, Mapping) or (isinstance(value, tuple) and value and is_dataclass(value[0])):
        return json.dumps([asdict(v) for v in value] if isinstance(value, tuple) else value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_what_is_typed_is_the_command_that_is_given(run: Run, monkeypatch: pytest.MonkeyPatch):
    given: list[Any] = []

    def record(*args: Any, **_: Any) -> Refused:
        given.extend(args)
        return Refused(refuse("event.exists", None, id="x"))

    run.event("new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15")
    monkeypatch.setattr(Offers, "why_not", lambda *_: None)
    monkeypatch.setattr(open_event, "handle", record)
    monkeypatch.setattr(start, "create", record)
    examples_ = {**examples(at("registration")), "CreateTournament": FULL[0]}
    for index, command in enumerate((*examples_.values(), *FULL)):
        row = ACTION_OF[type(command)]
        name = row.name if index % 2 else dashed(row)
        assert run("event", "do", name, *typed(command))[0] == REFUSED, command
        assert command in given


def _cup(run: Run, game: str = "destiny", players: int = 4) -> None:
    stages = '[{"kind": "swiss", "rounds": 2}, {"kind": "single", "cut": 2}]'
    run.do(
        "CreateTournament",
        "--game",
        game,
        "--name",
        "Cup",
        "--date",
        "2026-11-15",
        "--structure",
        "custom",
        "--stages",
        stages,
        "--organiser",
        "Marta Nowak",
    )
    for n in range(players):
        run.do("RegisterPlayer", "--name", f"Anna Player{n}", "--checked-in")


def _pairings(run: Run) -> list[Any]:
    return [row for row in run.event("pairings")["pairings"] if row["kind"] == "match"]


def _round(run: Run) -> None:
    """A round in which the players report and confirm."""
    for action in ("freeze-round", "draw-round", "publish-round", "start-clock"):
        run.do(action, *(("--accept",) if action == "publish-round" else ()))
    for row in _pairings(run):
        a, b = (p["player"] for p in row["players"])
        games = '[{"end": "win", "winner": "a"}, {"end": "win", "winner": "a"}]'
        final = run.event("show")["rounds"] == 3
        report = f'{{"games": {games}}}' if final else '{"end": "win", "winner": "a"}'
        match = ("--match", str(row["match"]))
        run.do("report-result", *match, "--report", report, "--between", f"{a},{b}", "--as", f"player:{a}")
        (seen,) = (one["report"] for one in _pairings(run) if one["match"] == row["match"])
        run.do("ConfirmResult", *match, "--seen", seen, "--as", f"player:{b}")
    run.do("close-round")


def test_a_whole_event_only_by_actions(run: Run):
    _cup(run)
    run.do("announce-structure", "--as", "organiser")
    _round(run)
    _round(run)
    run.do("make-cut")
    _round(run)
    assert run.do("close-tournament")["phase"] == "closed"
    by = {record["by"] for record in run.event("log")["records"]}
    assert {"host", "staff:1", "player:1", "player:2", "player:3", "player:4"} <= by


IN_ORDER = (
    (
        "setup",
        "ChangeEvent",
        "--changes",
        '{"place": "Gdynia", "settings": {"registration.late_entry": true}}',
    ),
    ("notices", "PostNotice", "--text", "lunch at one"),
    ("staff", "AppointStaff", "--roles", "judge,marshal", "--name", "Piotr Zych"),
    ("people", "NoteFee", "--player", "1", "--paid", "--as", "organiser"),
    ("lists", "SubmitList", "--player", "2", "--content", '{"deck": "x"}', "--as", "player:2"),
    ("list_deadlines", "SetListRules", "--on", "2026-01-02"),
    ("list_deadlines", "SetListDeadline", "--until", "4102444800000"),
    ("forbidden_pairs", "ForbidPair", "--player", "1", "--opponent", "2", "--reason", "brothers"),
    ("setup", "AnnounceStructure"),
    ("drawing", "FreezeRound", "--public-source", "dice"),
    ("drawing", "DrawRound", "--public", "3-5-1-6"),
    ("manual_pairings", "MoveTable", "--match", "1", "--table", "9"),
    ("rounds", "PublishRound"),
    ("sides", "SetInitiative", "--match", "1"),
    ("clock", "StartClock", "--as", "marshal"),
    ("calls", "CallJudge", "--text", "where is table 3?", "--as", "player:1"),
    ("sanctions", "GiveSanction", "--player", "2", "--kind", "warning", "--reason", "late", "--as", "judge"),
    ("deck_checks", "DrawDeckChecks", "--count", "1", "--as", "staff:2"),
    ("components", "ReportComponent", "--player", "3", "--kind", "lost", "--what", "a die"),
    ("results", "EnterResult", "--match", "1", "--report", '{"end": "rounds", "scores": [200, 90]}'),
    ("results", "EnterResult", "--match", "2", "--report", '{"end": "rounds", "scores": [200, 240]}'),
    ("leaving", "DropPlayer", "--player", "1", "--reason", "a train"),
    ("rounds", "CloseRound", "--calls", "1"),
    ("prizes", "AddPrize", "--text", "a mat", "--to", "raffle", "--among", "all"),
    ("prizes", "DrawRaffle", "--prize", "1"),
    ("returning", "Rejoin", "--player", "1"),
    ("returning", "EnterLate", "--choice", "losses", "--name", "Ewa Late"),
    ("log", "NamePoint", "--name", "after round 1"),
    ("log", "VoidEvents", "--targets", "1,2", "--reason", "x"),
)


def test_an_action_of_every_area_is_carried_out(run: Run):
    _cup(run, "armada")
    for area, action, *words in IN_ORDER:
        code, answer, error = run("event", "do", action, *words)
        if action == "VoidEvents":  # the creation of the event cannot be undone
            assert (code, answer) == (REFUSED, None)
        else:
            assert (code, error) == (OK, ""), (area, action)
            assert answer["records"]
    covered = {area for area, *_ in IN_ORDER} | {"stages"}  # the whole event above makes a cut
    assert covered == {area.__name__.rpartition(".")[2] for area in AREAS}


def test_a_team_is_two_names_and_staff_is_one(run: Run):
    run.event(
        "new",
        "--game",
        "star-wars-lcg",
        "--name",
        "T",
        "--date",
        "2026-11-15",
        "--teams",
        "--stage",
        "swiss 1",
    )
    (record,) = run.do("register-player", "--name", "Anna Nowak", "--name", "Jan Li", "--start", "1")[
        "records"
    ]
    assert record["event"]["members"] == 2
    code, _, error = run("event", "do", "appoint-staff", "--roles", "judge", "--name", "A B", "--name", "C D")
    assert (code, error) == (BAD_INPUT, "--name: Name only one person at a time.\n")


@pytest.mark.parametrize("typed", [(), ("--name", ""), ("--name", "\u200b")])
def test_nobody_is_registered_without_a_name(run: Run, typed: tuple[str, ...]):
    run.event("new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15")
    code, _, error = run("event", "do", "register-player", "--checked-in", *typed)
    assert (code, error) == (
        BAD_INPUT,
        "--name: A player needs a name; for a team, give the option twice.\n",
    )
    assert run.event("show")["players"] == 0
    run.do("appoint-staff", "--roles", "judge", "--name", "Anna Nowak")
    run.do("register-player", "--staff", "2")
    with opened_store(run.folder) as store:
        assert store.people(run.event("show")["event"])[1] == {"first": "Anna", "last": "Nowak"}


def test_a_name_is_changed_or_erased_with_every_link_of_its_person(run: Run):
    _cup(run)
    run.do("change-person", "--player", "2", "--name", "Zoë Żak", "--as", "player:2")
    with opened_store(run.folder) as store:
        link = issue(store, run.event("show")["event"], Actor("player", 1))
        assert seat_of(store, link) is not None
    run.do("change-person", "--player", "1", "--erase")
    with opened_store(run.folder) as store:
        people = store.people(run.event("show")["event"])
        assert seat_of(store, link) is None
    assert (people.get(1), people[2]) == (None, {"first": "Zoë", "last": "Żak"})


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("enter-result",), "--match"),
        (("enter-result", "--match", "x"), "--match"),
        (("enter-result", "--match", "1", "--report", "{"), "--report"),
        (("enter-result", "--match", "1", "--report", "[]"), "--report"),
        (("enter-result", "--match", "1", "--scores", '[{"player": 1}]'), "--scores[0]"),
        (("check-in", "--players", "1,x"), "--players[1]"),
        (("drop-player", "--player", "1", "--cause", "boredom"), "--cause"),
        (("start-clock", "--as", "player:99"), "--as"),
        (("start-clock", "--as", "judge"), "--as"),
        (("start-clock", "--minutes", "5"), "--minutes"),
        (("fly",), "fly"),
    ],
)
def test_bad_input_names_the_field_and_writes_nothing(run: Run, words: tuple[str, ...], field: str):
    _cup(run)
    before = run.event("show")["version"]
    code, answer, error = run("event", "do", *words)
    assert (code, answer) == (BAD_INPUT, None)
    assert field in error
    assert error.count("\n") == 1
    assert run.event("show")["version"] == before


@pytest.mark.parametrize("seat", ["host", "organiser", "public", "player:1"])
def test_what_is_not_offered_is_refused_with_the_reason_that_offers_gives(run: Run, seat: str):
    _cup(run)
    offered = run.event("offers", "--as", seat)
    example = examples(at("registration"))
    assert {*offered["may"], *(no["action"] for no in offered["not"])} == {one.__name__ for one in COMMANDS}
    for no in offered["not"]:
        if no["action"] not in example.keys() - {"CreateTournament"}:  # without seats only the host acts
            continue
        row = ACTION_OF[type(example[no["action"]])]
        code, _, error = run("event", "do", dashed(row), *typed(example[row.name]), "--as", seat)
        assert code == REFUSED, row.name
        assert no["text"] in error


def test_offers_as_a_table_say_what_may_be_done_first(run: Run, capsys: pytest.CaptureFixture[str]):
    _cup(run)
    assert main(["event", "offers", "--as", "player:1", "--data", str(run.folder), "--lang", "pl"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert "withdraw-registration" in "".join(lines[:12])
    assert "close-tournament" in "".join(lines[-40:])


def test_help_lists_every_action_with_who_and_when(capsys: pytest.CaptureFixture[str]):
    assert main(["event", "do", "--help"]) == OK
    text = " ".join(capsys.readouterr().out.split())
    assert "start-clock Start clock. By organiser, marshal; after the pairings are published." in text
    assert all(f" {dashed(row)} " in text for row in ACTION_OF.values())
    assert main(["event", "do", "ConfirmResult", "--help"]) == OK
    text = " ".join(capsys.readouterr().out.split())
    assert "--seen <str> Which report was shown: `report` of `event pairings --json`, in the API" in text


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ev"], {"event"}),
        (["event", "do", "start"], {"start-clock"}),
        (
            ["event", "do", "start-clock", "--"],
            {"--as", "--data", "--database", "--event", "--json", "--lang", "--site", "--token", "--help"},
        ),
        (["event", "do", "DropPlayer", "--cause", "il"], {"illegal_component", "illegal_deck"}),
        (["event", "offers", "--as", "ma"], {"marshal"}),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_shell_completes_actions_options_and_choices(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    found: set[str],
    shell: str,
):
    line = " ".join(["komandor", *words])
    monkeypatch.setenv("_KOMANDOR_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("COMP_WORDS" if shell == "bash" else "_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    with pytest.raises(SystemExit):
        main([])
    shown = {row.split("\t")[0] for row in capsys.readouterr().out.splitlines()}
    assert found == shown if shell == "bash" else found <= shown  # fish also shows the help, in lines


def test_every_option_of_every_action_says_what_it_means():
    silent = [
        f'{row.name}.{name}: write what it means into its type, Annotated[…, "…"]'
        for row in ACTION_OF.values()
        for name, meaning in help_of(row.command).items()
        if name not in MADE_HERE and not meaning
    ]
    assert not silent, "\n".join(silent)
