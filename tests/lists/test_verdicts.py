"""A legal list is legal, each broken rule is named, and what data cannot decide rejects nothing."""

from dataclasses import replace
from datetime import date

import pytest

from komandor.core.games import GAMES
from komandor.core.games.game import Situation
from komandor.core.games.listverdict import Occasion, judge
from komandor.core.lists.cards import Product
from tests.lists.made import ARMY, CATO, DECKS, FLEET, HEROES, LEGAL, LIGHT, catalogue, found, verdict
from tests.support.rules import rules_of


@pytest.mark.rule("COM-LIST-2", "ARM-LIST-7", "IA-LIST-5", "DES-LIST-7", "CON-LIST-5")
@pytest.mark.parametrize("game", LEGAL)
def test_a_legal_list_is_legal_and_every_card_is_recognised(game: str) -> None:
    judged = verdict(game, LEGAL[game])
    assert (judged.decision, judged.problems) == ("legal", ())
    assert {entry.match.status for entry in judged.entries} == {"recognised"}
    assert judged.catalogue == "hand-made, 2026-01-01 (1)"
    assert all(LEGAL[game].splitlines()[entry.line.number - 1] for entry in judged.entries)


@pytest.mark.parametrize("game", LEGAL)
def test_the_list_comes_back_in_the_shape_of_the_form(game: str) -> None:
    """What was pasted can be handed in as if somebody had filled in the form."""
    content = verdict(game, LEGAL[game]).content
    rules = rules_of(game)
    assert {one.key for one in rules.list_form} >= content.keys()
    assert rules.check_list({**content, "player": "Anna"}, Situation()) == ()


@pytest.mark.parametrize("game", LEGAL)
def test_without_card_data_nothing_is_ever_called_legal(game: str) -> None:
    judged = judge(rules_of(game), LEGAL[game], None)
    assert judged.decision == "undecided"
    assert judged.catalogue is None
    assert ("list.no_catalogue", rules_of(game).data.rules["names"]) in found(judged)


BROKEN = [
    (
        "armada",
        FLEET[: FLEET.index("Corvette A")] + FLEET[FLEET.index("Squadrons:") :],
        "list.missing",
        "ARM-LIST-7",
    ),
    (
        "armada",
        FLEET.replace("2 x X-wing Squadron (26)", "9 x X-wing Squadron (117)"),
        "list.over_limit",
        "ARM-LIST-4",
    ),
    ("armada", FLEET + "\nCorvette A (44)\n" * 6, "list.over_limit", "ARM-LIST-2"),
    ("armada", FLEET.replace("• General Dodonna (20)\n", ""), "list.not_exactly", "ARM-LIST-5"),
    ("armada", FLEET.replace("Leia Organa (3)", "Leia Organa (28)"), "list.not_exactly", "ARM-LIST-5"),
    ("armada", FLEET.replace("Fire Lanes", "Most Wanted"), "armada.objective_category", "ARM-LIST-6"),
    ("armada", FLEET.replace("Fire Lanes", "Show of Force"), "armada.campaign_objective", "ARM-PROD-3"),
    ("armada", FLEET.replace("2 x X-wing", "2 x TIE Fighter"), "armada.other_faction", "ARM-LIST-3"),
    (
        "armada",
        FLEET.replace("• Luke Skywalker (20)", "• 2 x Luke Skywalker (40)"),
        "list.unique_twice",
        "COM-GEN-2",
    ),
    ("imperial-assault", ARMY.replace("- Vader\n", "- Vader\n- Vader\n"), "list.unique_twice", "COM-GEN-2"),
    (
        "imperial-assault",
        ARMY.replace("- [Hatred]\n", "- Trooper (Regular)\n"),
        "list.over_limit",
        "IA-LIST-2",
    ),
    ("imperial-assault", ARMY.replace("- Order 1\n", ""), "ia.command_cards", "COM-GEN-2"),
    ("imperial-assault", ARMY.replace("- Order 1\n", "- Costly\n"), "ia.command_points", "COM-GEN-2"),
    ("imperial-assault", ARMY.replace("- Order 2\n", "- Order 1\n"), "list.too_many_copies", "COM-GEN-2"),
    (
        "destiny",
        HEROES.replace("2x Rey, Force Prodigy", "2x Vader, Sith Lord"),
        "list.over_limit",
        "DES-LIST-3",
    ),
    (
        "destiny",
        HEROES.replace("2x Rey, Force Prodigy", "1x Trooper"),
        "destiny.heroes_and_villains",
        "DES-LIST-4",
    ),
    ("destiny", HEROES.replace("2x Event A\n", "1x Event A\n"), "list.not_exactly", "DES-LIST-5"),
    ("destiny", HEROES.replace("Throne Room\n", "2x Throne Room\n"), "list.not_exactly", "DES-LIST-6"),
    ("destiny", HEROES.replace("2x Event A\n2x Event B", "4x Event A"), "list.too_many_copies", "COM-GEN-2"),
    ("star-wars-lcg", DECKS.replace("2x Light Story 5\n", ""), "list.too_few", "SWL-DECK-2"),
    (
        "star-wars-lcg",
        DECKS.replace("2x Light Story 5", "3x Light Story 5"),
        "list.too_many_copies",
        "SWL-GEN-2",
    ),
    ("star-wars-lcg", DECKS.replace("2x Light Story 5", "2x Light Story 21"), "swl.locked_set", "SWL-GEN-2"),
    ("star-wars-lcg", DECKS.replace("Story 5", "Story 5\n2x Light Story 6"), "list.restricted", "COM-GEN-2"),
    ("conquest", CATO.replace("3x Squad A\n", "9x Squad A\n"), "list.too_many_copies", "COM-GEN-2"),
    ("conquest", CATO.replace("4x Cato's Chosen\n", "3x Cato's Chosen\n"), "conquest.squad", "COM-GEN-2"),
    (
        "conquest",
        CATO.replace("1x Cato's Sword", "1x Cato's Sword\n1x Eldrad's Seer"),
        "conquest.foreign_squad",
        "COM-GEN-2",
    ),
    ("conquest", CATO.replace("3x Squad A\n", "2x Squad A\n"), "list.too_few", "CON-LIST-1"),
    ("conquest", CATO.replace("Captain Cato", "Swarmlord"), "conquest.synapse", "CON-LIST-1"),
]


