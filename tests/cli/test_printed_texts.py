"""Texts of a file or an event are printed as text: none of them gives orders to the terminal."""

import hashlib
import json
from pathlib import Path

import pytest

from komandor.check import verify
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from komandor.store.sqlite import SqliteStore
from tests.support.event import Event

ORDERS = "\x1b]0;mine\x07\x1b[2J\x9b31m\u202e\rok  all is right"
"""Another title, an empty screen, red letters (also with one sign), a direction, the start of the line."""
SIGNS = set(ORDERS) - set("]0;mine[2J31m ok all is right")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A file whose name of the event, reasons and notes are orders; beside it the data folder with it."""
    event = Event("armada", store=SqliteStore(tmp_path / "data"), name=f"Cup {ORDERS}").register(6)
    event.announce().draw()
    one, two = event.in_round()[:2]
    event.do(c.SwapPlayers(one.a, two.a, f"brothers {ORDERS}")).do(c.PublishRound())
    event.do(c.PostNotice(f"lunch {ORDERS}")).do(event.undo())
    path = tmp_path / "hostile.komandor"
    path.write_bytes(export(event.store, event.id))
    event.store.close()
    return path


@pytest.mark.parametrize("command", ["verify", "standings", "pairings", "import", "event log", "event show"])
def test_no_command_prints_an_order(hostile: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--data", str(hostile.with_name("data" if command.startswith("event") else "other"))]
    own = [str(hostile)] if not command.startswith("event") else []
    main([*command.split(), *own, *(folder if command.startswith(("event", "import")) else ())])
    printed = "".join(capsys.readouterr())
    assert "all is right" in printed or command == "pairings", printed
    assert not set(printed) & SIGNS


def test_a_file_that_is_refused_prints_no_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = json.dumps({"count": 0, "format": "komandor", "version": ORDERS}).encode() + b"\n\n"
    digest = hashlib.sha256(body).hexdigest()
    path = tmp_path / "later.komandor"
    path.write_bytes(body + f'{{"sha256":"{digest}"}}\n'.encode())
    main(["check", str(path)])
    printed = "".join(capsys.readouterr())
    assert "all is right" in printed
    assert not set(printed) & SIGNS


def test_the_verifier_that_stands_alone_prints_no_order(
    hostile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify.main([str(hostile)])
    printed = "".join(capsys.readouterr())
    assert "brothers" in printed
    assert not set(printed) & SIGNS
