"""Lists read the identification that the documents print as examples, in Polish too (COM-LIST-3)."""

from dataclasses import replace
from typing import Any

import pytest

from komandor.core.games.listverdict import Verdict, judge, judge_filled
from komandor.core.lists.cards import Card, Gathered
from tests.lists.made import catalogue, squadron, upgrade
from tests.support.rules import rules_of

FLEET = (
    squadron("Darth Vader", 21, "empire", "TIE Advanced"),
    upgrade("Darth Vader", "commander", 36, "empire"),
    upgrade("Twin", "title", 5),
    upgrade("Twin", "officer", 5),
)
LUKE = Card("Luke Skywalker", "", 10, "Core Set", part="deployment", id="luke 1")
KNIGHT = replace(LUKE, points=12, product="Luke Skywalker Jedi Knight", id="luke 2")
TROOPERS = tuple(
    Card("Twin Trooper", "regular", 6, product, part="deployment", id=product) for product in ("Core", "Hoth")
)


def with_cards(game: str, *cards: Card) -> Any:
    return replace(catalogue(game), content=Gathered(cards))


def pasted(game: str, text: str, *cards: Card) -> Verdict:
    return judge(rules_of(game), text, with_cards(game, *cards))


def filled(game: str, field: str, name: str, *cards: Card) -> Verdict:
    return judge_filled(rules_of(game), {field: [{"name": name, "count": 1}]}, with_cards(game, *cards))


def meant(verdict: Verdict) -> list[str]:
    return [entry.card.id if entry.card else entry.match.status for entry in verdict.entries]


@pytest.mark.rule("COM-LIST-3")
@pytest.mark.parametrize("kind", ["eskadra", "squadron"])
def test_the_example_of_armada_is_read_without_a_remark(kind: str) -> None:
    fleet = pasted("armada", f"Faction: Imperial\nSquadrons:\n• Darth Vader ({kind}) (21)", *FLEET)
    assert meant(fleet) == ["Darth Vader TIE Advanced"]
    assert [one.reason.code for one in fleet.notes] == []


@pytest.mark.rule("COM-LIST-3")
@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("Twin (title)", "Twin title"),
        ("Twin (title, Core)", "Twin title"),
        ("Twin (tytuł)", "Twin title"),
        ("Twin (tytul)", "Twin title"),
        ("Twin (oficer)", "Twin officer"),
    ],
)
def test_a_kind_in_parentheses_is_read_in_the_form_and_in_a_text(written: str, id: str) -> None:
    assert meant(filled("armada", "upgrades", written, *FLEET)) == [id]
    ship = "Victory (73)\n• " + written + " (5)"
    assert meant(pasted("armada", f"Faction: Imperial\nName: x\n{ship}", *FLEET))[-1] == id


@pytest.mark.rule("IA-LIST-6")
@pytest.mark.parametrize("product", ["Luke Skywalker Rycerz Jedi", "Luke Skywalker Jedi Knight"])
def test_the_example_of_imperial_assault_is_read(product: str) -> None:
    written = f"Luke Skywalker ({product})"
    assert meant(filled("imperial-assault", "deployment", written, LUKE, KNIGHT)) == ["luke 2"]
    army = pasted("imperial-assault", f"Army\n{written}", LUKE, KNIGHT)
    assert meant(army) == ["luke 2"]


@pytest.mark.rule("IA-LIST-6")
@pytest.mark.parametrize(
    "product", ["Luke Skywalker Rycerz Jedi", "Luke Skywalker Jedi Knight", "Jedi Knight"]
)
def test_the_example_is_read_where_the_data_write_the_version_into_the_name(product: str) -> None:
    """It was read as the first version, with a remark."""
    plain = replace(LUKE, product="", subtitle="Hero of the Rebellion")
    knight = replace(plain, name="Luke Skywalker (Jedi Knight)", points=12, id="luke 2")
    army = pasted("imperial-assault", f"Army\nLuke Skywalker ({product})\nLuke Skywalker", plain, knight)
    assert meant(army) == ["luke 2", "luke 1"]


@pytest.mark.rule("IA-LIST-6")
def test_a_product_tells_two_deployment_cards_apart() -> None:
    assert meant(filled("imperial-assault", "deployment", "Twin Trooper (Core)", *TROOPERS)) == ["Core"]
    assert meant(pasted("imperial-assault", "Army\nTwin Trooper (Hoth)", *TROOPERS)) == ["Hoth"]
    unclear = pasted("imperial-assault", "Army\nTwin Trooper", *TROOPERS)
    assert meant(unclear) == ["ambiguous"]
    assert ("list.ambiguous", "IA-LIST-6") in {(one.reason.code, one.reason.rule) for one in unclear.problems}


@pytest.mark.rule("CON-LIST-1")
def test_without_card_data_the_documents_own_numbers_are_certain() -> None:
    cards = "\n".join(f"1x Karta {letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    short = judge(rules_of("conquest"), f"Lider\n1x Nazdreg\nTalia\n{cards}", None)
    assert short.decision == "illegal"
    assert {one.reason.rule for one in short.problems if one.severity == "broken"} == {"CON-LIST-1"}


@pytest.mark.rule("SWL-DECK-2")
def test_a_polish_list_of_two_decks_is_read() -> None:
    light = "\n".join(f"1x Cel {letter}" for letter in "abcdefghij")
    dark = light.replace("Cel", "Zamiar")
    text = f"Jasna Strona\nStronnictwo\nJedi\nZestawy celów\n{light}\nCiemna Strona\n"
    text += f"Stronnictwo: Sith\n{dark}"
    both = judge(rules_of("star-wars-lcg"), text, None)
    assert both.points == {"light_sets": 10, "dark_sets": 10}
    assert both.decision == "undecided", "names are not known without card data"
    nine = judge(rules_of("star-wars-lcg"), text.replace("1x Cel j\n", ""), None)
    assert nine.decision == "illegal"


def test_a_polish_deck_of_conquest_is_read() -> None:
    deck = judge(rules_of("conquest"), "Lider: Nazdreg\nTalia:\n2x Karta", None)
    assert [(one.name, one.part) for one in deck.entries] == [("Nazdreg", "warlord"), ("Karta", "deck")]
