"""`event messages` lists what is sent to other services and makes it due again."""

from dataclasses import asdict
from pathlib import Path

import pytest

from komandor.app.outbox.messages import SPACE, messages_of
from komandor.app.outbox.targets import targets_of
from komandor.cli.main import main
from komandor.store import open_store
from tests.cli.terminal import Run
from tests.outbox.hall import Hall


def test_it_lists_and_revives_what_was_given_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall = Hall(store=open_store(tmp_path))
    target = hall.target("http://127.0.0.1:9/hook", topics=("pairings",))
    hall.publish()
    row = asdict(hall.messages(target)[0]) | {"state": "failed", "tries": 3, "answer": "400 Bad Request"}
    hall.store.put(SPACE, hall.messages(target)[0].key, row)
    hall.store.close()
    data = ["--data", str(tmp_path)]
    assert main(["event", "messages", *data]) == 0
    plain = capsys.readouterr().out
    assert "Klub" in plain
    assert "400 Bad Request" in plain
    assert main(["event", "messages", *data, "--lang", "pl"]) == 0
    assert "porzucona" in capsys.readouterr().out
    listed = Run(tmp_path, capsys).event("messages", "--retry")
    assert listed["messages"][0] | {"version": 0} == {
        "to": "Klub",
        "message": "pairings",
        "undone": False,
        "version": 0,
        "state": "waiting",
        "tries": 0,
        "answer": "400 Bad Request",
    }
    store = open_store(tmp_path)
    kept = messages_of(store, hall.id, targets_of(store, hall.id)[0].id)
    assert [(one.state, one.due) for one in kept] == [("waiting", 0)]
    store.close()
