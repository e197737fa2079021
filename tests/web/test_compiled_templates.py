"""A compiled template comes from the disk only if it is whole and was made of this source by this program."""

from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from komandor.web.rendering import compiled
from komandor.web.rendering.compiled import Compiled


class Counting(Compiled):
    """Counts what has to be compiled."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.made = 0

    def dump_bytecode(self, bucket: Any) -> None:
        self.made += 1
        super().dump_bytecode(bucket)


def after_a_start(folder: Path, source: str = "{{ 1 + 1 }}") -> tuple[str, int]:
    """What a program that has just been started makes of a template, and how often it compiles."""
    kept = Counting(folder)
    env = Environment(loader=DictLoader({"a.html": source}), bytecode_cache=kept, autoescape=True)
    return env.get_template("a.html").render(), kept.made


@pytest.fixture(autouse=True)
def _may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def test_the_second_start_compiles_nothing(tmp_path: Path) -> None:
    assert after_a_start(tmp_path) == ("2", 1)
    assert after_a_start(tmp_path) == ("2", 0)


def test_another_source_and_another_program_compile_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after_a_start(tmp_path)
    assert after_a_start(tmp_path, "{{ 1 + 2 }}") == ("3", 1)
    monkeypatch.setattr(compiled, "MADE_BY", "another version")
    assert after_a_start(tmp_path, "{{ 1 + 2 }}") == ("3", 1)


@pytest.mark.parametrize("harm", [lambda b: b"", lambda b: b[:-1], lambda b: b[:40] + b"?" + b[41:]])
def test_a_damaged_file_is_compiled_again_and_replaced(tmp_path: Path, harm: Any) -> None:
    after_a_start(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(harm(file.read_bytes()))
    assert after_a_start(tmp_path) == ("2", 1)
    assert after_a_start(tmp_path) == ("2", 0)


def test_where_nothing_may_be_written_pages_are_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert after_a_start(tmp_path / "no such folder") == ("2", 1)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert after_a_start(tmp_path) == ("2", 1)
    assert not list(tmp_path.iterdir())
