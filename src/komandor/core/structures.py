"""How many Swiss rounds and how large a cut, by attendance at the start of round 1 (COM-STRUCT-5)."""

from collections.abc import Mapping
from typing import get_args

from komandor.core.clocks import clock_for
from komandor.core.games.game import RoundKind, Rules, Situation, StructureRow, Value
from komandor.core.reasons import Reason, Refusal, refuse, why

CUSTOM = "custom"
FEWEST = 2
KINDS = get_args(RoundKind)


def structures_of(rules: Rules) -> tuple[str, ...]:
    """Exactly one of these is used (COM-STRUCT-1)."""
    return (*rules.data.structures, CUSTOM)


def structure_for(rules: Rules, name: str, players: int) -> StructureRow | Refusal:
    """The row of the table; for a custom structure a proposal that the organiser may change."""
    data = rules.data
    if players < FEWEST:
        return refuse(
            "structure.too_few", "COM-STRUCT-5", structure=name, players=players, least=FEWEST, offer=""
        )
    if name == CUSTOM:
        return StructureRow(players, players, proposed_rounds(players), 0)
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
    """Below a table: a smaller structure that fits, else a custom one (AMB-G23)."""
    fits = (name for name, rows in rules.data.structures.items() if rows[0].low <= players)
    return next(fits, CUSTOM)


def proposed_rounds(players: int) -> int:
    """ceil(log2 players), so that at most one is left unbeaten (SWL-STRUCT-4, AMB-S18)."""
    return max(1, (players - 1).bit_length())


def check_custom(rules: Rules, rounds: int, cut: int, teams: bool = False) -> Refusal | None:
    """A custom structure: any number of rounds, and a cut the game knows (COM-STRUCT-4, COM-CUT-2)."""
    if rounds < 0 or (rounds == 0 and cut):
        return refuse("structure.rounds", "COM-STRUCT-4", rounds=rounds, cut=cut)
    if teams and cut:
        return refuse("structure.no_finals_for_teams", "SWL-2V2-4", cut=cut)
    if cut and cut not in rules.data.cuts:
        return refuse("structure.cut", rules.data.rules["cut"], cut=cut, choices=rules.data.cuts)
    return None


def check_minutes(
    rules: Rules, minutes: Mapping[str, Value], teams: bool = False
) -> tuple[Reason, ...] | Refusal:
    """Announced round lengths by kind of round: warnings, or what the documents do not allow (COM-TIME-1)."""
    refused: list[Reason] = []
    warned: list[Reason] = []
    for kind, value in minutes.items():
        if kind not in KINDS:
            refused.append(why("clock.unknown_kind", "COM-TIME-1", field=kind))
        elif value is not None and type(value) is not int:
            refused.append(why("clock.wrong_type", "COM-TIME-1", field=kind))
        else:
            answer = clock_for(rules, Situation(kind, teams=teams), value)  # type: ignore[arg-type]
            (refused if isinstance(answer, Refusal) else warned).extend(
                answer.reasons if isinstance(answer, Refusal) else answer[1]
            )
    return Refusal(tuple(refused)) if refused else tuple(warned)
