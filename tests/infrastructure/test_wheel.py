"""The wheel holds every file of the package and starts without the repository."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from bootstrap import ROOT
from komandor import __version__

SOURCE = ROOT / "src"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_nothing_is_left_behind(wheel: Path) -> None:
    files = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "komandor").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert files - set(ZipFile(wheel).namelist()) == set()


def test_it_starts_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    ZipFile(wheel).extractall(tmp_path)
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from komandor.cli.main import run; run()"
    command = [sys.executable, "-P", "-c", start, str(tmp_path), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.stdout, done.stderr) == (f"komandor {__version__}\n", "")
