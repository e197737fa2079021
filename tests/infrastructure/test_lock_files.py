"""The lock files pin by hash all that pyproject.toml asks for, and name no host to get it from."""

import re
import tomllib

import pytest

from bootstrap import ROOT
from komandor import __version__

LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def asked(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=;! ]", each)[0].lower() for each in requirements}


def pinned(lock: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / lock).read_text(), re.MULTILINE))


def versions(lock: str) -> set[str]:
    return set(re.findall(r"^\S+==\S+", (ROOT / lock).read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_a_pin_or_a_hash(lock: str) -> None:
    pin = re.compile(r"[a-z0-9._-]+==\S+( ; .+)? \\")
    digest = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    strange = [
        line
        for line in (ROOT / lock).read_text().splitlines()
        if not pin.fullmatch(line) and not digest.fullmatch(line)
    ]
    assert strange == []


def test_what_runs_is_locked_with_the_libraries_of_postgresql() -> None:
    runs = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["postgres"]
    assert asked(runs) - pinned("requirements.txt") == set()


def test_a_laptop_with_sqlite_needs_no_library_of_postgresql() -> None:
    assert [name for name in asked(PROJECT["dependencies"]) if name.startswith("psycopg")] == []


def test_every_library_that_the_wheel_asks_for_has_a_lower_and_an_upper_bound() -> None:
    runs = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["postgres"]
    bounded = re.compile(r"[a-z0-9-]+(\[\w+\])?>=[\d.]+,<[\d.]+(; .+)?")
    assert [each for each in runs if not bounded.fullmatch(each)] == []


def test_what_tests_is_locked() -> None:
    assert asked(PROJECT["optional-dependencies"]["dev"]) - pinned("requirements-dev.txt") == set()


def test_tests_run_on_the_versions_that_are_shipped() -> None:
    shipped, tested = (versions(lock) for lock in LOCKS[:2])
    assert shipped - tested == set()


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    found = re.search(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    assert found[1] == __version__
