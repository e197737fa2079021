"""The same dice give one draw, however they are spelled; numbers that were not announced give none."""

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.app.handle import Accepted, Refused
from komandor.app.undo_targets import undo_targets
from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.log.bundle import export
from tests.support.event import Event, reasons

ROLLED = (3, 5, 1, 6)
SEPARATORS = (" ", "  ", ", ", ",", ";", "-", "|", "/", ".", " + ", "\t", "")


def spellings() -> list[str]:
    """Every order and separator of the four dice that the hall saw."""
    texts = (sep.join(map(str, order)) for order, sep in product(permutations(ROLLED), SEPARATORS))
    return sorted({*texts, "[3, 5, 1, 6]", "(3 5 1 6)", " 3 5 1 6 ", "3 - 5 - 1 - 6", "3,5 1;6"})


def frozen(players: int = 8, **announced: int) -> Event:
    return Event("armada").register(players).announce().do(c.FreezeRound("dice", **announced))


def drawn_with(text: str, event: Event | None = None) -> Event:
    return (event or frozen()).do(c.DrawRound(text))


def pairs(event: Event) -> frozenset[tuple[int, int | None]]:
    return frozenset((m.a, m.b) for m in event.matches())


def test_no_spelling_order_or_separator_of_the_same_dice_steers_the_draw() -> None:
    texts = spellings()
    assert len(texts) > 71
    assert len({pairs(drawn_with(text, frozen(32))) for text in texts}) == 1


def test_the_log_holds_one_text_for_the_dice() -> None:
    assert {drawn_with(text).round.public for text in spellings()} == {"1 3 5 6"}


def test_other_dice_give_other_draws() -> None:
    assert len({pairs(drawn_with(text, frozen(16))) for text in ("1356", "1355", "6666", "1111")}) > 1


@given(st.lists(st.integers(1, 20), min_size=3, max_size=3), st.randoms())
def test_dice_with_twenty_sides_are_numbers_between_separators(rolled: list[int], rnd: Random) -> None:
    mixed = rolled[:]
    rnd.shuffle(mixed)
    event = frozen(dice=3, sides=20)
    text = rnd.choice((" ", ", ", "-", " | ")).join(map(str, mixed))
    assert drawn_with(text, event).round.public == " ".join(map(str, sorted(rolled)))


OTHER = (
    "banana",
    "4",
    "9 9 9 9",
    "3 5 1",
    "3 5 1 6 2",
    "3 5 1 0",
    "3 5 1 7",
    "three",
    "3 5 1 6!a",
    "-",
    "٣ ٥ ١ ٦",
)


@pytest.mark.parametrize("text", OTHER)
def test_anything_but_the_announced_dice_is_refused(text: str) -> None:
    event = frozen()
    reason = event.refused(c.DrawRound(text), "draw.not_these_dice")
    assert (reason.params["dice"], reason.params["sides"]) == (4, 6)


def test_the_freeze_says_how_many_dice_with_how_many_sides_will_come() -> None:
    event = frozen(dice=5, sides=10)
    event.refused(c.DrawRound("3 5 1 6"), "draw.not_these_dice")
    drawn_with("10 1 9 9 2", event)
    assert (event.round.dice, event.round.sides, event.round.public) == (5, 10, "1 2 9 9 10")


@pytest.mark.parametrize(
    ("dice", "sides"), [(0, 6), (1, 6), (3, 6), (7, 2), (2, 12), (21, 6), (4, 101), (-4, 6)]
)
def test_dice_that_leave_too_little_to_chance_are_not_announced(dice: int, sides: int) -> None:
    event = Event("armada").register(4).announce()
    event.refused(c.FreezeRound("dice", dice=dice, sides=sides), "draw.dice_unfit")


def test_a_beacon_has_a_round_and_a_value_of_the_announced_length() -> None:
    event = Event("armada").register(4).announce()
    event.refused(c.FreezeRound("beacon", "drand"), "draw.beacon_missing")
    event.refused(c.FreezeRound("beacon", "drand 4711", digits=8), "draw.digits_unfit")
    event.do(c.FreezeRound("beacon", "drand 4711"))
    for text in ("x", "9f" * 31, "9f" * 33, "3 5 1 6", "9g" * 32):
        event.refused(c.DrawRound(text), "draw.not_this_value")
    event.do(c.DrawRound(" 0x" + "9F" * 32 + "\n"))
    assert event.round.public == "9f" * 32


def test_freeze_and_draw_with_dice_are_not_one_step() -> None:
    """Nobody could have seen the dice rolled after the freeze."""
    event = Event("armada").register(4).announce()
    answer = event.ask(c.FreezeRound("dice"), c.DrawRound("3 5 1 6"))
    assert [r.code for r in reasons(answer)] == ["draw.rolled_before"]
    assert isinstance(event.ask(c.FreezeRound(), c.DrawRound()), Accepted)


# ── without the dice that were announced ─────────────────────────────────────


def test_the_round_goes_on_without_dice_and_keeps_the_trace() -> None:
    event = frozen().do(c.DrawRound(without=True))
    assert (event.round.public, event.round.waived) == ("", "dice")
    event.do(c.DrawRound("3 5 1 6"))
    assert (event.round.public, event.round.waived) == ("", "dice"), "drawn again: the same key"
    report = verify.verify(export(event.store, event.id))
    assert (report.ok, report.level) == (True, "C")
    assert "note.waived" in {line.code for line in report.lines if line.ok is None}


def test_going_on_without_dice_is_undone_with_its_freeze() -> None:
    event = frozen().do(c.DrawRound(without=True))
    event.do(c.VoidEvents(undo_targets(event.ledger, event.id), "a mistake"))
    assert event.t.phase == "announced"
    drawn_with("3 5 1 6", event.do(c.FreezeRound("dice")))
    assert (event.round.public, event.round.waived) == ("1 3 5 6", "")


def test_where_nothing_was_announced_nothing_is_waived() -> None:
    event = Event("armada").register(4).announce().do(c.FreezeRound(), c.DrawRound(without=True))
    assert not event.round.waived
    assert isinstance(event.ask(c.DrawRound(without=True)), Accepted | Refused)
    assert [x.waived for x in event.log if isinstance(x, e.RoundDrawn)] == ["", ""]


def test_dice_and_waived_dice_are_right_for_the_checker() -> None:
    for event in (drawn_with("6,5,1,3"), frozen().do(c.DrawRound(without=True))):
        assert not check_bytes(export(event.store, event.id)).violations
