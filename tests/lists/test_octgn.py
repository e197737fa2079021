"""A deck file is read without expanding an entity; one that declares any is refused."""

import pytest

from komandor.core.lists.octgn import looks_like_octgn, read_octgn

CARD = '<section name="S"><card qty="2" id="AB">A &amp; B</card></section>'
BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))


def test_cards_with_section_count_code_and_line() -> None:
    (card,) = read_octgn(f'\ufeff<?xml version="1.0" encoding="utf-16"?>\n<deck>\n{CARD}</deck>') or ()
    assert (card.section, card.count, card.code, card.name, card.line) == ("S", 2, "ab", "A & B", 3)


@pytest.mark.parametrize(
    "head",
    [
        "<!DOCTYPE deck>",
        '<!DOCTYPE deck [<!ENTITY a "x">]>',
        '<!DOCTYPE deck SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE deck [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        f'<!DOCTYPE deck [<!ENTITY e0 "ha">{BOMB}]>',
    ],
)
def test_whatever_declares_a_document_type_is_refused(head: str) -> None:
    assert read_octgn(f"{head}<deck>{CARD}</deck>") is None


@pytest.mark.parametrize(
    "text", ["<deck>", "<deck></card>", "<deck>&nope;</deck>", "", "<deck>\x00</deck>", "<deck/>x"]
)
def test_a_broken_file_is_no_deck(text: str) -> None:
    assert read_octgn(text) is None


def test_counts_that_are_no_counts_are_none() -> None:
    cards = read_octgn('<deck><card qty="-1">a</card><card qty="99999">b</card><card>c</card></deck>') or ()
    assert [card.count for card in cards] == [0, 0, 1]


def test_more_cards_than_any_deck_has_are_refused() -> None:
    assert read_octgn("<deck>" + "<card>x</card>" * 2000 + "</deck>") is None


def test_other_texts_do_not_look_like_it() -> None:
    assert looks_like_octgn(' \ufeff<?xml version="1.0"?><deck>')
    assert not looks_like_octgn("2x <deck>")
