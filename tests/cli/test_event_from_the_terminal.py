"""An organiser can run a whole event from the terminal, and every no has its rule and its exit code."""

import sys
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.cli.main import main
from komandor.core.reasons import why
from komandor.log.store import ReadOnly
from komandor.store.sqlite import SqliteStore
from komandor.texts import sentence
from tests.cli.terminal import Run


def _new(run: Run, *names: str) -> None:
    stages = ("--stage", "swiss 2", "--stage", "single 2")
    code, said, _ = run(
        "event", "new", "--game", "destiny", "--name", "Turniej", "--date", "2026-11-15", *stages
    )
    assert (code, said["phase"], said["next"]) == (OK, "registration", "register")
    assert run("event", "register", *names)[0] == OK


def _round(run: Run, winner: str = "a") -> None:
    for step in (("draw",), ("publish", "--accept"), ("clock", "start")):
        assert run("event", *step)[0] == OK
    for pairing in run("event", "pairings")[1]["pairings"]:
        if pairing["kind"] == "match":
            assert run("event", "result", str(pairing["table"]), winner)[0] == OK
    assert run("event", "close")[0] == OK


def test_a_whole_event_from_the_first_name_to_the_last_place(run: Run, tmp_path: Path):
    _new(run, "Anna Nowak", "Jan Kowalski", "Ewa Żak", "Piotr Li", "Ola Mazur")
    assert run("event", "announce")[1]["phase"] == "announced"
    _round(run)
    _round(run)
    assert run("event", "cut")[1]["phase"] == "cut"
    assert run("event", "draw")[0] == OK
    assert run("event", "publish")[0] == OK
    assert run("event", "result", "1", "a", "a")[0] == OK
    assert run("event", "close")[0] == OK
    code, said, _ = run("event", "finish")
    assert (code, said["phase"], said["next"]) == (OK, "closed", "done")
    file = tmp_path / "out.komandor"
    assert run("export", "-o", str(file))[0] == OK
    for command in ("check", "verify", "standings"):
        assert run(command, str(file), data=False)[0] == OK
    places = [row["final"] for row in run("standings", str(file), data=False)[1]["standings"]]
    assert sorted(places) == [1, 2, 3, 4, 5]


def test_a_rule_says_no_with_its_id_and_exit_code_1(run: Run):
    _new(run, "Anna Nowak", "Jan Kowalski", "Ewa Żak", "Piotr Li")
    run("event", "announce")
    for step in ("draw", "publish"):
        run("event", step)
    code, said, err = run("event", "close")
    assert (code, said) == (REFUSED, None)
    assert err.startswith("COM-PTS-1: ")


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("event", "result", "77", "a"), "table"),
        (("event", "result", "1", "nonsense"), "result"),
        (("event", "show", "--event", "nobody"), "--event"),
        (("event", "new", "--game", "destiny", "--name", "x", "--date", "d", "--stage", "swiss"), "--stage"),
        (("event", "new", "--game", "destiny", "--name", "x", "--date", "d", "--setting", "x"), "--setting"),
        (("event", "undo", "--reason", "x", "--seq", "999"), "--seq"),
    ],
)
def test_what_was_typed_wrong_is_named_and_ends_with_2(run: Run, words: tuple[str, ...], field: str):
    _new(run, "Anna Nowak", "Jan Kowalski", "Ewa Żak", "Piotr Li")
    for step in ("announce", "draw", "publish"):
        run("event", step)
    code, said, err = run(*words)
    assert (code, said) == (BAD_INPUT, None)
    assert err.startswith(f"{field}:")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--game", "chess"),
        ("--name", ""),
        ("--date", "soon"),
        ("--level", "silly"),
        ("--setting", "no.such=1"),
    ],
)
def test_what_is_wrong_with_a_new_event_is_named_and_ends_with_2(run: Run, option: str, value: str):
    given = {"--game": "armada", "--name": "x", "--date": "2026-01-01", option: value}
    code, _, err = run("event", "new", *(word for pair in given.items() for word in pair))
    assert code == BAD_INPUT
    assert err.startswith(f"{option}:")


