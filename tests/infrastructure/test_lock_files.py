"""The lock files pin by hash all that pyproject.toml asks for, and name no host to get it from."""

import re
import tomllib

import pytest

from bootstrap import ROOT

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


def test_what_runs_is_locked() -> None:
    assert asked(PROJECT["dependencies"]) - pinned("requirements.txt") == set()


def test_what_tests_is_locked() -> None:
    assert asked(PROJECT["optional-dependencies"]["dev"]) - pinned("requirements-dev.txt") == set()


def test_tests_run_on_the_versions_that_are_shipped() -> None:
    shipped, tested = (versions(lock) for lock in LOCKS[:2])
    assert shipped - tested == set()
