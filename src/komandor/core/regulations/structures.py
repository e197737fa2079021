"""How many Swiss rounds and how large a cut, by attendance at the start of round 1 (COM-STRUCT-5)."""

from komandor.core.games.game import GameData, Rules, StructureRow
from komandor.core.reasons import Reason, Refusal, refuse, why

CUSTOM = "custom"
FEWEST = 2


def structures_of(rules: Rules) -> tuple[str, ...]:
    """The structures an event of this game can choose from (COM-STRUCT-1)."""
    return (*rules.data.structures, CUSTOM)


def structure_of_kind(data: GameData, kind: str) -> str:
    """The structure that the document uses for this kind of event (CON-STRUCT-2), else basic or custom."""
    return data.kind_structures.get(kind) or ("basic" if data.structures else CUSTOM)


def structure_deviates(data: GameData, kind: str, structure: str) -> Reason | None:
    """A warning where the document uses another structure for this kind of event."""
    usual = data.kind_structures.get(kind)
    if usual is None or usual == structure:
        return None
    return why("structure.not_usual", data.rules[usual], kind=kind, structure=structure, usual=usual)


def structure_for(rules: Rules, name: str, players: int) -> StructureRow | Refusal:
    """The document's rounds and cut for this attendance; for a custom structure, a proposal.

    Custom structures are those of ARM-STRUCT-3, IA-STRUCT-3, DES-STRUCT-3 and CON-STRUCT-3.
    """
    data = rules.data
    if players < FEWEST:
        return refuse(
            "structure.too_few", "COM-STRUCT-5", structure=name, players=players, least=FEWEST, offer=""
        )
    if name == CUSTOM:
        return StructureRow(players, proposed_rounds(players), 0, players)
    if name not in data.structures:
        rule = data.rules.get(name, "COM-STRUCT-1")
        return refuse("structure.unknown", rule, structure=name, offer=CUSTOM)
    for row in data.structures[name]:
        if row.low <= players and (row.high is None or players <= row.high):
            return row
    least = data.structures[name][0].low
    offer = _offer(rules, players)
    return refuse(
        "structure.too_few", data.rules[name], structure=name, players=players, least=least, offer=offer
    )


def _offer(rules: Rules, players: int) -> str:
    """For too few players: a smaller structure that fits, else a custom one (AMB-G23)."""
    fits = (name for name, rows in rules.data.structures.items() if rows[0].low <= players)
    return next(fits, CUSTOM)


def proposed_rounds(players: int) -> int:
    """The fewest rounds that leave at most one player unbeaten, ceil(log2 players).

    Where there is no table: SWL-STRUCT-1, SWL-STRUCT-4, AMB-S18.
    """
    return max(1, (players - 1).bit_length())
