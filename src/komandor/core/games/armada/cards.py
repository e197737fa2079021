"""Armada's cards from the files of the-isb-api, raw or reduced to facts, and from its list of other names."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from komandor.core.lists.cards import Card, Gathered, Product, number, rows, strings, text
from komandor.core.lists.knowledge import Documents

PRICED = re.compile(r"^(.{1,120}?)\s*\((\d{1,3})\)$")
POLISH = {
    "eskadra": "squadron",
    "statek": "ship",
    "okręt": "ship",
    "dowódca": "commander",
    "oficer": "officer",
    "tytuł": "title",
    "turbolasery": "turbolasers",
    "pociski": "ordnance",
    "zestaw": "set",
    "podstawowy": "core",
}
"""Words of Polish lists → words of catalogues."""
FACTS = {
    "slots": tuple,
    "chassis": str,
    "size": str,
    "traits": tuple,
    "people": tuple,
    "modification": bool,
    "sizes": tuple,
    "not_with": tuple,
    "closes": tuple,
    "opens": tuple,
    "flagship": bool,
}
CAMPAIGN = "campaign"
Others = Mapping[str, tuple[tuple[str, int | None], ...]]


def gather(documents: Documents) -> Gathered:
    """The cards of a folder; files with facts only are preferred to raw ones."""
    tables = [one for one in documents.values() if isinstance(one, dict)]
    facts = [one for one in tables if all(isinstance(one.get(k), list) for k in ("ships", "upgrades"))]
    others = _others(tables)
    cards: dict[str, Card] = {}
    for table in facts or tables:
        for card in _cards(table, others):
            cards.setdefault(card.id, card)
    campaign = sorted({card.product for card in cards.values() if card.type == CAMPAIGN})
    return Gathered(tuple(cards.values()), tuple(Product(name) for name in campaign))


def _others(tables: list[dict[str, Any]]) -> Others:
    """By card: the names and prices under which lists know it ("Name (price)" → id)."""
    found: dict[str, list[tuple[str, int | None]]] = defaultdict(list)
    for table in tables:
        for name, id in table.items():
            if isinstance(id, str) and isinstance(name, str):
                priced = PRICED.match(name)
                found[id].append((priced[1], int(priced[2])) if priced else (name[:120], None))
    return {id: tuple(names) for id, names in found.items()}


def _cards(table: Mapping[str, Any], others: Others) -> Iterator[Card]:
    for part, make in (("ships", _ship), ("squadrons", _squadron), ("upgrades", _upgrade)):
        for id, row in _rows(table, part):
            yield make(id, row, others.get(id, ()))
    for id, row in _rows(table, "objectives"):
        category = text(row.get("category") or row.get("type")).casefold()
        yield Card(
            text(row.get("name")),
            category,
            None,
            text(row.get("expansion")),
            part="objectives",
            id=id,
            nicknames=strings(row.get("nicknames")),
        )


def _rows(table: Mapping[str, Any], part: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Id and row; raw ships stand below their chassis."""
    value = table.get(part)
    if isinstance(value, dict):
        for id, row in value.items():
            models = row.get("models") if isinstance(row, dict) else None
            if isinstance(models, dict):
                yield from (
                    (i, {**one, "size": row.get("size")})
                    for i, one in models.items()
                    if isinstance(one, dict)
                )
            elif isinstance(row, dict):
                yield str(id), row
    else:
        yield from ((text(row.get("id")), row) for row in rows(value))


def _shared(row: Mapping[str, Any], others: tuple[tuple[str, int | None], ...]) -> dict[str, Any]:
    points = number(row.get("points"))
    old = {price for _, price in others if price is not None and price != points}
    given = row.get("faction")
    factions = strings(given) if isinstance(given, list) else strings([given])
    return {
        "points": points,
        "product": text(row.get("expansion")),
        "factions": factions,
        "unique": bool(row.get("unique")),
        "old_points": tuple(sorted(old)),
        "nicknames": (*strings(row.get("nicknames")), *(name for name, _ in others)),
    }


def lowered(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.casefold() for name in names)


def _ship(id: str, row: Mapping[str, Any], others: tuple[tuple[str, int | None], ...]) -> Card:
    facts = {
        "slots": strings(row.get("slots") or row.get("upgrades")),
        "chassis": text(row.get("chassis")),
        "size": text(row.get("size")),
        "traits": lowered(strings(row.get("traits"))),
    }
    return Card(text(row.get("name")), "ship", part="ships", id=id, facts=facts, **_shared(row, others))


def _squadron(id: str, row: Mapping[str, Any], others: tuple[tuple[str, int | None], ...]) -> Card:
    """A squadron; an ace is called by the ace's name, its craft's name is shared with others."""
    name, ace = text(row.get("name")), text(row.get("ace") or row.get("ace-name"))
    shared = _shared(row, others)
    facts = {"people": strings(row.get("unique_class") or row.get("unique-class"))}
    if not ace:
        return Card(name, "squadron", part="squadrons", id=id, facts=facts, **shared)
    shared["nicknames"] = tuple(one for one in shared["nicknames"] if one != name)
    both = (f"{ace} {name}", f"{name} {ace}")
    return Card(ace, "squadron", subtitle=name, part="squadrons", id=id, names=both, facts=facts, **shared)


def _upgrade(id: str, row: Mapping[str, Any], others: tuple[tuple[str, int | None], ...]) -> Card:
    slot = text(row.get("slot") or row.get("type"))
    limits = row.get("restrictions") if isinstance(row.get("restrictions"), dict) else {}
    assert isinstance(limits, dict)

    def named(derived: str, raw: str) -> tuple[str, ...]:
        return strings(row.get(derived) or limits.get(raw))

    facts = {
        "people": strings(row.get("unique_class") or row.get("unique-class")),
        "modification": bool(row.get("modification")),
        "chassis": text(row.get("bound_shiptype")),
        "traits": lowered(named("req_traits", "traits")),
        "sizes": named("req_size", "size"),
        "not_with": named("disqual_upgrades", "disqual_upgrades"),
        "closes": named("disable_upgrades", "disable_upgrades"),
        "opens": named("enable_upgrades", "enable_upgrades"),
        "flagship": bool(row.get("flagship_only") or limits.get("flagship")),
    }
    part = "commander" if slot == "commander" else "upgrades"
    return Card(text(row.get("name")), slot, part=part, id=id, facts=facts, **_shared(row, others))