def test_undo_shows_first_what_it_would_change_and_redo_brings_it_back(run: Run):
    _new(run, "Anna Nowak", "Jan Kowalski", "Ewa Żak", "Piotr Li")
    for step in (("announce",), ("draw",), ("publish",), ("clock", "start"), ("result", "1", "a")):
        run("event", *step)
    preview = run("event", "undo", "--reason", "x", "--preview")[1]
    assert preview["moved"]
    assert run("event", "undo", "--reason", "wrong table")[0] == OK
    assert run("event", "pairings")[1]["pairings"][0]["status"] == "missing"
    assert run("event", "undo", "--reason", "right after all")[0] == OK
    assert run("event", "pairings")[1]["pairings"][0]["status"] == "final"
    assert run("event", "log")[1]["records"][-1]["event"]["type"] == "event_voided"


def test_late_entry_drop_and_return(run: Run):
    run(
        "event",
        "new",
        "--game",
        "destiny",
        "--name",
        "T",
        "--date",
        "2026-11-15",
        "--setting",
        "registration.late_entry=true",
    )
    run("event", "register", *(f"Player {n}" for n in range(5)))
    run("event", "announce")
    _round(run)
    assert run("event", "late", "Late Comer", "--choice", "losses")[0] == OK
    assert run("event", "drop", "1")[0] == OK
    assert run("event", "rejoin", "1")[0] == OK
    assert run("event", "show")[1]["players"] == 6


def test_the_table_of_standings_marks_who_left(run: Run, capsys: pytest.CaptureFixture[str]):
    _new(run, "Anna Nowak", "Jan Kowalski", "Ewa Żak", "Piotr Li")
    run("event", "announce")
    _round(run)
    run("event", "drop", "1")
    assert main(["event", "standings", "--data", str(run.folder)]) == OK
    table = capsys.readouterr().out
    assert "Turniej: standings after round 1" in table
    assert "Anna N. –" in table
    assert "Jan K. –" not in table


def test_an_event_moves_to_another_machine_whole_or_not_at_all(run: Run, tmp_path: Path):
    _new(run, "Anna Nowak", "Jan Kowalski")
    file = tmp_path / "event.komandor"
    run("export", "-o", str(file))
    assert run("import", str(file))[0] == BAD_INPUT
    other = str(tmp_path / "other")
    assert main(["import", str(file), "--data", other]) == OK
    file.write_bytes(file.read_bytes().replace(b"Kowalski", b"Kowalska"))
    assert main(["import", str(file), "--data", str(tmp_path / "third")]) == BAD_INPUT


@pytest.mark.skipif(sys.platform == "win32", reason="PostgreSQL in the tests needs a Unix socket")
def test_an_event_in_the_database_of_the_settings_is_played_written_out_and_read_in_there(
    run: Run, tmp_path: Path, postgres_database: str, monkeypatch: pytest.MonkeyPatch
):
    """As on a server, where the file of settings names the database: nothing goes into the data folder."""
    monkeypatch.setenv("KOMANDOR_DATABASE", postgres_database)
    _new(run, "Ewa Lis", "Jan Kos")
    (event,) = run.event("list")["events"]
    assert run("export", "-o", str(tmp_path / "cup.komandor"))[0] == OK
    assert run("import", str(tmp_path / "cup.komandor"))[0] == BAD_INPUT, "it is there already"
    assert not [*run.folder.glob("*.sqlite3")]
    monkeypatch.delenv("KOMANDOR_DATABASE")
    assert run.event("list")["events"] == []
    assert run("import", str(tmp_path / "cup.komandor"))[0] == OK
    assert run.event("list")["events"] == [event]


def test_tables_go_out_as_csv_with_polish_names_and_without_formulas(run: Run, tmp_path: Path):
    _new(run, "Zoë Żak", "=cmd Li", "Ewa Ćwik", "Piotr Li")
    run("event", "announce")
    _round(run)
    for format_ in ("standings", "pairings"):
        file = tmp_path / f"{format_}.csv"
        assert run("export", "--format", format_, "-o", str(file))[0] == OK
        text = file.read_text(encoding="utf-8-sig")
        assert "Zoë Ż." in text
        assert ",=cmd" not in text
        assert run("export", "--format", format_, "--full-names", "-o", str(file))[0] == OK
        whole = file.read_text(encoding="utf-8-sig")
        assert "Zoë Żak" in whole
        assert ",=cmd" not in whole


