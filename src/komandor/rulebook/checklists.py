"""The organiser's checklists and the players' set-up steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from komandor.rulebook.register import Words, read, words_of

MOMENTS = (
    "materials",
    "before_the_event",
    "announcement",
    "before_round_1",
    "each_round",
    "cut_and_finals",
    "after",
)
"""The checklists in the order of the day."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do, the rule that asks for it, and what helps: a publisher’s page or a sheet to print."""

    rule: str
    text: Words
    link: str = ""
    sheet: str = ""
    teams: bool = False  # only where two play against two


@dataclass(frozen=True, slots=True)
class Checklist:
    """What to do at one moment of the day."""

    moment: str
    title: Words
    items: tuple[Item, ...]


@cache
def checklists(game: str, level: str) -> tuple[Checklist, ...]:
    """The organiser's checklists for an event of this game and level, in the order of the day."""
    data = read("checklists")
    return tuple(
        Checklist(moment, words_of(data["titles"][moment]), _items_for(data[moment], game, level))
        for moment in MOMENTS
    )


def setup_steps(game: str, *, teams: bool = False, finals: bool = False) -> tuple[Item, ...]:
    """How players set up a game; Star Wars LCG has other steps for teams of two and in the finals."""
    steps = read("checklists")["setup"]
    own = f"{game}-2v2" if teams else f"{game}-finals" if finals else game
    return tuple(_item(raw) for raw in steps.get(own, () if teams else steps.get(game, ())))


def _items_for(raws: list[Mapping[str, Any]], game: str, level: str) -> tuple[Item, ...]:
    return tuple(_item(raw) for raw in raws if game in raw["games"] and level in raw["levels"])


def _item(raw: Mapping[str, Any]) -> Item:
    more = {key: raw[key] for key in ("link", "sheet", "teams") if key in raw}
    return Item(raw["rule"], words_of(raw), **more)
