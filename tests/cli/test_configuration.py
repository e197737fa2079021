"""What the command line takes can be said by a variable or in one file; what nobody reads is named."""

import os
from pathlib import Path

import platformdirs.macos
import platformdirs.unix
import platformdirs.windows
import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.store.data_folder import data_folder

NEW = ("event", "new", "--game", "destiny", "--date", "2026-11-15", "--organiser", "Marta Nowak")


@pytest.fixture(autouse=True)
def _nothing_configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = ("CONFIG", "DATA", "DATABASE", "LANG", "DEBUG", "PROXY", "HOSTS", "SECRET")
    for name in (f"KOMANDOR_{short}" for short in names):
        monkeypatch.setenv(name, "")  # so that what the file sets is taken away after the test
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "etc"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


def write(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "komandor.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("folder", ["config/komandor", "etc/komandor"])
def test_the_file_gives_defaults_for_options(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        tmp_path / folder,
        f'data = "{tmp_path / "events"}"\nlang = "pl"\n[event.new]\nname = "Puchar z pliku"\n',
    )
    assert main(NEW) == OK
    assert main(["event", "list"]) == OK
    assert "Puchar z pliku" in capsys.readouterr().out
    assert (tmp_path / "events").is_dir()


def test_the_users_own_file_comes_before_that_of_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "etc/komandor", "nonsense = 1\n")
    write(tmp_path / "config/komandor", "")
    assert main(["games"]) == OK


def test_the_command_line_wins_over_a_variable_and_a_variable_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "config/komandor", '[event.new]\nname = "of the file"\n')
    words = [*NEW, "--data", str(tmp_path / "events")]
    monkeypatch.setenv("KOMANDOR_EVENT_NEW_NAME", "of the variable")
    assert main(words) == OK
    assert main([*words, "--name", "as typed"]) == OK
    assert main(["event", "list", "--data", str(tmp_path / "events")]) == OK
    printed = capsys.readouterr().out
    assert "of the file" not in printed
    assert [line for line in ("of the variable", "as typed") if line not in printed] == []


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("databse = 'x'\n", "komandor.toml have no key databse. The nearest one is database\n"),
        ("[serv]\nport = 1\n", "komandor.toml have no key serv. The nearest one is serve\n"),
        ("[games]\nlan = 'pl'\n", "komandor.toml have no key games.lan. The nearest one is lang\n"),
        ("games = 3\n", "komandor.toml: games must be a table, [games]\n"),
        ("hosts = 3\n", 'komandor.toml: hosts must be a list of names, for example ["play.example.org"]\n'),
        ("hosts = [1]\n", 'komandor.toml: hosts must be a list of names, for example ["play.example.org"]\n'),
        ("proxy = 'no'\n", "komandor.toml: proxy must be true or false, without quotes\n"),
        ("secret = true\n", "komandor.toml: secret must be text in quotes\n"),
        ("database = ['postgres://x']\n", "komandor.toml: database must be text in quotes\n"),
        ("database = 'mysql://x'\n", "database must be an address that begins with postgres://\n"),
        ("lang = 'fr'\n", "komandor.toml: lang must be one of en, pl\n"),
        ("[games]\nlang = 'fr'\n", "games.lang can’t be used: 'fr' is not one of 'en', 'pl'. Correct it\n"),
        ("[games]\nlang = ['pl']\n", "games.lang can’t be used: one value is wanted. Correct it\n"),
        ("[games]\nlang = true\n", "games.lang can’t be used: true and false are for switches. Correct it\n"),
        ("port = = 1\n", "Invalid value (at line 1, column 8). Correct the file\n"),
    ],
)
def test_a_wrong_file_is_refused_by_the_name_of_its_key(
    text: str, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "config/komandor", text)
    assert main(["games"]) == BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith(error)


def test_a_file_that_is_named_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOMANDOR_CONFIG", str(tmp_path / "none.toml"))
    assert main(["games"]) == BAD_INPUT
    assert "none.toml" in capsys.readouterr().err