def test_a_table_without_people_names_nobody_from_the_folder_or_from_a_file(run: Run, tmp_path: Path):
    _new(run, "Zoë Żak", "Jan Li", "Ewa Ćwik", "Piotr Li")
    run("event", "announce")
    _round(run)
    file, table = tmp_path / "event.komandor", tmp_path / "table.csv"
    assert run("export", "-o", str(file))[0] == OK
    for source in ((), (str(file),)):
        assert run("export", *source, "--format", "standings", "--without-people", "-o", str(table))[0] == OK
        text = table.read_text(encoding="utf-8-sig")
        assert len(text.splitlines()) == 5
        assert "Zo" not in text


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("--players", "1"), "--players"),
        (("--level", "godlike"), "--level"),
        (("--colour", "red"), "--colour"),
        (("--drops",), "--drops"),
    ],
)
def test_simulate_names_what_it_does_not_know(
    words: tuple[str, ...], field: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    assert main(["simulate", "-o", str(tmp_path / "x.komandor"), *words]) == BAD_INPUT
    assert field in capsys.readouterr().err
    assert not (tmp_path / "x.komandor").exists()


def test_simulate_writes_what_check_finds_in_order(run: Run, tmp_path: Path):
    file = tmp_path / "x.komandor"
    words = ("--seed", "s", "--players", "9", "--game", "armada", "--drops", "100", "--no-shows=50")
    code, said, _ = run("simulate", "-o", str(file), *words, data=False)
    assert (code, said["game"], said["plan"]["no_shows"]) == (OK, "armada", 50)
    assert run("check", str(file), data=False)[0] == OK
    assert len(run("simulate", "--axes", data=False)[1]["axes"]) >= 24


@pytest.mark.rule("SWL-PAIR-3")
def test_a_round_1_in_which_one_group_has_more_than_half_verifies(run: Run, tmp_path: Path):
    """Its players have met nobody; a round that is frozen already counts as no opponent."""
    file = str(tmp_path / "x.komandor")
    assert run("simulate", "-o", file, "--seed", "a4905be1", "--players", "4", data=False)[0] == OK
    assert (run("check", file, data=False)[0], run("verify", file, data=False)[0]) == (OK, OK)


def test_a_full_disk_is_said_in_the_same_words_as_on_the_web(run: Run, monkeypatch: pytest.MonkeyPatch):
    _new(run, "Anna Nowak", "Jan Kowalski")

    def full(*_: object) -> None:
        raise ReadOnly("no space left on device", "store.disk_full")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append", full)
        code, said, errors = run("event", "register", "Ewa Żak", "--lang", "en")
    assert (code, said) == (REFUSED, None)
    assert sentence(why("store.disk_full"), "en") in errors
    assert run("event", "register", "Ewa Żak")[0] == OK, "and works again when there is room"


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("drop-player", "--player", "99"), "player"),
        (("give-sanction", "--player", "1", "--kind", "warning", "--reason", "x", "--match", "99"), "match"),
        (("give-ruling", "--call", "9", "--text", "x"), "call"),
        (("dismiss-staff", "--staff", "9"), "staff"),
        (("resolve-component", "--component", "9", "--resolution", "replaced"), "component"),
        (("change-event", "--changes", '{"nope": 1}'), "--changes"),
    ],
)
def test_somebody_or_something_that_is_not_there_is_bad_input(run: Run, words: tuple[str, ...], field: str):
    """No rule forbids it: the number was typed wrong, so the field is named and scripts see a 2."""
    _new(run, "Anna Nowak", "Jan Kowalski")
    code, said, err = run("event", "do", *words)
    assert (code, said) == (BAD_INPUT, None)
    assert err.startswith(f"{field}:")
    assert len(err.splitlines()) == 1


@pytest.mark.rule("DES-ELIM-2")
def test_a_setting_that_the_structure_decides_itself_is_named(run: Run):
    """Basic and advanced structures say how many games a knock-out match has, whatever the setting says."""
    key, said = "destiny.knockout_best_of", "has no effect here, because the structure"
    new = f"event new --game destiny --name Cup --date 2026-11-15 --setting {key}=3".split()

    def printed(*typed: str) -> str:
        assert main([*typed, "--data", str(run.folder), "--lang", "en"]) == OK
        return run.capsys.readouterr().out

    assert said in printed(*new, "--structure", "basic")
    change = ("event", "do", "change-event", "--changes")
    assert said in printed(*change, f'{{"settings": {{"{key}": 1}}}}')
    assert said not in printed(*change, '{"settings": {"lists.required": true}}')
    assert said not in printed(*new, "--stage", "swiss 2", "--stage", "single 2")