@pytest.mark.rule("ARM-LIST-2", "ARM-LIST-3", "ARM-LIST-4", "ARM-LIST-5", "ARM-LIST-6", "ARM-PROD-3")
@pytest.mark.rule("IA-LIST-2", "DES-LIST-3", "DES-LIST-4", "DES-LIST-5", "DES-LIST-6")
@pytest.mark.rule("SWL-DECK-2", "CON-LIST-1", "COM-GEN-2")
@pytest.mark.parametrize(("game", "text", "code", "rule"), BROKEN)
def test_each_broken_rule_is_named_and_makes_the_list_illegal(
    game: str, text: str, code: str, rule: str
) -> None:
    judged = verdict(game, text)
    assert (code, rule) in {(p.reason.code, p.reason.rule) for p in judged.problems if p.severity == "broken"}
    assert judged.decision == "illegal"


@pytest.mark.parametrize(("game", "text", "code", "rule"), BROKEN)
def test_data_of_medium_trust_never_rejects(game: str, text: str, code: str, rule: str) -> None:
    judged = verdict(game, text, trust="medium")
    assert (code, rule) in found(judged)
    assert judged.decision == "undecided"


UNCERTAIN = [
    ("armada", FLEET.replace("• Jainas Light (5)", "• Slaved Turrets (6)"), "armada.no_slot"),
    (
        "armada",
        FLEET.replace("Rebel", "Imperial").replace("Jainas Light (5)", "Dominator (12)"),
        "armada.not_on_ship",
    ),
    ("imperial-assault", ARMY.replace("- [Hatred]\n", "- [Hatred]\n- Smuggler\n"), "ia.other_side"),
    ("imperial-assault", ARMY.replace("- Trooper (Elite)\n", "- Mando\n", 1), "list.not_official"),
    ("destiny", HEROES.replace("2x Event A\n", "2x Blaster\n"), "destiny.other_side"),
    ("destiny", HEROES.replace("2x Event A\n", "2x Blaster\n"), "destiny.other_colour"),
    ("star-wars-lcg", LIGHT, "list.elsewhere"),
    ("conquest", CATO.replace("3x Squad A\n", "3x Khymera\n"), "conquest.no_ally"),
    ("conquest", CATO.replace("3x Squad A\n", "3x Ethereal\n"), "conquest.loyal"),
]