def test_a_variable_that_nobody_reads_is_named_in_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOMANDOR_DATABSE", "postgres://x/y")
    monkeypatch.setenv("KOMANDOR_GAMES_LANK", "pl")
    monkeypatch.setenv("KOMANDOR_SERVE_PORT", "1")  # of another command
    assert main(["games"]) == OK
    assert capsys.readouterr().err.splitlines() == [
        "komandor: KOMANDOR_DATABSE is no variable of Komandor. The nearest one is KOMANDOR_DATABASE",
        "komandor: KOMANDOR_GAMES_LANK is no variable of Komandor. The nearest one is KOMANDOR_GAMES_LANG",
    ]


def test_a_variable_whose_value_its_option_does_not_take_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOMANDOR_KEYS_NEW_DAYS", "soon")
    assert main(["games"]) == OK
    assert main(["keys", "new"]) == BAD_INPUT
    assert capsys.readouterr().err.startswith("The value of KOMANDOR_KEYS_NEW_DAYS can’t be used: ")


@pytest.mark.parametrize(
    ("text", "means"), [("1", "1"), ("yes", "1"), ("TRUE", "1"), ("0", ""), ("no", ""), ("off", ""), ("", "")]
)
def test_a_switch_that_is_off_is_off_however_it_is_written(
    text: str, means: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes KOMANDOR_PROXY=0 does not want the headers of strangers to be believed."""
    monkeypatch.setenv("KOMANDOR_PROXY", text)
    assert main(["games"]) == OK
    assert os.environ["KOMANDOR_PROXY"] == means


def test_names_of_the_site_may_have_spaces_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOMANDOR_HOSTS", "a.example, b.example ,")
    assert main(["games"]) == OK
    assert os.environ["KOMANDOR_HOSTS"] == "a.example,b.example"


def test_a_switch_that_is_neither_on_nor_off_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOMANDOR_PROXY", "perhaps")
    assert main(["games"]) == BAD_INPUT
    assert capsys.readouterr().err == "KOMANDOR_PROXY must be 1 (on) or 0 (off)\n"


def test_a_database_is_named_by_its_variable_and_a_demonstration_does_not_go_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOMANDOR_DATABASE", "nonsense://komandor")
    assert main(["keys", "list"]) == BAD_INPUT
    assert capsys.readouterr().err.startswith("--database: ")
    assert main(["demo", "--game", "nothing"]) == BAD_INPUT
    assert "nonsense" not in capsys.readouterr().err


def test_the_data_folder_is_where_each_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    monkeypatch.delenv("XDG_DATA_HOME")
    made = {
        ("linux", "komandor", platformdirs.unix.Unix): home / ".local/share/komandor",
        ("darwin", "Komandor", platformdirs.macos.MacOS): home / "Library/Application Support/Komandor",
    }
    for (system, name, kind), expected in made.items():
        assert kind(name, appauthor=False).user_data_path == expected
        monkeypatch.setattr("komandor.store.data_folder.sys.platform", system)
        monkeypatch.setattr(
            platformdirs, "user_data_path", lambda n, *, appauthor, k=kind: k(n, appauthor).user_data_path
        )
        assert data_folder() == expected
    windows = platformdirs.windows
    monkeypatch.setenv("LOCALAPPDATA", "C:/Users/marta/AppData/Local")
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)
    assert windows.Windows("Komandor", appauthor=False).user_data_path == Path(
        "C:/Users/marta/AppData/Local/Komandor"
    )


@pytest.mark.parametrize(
    ("address", "warned"), [("postgres://k:pw@127.0.0.1:1/k", True), ("postgres://k@127.0.0.1:1/k", False)]
)
def test_a_password_on_the_command_line_is_warned_about(
    address: str, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("komandor.store.postgres.START", 0.1)
    words = ["serve", "--host", "127.0.0.1", "--no-browser", "--database", address]
    monkeypatch.setattr("sys.argv", ["komandor", *words])
    main(words)
    printed = capsys.readouterr().err
    assert ("KOMANDOR_DATABASE hides it" in printed) is warned
    assert "pw@" not in printed
