"""What Conquest's own rules say of a deck: copies, the signature squad, loyalty and allies.

Warlords can change who their allies are, and no catalogue holds texts, so allies are never a rejection.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from komandor.core.lists.cards import Card
from komandor.core.lists.knowledge import (
    GAME_RULES,
    Army,
    CardEntry,
    Content,
    Problem,
    broken,
    cards_in,
    copy_problems,
    fields_of,
    uncertain,
)
from komandor.core.lists.pool import key

WHEEL = ("Space Marines", "Astra Militarum", "Orks", "Chaos", "Dark Eldar", "Eldar", "Tau")
"""Factions that stand side by side are allies."""
TYRANIDS, NECRONS = "Tyranids", "Necrons"
SQUAD = re.compile(r"^(\d)x (.{1,80})$")


def content(army: Army) -> Content:
    """The deck in the shape of the list form."""
    made = fields_of(
        army,
        *("warlord", "synapse", "deck", "planets"),
        product=lambda entry: entry.product,
        type=lambda entry: entry.card.type if entry.card and entry.part == "deck" else None,
        needs_synapse=lambda entry: _needs_synapse(army, entry),
    )
    return {**made, "total": cards_in(made, "deck")}


def _needs_synapse(army: Army, entry: CardEntry) -> str | None:
    """Whether the warlord needs a synapse unit; an unknown one does if the list has such a unit."""
    if entry.part != "warlord":
        return None
    if not entry.card:
        return "yes" if army.of("synapse") else "no"
    return "yes" if entry.card.facts.get("faction") == TYRANIDS else "no"


def points(made: Content) -> Mapping[str, int]:
    return {"deck": cards_in(made, "deck")}


def check(army: Army) -> Iterator[Problem]:
    yield from copy_problems(army, GAME_RULES, "deck")
    warlords = [card for _, card in army.known if card.part == "warlord"]
    if len(warlords) == 1:
        yield from _squad(army, warlords[0])
        yield from _allies(army, warlords[0])


def _squad(army: Army, warlord: Card) -> Iterator[Problem]:
    """The signature squad is whole, and there is no other warlord's."""
    needed = Counter({key(m[2]): int(m[1]) for m in map(SQUAD.match, warlord.facts.get("squad", ())) if m})
    names = {key(m[2]): m[2] for m in map(SQUAD.match, warlord.facts.get("squad", ())) if m}
    found: Counter[str] = Counter()
    for entry, card in army.known:
        found[key(card.name)] += entry.count
        if card.facts.get("loyalty") == "Signature" and card.part == "deck" and key(card.name) not in needed:
            yield broken("conquest.foreign_squad", GAME_RULES, entry, name=card.name, warlord=warlord.name)
    for one, many in needed.items():
        if found[one] != many and (found[one] > many or army.complete):
            yield broken("conquest.squad", GAME_RULES, None, name=names[one], found=found[one], needed=many)


def _allies(army: Army, warlord: Card) -> Iterator[Problem]:
    """Loyal cards are the warlord's own faction's; others may come from one ally."""
    own = warlord.facts.get("faction", "")
    foreign = [
        (e, c)
        for e, c in army.known
        if c.part == "deck" and c.facts.get("faction") not in (own, "Neutral", "")
    ]
    used = {card.facts.get("faction") for _, card in foreign}
    for entry, card in foreign:
        if card.facts.get("loyalty") == "Signature":
            continue
        if card.facts.get("loyalty") == "Loyal":
            yield uncertain("conquest.loyal", GAME_RULES, entry, name=card.name, warlord=warlord.name)
        elif not _ally(own, card):
            yield uncertain("conquest.no_ally", GAME_RULES, entry, name=card.name, warlord=warlord.name)
    if own in WHEEL and len(used) > 1:
        yield uncertain("conquest.two_allies", GAME_RULES, None, warlord=warlord.name)


def _ally(own: str, card: Card) -> bool:
    other = card.facts.get("faction", "")
    if own == NECRONS:
        return card.type == "Army" and other != TYRANIDS
    if own not in WHEEL or other not in WHEEL:
        return False
    apart = abs(WHEEL.index(own) - WHEEL.index(other))
    return apart in (1, len(WHEEL) - 1)
