"""A terminal with a data folder: types a command line and reads the JSON that comes back."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from komandor.cli.exits import OK
from komandor.cli.main import main


@dataclass
class Run:
    """`run("event", "draw")` → exit code, the JSON document, standard error."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: str, data: bool = True) -> tuple[int, Any, str]:
        code = main([*words, *(("--data", str(self.folder)) if data else ()), "--json"])
        printed = self.capsys.readouterr()
        return code, json.loads(printed.out) if printed.out.strip() else None, printed.err

    def event(self, *words: str) -> Any:
        """The answer to a sub-command of `komandor event` that must succeed."""
        code, answer, error = self("event", *words)
        assert code == OK, (words, error)
        return answer

    def do(self, action: str, *words: str) -> Any:
        """The answer to `komandor event do` that must succeed."""
        return self.event("do", action, *words)
