"""`komandor check`, `verify`, `export` and `import` speak Polish with `--lang pl`."""

import re
from pathlib import Path

import pytest

from komandor import check
from komandor.check.violation import Report, Violation
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.log.bundle import export
from tests.check.test_reading import closed, file_of
from tests.support.dice_event import DiceEvent
from tests.support.event import single, swiss

Printed = pytest.CaptureFixture[str]
ENGLISH = re.compile(
    r"\b(the|is|are|was|and|of|not|no|file|records?|rounds?|players?|names?|from|verified)\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of nine with dice in round 2, a change by hand and an undo."""
    event = DiceEvent("destiny", swiss(2), single(2), dice=7).register(9).announce()
    event.play_round().do(c.FreezeRound("dice")).do(c.DrawRound("3-4-5-5"))
    one, two = [m for m in event.in_round() if m.kind == "match"][:2]
    event.do(c.SwapPlayers(one.a, two.a, "bracia")).do(c.PostNotice("obiad")).do(event.undo())
    path = tmp_path_factory.mktemp("files") / "puchar.komandor"
    path.write_bytes(export(event.store, event.id))
    return path


def said(capsys: Printed, *words: str, code: int = OK) -> str:
    assert main([*words, "--lang", "pl"]) == code
    printed = capsys.readouterr()
    return printed.out or printed.err


def test_every_line_of_verify_is_polish(file: Path, capsys: Printed) -> None:
    lines = said(capsys, "verify", str(file), "--redraw").splitlines()
    assert len(lines) > 10
    assert [line for line in lines if ENGLISH.search(line)] == []
    assert lines[-1].startswith("C: losy")


def test_verify_says_in_polish_that_a_file_was_changed(file: Path, tmp_path: Path, capsys: Printed) -> None:
    changed = tmp_path / "inny.komandor"
    changed.write_bytes(file.read_bytes().replace(b"bracia", b"siostr"))
    lines = said(capsys, "verify", str(changed), code=REFUSED).splitlines()
    assert lines[0].startswith("BŁĄD")
    assert lines[-1] == "NIE POTWIERDZONO"


def test_check_counts_in_polish(file: Path, capsys: Printed) -> None:
    line = said(capsys, "check", str(file))
    assert re.search(r": \d+ wpis(y|ów), 9 graczy, 2 rundy: bez naruszeń\.\n$", line), line


def test_every_note_of_the_checker_is_polish(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """The checker's own sentences are English; what it only remarks about a good file is not."""
    sources = "".join(file.read_text("utf-8") for file in Path(check.__file__).parent.rglob("*.py"))
    codes = {*re.findall(r'\.note\(\s*"([a-z_.]+)"', sources), "log.withheld"}
    assert "draw.not_recomputed" in codes
    notes = tuple(Violation(code, "COM-PAIR-5", 7, "The checker's own words.") for code in codes)
    monkeypatch.setattr("komandor.cli.check.check_file", lambda _: Report((), notes))
    lines = said(capsys, "check", "x.komandor").splitlines()
    assert len(lines) == len(codes) + 1
    assert [line for line in lines if ENGLISH.search(line) or not line.endswith(".") or "_" in line] == []


def test_check_names_the_broken_rule_in_polish(tmp_path: Path, capsys: Printed) -> None:
    events = DiceEvent("destiny", swiss(2)).register(4).announce().records
    events[-1]["players"] = 99
    broken = tmp_path / "zly.komandor"
    broken.write_bytes(file_of(events, "t"))
    *found, last = said(capsys, "check", str(broken), code=REFUSED).splitlines()
    rules = [line.strip() for line in found if line.startswith("    ")]
    assert rules
    assert all(re.match(r"[A-Z]+-[A-Z]+-\d+: [A-ZŻŚŁ]", line) for line in rules), rules
    assert not ENGLISH.search(" ".join(rules))
    assert last.endswith((f"{len(rules)} naruszenie.", f"{len(rules)} naruszenia."))


UNREADABLE = {
    "empty": (b"", "ostatni wiersz"),
    "short": (closed(b'{"format": "komandor", "version": 2}', b""), "pełny plik turnieju"),
    "old": (closed(b'{"format": "komandor", "version": 1}', b""), "w wersji 1 nie są czytane"),
    "missing": (None, "nie ma takiego pliku"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_check_says_in_polish_why_a_file_cannot_be_read(tmp_path: Path, capsys: Printed, kind: str) -> None:
    content, words = UNREADABLE[kind]
    path = tmp_path / "x"
    if content is not None:
        path.write_bytes(content)
    assert words in said(capsys, "check", str(path), code=BAD_INPUT)


def test_what_was_written_and_read_is_told_in_polish(file: Path, tmp_path: Path, capsys: Printed) -> None:
    copy = str(tmp_path / "kopia.komandor")
    assert said(capsys, "export", str(file), "-o", copy).startswith(
        f"plik: {copy}, rodzaj: komandor, bajty: "
    )
    line = said(capsys, "import", copy, "--data", str(tmp_path / "data"))
    assert re.fullmatch(r"turniej: [\w-]+, nazwa: Cup, wpisy: \d+, tajna liczba: nie\n", line), line
