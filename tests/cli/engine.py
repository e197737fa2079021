"""Running a headless command in a test: document in, exit code and both streams out."""

import io
import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from komandor.cli.main import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


@dataclass
class Engine:
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, command: str, document: Any = None, *options: str) -> Answer:
        """`document` is bytes as they are, or anything that becomes JSON."""
        raw = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        code = main([command, *(options or ("--json",))])
        said = self.capsys.readouterr()
        return Answer(code, said.out, said.err)


EXAMPLES: dict[str, dict[str, Any]] = {
    "rank": {
        "game": "destiny",
        "rounds": [
            [
                {"a": "P1", "b": "P2", "points": [1, 0], "mov": [0, 0]},
                {"a": "P3", "b": None, "points": [1, 0]},
            ]
        ],
        "left": ["P2"],
        "lots": {"P1": 17},
    },
    "bracket": {"game": "destiny", "kind": "single", "seeds": ["A", "B", "C", "D"], "results": {"1": "A"}},
    "pair": {
        "game": "armada",
        "round": 3,
        "seed": "00ff",
        "players": [
            {"id": 1, "points": 15, "rank": 1, "met": [4, 9], "byes": 0, "apart": ["van-1"]},
            {"id": 4, "points": 12, "rank": 2, "met": [1], "byes": 0},
            {"id": 5, "points": 12, "rank": 3, "met": [], "byes": 1},
        ],
    },
    "score": {"game": "armada", "report": {"end": "rounds", "scores": [177, 49]}},
}
"""The documents of CLI.md, small."""
