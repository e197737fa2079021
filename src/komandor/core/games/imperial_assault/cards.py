"""Imperial Assault's cards: the publisher's (raw or as facts), IACP's, the codes of builders, the maps."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from komandor.core.games.imperial_assault.formats import SIDES
from komandor.core.lists.cards import Card, Gathered, number, rows, strings, text
from komandor.core.lists.knowledge import Documents
from komandor.core.lists.pool import key

POLISH = {
    **dict.fromkeys(("rozstawienie", "rozstawienia"), "deployment"),
    **dict.fromkeys(("dowodzenie", "dowodzenia"), "command"),
    **dict.fromkeys(("elitarny", "elitarna", "elitarni"), "elite"),
    **dict.fromkeys(("zwykły", "zwykła", "zwykli"), "regular"),
    "rycerz": "knight",
    "zestaw": "set",
    "podstawowy": "core",
}
"""Words of Polish lists → words of catalogues."""
FACTS = {"traits": tuple, "upgrade": bool}
IACP = "IACP"
VERSION = re.compile(r"^(.{1,100}?) \((Elite|Regular)\)$")
CODED = re.compile(r"^(.{1,100}?)( - IACP)?$")
ONE_SOURCE = "IACP changes its costs every season, and only one source has them"


def gather(documents: Documents) -> Gathered:
    tables = [(name, rows(one)) for name, one in documents.items() if isinstance(one, list)]
    cards: dict[str, Card] = {}
    for name, table in sorted(tables, key=lambda one: "derived" not in one[0]):
        for card in _cards(table, community="iacp" in name.casefold()):
            cards.setdefault(card.id, card)
    maps = [text(row.get("name")) for name, table in tables if "maps" in name for row in table]
    coded = [one for one in documents.values() if isinstance(one, dict) and "deployment_card" in one]
    return Gathered(
        tuple(_with_codes(cards.values(), coded)), maps=tuple(sorted({one for one in maps if one}))
    )


def _cards(table: list[dict[str, Any]], community: bool) -> Iterator[Card]:
    for row in table:
        if "affiliation" in row and ("cost" in row or "deployment_cost" in row):
            if row.get("companion") is not True and "Skirmish" in strings(row.get("modes") or ["Skirmish"]):
                yield _deployment(row, community)
        elif "cost" in row and "name" in row and "traits" not in row:
            yield _command(row, community)


def _origin(row: Mapping[str, Any], community: bool) -> dict[str, Any]:
    doubt = ONE_SOURCE if community else text(row.get("note"))
    return {"official": not community, "product": IACP if community else "", "doubt": doubt}


def _deployment(row: Mapping[str, Any], community: bool) -> Card:
    written = text(row.get("name"))
    name = written.removeprefix("[").removesuffix("]")
    version = VERSION.match(name)
    elite = version[2] == "Elite" if version else bool(row.get("elite")) and not row.get("unique")
    name = version[1] if version else name
    subtitle = text(row.get("subname") or row.get("description"))
    side = SIDES.get(text(row.get("affiliation")).casefold())
    kind = "elite" if elite else "" if row.get("unique") else "regular"
    code = text(row.get("iaspec"))
    names = {"elite": (f"Elite {name}", f"{name} (Elite)"), "regular": (f"{name} (Regular)",)}.get(kind, ())
    return Card(
        name,
        kind,
        number(row.get("cost") if row.get("cost") is not None else row.get("deployment_cost")),
        subtitle=subtitle,
        part="deployment",
        id=f"{IACP if community else 'FFG'} {name} {kind} {subtitle or ''} {side or ''}".strip(),
        factions=(side,) if side else (),
        unique=bool(row.get("unique")),
        names=names,
        codes=(f"iaspec deployment {code}",) if code else (),
        facts={"traits": strings(row.get("traits")), "upgrade": bool(row.get("upgrade"))},
        **_origin(row, community),
    )


def _command(row: Mapping[str, Any], community: bool) -> Card:
    name, code = text(row.get("name")), text(row.get("iaspec"))
    return Card(
        name,
        "command",
        number(row.get("cost")),
        part="command",
        id=f"{IACP if community else 'FFG'} command {name}",
        limit=number(row.get("limit")),
        codes=(f"iaspec command {code}",) if code else (),
        **_origin(row, community),
    )


def _with_codes(cards: Any, tables: list[dict[str, Any]]) -> Iterator[Card]:
    """The cards with Tabletop Admiral's numbers, which are joined by name."""
    found: dict[str, list[str]] = {}
    for table in tables:
        for part in ("deployment", "command"):
            ids = table.get(f"{part}_card")
            for id, name in ids.items() if isinstance(ids, dict) else ():
                coded = CODED.match(text(name))
                if coded:
                    found.setdefault(_joined(part, coded[1], bool(coded[2])), []).append(f"tta {part} {id}")
    for card in cards:
        own = {_joined(card.part, name, not card.official) for name in _called(card)}
        yield replace(
            card, codes=(*card.codes, *(code for one in sorted(own) for code in found.get(one, ())))
        )


def _called(card: Card) -> tuple[str, ...]:
    """The names under which the numbers know it; an elite card is only ever called elite."""
    if card.type == "elite":
        return card.names
    return (card.full_name, card.name) if card.subtitle else (card.name,)


def _joined(part: str, name: str, community: bool) -> str:
    return f"{part} {key(name)} {community}"
