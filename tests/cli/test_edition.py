"""`komandor edition` keeps to the contract of the terminal, and an event is played by a loaded edition."""

from pathlib import Path

from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from tests.cli.terminal import Run
from tests.editions.test_examples import FOLDER, example

IA = "imperial-assault-75-minutes"


def test_load_list_show_and_remove(run: Run):
    edition = example(IA)
    code, said, _ = run("edition", "add", str(FOLDER / f"{IA}.toml"))
    assert (code, said["editions"][0]["digest"]) == (OK, edition.digest)
    assert [row["edition"] for row in run("edition", "list")[1]["editions"]][-2:] == [
        "conquest@2016-1.1",
        edition.id,
    ]
    shown = run("edition", "show", edition.id)[1]
    assert {"key": "clocks.swiss", "value": "75", "document": "65"} in shown["keys"]
    assert shown["sources"] == list(edition.sources)
    assert run("edition", "remove", edition.id)[1] == {"removed": edition.id}
    code, _, error = run("edition", "show", edition.id)
    assert (code, edition.id in error) == (BAD_INPUT, True)


def test_a_broken_one_is_refused_with_every_line(run: Run, tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text('base = "armada@2017"\nlunch = 30\ncuts = "all"', encoding="utf-8")
    code, said, _ = run("edition", "check", str(file), data=False)
    lines = [(one["line"], one["code"]) for one in said["problems"]]
    assert (code, said["ok"]) == (REFUSED, False)
    assert {(2, "edition.unknown_key"), (3, "edition.wrong_type")} <= set(lines)
    code, _, error = run("edition", "add", str(file))
    assert (code, "Line 2" in error, "Line 3" in error) == (REFUSED, True, True)
    assert run("edition", "check", str(tmp_path / "none.toml"), data=False)[0] == BAD_INPUT


def test_an_event_is_played_by_it_and_imported_elsewhere(run: Run, tmp_path: Path):
    edition, file = example(IA), tmp_path / "out.komandor"
    run("edition", "add", str(FOLDER / f"{IA}.toml"))
    run.event("new", "--game", edition.id, "--name", "Liga", "--date", "2026-11-15")
    run.event("register", "Anna Nowak", "Jan Kowalski")
    run.event("announce")
    for round in (1, 2, 3):
        run.event("draw")
        run.event("publish", "--accept")
        run.event("clock", "start")
        if round < 3:
            run.event("result", "1", "a")
            run.event("close")
    assert run("event", "close")[0] == REFUSED
    records = run.event("close", "--unplayed")["records"]
    assert [one["outcome"] for one in records[0]["event"]["scores"]] == ["double_loss"] * 2
    run.event("finish")
    assert run("export", "-o", str(file))[0] == OK
    elsewhere = Run(tmp_path / "elsewhere", run.capsys)
    assert elsewhere("import", str(file))[0] == OK
    assert elsewhere.event("show")["edition"] == edition.id
    assert [row["edition"] for row in elsewhere("edition", "list")[1]["editions"]].count(edition.id) == 0
    for command in ("check", "verify"):
        assert run(command, str(file), data=False)[0] == OK
