"""What Imperial Assault's own rules say of an army: one side, unique figures, a command deck of 15 cards."""

from collections import Counter
from collections.abc import Iterator, Mapping

from komandor.core.lists.knowledge import (
    GAME_RULES,
    Army,
    CardEntry,
    Content,
    Problem,
    broken,
    cards_in,
    copies_by_card,
    copy_problems,
    cost_of,
    fields_of,
    uncertain,
)

COMMAND_CARDS, COMMAND_POINTS = 15, 15


def content(army: Army) -> Content:
    """The army in the shape of the list form."""
    side = _side(army)
    made = {
        **({"faction": side} if side else {}),
        **fields_of(army, "deployment", points=lambda entry: entry.points, type=_type, product=_product),
        **fields_of(army, "command", product=_product),
    }
    return {**made, "total": cost_of(made, "deployment")}


def _type(entry: CardEntry) -> str:
    return entry.card.type if entry.card else ""


def _product(entry: CardEntry) -> str:
    return entry.card.product if entry.card else ""


def _side(army: Army) -> str:
    """The side that most deployment cards have."""
    found = Counter(
        side
        for entry, card in army.known
        if card.part == "deployment"
        for side in card.factions * entry.count
    )
    return found.most_common(1)[0][0] if found else ""


def points(made: Content) -> Mapping[str, int]:
    return {"total": cost_of(made, "deployment"), "command": cards_in(made, "command")}


def check(army: Army) -> Iterator[Problem]:
    yield from _sides(army)
    yield from copy_problems(army, GAME_RULES, "command")
    for entry, card, copies in copies_by_card(army, "deployment"):
        if card.unique and copies > 1:
            yield broken("list.unique_twice", GAME_RULES, entry, name=card.full_name)
    yield from _command_deck(army)


def _sides(army: Army) -> Iterator[Problem]:
    """All of one side; the texts of some cards bring others in, so this is never a rejection."""
    side = _side(army)
    for entry, card in army.known:
        if card.part == "deployment" and card.factions and side not in card.factions:
            yield uncertain("ia.other_side", "IA-LIST-3", entry, name=card.full_name)


def _command_deck(army: Army) -> Iterator[Problem]:
    deck = army.of("command")
    cards = sum(entry.count for entry in deck)
    cost = sum((entry.points or 0) * entry.count for entry in deck)
    found_by = uncertain if any(entry.card and entry.card.doubt for entry in deck) else broken
    if deck and cards != COMMAND_CARDS and (army.complete or cards > COMMAND_CARDS):
        yield broken("ia.command_cards", GAME_RULES, None, found=cards, needed=COMMAND_CARDS)
    if cost > COMMAND_POINTS:
        yield found_by("ia.command_points", GAME_RULES, None, found=cost, most=COMMAND_POINTS)
