"""The JSON input of the engine's commands: one typed record each.

The input is checked against the record and the schema is printed from it, so the two always agree.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Awarded = Annotated[float, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Ratio = Annotated[str, Meta(max_length=40, pattern="^-?[0-9]+/[1-9][0-9]*$")]  # as `komandor rank` prints it
Taken = Annotated[float, Meta(ge=0, le=1_000_000_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Hex = Annotated[str, Meta(min_length=2, max_length=1024, pattern="^([0-9a-fA-F]{2})+$")]
Chosen = dict[str, str | int | bool | None]


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """One match with its points; `b` is null for a bye; `forfeit` names who lost without a game."""

    a: Name
    b: Name | None
    points: tuple[Awarded, Awarded]
    mov: tuple[Awarded, Awarded] = (0, 0)
    forfeit: Literal["a", "b", "both"] | None = None


class RankInput(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds played, to be ranked."""

    game: str
    rounds: list[list[Match]]
    left: list[Name] = []
    lots: dict[Name, int] = {}
    deductions: dict[Name, Taken] = {}
    settings: Chosen = {}


class BracketInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A bracket: seeds, best first, and the winners so far by game number.

    A result may also be "double_loss" (double elimination only).
    """

    game: str
    seeds: Annotated[list[Name], Meta(min_length=2, max_length=4096)]
    kind: Literal["single", "double"] | None = None
    results: dict[str, Name | None] = {}
    withdrawn: list[Name] = []


class ScoreInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A match report; its fields depend on the game: `komandor score GAME --schema`."""

    game: str
    report: dict[str, Any]
    kind: Literal["swiss", "knockout", "final"] = "swiss"
    structure: Literal["basic", "advanced", "custom"] = "basic"
    teams: bool = False
    settings: Chosen = {}


class PairPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """One active player before the draw."""

    id: Number
    points: Awarded | Ratio
    rank: Number
    met: list[Number] = []
    byes: Annotated[int, Meta(ge=0, le=1000)] = 0
    apart: list[Name] = []
    start: Number | None = None


class PairInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A Swiss round to be drawn; the same input gives the same draw everywhere."""

    game: str
    round: Annotated[int, Meta(ge=1, le=1000)]
    seed: Hex
    players: list[PairPlayer]
    settings: Chosen = {}
    forbidden: list[tuple[Number, Number]] = []
