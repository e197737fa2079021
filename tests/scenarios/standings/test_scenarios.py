"""Every table written down in the files beside this one comes out exactly as it stands there."""

from pathlib import Path
from typing import Any

import pytest

from komandor.core.standings import Standing
from tests.core.standings.rounds import Board
from tests.scenarios.lines import scenarios, statements


@pytest.mark.rule("COM-TB-1", "COM-TB-2", "COM-TB-3", "COM-TB-4", "COM-TB-5")
@pytest.mark.rule("ARM-TB-1", "IA-TB-1", "DES-TB-1", "CON-TB-1", "SWL-TB-1", "SWL-TB-2")
@pytest.mark.parametrize("file", scenarios(Path(__file__).parent))
def test_table(file: Path) -> None:
    script = statements(file)
    board = Board(dict(script)["game"])
    for word, rest in script:
        if word == "round":
            board.round(rest)
    table = board.table(**asked(script, board))
    wanted = [rest.split() for word, rest in script if word == "row"]
    order = [name for name in table if name in {row[0] for row in wanted}]
    assert [shown(name, table[name], row) for name, row in zip(order, wanted, strict=True)] == [
        " ".join(row) for row in wanted
    ]


def asked(script: list[tuple[str, str]], board: Board) -> dict[str, Any]:
    lots, left, settings = {}, [], {}
    for word, rest in script:
        if word == "lots":
            lots = {name: int(lot) for name, lot in (pair.split() for pair in rest.split(", "))}
        if word == "left":
            left = rest.split(", ")
        if word == "setting":
            key, value = rest.split()
            settings[key] = {"true": True, "false": False}.get(value, value)
    return {"lots": lots, "left": board.numbers(left), "settings": settings}


def shown(name: str, row: Standing, wanted: list[str]) -> str:
    """The row as the file writes it, with the tie-breakers that the file names."""
    rank = f"{row.rank}=" if row.tied else str(row.rank)
    named = wanted[: wanted.index("by")]
    values = [f"{key} {row.values[key]}" for key in named if key in row.values]
    left = ["left"] if row.left else []
    return " ".join([name, rank, str(row.points), *values, "by", row.decided_by, *left])
