"""Conquest's cards and planets from lists of facts, with OCTGN's card ids."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from komandor.core.lists.cards import Card, Gathered, rows, strings, text
from komandor.core.lists.knowledge import Documents

PARTS = {"warlord": "warlord", "synapse": "synapse"}
FACTS = {"faction": str, "loyalty": str, "squad": tuple}
MOST_COPIES = 3
"""A deck holds at most three copies of a card that is in no signature squad."""
TO_VERIFY = frozenset({"Enginseer Augur", "Webway Passage"})
"""Sources differ on whether these are loyal."""


def gather(documents: Documents) -> Gathered:
    every = [row for one in documents.values() if isinstance(one, list) for row in rows(one)]
    codes: dict[str, list[str]] = defaultdict(list)
    for table in documents.values():
        if isinstance(table, dict):
            for code, name in table.items():
                if isinstance(name, str):
                    codes[name].append(str(code).casefold())
    cards: dict[str, Card] = {}
    for row in every:
        if "type" in row and "loyalty" in row and text(row.get("type")) != "Token":
            card = _card(row, codes)
            cards.setdefault(card.id, card)
    planets = [
        Card(text(row.get("name")), "planet", part="planets", id=f"planet:{row.get('name')}")
        for row in every
        if "strongpoint" in row
    ]
    return Gathered((*cards.values(), *planets))


def _card(row: Mapping[str, Any], codes: Mapping[str, list[str]]) -> Card:
    name, kind, loyalty = text(row.get("name")), text(row.get("type")), text(row.get("loyalty"))
    squad = strings(row.get("signature_squad"))
    return Card(
        name,
        kind,
        product=text(row.get("set")),
        part=PARTS.get(kind.casefold(), "deck"),
        id=name,
        unique=bool(row.get("unique")),
        limit=MOST_COPIES if loyalty != "Signature" and kind.casefold() not in PARTS else None,
        codes=tuple(codes.get(name, ())),
        official=text(row.get("designer")) in ("FFG", ""),
        doubt="loyal or not: sources differ" if name in TO_VERIFY else "",
        facts={
            "faction": text(row.get("faction")),
            "loyalty": loyalty,
            "squad": squad,
        },
    )
