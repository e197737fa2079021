"""The host's keys are listed and closed in a terminal, also when the site does not run."""

from komandor.app.access import HOST
from komandor.app.identity import HOST_EVENT, host_keys, issue, key_id
from komandor.cli.exits import BAD_INPUT, OK
from komandor.store import open_store
from tests.cli.terminal import Run


def test_keys_are_listed_and_closed(run: Run) -> None:
    store = open_store(run.folder)
    one, two = (key_id(issue(store, HOST_EVENT, HOST, label)) for label in ("one", "two"))
    store.close()
    code, answer, _ = run("keys", "list")
    assert code == OK
    assert {row["key"]: row["label"] for row in answer["keys"]} == {one: "one", two: "two"}
    assert run("keys", "revoke", "nonsense")[0] == BAD_INPUT
    assert run("keys", "revoke")[0] == BAD_INPUT
    assert "Nie ma klucza „nonsense”." in run("keys", "revoke", "nonsense", "--lang", "pl")[2]
    assert run("keys", "revoke", one)[1] == {"closed": 1}
    assert run("keys", "revoke", "--all")[1] == {"closed": 1}
    store = open_store(run.folder)
    assert host_keys(store) == ()
    store.close()
