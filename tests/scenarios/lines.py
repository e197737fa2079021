"""Reads scenario files of one word and its rest per line; lines that start with # are comments."""

from pathlib import Path
from typing import Any

import pytest


def statements(path: Path) -> list[tuple[str, str]]:
    """The word and the rest of every line."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    split = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return [(word, rest) for word, _, rest in split]


def scenarios(folder: Path) -> list[Any]:
    """Every scenario of a folder as a test parameter, marked with the rules that it proves."""
    return [
        pytest.param(file, id=file.stem, marks=pytest.mark.rule(*dict(statements(file))["rules"].split()))
        for file in sorted(folder.glob("*.txt"))
    ]
