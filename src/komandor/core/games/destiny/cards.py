"""Destiny's cards from A Renewed Hope's database, raw or reduced to facts, with its sets and formats."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from komandor.core.lists.cards import Card, Gathered, Product, Season, day, number, rows, strings, text
from komandor.core.lists.knowledge import Documents

PARTS = {"character": "characters", "battlefield": "battlefield", "plot": "plot"}
POLISH = {
    "postać": "character",
    "intryga": "plot",
    "ulepszenie": "upgrade",
    "wydarzenie": "event",
    "wsparcie": "support",
    "zestaw": "set",
}
"""Words of Polish lists → words of catalogues."""
FACTS = {"points": str, "affiliation": str, "colour": str, "die": bool}
BUILDING = re.compile(r"point value|team can|deck can|your team|your deck (may|can)|deck size", re.IGNORECASE)
LAST_OF_PUBLISHER = 13
"""The publisher made the sets up to this position; later ones are the community's."""


def gather(documents: Documents) -> Gathered:
    tables = [rows(one) for one in documents.values() if isinstance(one, list)]
    every = [row for table in tables for row in table]
    sets = {text(row.get("code")): row for row in every if "date_release" in row and "size" in row}
    changing = {text(row.get("code")) for row in every if BUILDING.search(text(row.get("text")))}
    formats = [row for row in every if isinstance(row.get("data"), dict)]
    seasons = tuple(_season(row, sets) for row in formats)
    cards: dict[str, Card] = {}
    for row in every:
        if text(row.get("code")) and text(row.get("name")) and "type_code" in row and "set_code" in row:
            card = _card(row, sets)
            cards.setdefault(card.id, replace(card, doubt=_doubt(card, card.id in changing, seasons)))
    products = tuple(Product(_set_name(row), world=day(row.get("date_release"))) for row in sets.values())
    return Gathered(tuple(cards.values()), products, seasons)


def _doubt(card: Card, changing: bool, seasons: tuple[Season, ...]) -> str:
    """Why a team with this card cannot be added up for certain."""
    printed = card.facts["points"]
    if changing or card.type == "plot":
        return "its text can change how a team or a deck is built"
    if card.type == "character" and any(one.points.get(card.id, printed) != printed for one in seasons):
        return "its points differ between formats"
    return "" if card.official or card.type != "character" else "the community changes points every season"


def _set_name(row: Mapping[str, Any]) -> str:
    return text(row.get("name")) or text(row.get("code"))


def _card(row: Mapping[str, Any], sets: Mapping[str, Mapping[str, Any]]) -> Card:
    kind, code, release = text(row.get("type_code")), text(row.get("code")), text(row.get("set_code"))
    product = _set_name(sets.get(release, {})) or release
    place = number(row.get("position"))
    codes = {f"{one} #{place}" for one in (product, release)}
    position = number(sets.get(release, {}).get("position"))
    return Card(
        text(row.get("name")),
        kind,
        number(row.get("points")) if kind == "plot" else None,
        product,
        text(row.get("subtitle")),
        part=PARTS.get(kind, "deck"),
        id=code,
        unique=bool(row.get("is_unique")),
        limit=None if kind in PARTS else number(row.get("deck_limit")),
        codes=tuple(sorted(codes)),
        official=position is None or position <= LAST_OF_PUBLISHER,
        facts={
            "points": text(row.get("points")),
            "affiliation": text(row.get("affiliation_code")),
            "colour": text(row.get("faction_code")),
            "die": bool(row.get("has_die")),
        },
    )


def _season(row: Mapping[str, Any], sets: Mapping[str, Mapping[str, Any]]) -> Season:
    data = row["data"]
    balance = data.get("balance")
    pairs = data.get("restrictedPairs")
    return Season(
        code=text(row.get("code")),
        name=text(row.get("name")),
        products=tuple(_set_name(sets.get(one, {})) or one for one in strings(data.get("sets"))),
        banned=strings(data.get("banned")),
        restricted=strings(data.get("restricted")),
        groups=_groups(pairs),
        points={k: v for k, v in balance.items() if isinstance(v, str)} if isinstance(balance, dict) else {},
    )


def _groups(pairs: Any) -> tuple[tuple[str, ...], ...]:
    """Pairs as a list of lists, or as a table from one card to those that may not stand beside it."""
    if isinstance(pairs, dict):
        return tuple((one, other) for one, others in pairs.items() for other in strings(others))
    return tuple(strings(one) for one in pairs) if isinstance(pairs, list) else ()
