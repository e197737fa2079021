"""A link opens one seat of one event until it is revoked, and the store could not print it."""

from komandor.app.access import HOST, Actor
from komandor.app.codes import code_of, forget_code, player_of
from komandor.app.identity import SPACE, issue, revoke, seat_of
from komandor.store.memory import MemoryStore


def test_a_token_opens_its_own_seat_only() -> None:
    store = MemoryStore()
    anna, judge = issue(store, "cup", Actor("player", 3)), issue(store, "cup", Actor("staff", 2))
    assert seat_of(store, anna).actor == Actor("player", 3)  # type: ignore[union-attr]
    assert seat_of(store, judge).actor == Actor("staff", 2)  # type: ignore[union-attr]
    assert seat_of(store, anna).tournament == "cup"  # type: ignore[union-attr]
    for wrong in ("", "x", anna[:-1], anna + "x", anna.swapcase(), "x" * 65):
        assert seat_of(store, wrong) is None


def test_the_store_keeps_no_token() -> None:
    store = MemoryStore()
    token = issue(store, "cup", Actor("player", 3))
    assert len(token) >= 22, "128 bits"
    assert token not in repr(list(store.items(SPACE)))
    assert issue(store, "cup", Actor("player", 3)) != token


def test_revoked_links_open_nothing_and_others_stay() -> None:
    store = MemoryStore()
    mine = [issue(store, "cup", Actor("player", 3)) for _ in range(2)]
    others = [
        issue(store, "cup", Actor("player", 4)),
        issue(store, "cup", Actor("staff", 3)),
        issue(store, "league", Actor("player", 3)),
        issue(store, "*", HOST),
    ]
    assert revoke(store, "cup", Actor("player", 3)) == 2
    assert [seat_of(store, token) for token in mine] == [None, None]
    assert all(seat_of(store, token) for token in others)
    assert revoke(store, "cup", Actor("player", 3)) == 0
    assert seat_of(store, issue(store, "cup", Actor("player", 3))), "a new link may be given"


def test_a_code_on_paper_is_the_same_on_every_slip_and_read_however_it_is_typed() -> None:
    store = MemoryStore()
    code = code_of(store, "cup", 17)
    assert code == code_of(store, "cup", 17)
    assert code != code_of(store, "cup", 18)
    assert len(code) == 8
    assert not set(code) & set("O0I1L"), "nothing that looks alike"
    for typed in (code.lower(), f" {code[:3]}-{code[3:]} ", " ".join(code)):
        assert player_of(store, "cup", typed) == 17
    assert player_of(store, "league", code) is None
    assert player_of(store, "cup", code[:5]) is None
    forget_code(store, "cup", 17)
    assert player_of(store, "cup", code) is None
