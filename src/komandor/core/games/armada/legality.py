"""What Armada's own rules say of a fleet: factions, unique names, and which upgrades fit on a ship.

The tournament document names no rule for these; it asks that play follows the game's rules (COM-GEN-2).
Slots and the conditions of upgrades come from one source only, so they never reject a fleet.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from komandor.core.games.armada.formats import faction_of
from komandor.core.lists.cards import Card
from komandor.core.lists.knowledge import (
    GAME_RULES,
    Army,
    CardEntry,
    Content,
    Problem,
    broken,
    cards_of,
    cost_of,
    uncertain,
)

FORM_FACTION = {"empire": "imperial"}
COSTED = ("ships", "upgrades", "commander", "squadrons")


def content(army: Army) -> Content:
    """The fleet in the shape of the list form."""
    made: Content = {}
    faction = faction_of(army.sheet) or _of_cards(army)
    if faction:
        made["faction"] = FORM_FACTION.get(faction, faction)
    for part in COSTED:
        lines = cards_of(
            _in(army, part),
            points=lambda entry: entry.points,
            type=lambda entry: entry.card.type if entry.card else None,
            product=lambda entry: entry.card.product if entry.card else None,
        )
        if lines:
            made[part] = lines
    objectives = cards_of(army.of("objectives"), category=_category)
    if objectives:
        made["objectives"] = objectives
    total = army.sheet.stated.get("total", "")
    made["total"] = int(total) if total.isdecimal() and len(total) < 6 else cost_of(made, *COSTED)
    return made


def _in(army: Army, part: str) -> tuple[CardEntry, ...]:
    """The entries of a field; without card data the commander is the upgrade that is named so."""
    return tuple(entry for entry in army.entries if _part(entry) == part)


def _part(entry: CardEntry) -> str:
    return "commander" if not entry.card and entry.line.note.startswith("com") else entry.part


def _category(entry: CardEntry) -> str | None:
    if entry.card:
        return entry.card.type
    return entry.line.heading or None


def _of_cards(army: Army) -> str:
    """The faction that most ships have, where the list does not state it."""
    found = Counter(one for entry, card in army.known if card.part == "ships" for one in card.factions)
    return found.most_common(1)[0][0] if found else ""


def points(made: Content) -> Mapping[str, int]:
    return {"total": cost_of(made, *COSTED), "squadrons": cost_of(made, "squadrons")}


def check(army: Army) -> Iterator[Problem]:
    yield from _factions(army)
    yield from _unique(army)
    yield from _ships(army)


def _factions(army: Army) -> Iterator[Problem]:
    """Every card is of the fleet's faction."""
    faction = faction_of(army.sheet) or _of_cards(army)
    for entry, card in army.known:
        if card.factions and faction and faction not in card.factions:
            yield broken("armada.other_faction", "ARM-LIST-3", entry, name=card.full_name)


def _unique(army: Army) -> Iterator[Problem]:
    """A unique card, and each person that several cards show, stands in a fleet once."""
    seen: dict[str, int] = {}
    for entry, card in army.known:
        if card.unique and card.part != "ships":
            people = {card.name, *card.facts.get("people", ())}
            twice = entry.count > 1 or any(one in seen for one in people)
            if twice:
                yield broken("list.unique_twice", GAME_RULES, entry, name=card.full_name)
            seen.update(dict.fromkeys(people, entry.line.number))


def _ships(army: Army) -> Iterator[Problem]:
    """Each ship with its upgrades."""
    below: dict[int, list[tuple[CardEntry, Card]]] = defaultdict(list)
    for entry, card in army.known:
        if entry.line.under is not None and card.part in ("upgrades", "commander"):
            below[entry.line.under].append((entry, card))
    ships = {entry.line.number: card for entry, card in army.known if card.part == "ships"}
    for number, ship in ships.items():
        yield from _fitted(ship, below[number])


def _fitted(ship: Card, upgrades: list[tuple[CardEntry, Card]]) -> Iterator[Problem]:
    free: Counter[str] = Counter(ship.facts.get("slots", ()))
    for _, card in upgrades:
        free.update(card.facts.get("opens", ()))
    for closed in (one for _, card in upgrades for one in card.facts.get("closes", ())):
        free.pop(closed, None)
    for entry, card in upgrades:
        if not _takes(free, card.type):
            yield uncertain(
                "armada.no_slot", GAME_RULES, entry, name=card.name, ship=ship.name, slot=card.type
            )
        if _barred(ship, card):
            yield uncertain("armada.not_on_ship", GAME_RULES, entry, name=card.name, ship=ship.name)
    modified = [entry for entry, card in upgrades if card.facts.get("modification")]
    if len(modified) > 1:
        yield uncertain("armada.two_modifications", GAME_RULES, modified[-1], ship=ship.name)


def _takes(free: Counter[str], slot: str) -> bool:
    """Use up a slot; an upgrade with two icons needs both, or the slot that names both."""
    for way in (
        (slot,),
        ("weapons-team", "offensive-retro") if slot == "weapons-team-offensive-retro" else (slot,),
    ):
        if all(free[one] > 0 for one in way):
            free.subtract(way)
            return True
    return False


def _barred(ship: Card, card: Card) -> bool:
    """Whether the upgrade is for ships of another class, trait or size."""
    facts = card.facts
    chassis, traits, sizes = facts.get("chassis"), facts.get("traits", ()), facts.get("sizes", ())
    return bool(
        (chassis and chassis != ship.facts.get("chassis"))
        or (traits and not set(traits) & set(ship.facts.get("traits", ())))
        or (sizes and ship.facts.get("size") not in sizes)
    )
