"""Level B is only for the announced dice in their one spelling; both verifiers refuse anything else."""

from typing import Any

import pytest

from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.core.tournament import commands as c
from komandor.log import record as log
from komandor.log.bundle import export
from tests.log import drawn
from tests.log.drawn import Log, created, draw, file, freeze
from tests.log.test_verify_js import Run, in_javascript, in_python
from tests.support.event import Event

__all__ = ["in_javascript"]


def of_dice(public: str, **announced: Any) -> bytes:
    return file(draw(freeze(created(), 1, "dice", **announced), 1, public))


FREE_TEXT = (
    *("banana", "4", "9 9 9 9", "3 5 1 6", "3|5|1|6", "1-3-5-6", "1356", "1  3 5 6", " 1 3 5 6", "1 3 5 6 "),
    *("01 3 5 6", "1 3 5", "1 3 5 6 6", "0 3 5 6", "1 3 5 7", "1 3 5 ٦", "1 3 5 6\n", ""),
)
UNFIT = (
    {"dice": 1},
    {"dice": 4, "sides": 1},
    {"dice": 0, "sides": 0},
    {"dice": 3},
    {"dice": 21},
    {"sides": 101},
)
OF_A_BEACON = ("x", "9f" * 31, "9F" * 32, "9f" * 33, "0x" + "9f" * 31, "", "9f" * 31 + "9\n")


def test_the_announced_dice_are_level_b_for_both(in_javascript: Run) -> None:
    files = [of_dice("1 3 5 6"), of_dice("1 9 10", dice=3, sides=10), of_dice("100", dice=1, sides=100)]
    assert [(r["ok"], r["level"]) for r in in_javascript(files)] == [(True, "B")] * 3
    assert in_javascript(files) == [in_python(data) for data in files]


def test_any_other_text_for_dice_or_beacon_is_refused_by_both(in_javascript: Run) -> None:
    files = [of_dice(text) for text in FREE_TEXT]
    files += [of_dice("1 " * (x.get("dice", 4) - 1) + "1", **x) for x in UNFIT]
    files += [file(draw(freeze(created(), 1, "beacon"), 1, text)) for text in OF_A_BEACON]
    files += [file(draw(freeze(created(), 1, "beacon", digits=8), 1, "9f" * 4))]
    files += [file(draw(freeze(created(), 1), 1, "1 3 5 6"))]
    reports = in_javascript(files)
    assert reports == [in_python(data) for data in files]
    wrong = [[line["code"] for line in report["lines"] if line["ok"] is False] for report in reports]
    assert wrong == [["draw.public"]] * len(files)
    assert "B" not in {report["level"] for report in reports}


def test_the_checker_says_no_to_them_too() -> None:
    for text in FREE_TEXT:
        assert "lots.public" in {v.code for v in check_bytes(of_dice(text)).violations}, text
    assert "lots.public" not in {v.code for v in check_bytes(of_dice("1 3 5 6")).violations}


def in_one_step(records: Log) -> Log:
    """The last two records as if one command had written them."""
    *before, frozen, made = records
    out: Log = tuple(before)
    texts = (frozen.event, made.event)
    return out + log.follow(drawn.ID, *drawn.head(out), frozen.at, frozen.by, frozen.command_id, texts, {})


def at_the_same_moment(records: Log) -> Log:
    *before, made = records
    out: Log = tuple(before)
    return out + log.follow(
        drawn.ID, *drawn.head(out), out[-1].at, made.by, made.command_id, (made.event,), {}
    )


@pytest.mark.parametrize("change", [in_one_step, at_the_same_moment])
def test_dice_of_the_same_step_or_moment_as_the_freeze_are_noted_and_not_level_b(
    change: Any, in_javascript: Run
) -> None:
    data = file(change(draw(freeze(created(), 1, "dice"), 1, "1 3 5 6")))
    report = in_python(data)
    assert (report["ok"], report["level"]) == (True, "C")
    assert "note.at_once" in {line["code"] for line in report["lines"] if line["ok"] is None}
    assert in_javascript([data]) == [report]


def test_a_draw_without_the_announced_dice_is_noted_and_not_level_b(in_javascript: Run) -> None:
    honest = file(draw(freeze(created(), 1, "dice"), 1, waived="dice"))
    forged = [
        file(draw(freeze(created(), 1, "dice"), 1, "1 3 5 6", waived="dice")),
        file(draw(freeze(created(), 1, "dice"), 1, waived="beacon")),
        file(draw(freeze(created(), 1), 1, waived="dice")),
    ]
    reports = in_javascript([honest, *forged])
    assert reports == [in_python(data) for data in (honest, *forged)]
    assert [(r["ok"], r["level"]) for r in reports] == [(True, "C")] + [(False, "C")] * 3
    assert "note.waived" in {line["code"] for line in reports[0]["lines"]}


def test_a_round_frozen_again_before_its_draw_is_noted(in_javascript: Run) -> None:
    """Whoever does not like the dice and freezes anew leaves a trace."""
    data = file(draw(freeze(freeze(created(), 1, "dice"), 1, "dice"), 1, "1 3 5 6"))
    assert "freeze.again" in {line.code for line in verify.verify(data).lines}
    assert in_javascript([data]) == [in_python(data)]


def test_a_lock_that_came_back_by_an_undo_is_the_one_that_is_drawn_from(in_javascript: Run) -> None:
    event = Event("destiny").register(6).announce().do(c.FreezeRound("dice"))
    event.do(event.undo())
    back = event.undo()
    event.do(c.FreezeRound())
    event.do(event.undo()).do(back).do(c.DrawRound("3 2 4 4"))
    data = export(event.store, event.id)
    assert verify.verify(data).ok
    assert in_javascript([data]) == [in_python(data)]
