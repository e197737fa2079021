"""What the game's own rules say of a deck: copies of a set, sets that are locked to an affiliation, sides."""

from collections import Counter
from collections.abc import Iterator, Mapping

from komandor.core.games.star_wars_lcg.lists import OWN, PARTNER
from komandor.core.lists.cards import Card
from komandor.core.lists.knowledge import (
    Army,
    CardEntry,
    Content,
    Problem,
    broken,
    cards_in,
    copy_problems,
    fields_of,
    noted,
    uncertain,
)

GAME_RULES = "SWL-GEN-2"
FIELDS = tuple(f"{deck}_{part}" for deck in OWN for part in ("affiliation", "sets"))
SETS = tuple(f"{deck}_sets" for deck in OWN)
PARTNERS = tuple(f"{deck}_{part}" for deck in PARTNER for part in ("affiliation", "sets"))
CARDS_OF_A_SET = 5


def content(army: Army) -> Content:
    """The decks in the shape of the list form."""
    return fields_of(army, *FIELDS, product=lambda entry: entry.product)


def points(made: Content) -> Mapping[str, int]:
    return {part: cards_in(made, part) for part in SETS if part in made}


def given(army: Army) -> tuple[str, ...]:
    """The decks that the list holds."""
    return tuple(deck for deck in OWN if army.of(f"{deck}_affiliation", f"{deck}_sets"))


def elsewhere(army: Army) -> frozenset[str]:
    """The fields of the other deck and of the partner's decks, where a text holds only one's own."""
    here = given(army)
    fields = (part for part in (*FIELDS, *PARTNERS) if part not in army.content)
    return frozenset(part for part in fields if here and not part.startswith(here))


def check(army: Army) -> Iterator[Problem]:
    yield from copy_problems(army, GAME_RULES, *SETS)
    for deck in given(army):
        known = [(e, c) for e, c in army.known if e.part == f"{deck}_affiliation"]
        sets = [(e, c) for e, c in army.known if e.part == f"{deck}_sets"]
        if len(known) == 1:
            yield from _affiliated(known[0][1], sets)
    yield from _command_deck(army)


def _affiliated(chosen: Card, sets: list[tuple[CardEntry, Card]]) -> Iterator[Problem]:
    own = {chosen.facts.get("affiliation"), chosen.name}
    for entry, card in sets:
        locked = card.facts.get("locked")
        if locked and locked not in own:
            yield broken("swl.locked_set", GAME_RULES, entry, name=card.name, affiliation=locked)
    exactly = chosen.facts.get("exactly") or {}
    found: Counter[str] = Counter()
    for entry, card in sets:
        found[card.facts.get("affiliation", "")] += entry.count
    for named, needed in exactly.items():
        allowed = {part.strip() for part in named.replace("and/or", "|").split("|")}
        here = sum(many for one, many in found.items() if one in allowed)
        if here != needed:
            yield uncertain(
                "swl.exactly",
                GAME_RULES,
                None,
                affiliation=chosen.name,
                sets=named,
                found=here,
                needed=needed,
            )


def _command_deck(army: Army) -> Iterator[Problem]:
    """A deck file lists the cards of the sets too: five for each."""
    others = army.sheet.stated.get("others", "")
    sets = sum(entry.count for entry in army.of(*SETS))
    if others.isdecimal() and int(others) != CARDS_OF_A_SET * sets:
        yield noted("swl.command_deck", GAME_RULES, None, found=int(others), needed=CARDS_OF_A_SET * sets)
