"""Star Wars LCG's objective sets, affiliations and restricted sets, from swlcg-json or from facts."""

from collections.abc import Iterator, Mapping
from typing import Any

from komandor.core.lists.cards import Card, Gathered, number, rows, strings, text
from komandor.core.lists.knowledge import Documents

FACTS = {"affiliation": str, "locked": str, "side": str, "exactly": dict}
USUAL_LIMIT = 2


def gather(documents: Documents) -> Gathered:
    facts = [one for one in documents.values() if isinstance(one, dict)]
    raw = [row for one in documents.values() if isinstance(one, list) for row in rows(one)]
    cards: dict[str, Card] = {}
    for table in facts:
        for card in (
            *map(_set, rows(table.get("objective_sets"))),
            *map(_affiliation, rows(table.get("affiliations"))),
        ):
            cards.setdefault(card.id, card)
    for card in _raw(raw):
        cards.setdefault(card.id, card)
    groups = [_group(pair) for t in facts for side in ("light", "dark") for pair in _pairs(t.get(side))]
    return Gathered(tuple(cards.values()), groups=tuple(one for one in groups if len(one) > 1))


def _pairs(value: Any) -> list[list[Any]]:
    return [one for one in value if isinstance(one, list)] if isinstance(value, list) else []


def _group(pair: list[Any]) -> tuple[str, ...]:
    """The ids of restricted sets: at most one of each group in a deck."""
    return tuple(f"set {one}" for one in pair if number(one) is not None)


def _set(row: Mapping[str, Any]) -> Card:
    side, block = text(row.get("side")).casefold(), number(row.get("number"))
    official = row.get("ffg") is not False
    id = f"set {block}" if official else f"fan set {row.get('block') or block}: {row.get('objective')}"
    return Card(
        text(row.get("objective")),
        "objective set",
        product=text(row.get("product")),
        part=f"{side}_sets",
        id=id,
        limit=number(row.get("limit")),
        codes=strings([text(row.get("octgn_id")).casefold()]),
        official=official,
        facts={
            "affiliation": text(row.get("affiliation")),
            "locked": text(row.get("locked_to")),
            "side": side,
        },
    )


def _affiliation(row: Mapping[str, Any]) -> Card:
    side = text(row.get("side")).casefold()
    exactly = row.get("exactly")
    counts = (
        {key: many for key, many in exactly.items() if type(many) is int} if isinstance(exactly, dict) else {}
    )
    return Card(
        text(row.get("name")),
        "affiliation",
        product=text(row.get("product")),
        part=f"{side}_affiliation",
        id=f"affiliation {text(row.get('name'))}",
        codes=strings([text(row.get("octgn_id")).casefold()]),
        facts={
            "affiliation": text(row.get("affiliation")),
            "side": side,
            "exactly": counts,
        },
    )


def _raw(every: list[dict[str, Any]]) -> Iterator[Card]:
    """Sets and affiliations from the cards of swlcg-json: an objective names its set."""
    for row in every:
        kind = text(row.get("type")).casefold()
        affiliation, side = text(row.get("affiliation")), text(row.get("side")).casefold()
        if kind == "objective" and number(row.get("objectiveSetNumber")) is not None:
            limited = row.get("isLimitedToObjectiveDeck") is True
            yield _set(
                {
                    "number": row["objectiveSetNumber"],
                    "objective": row.get("title"),
                    "product": row.get("product"),
                    "side": side,
                    "affiliation": affiliation,
                    "locked_to": affiliation if row.get("isLockedToAffiliation") is True else "",
                    "limit": 1 if limited else USUAL_LIMIT,
                    "octgn_id": row.get("octgnId"),
                }
            )
        elif kind == "affiliation":
            yield _affiliation({**row, "name": row.get("title"), "octgn_id": row.get("octgnId")})
