"""A name finds its card in spite of spelling; where two cards could be meant, both are named."""

import pytest

from komandor.core.lists.cards import Card
from komandor.core.lists.pool import Pool, Wanted

LIGHT = Card("Jaina's Light", "title", 5, id="jl", part="upgrades")
ELECTRONIC = Card("Electronic Countermeasures", "defense", 7, id="ecm", part="upgrades")
CORVETTE_A = Card("CR90 Corvette A", "ship", 44, id="a", part="ships", nicknames=("CR90",))
CORVETTE_B = Card("CR90 Corvette B", "ship", 39, id="b", part="ships", nicknames=("CR90",))
VADER = Card("Darth Vader", "commander", 36, id="vc", part="commander", factions=("empire",))
VADER_ACE = Card(
    "Darth Vader",
    "squadron",
    21,
    subtitle="TIE Advanced Squadron",
    id="vs",
    part="squadrons",
    factions=("empire",),
)
CARRIER = Card("Providence-class Carrier", "ship", 105, id="p", part="ships", factions=("separatist",))
REBEL_CARRIER = Card(
    "Providence-class Carrier {Rebel}",
    "ship",
    95,
    id="pr",
    part="ships",
    factions=("rebel",),
    nicknames=("Providence-class Carrier",),
)
POOL = Pool([LIGHT, ELECTRONIC, CORVETTE_A, CORVETTE_B, VADER, VADER_ACE, CARRIER, REBEL_CARRIER])


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("JAINAS LIGHT", LIGHT),
        ("Jaina’s  Light", LIGHT),
        ("Jaina´s-Light", LIGHT),
        ("Electronic Counter Measures", ELECTRONIC),
        ("CR90A Corvette", CORVETTE_A),
        ("cr 90 corvette b", CORVETTE_B),
        ("Providence Carrier", CARRIER),
    ],
)
def test_case_marks_spaces_and_order_do_not_matter(written: str, card: Card) -> None:
    found = POOL.find(Wanted(name=written))
    assert (found.card, found.spelt) == (card, False)


def test_a_letter_wrong_is_forgiven_and_noted() -> None:
    found = POOL.find(Wanted(name="Electronik Countermeasures"))
    assert (found.card, found.spelt) == (ELECTRONIC, True)


@pytest.mark.parametrize(
    "written", ["CR91 Corvette A", "Moon Laser", "X", "", "Light", "Vader's Light Sabre"]
)
def test_a_number_wrong_or_too_much_wrong_is_unknown(written: str) -> None:
    assert POOL.find(Wanted(name=written)).status == "unknown"


def test_of_an_unknown_name_similar_ones_are_shown_but_not_taken() -> None:
    found = POOL.find(Wanted(name="Electronic Warfare Countermeasures"))
    assert (found.status, found.card, found.candidates) == ("unknown", None, (ELECTRONIC,))


def test_two_cards_equally_near_are_both_offered() -> None:
    found = POOL.find(Wanted(name="CR90 Corvette C"))
    assert (found.status, set(found.candidates)) == ("ambiguous", {CORVETTE_A, CORVETTE_B})


@pytest.mark.rule("COM-LIST-3")
@pytest.mark.parametrize(
    ("wanted", "card"),
    [
        (Wanted(name="Darth Vader", parts=("squadrons",)), VADER_ACE),
        (Wanted(name="Darth Vader", points=(36,)), VADER),
        (Wanted(name="Darth Vader", note="TIE Advanced"), VADER_ACE),
        (Wanted(name="Darth Vader", note="com"), VADER),
        (Wanted(name="CR90", points=(39,)), CORVETTE_B),
        (Wanted(name="Providence-class Carrier", faction="rebel"), REBEL_CARRIER),
        (Wanted(name="Providence-class Carrier", faction="separatist"), CARRIER),
    ],
)
def test_place_price_note_and_faction_tell_cards_apart(wanted: Wanted, card: Card) -> None:
    assert POOL.find(wanted).card == card


@pytest.mark.parametrize(
    "wanted", [Wanted(name="Darth Vader"), Wanted(name="CR90"), Wanted(name="CR90", points=(1,))]
)
def test_where_nothing_tells_them_apart_the_choices_are_named(wanted: Wanted) -> None:
    found = POOL.find(wanted)
    assert (found.status, len(found.candidates), found.card) == ("ambiguous", 2, None)


def test_a_remark_in_parentheses_is_noted_and_does_not_hide_the_card() -> None:
    found = POOL.find(Wanted(name="Jaina's Light", note="my favourite"))
    assert (found.card, found.spelt) == (LIGHT, True)
    assert POOL.find(Wanted(name="Jaina's Light", note="squadron")).status == "unknown"


def test_an_old_price_tells_cards_apart_too() -> None:
    pool = Pool(
        [Card("Agate", "commander", 25, id="c", old_points=(20,)), Card("Agate", "officer", 5, id="o")]
    )
    found = pool.find(Wanted(name="Agate", points=(20,)))
    assert found.card is not None
    assert found.card.id == "c"


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    asked = [Wanted(name=f"CR90 Corvette {letter}") for letter in "ABC"] * 2
    answers = [POOL.find(one) for one in asked]
    fresh = [Pool(POOL.cards).find(one) for one in asked]
    assert answers == fresh
