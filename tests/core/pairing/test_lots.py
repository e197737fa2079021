"""Lots follow the written protocol, byte for byte, so that anyone can recompute them."""

import hashlib
import hmac
from collections import Counter

import pytest

from komandor.core.lots import Dice, Lots, chain, enc, link_before, round_key

KEY = bytes(range(32))
KNOWN_ORDER = [10, 2, 6, 1, 4, 8, 7, 3, 9, 5]
KNOWN_LOT = "f593e6d51e8268f441d16e7b6ec0020e"
KNOWN_NUMBERS = [1, 1, 19, 255103]
KNOWN_PICKS = [2, 2, 7]


def by_the_text(*fields: bytes) -> bytes:
    """The encoding, from docs/algorithms/lots.md: field count, then length and bytes of each field."""
    out = len(fields).to_bytes(4, "big")
    for raw in fields:
        out += len(raw).to_bytes(4, "big") + raw
    return out


def test_encoding_of_text_numbers_and_bytes() -> None:
    assert enc("żeton", 17, b"\x00\xff") == by_the_text("żeton".encode(), b"17", b"\x00\xff")
    assert enc() == bytes(4)
    assert enc("ab", "c") != enc("a", "bc")


def test_order_by_an_independent_script() -> None:
    stream = hashlib.shake_256(by_the_text(KEY, b"pairing")).digest(16 * 101)
    lots = {p: stream[16 * p : 16 * p + 16] for p in range(1, 101)}
    assert Lots(KEY).order(range(100, 0, -1), "pairing") == sorted(lots, key=lambda p: lots[p])
    assert Lots(KEY).lot(42, "pairing") == lots[42]


def test_known_answers_stay_for_ever() -> None:
    assert Lots(KEY).order(range(1, 11), "pairing") == KNOWN_ORDER
    assert Lots(KEY).lot(1, "bye").hex() == KNOWN_LOT
    assert [Lots(KEY).below(n, "dice") for n in (2, 6, 100, 10**6)] == KNOWN_NUMBERS
    assert list(Lots(KEY).picks((10, 20, 30), "picks")) == KNOWN_PICKS


def test_a_late_player_changes_nobody_elses_lot() -> None:
    before = Lots(KEY).order(range(1, 50), "pairing")
    after = Lots(KEY).order(range(1, 60), "pairing")
    assert [p for p in after if p < 50] == before


def test_labels_are_independent() -> None:
    assert Lots(KEY).order(range(1, 50), "a") != Lots(KEY).order(range(1, 50), "b")


def test_chain_by_an_independent_script() -> None:
    links = chain(KEY, "T1", 64)
    assert len(links) == 65
    assert links[64] == KEY
    assert all(
        links[i - 1] == hashlib.sha256(by_the_text(b"link", b"T1", links[i])).digest() for i in range(1, 65)
    )
    assert link_before(links[5], "T1") == links[4]


def test_round_key_by_an_independent_script() -> None:
    text = by_the_text(b"round", b"T1", b"3", b"head", b"4 2 6")
    assert round_key(KEY, "T1", 3, b"head", "4 2 6") == hmac.new(KEY, text, "sha256").digest()
    assert round_key(KEY, "T1", 3, b"head") != round_key(KEY, "T1", 4, b"head")


@pytest.mark.parametrize("n", [1, 2, 3, 7, 255, 256, 257])
def test_numbers_are_uniform_and_reach_both_ends(n: int) -> None:
    dice = Dice(Lots(KEY), f"n{n}")
    for drawn in (
        Counter(dice.below(n) for _ in range(60 * n)),
        Counter(Lots(KEY).picks([n] * 60 * n, f"p{n}")),
    ):
        assert set(drawn) == set(range(n))
        chi = sum((count - 60) ** 2 for count in drawn.values()) / 60
        assert chi < n + 6 * (2 * n) ** 0.5


def test_rejection_never_favours_small_numbers() -> None:
    """Below 192 out of one byte: without rejection 0 … 63 would come up twice as often."""
    dice = Dice(Lots(KEY), "fair")
    small = sum(dice.below(192) < 64 for _ in range(12_000))
    assert 3_700 < small < 4_300


def test_nothing_to_choose_from_is_a_bug() -> None:
    with pytest.raises(ValueError, match="nothing"):
        Lots(KEY).below(0, "x")


def test_shuffled_keeps_everybody() -> None:
    items = [f"deck {i}" for i in range(40)]
    drawn = Lots(KEY).shuffled(items, "deck checks")
    assert sorted(drawn) == sorted(items)
    assert drawn != items
    assert Lots(KEY).shuffled([], "none") == []
    assert Lots(KEY).order([], "none") == []