@pytest.mark.rule("COM-PROD-1", "SWL-DECK-1")
@pytest.mark.parametrize(("game", "text", "code"), UNCERTAIN)
def test_what_texts_of_cards_can_allow_is_left_to_the_organiser(game: str, text: str, code: str) -> None:
    judged = verdict(game, text)
    assert code in {problem.reason.code for problem in judged.problems if problem.severity == "open"}


def test_an_organiser_may_allow_the_cards_of_a_community() -> None:
    text = ARMY.replace("- Trooper (Elite)\n", "- Mando\n", 1)
    assert verdict("imperial-assault", text).decision == "undecided"
    assert verdict("imperial-assault", text, community="allow").decision == "legal"


@pytest.mark.rule("COM-LIST-3", "ARM-LIST-8")
def test_a_card_that_is_not_known_or_not_clear_leaves_the_verdict_open() -> None:
    unknown = verdict("armada", FLEET.replace("Slaved Turrets (6)", "Moon Laser (6)"))
    assert (unknown.decision, found(unknown)) == ("undecided", {("list.unknown_card", "ARM-LIST-8")})
    unclear = verdict("armada", FLEET.replace("Corvette B (39)", "Corvette"))
    assert unclear.decision == "undecided"
    assert {p.line for p in unclear.problems if p.reason.code == "list.ambiguous"} == {14}


def test_a_card_that_was_not_recognised_may_be_the_one_that_is_missing() -> None:
    """An unknown upgrade could be the commander, so the list is not illegal for want of one."""
    judged = verdict("armada", FLEET.replace("• General Dodonna (20)", "• Genral Dodo (20)"))
    assert ("list.not_exactly", "ARM-LIST-5") in found(judged)
    assert judged.decision == "undecided"


def test_the_catalogue_has_the_last_word_on_prices_and_says_so() -> None:
    judged = verdict("armada", FLEET.replace("Corvette A (44)", "Corvette A (1)"))
    assert judged.points["total"] == 163
    note = next(note for note in judged.notes if note.reason.code == "list.other_price")
    assert (note.line, note.reason.params["stated"], note.reason.params["price"]) == (9, 1, 44)


def test_a_plot_may_allow_what_the_document_forbids() -> None:
    plot = "PLOT\n----\nTruce\n"
    mixed = HEROES.replace("2x Rey, Force Prodigy", "1x Trooper")
    assert verdict("destiny", mixed).decision == "illegal"
    assert verdict("destiny", mixed + plot).decision == "undecided"


def test_dice_of_a_character_are_its_price() -> None:
    one_die = HEROES.replace("2x Luke", "1x Luke")
    assert verdict("destiny", HEROES).points["total"] == 27
    assert verdict("destiny", one_die).points["total"] == 23


def test_a_season_bans_restricts_and_reprices() -> None:
    judged = verdict("destiny", HEROES, Occasion(season="STD"))
    assert {"list.banned", "list.restricted"} <= {problem.reason.code for problem in judged.problems}
    assert judged.points["total"] == 30


@pytest.mark.rule("COM-PROD-2", "ARM-PROD-5", "IA-PROD-4", "DES-PROD-3", "CON-PROD-3", "SWL-PROD-1")
@pytest.mark.parametrize("game", ["armada", "star-wars-lcg", "conquest", "destiny"])
def test_products_are_legal_from_their_release(game: str) -> None:
    rules, cards = rules_of(game), catalogue(game)
    name = next(card.product for card in cards.content.cards if card.product)
    dated = (Product(name, poland=date(2026, 5, 1), world=date(2026, 5, 1)),)
    cards = replace(cards, content=replace(cards.content, products=dated))

    def judged(day: int, level: str):
        return judge(rules, LEGAL[game], cards, Occasion(level, date(2026, 5, day)))

    assert judged(1, "casual").decision == "legal"
    late = judged(11, "championship")
    assert late.decision == ("legal" if rules.data.release == "world" else "illegal")
    assert judged(12, "championship").decision == "legal"


def test_a_product_without_a_date_is_named_not_guessed() -> None:
    judged = verdict("armada", FLEET, Occasion("championship", date(2017, 1, 1)))
    assert judged.decision == "legal"
    assert [note.reason.code for note in judged.notes] == ["list.undated"]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.data.id)
@pytest.mark.parametrize("text", ["", " ", "\x00", "hello", "{", "[[[[", "<deck", "1x", "()", "x" * 300_000])
def test_nonsense_is_answered(rules, text: str) -> None:
    judged = judge(rules, text, catalogue(rules.data.id))
    assert judged.decision == "undecided"
    assert judged.problems
