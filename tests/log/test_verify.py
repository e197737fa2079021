"""The verifier accepts every honest draw, and names what is wrong with every other one."""

import ast
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from komandor.check import verify
from komandor.core import lots
from komandor.core.tournament.values import DrawnMatch
from tests.log import drawn

VERIFY = Path(verify.__file__)
READER = VERIFY.with_name("file_reader.py")

# The known-answer vector of docs/algorithms/verifiable-draws.md.
SEED = bytes(range(32))
HEAD = "ab" * 32
VECTOR = {
    "c0": "189c31457960a17dadc46db52eed73bea961472696f9dde58403c003c67b6852",
    "c1": "c15382345e816a7d22d8b07d37e5361cc0b6084b573d859d54f3fbaab7c90efe",
    "key": "b3b4c47b0c25678d3d56f51ce69b74ed4561a5de12cfe67c2d03dfe759c1ac71",
    "order": [5, 4, 1, 8, 2, 3, 7, 6],
}


def failed(data: bytes) -> set[str]:
    report = verify.verify(data)
    codes = {line.code for line in report.lines if line.ok is False}
    assert report.ok == (not codes)
    return codes


def test_it_is_two_short_files_that_need_only_the_standard_library() -> None:
    for path in (VERIFY, READER):
        source = path.read_text(encoding="utf-8")
        assert len(source.splitlines()) < 400
        for node in ast.walk(ast.parse(source)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            known = {"komandor.check.file_reader"} if path == VERIFY else set()
            assert all(name in known or name.split(".")[0] in sys.stdlib_module_names for name in names)


def test_the_known_answer_vector_holds_for_the_engine_and_for_the_verifier() -> None:
    chain = lots.chain(SEED, "demo")
    assert chain[0].hex() == VECTOR["c0"] == verify.promise_of(chain[1], "demo", 1).hex()
    assert chain[1].hex() == VECTOR["c1"] == verify.promise_of(SEED, "demo", 63).hex()
    key = lots.round_key(chain[1], "demo", 1, HEAD, "1 3 5 6")
    assert key.hex() == VECTOR["key"] == verify.round_key(chain[1], "demo", 1, HEAD, "1 3 5 6").hex()
    mine = verify.lots(key, "pairing", list(range(1, 9)))
    assert (
        lots.Lots(key).order(range(1, 9), "pairing") == VECTOR["order"] == sorted(mine, key=mine.__getitem__)
    )
    assert mine[5] == lots.Lots(key).lot(5, "pairing")


@pytest.mark.parametrize(
    ("sources", "level"),
    [
        ([("beacon", "0f" * 32), ("beacon", "1f" * 32)], "C"),  # a beacon is named, not checked
        ([("dice", "1 1 6 6"), ("dice", "1 2 3 4")], "B"),
        ([("dice", "1 1 1 1"), ("none", ""), ("beacon", "0f" * 32)], "C"),
        ([], "-"),
    ],
)
def test_the_level_is_that_of_the_weakest_draw(sources: list[tuple[str, str]], level: str) -> None:
    report = verify.verify(drawn.file(drawn.whole(sources)))
    assert (report.ok, report.level) == (True, level)


def test_changes_by_hand_and_undone_records_are_listed() -> None:
    report = verify.verify(drawn.file(drawn.whole()))
    notes = {line.code: line.params for line in report.lines if line.ok is None}
    assert notes["note.changed"]["reason"] == "brothers"
    assert notes["note.voided"] == {
        "targets": [notes["note.voided"]["seq"] - 1],
        "seq": notes["note.voided"]["seq"],
        "reason": "typing mistake",
    }


def test_a_file_without_people_verifies_as_well() -> None:
    assert failed(drawn.file(drawn.whole(), people=False)) == set()


def test_the_same_round_drawn_again_uses_the_same_key() -> None:
    records = drawn.freeze(drawn.created(), 1, "dice")
    once = drawn.draw(records, 1, "1 2 3 4")
    assert failed(drawn.file(drawn.draw(once, 1, "1 2 3 4"))) == set()
    assert failed(drawn.file(drawn.draw(once, 1, "6 6 6 6"))) == {"draw.same"}


def test_a_second_freeze_after_a_draw_is_never_silent() -> None:
    records = drawn.draw(drawn.freeze(drawn.created(), 1), 1)
    report = verify.verify(drawn.file(drawn.draw(drawn.freeze(records, 1), 1)))
    assert "freeze.again" in {line.code for line in report.lines}


def test_a_draw_without_freeze_and_a_link_opened_too_early_are_named() -> None:
    records = drawn.created()
    assert "draw.order" in failed(drawn.file(drawn.draw(records, 1)))
    late = drawn.draw(drawn.freeze(records, 2), 2)
    assert "draw.fresh" in failed(drawn.file(drawn.draw(drawn.freeze(late, 1), 1)))


OTHER = "cd" * 32
WRONG: dict[str, tuple[Any, set[str]]] = {
    "link": (OTHER, {"draw.link", "draw.key", "draw.lots", "draw.tiebreak", "draw.pairs"}),
    "head": (OTHER, {"draw.head", "draw.key", "draw.lots", "draw.tiebreak", "draw.pairs"}),
    "public": ("6 6 6 6", {"draw.public", "draw.key", "draw.lots", "draw.tiebreak", "draw.pairs"}),
    "key_check": (OTHER, {"draw.key"}),
    "order": ((1, 2, 3, 4, 5, 6, 7), {"draw.lots"}),
    "lots": (((1, 5),), {"draw.tiebreak"}),
    "matches": (
        (DrawnMatch(match=1, table=1, a=1, b=2), DrawnMatch(match=2, table=2, a=1, b=3)),
        {"draw.matches", "draw.pairs"},
    ),
}


def wrong(field: str) -> bytes:
    """A draw with one false field, in a log whose hashes were all made anew."""
    return drawn.file(drawn.draw(drawn.freeze(drawn.created(), 1), 1, **{field: WRONG[field][0]}))


@pytest.mark.parametrize("field", WRONG)
def test_each_false_field_of_a_draw_is_named(field: str) -> None:
    codes = failed(wrong(field))
    assert codes, field
    assert codes <= WRONG[field][1]


def set_(seq: int, key: str, value: object) -> Callable[[int, dict[str, Any]], None]:
    return lambda found, event: event.update({key: value}) if found == seq else None


FORGED = {
    "another promise": (
        set_(1, "commitment", OTHER),
        {"draw.link", "seed.opened", "freeze.head", "draw.head"},
    ),
    "another tournament": (set_(1, "id", "x"), {"log.created"}),
    "no tournament": (set_(1, "type", "noted"), {"log.created"}),
    "a result changed before the freeze": (set_(5, "groups", ["x"]), {"freeze.head"}),
    "another seed": (set_(17, "seed", OTHER), {"seed.opened"}),
    "an event that nobody knows": (set_(17, "type", "noted"), {"log.unknown"}),
    "a round drawn in an older way": (set_(10, "way", 2), {"draw.way"}),
    "a player number that is none": (set_(10, "order", [1, -1]), {"log.shape"}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forger_who_makes_all_hashes_anew_is_found_by_the_promise(name: str) -> None:
    change, codes = FORGED[name]
    assert failed(drawn.file(drawn.rewritten(drawn.whole(), change))) & codes


def test_every_changed_byte_is_noticed() -> None:
    data = drawn.file(drawn.draw(drawn.freeze(drawn.created(), 1), 1))
    for at in range(0, len(data), 7):
        assert failed(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]), at


@pytest.mark.parametrize("data", [b"", b"\n", b"x" * 78, b"[]\n", b'{"sha256":""}\n'])
def test_what_is_no_file_is_refused_without_an_exception(data: bytes) -> None:
    body = data
    closed = body + f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()
    assert failed(data)
    assert failed(closed)


@pytest.mark.parametrize("files", [(VERIFY, READER), tuple(VERIFY.parent.glob("*.py"))], ids=["two", "all"])
def test_it_runs_without_komandor_from_any_folder(tmp_path: Path, files: tuple[Path, ...]) -> None:
    folder = tmp_path / "komandor" / "check"
    folder.mkdir(parents=True)
    for path in files:
        (folder / path.name).write_bytes(path.read_bytes())
    alone = folder / "verify.py"
    good, bad = tmp_path / "good.komandor", tmp_path / "bad.komandor"
    good.write_bytes(drawn.file(drawn.whole()))
    bad.write_bytes(wrong("order"))
    answers = [
        subprocess.run(
            [sys.executable, "-I", "-S", str(alone), str(f)], capture_output=True, text=True, check=False
        )
        for f in (good, bad, tmp_path / "absent")
    ]
    assert [a.returncode for a in answers] == [0, 1, 2]
    claim = answers[0].stdout.splitlines()[-1]
    assert claim.startswith("C:")
    assert ("Pairings recomputed: 3 of 3" in claim) == (len(files) > 2)
    assert "FAIL  round 1: the random order of 7 players" in answers[1].stdout
    assert "Traceback" not in "".join(a.stderr for a in answers)


def test_the_vector_in_the_documentation_is_this_one() -> None:
    page = Path(__file__).parents[2] / "docs" / "algorithms" / "verifiable-draws.md"
    text = page.read_text(encoding="utf-8")
    assert all(str(VECTOR[name]) in text for name in ("c0", "c1", "key"))
    rows = re.findall(r"^  (\d+)   ([0-9a-f]{32})$", text, re.MULTILINE)
    mine = verify.lots(bytes.fromhex(str(VECTOR["key"])), "pairing", list(range(1, 9)))
    assert [(int(player), bytes.fromhex(lot)) for player, lot in rows] == sorted(
        mine.items(), key=lambda x: x[1]
    )
