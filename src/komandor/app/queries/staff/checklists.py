"""The organiser's checklists, with what is ticked: materials, documents, announcements (COM-PREP)."""

from dataclasses import dataclass

from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.rulebook.checklists import Item, checklists
from komandor.rulebook.register import Words


@dataclass(frozen=True, slots=True)
class CheckItem:
    id: str  # the item of TickChecklist
    item: Item
    done: bool


@dataclass(frozen=True, slots=True)
class CheckPart:
    moment: str
    title: Words
    items: tuple[CheckItem, ...]

    @property
    def done(self) -> int:
        return sum(1 for one in self.items if one.done)


def checklists_view(t: Tournament) -> tuple[CheckPart, ...]:
    """The checklists in the order of the day; those of a round can be ticked again in every round."""
    number = t.round_number
    parts = []
    for one in checklists(rules(t).data.id, t.level):
        suffix = f".{number}" if one.moment == "each_round" and number else ""
        own = (item for item in one.items if t.teams or not item.teams)
        items = tuple(_item(t, f"{one.moment}.{item.rule}{suffix}", item) for item in own)
        if items:
            parts.append(CheckPart(one.moment, one.title, _numbered(t, items)))
    return tuple(parts)


def known_items(t: Tournament) -> frozenset[str]:
    return frozenset(item.id for part in checklists_view(t) for item in part.items)


def _item(t: Tournament, id: str, item: Item) -> CheckItem:
    return CheckItem(id, item, t.ticked.get(id, False))


def _numbered(t: Tournament, items: tuple[CheckItem, ...]) -> tuple[CheckItem, ...]:
    """If a rule has several items in one list, the second and later ones get a number in their id."""
    seen: dict[str, int] = {}
    out = []
    for one in items:
        seen[one.id] = seen.get(one.id, 0) + 1
        again = seen[one.id]
        out.append(one if again == 1 else _item(t, f"{one.id}#{again}", one.item))
    return tuple(out)
