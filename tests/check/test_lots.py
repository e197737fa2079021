"""The lots follow from the text of the protocol: fixed values that may never change."""

from komandor.check import file_reader, verify
from komandor.check.pairing_plan import by_lot, dice


def test_encoding_counts_fields_and_bytes() -> None:
    assert file_reader.enc("a", 12) == b"\0\0\0\2\0\0\0\1a\0\0\0\x0212"


def test_a_link_opens_the_commitment_after_so_many_steps() -> None:
    end = b"\x11" * 32
    assert verify.promise_of(verify.promise_of(end, "t", 3), "t", 4) == verify.promise_of(end, "t", 7)
    assert verify.promise_of(end, "t", 1) != verify.promise_of(end, "u", 1)


def test_a_late_player_changes_nobody_elses_lot() -> None:
    key = verify.round_key(b"\x22" * 32, "t", 1, "head", "")
    few = by_lot(key, "pairing", range(1, 20))
    assert [p for p in by_lot(key, "pairing", range(1, 40)) if p < 20] == few


def test_numbers_below_are_fair_and_reproducible() -> None:
    key = verify.round_key(b"\x33" * 32, "t", 2, "head", "6 1")
    drawn = [dice(key, f"mission {i}")(6) for i in range(600)]
    assert all(60 < drawn.count(n) < 140 for n in range(6))
