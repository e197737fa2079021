"""Setting up happens once, again when a lock file changes, and fails with the command that mends it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of lock files and an environment, in a folder with a space and a Polish letter."""
    root = tmp_path / "Gry Żółwia"
    (root / ".venv").mkdir(parents=True)
    for name in bootstrap.REQUIREMENTS["dev"]:
        (root / name).write_text(name)
    monkeypatch.setattr(bootstrap, "ROOT", root)
    monkeypatch.setattr(bootstrap, "VENV", root / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    return root


@pytest.fixture
def installed(clone: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was installed, in order, instead of installing it."""
    names: list[str] = []
    monkeypatch.setattr(bootstrap, "make_venv", lambda: None)
    monkeypatch.setattr(bootstrap, "link_source", lambda: None)
    monkeypatch.setattr(bootstrap, "install", names.append)
    return names


def test_the_second_start_installs_nothing(installed: list[str]) -> None:
    bootstrap.prepare("run")
    bootstrap.prepare("run")
    assert installed == ["requirements.txt"]


def test_the_environment_of_the_tests_is_enough_to_run(installed: list[str]) -> None:
    bootstrap.prepare("dev")
    bootstrap.prepare("run")
    assert installed == ["requirements-dev.txt"]


def test_the_environment_to_run_is_not_enough_for_the_tests(installed: list[str]) -> None:
    bootstrap.prepare("run")
    bootstrap.prepare("dev")
    assert installed == ["requirements.txt", "requirements-dev.txt"]


class Started(Exception):
    """Instead of becoming the program."""


def started_by(args: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command line of the program that `bootstrap.py ARGS` would become."""

    def start(command: list[str]) -> None:
        raise Started(*command)

    monkeypatch.setattr(bootstrap, "become", start)
    monkeypatch.setattr(bootstrap, "forget_other_environments", lambda: None)
    with pytest.raises(Started) as started:
        bootstrap.main(args)
    return list(started.value.args)


@pytest.mark.parametrize(
    ("args", "lock"),
    [
        (["run"], "requirements.txt"),
        (["run", "serve"], "requirements.txt"),
        (["run", "bench", "draw"], "requirements-dev.txt"),
    ],
)
def test_a_benchmark_gets_the_peers_that_it_measures(
    installed: list[str], monkeypatch: pytest.MonkeyPatch, args: list[str], lock: str
) -> None:
    assert started_by(args, monkeypatch) == ["-m", "komandor", *(args[1:] or ["serve"])]
    assert installed == [lock]


@pytest.mark.parametrize(
    ("args", "browser", "pytest_args"),
    [
        ([], True, ["-n", "3", "--dist", "worksteal"]),
        (["quick"], False, ["-n", "3", "--dist", "worksteal", "-m", "not browser and not slow"]),
    ],
)
def test_all_tests_or_the_quick_ones_run_with_the_static_checks(
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    browser: bool,
    pytest_args: list[str],
) -> None:
    done: list[str] = []
    monkeypatch.setattr(bootstrap, "prepare_browser", lambda insist: done.append(f"browser {insist}"))
    monkeypatch.setattr(bootstrap, "prepare_nginx", lambda: done.append("nginx"))
    monkeypatch.setenv("KOMANDOR_STATIC_CHECKS", "")
    monkeypatch.chdir(Path.cwd())
    assert started_by(["test", *args], monkeypatch) == ["-m", "pytest", *pytest_args]
    assert done == ["browser True", "nginx"] * browser
    assert os.environ["KOMANDOR_STATIC_CHECKS"] == "1"
    assert installed == ["requirements-dev.txt"]


def test_a_changed_lock_file_is_installed(clone: Path, installed: list[str]) -> None:
    bootstrap.prepare("run")
    (clone / "requirements.txt").write_text("another version")
    bootstrap.prepare("run")
    assert installed == ["requirements.txt"] * 2


def test_an_interrupted_installation_is_done_again(
    installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(bootstrap, "install", fail)
        with pytest.raises(KeyboardInterrupt):
            bootstrap.prepare("run")
    bootstrap.prepare("run")
    assert installed == ["requirements.txt"]


def test_the_faster_browser_is_tried_for_once_and_others_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/it" if name == "chromium" else None)
    monkeypatch.setattr(bootstrap, "apt_install", asked.append)
    for _ in range(2):
        bootstrap.prepare_browser(insist=True)
    assert asked == ["chromium-headless-shell"]
    assert bootstrap.find_chromium() == "/bin/it"


def test_without_a_browser_the_whole_suite_stops_and_says_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "find_chromium", lambda: None)
    monkeypatch.setattr(bootstrap, "apt_install", lambda package: False)
    with pytest.raises(SystemExit) as ending:
        bootstrap.prepare_browser(insist=True)
    assert ending.value.code == 1
    assert "apt-get install -y chromium" in capsys.readouterr().err


def test_without_nginx_the_whole_suite_stops_and_says_how_to_mend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "find_nginx", lambda: None)
    monkeypatch.setattr(bootstrap, "apt_as_root", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(bootstrap, "unpack", lambda package: False)
    with pytest.raises(SystemExit) as ending:
        bootstrap.prepare_nginx()
    assert ending.value.code == 1
    assert "apt-get install -y nginx-light" in capsys.readouterr().err


def test_the_script_works_from_any_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(bootstrap.ROOT / "run"), "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith("komandor ")


def test_where_no_environment_can_be_made_it_stops_and_says_what_is_missing(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "PYTHON", str(clone / "missing"))
    monkeypatch.setattr(bootstrap, "apt_install", lambda package: False)
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(SystemExit) as ending:
        bootstrap.prepare("run")
    assert ending.value.code == 1
    assert "apt-get install -y python3-venv" in capsys.readouterr().err
