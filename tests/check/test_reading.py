"""A file is checked whole: 0 clean, 1 with violations, 2 unreadable."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from komandor.check.check_file import check_bytes
from komandor.check.file_reader import MOST_BYTES, MOST_PARTS, Unreadable, bounded
from komandor.check.verify import verify
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from tests.support.dice_event import DiceEvent, Log
from tests.support.event import Event, swiss

GENESIS = "0" * 64


def file_of(events: Log, tournament: str, version: int = 2) -> bytes:
    """The file as docs/reference/file-format.md describes it, written by hand."""
    lines, prev = [], GENESIS
    for seq, event in enumerate(events, start=1):
        text = json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        at, by, step = "2026-11-15T10:00:00Z", "host", seq
        digest = hashlib.sha256((8).to_bytes(4, "big"))
        for part in (prev, tournament, str(seq), at, str(step), by, text, ""):
            digest.update(len(part.encode()).to_bytes(4, "big") + part.encode())
        front: dict[str, Any] = {"seq": seq, "at": at, "by": by, "step": step, "prev": prev}
        prev = front["hash"] = digest.hexdigest()
        lines.append(json.dumps(front, separators=(",", ":"))[:-1] + f',"event":{text}}}')
    header = {
        "count": len(events),
        "format": "komandor",
        "head": prev,
        "parts": ["log"],
        "people": 0,
        "tournament": tournament,
        "version": version,
    }
    body = "".join(line + "\n" for line in [json.dumps(header, separators=(",", ":")), *lines]).encode()
    return body + b'{"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


@pytest.fixture
def events() -> Log:
    """A registration, no round yet: no draw depends on the file's own hashes."""
    return DiceEvent("armada").register(6).announce().records


def test_every_changed_byte_is_noticed(events: Log) -> None:
    data = file_of(events, "t")
    assert check_bytes(data).clean
    for at in range(0, len(data), 37):
        with pytest.raises(Unreadable):
            check_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])


@pytest.mark.parametrize("version", [1, 3])
def test_a_file_of_another_version_is_refused_by_its_number(events: Log, version: int) -> None:
    data = file_of(events, "t", version)
    with pytest.raises(Unreadable, match=f"files of version {version} are not read, only those of version 2"):
        check_bytes(data)
    last = verify(data).lines[-1]
    assert (last.ok, last.code, last.params) == (False, "file.version", {"version": version})


def test_a_torn_file_is_unreadable(events: Log) -> None:
    data = file_of(events, "t")
    for size in (0, 10, len(data) // 2, len(data) - 1):
        with pytest.raises(Unreadable):
            check_bytes(data[:size])


def test_a_record_without_its_last_brace_is_unreadable_and_no_bug(events: Log) -> None:
    """No hash of the chain holds that sign, so a file can be closed over it."""
    header, *lines = file_of(events, "t").split(b"\n")[:-2]
    lines[1] = lines[1][:-1] + b"y"
    with pytest.raises(Unreadable, match="line 3 is not a log entry"):
        check_bytes(closed(header, b"\n".join(lines)))


def test_exit_codes(events: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, torn = (tmp_path / name for name in ("good.komandor", "bad.komandor", "torn.komandor"))
    good.write_bytes(file_of(events, "t"))
    events[-1]["players"] = 99
    bad.write_bytes(file_of(events, "t"))
    torn.write_bytes(b"{}")
    assert main(["check", str(good)]) == 0
    assert "no violation" in capsys.readouterr().out
    assert main(["check", str(good), str(bad), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["files"]
    assert found[0]["violations"] == []
    assert {"structure.players", "structure.row"} & {v["code"] for v in found[1]["violations"]}
    assert main(["check", str(torn)]) == 2
    assert main(["check", str(tmp_path / "nothing")]) == 2
    assert "can’t be read" in capsys.readouterr().err


def closed(header: bytes, line: bytes) -> bytes:
    """A file of one header and one line whose last line fits."""
    body = header + b"\n" + line + b"\n"
    return body + b'{"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


DEEP = b"[" * 100_000 + b"]" * 100_000
HEADER = b'{"count":1,"format":"komandor","head":"","parts":[],"people":0,"tournament":"t","version":2}'


@pytest.mark.parametrize("command", ["check", "verify", "standings", "import"])
@pytest.mark.parametrize(
    "data", [closed(HEADER, b'{"seq":1,"event":' + DEEP + b"}"), closed(DEEP, b""), closed(HEADER, DEEP)]
)
def test_endless_nesting_is_refused_and_no_bug(tmp_path: Path, command: str, data: bytes) -> None:
    path = tmp_path / "deep.komandor"
    path.write_bytes(data)
    more = ["--data", str(tmp_path / "data")] if command == "import" else []
    assert main([command, str(path), *more]) in (1, 2)


def test_a_file_larger_than_any_tournament_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.komandor"
    for size, sign in ((MOST_BYTES + 1, b"x"), (MOST_PARTS + 1, b",")):
        path.write_bytes(sign * size)
        with pytest.raises(Unreadable, match=r"more|larger"):
            bounded(path)
        assert main(["check", str(path)]) == 2
        assert main(["verify", str(path)]) == 2


@pytest.mark.rule("COM-LIST-2")
def test_who_starts_without_a_list_is_not_accused_where_the_reason_is_withheld() -> None:
    event = Event("conquest", swiss(1), settings={"lists.required": True}).register(4).announce()
    event.do(c.FreezeRound(despite_lists=(1, 2, 3, 4), reason="the printer broke"), c.DrawRound())
    for with_people in (True, False):
        report = check_bytes(export(event.store, event.id, with_people))
        assert [str(v) for v in report.violations] == []
