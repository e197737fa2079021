"""What Destiny's own rules say of a deck: copies, sides, colours; and what a team of characters costs.

Texts of cards can allow other sides and colours, and no catalogue holds texts: these never reject a deck.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from komandor.core.lists.cards import Card, text
from komandor.core.lists.knowledge import (
    GAME_RULES,
    Army,
    CardEntry,
    Content,
    Problem,
    broken,
    cards_in,
    copy_problems,
    cost_of,
    fields_of,
    noted,
    uncertain,
)
from komandor.core.lists.paper import CardLine

PRICES = re.compile(r"^\d{1,2}(?:/\d{1,2}){0,2}$")
GRAY = "gray"
ELITE, REGULAR = "elite", "regular"


def row(line: CardLine, given: Mapping[str, Any]) -> CardLine:
    """A character of a filled-in form: formats write dice, and an elite character has two."""
    if line.parts != ("characters",):
        return line
    elite = text(given.get("version")).casefold().startswith("el")
    return replace(line, count=2 * line.count if elite else line.count, heading=ELITE if elite else REGULAR)


def content(army: Army) -> Content:
    """The deck in the shape of the list form; characters with what their dice cost."""
    team = [line for entry in army.of("characters") for line in _characters(army, entry)]
    others = fields_of(
        army,
        *("plot", "battlefield", "deck"),
        product=lambda entry: entry.product,
        die=lambda entry: (
            "yes" if entry.part == "deck" and entry.card and entry.card.facts.get("die") else ""
        ),
        points=lambda entry: entry.points or 0 if entry.part == "plot" else None,
    )
    return {"characters": team, **others} if team else others


def _characters(army: Army, entry: CardEntry) -> list[dict[str, Any]]:
    """The lines of one character.  Its count is the number of dice: two of a unique one make it elite."""
    card = entry.card
    line: dict[str, Any] = {"name": entry.name}
    if card is None:
        return [line | {"count": entry.count}]
    line |= {"product": card.product, "allegiance": card.facts.get("affiliation", "")}
    cost = prices(army, card)
    if card.unique or not cost:
        points = cost[min(entry.count, len(cost)) - 1] if cost else None
        more = {"version": "elite"} if entry.count > 1 else {}
        return [{**line, **more, "points": points}]
    elite = entry.line.heading != REGULAR and len(cost) > 1 and cost[1] < 2 * cost[0]
    pairs = entry.count // 2 if elite or (entry.line.heading == ELITE and len(cost) > 1) else 0
    made = [{**line, "points": cost[1], "version": "elite", "count": pairs}] if pairs else []
    rest = entry.count - 2 * pairs
    return made + ([{**line, "points": cost[0], "count": rest}] if rest else [])


def prices(army: Army, card: Card) -> tuple[int, ...]:
    """What a character costs with one die, with two and so on, by the season if one is asked for."""
    written = (army.season.points.get(card.id) if army.season else None) or card.facts.get("points", "")
    return tuple(map(int, written.split("/"))) if PRICES.match(written) else ()


def points(made: Content) -> Mapping[str, int]:
    return {"total": cost_of(made, "characters", "plot"), "deck": cards_in(made, "deck")}


def check(army: Army) -> Iterator[Problem]:
    yield from copy_problems(army, GAME_RULES, "deck", certain=not army.of("plot"))
    team = [(entry, card) for entry, card in army.known if card.part == "characters"]
    yield from _uniques(army, team)
    sides = {card.facts.get("affiliation") for _, card in team} - {"neutral", ""}
    colours = {card.facts.get("colour") for _, card in team} | {GRAY, ""}
    for entry, card in army.known:
        if card.part != "deck" or not team:
            continue
        if card.facts.get("affiliation") not in (sides | {"neutral", ""}):
            yield uncertain("destiny.other_side", GAME_RULES, entry, name=card.full_name)
        if card.facts.get("colour") not in colours:
            yield uncertain("destiny.other_colour", GAME_RULES, entry, name=card.full_name)


def _uniques(army: Army, team: list[tuple[CardEntry, Card]]) -> Iterator[Problem]:
    """A unique character stands in a team once, with at most two dice; others may be read in two ways."""
    seen: set[str] = set()
    for entry, card in team:
        most = 1 if entry.line.heading == REGULAR else max(2, len(prices(army, card)))
        if card.unique and (entry.count > most or card.name in seen):
            yield broken("list.unique_twice", GAME_RULES, entry, name=card.full_name)
        elif (
            not entry.line.heading
            and not card.unique
            and entry.count > 1
            and "/" in card.facts.get("points", "")
        ):
            yield noted("destiny.elite_or_two", "DES-LIST-3", entry, name=card.full_name)
        seen.add(card.name)
