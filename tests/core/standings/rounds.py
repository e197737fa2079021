"""Rounds in plain text: `A-B 8:3 mov 175:0, V bye 8 mov 140, T missed 0, Q forfeit 8`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from komandor.core.games.game import GameData
from komandor.core.games.loader import read_data
from komandor.core.outcomes import Outcome
from komandor.core.standings import RoundLine, Standing, standings

MATCH = re.compile(r"(\w+)-(\w+) (\d+):(\d+)(?: mov (\d+):(\d+))?")
ALONE = re.compile(r"(\w+) (bye|awarded_bye|missed|forfeit_win|forfeit_loss) (\d+)(?: mov (\d+))?")


def game_data(game: str) -> GameData:
    return read_data(f"komandor.core.games.{game.replace('-', '_')}")


@dataclass
class Board:
    """A small tournament with names."""

    game: str
    names: dict[str, int] = field(default_factory=dict)
    lines: list[RoundLine] = field(default_factory=list)

    def number(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names) + 1)

    def numbers(self, names: Sequence[str]) -> frozenset[int]:
        return frozenset(self.number(name) for name in names)

    def round(self, text: str) -> None:
        round = max((line.round for line in self.lines), default=0) + 1
        for part in text.split(", "):
            self.lines += self._match(part, round)

    def _match(self, text: str, round: int) -> list[RoundLine]:
        if found := MATCH.fullmatch(text):
            a, b = self.number(found[1]), self.number(found[2])
            x, y, mx, my = (int(found[i] or 0) for i in (3, 4, 5, 6))
            return [
                RoundLine(a, b, outcome(x, y), x, mx, round),
                RoundLine(b, a, outcome(y, x), y, my, round),
            ]
        found = ALONE.fullmatch(text)
        assert found, text
        return [
            RoundLine(
                self.number(found[1]), None, Outcome(found[2]), int(found[3]), int(found[4] or 0), round
            )
        ]

    def rank(self, lots: Mapping[str, int] | None = None, **more: Any) -> tuple[Standing, ...]:
        drawn = {self.number(name): lot for name, lot in (lots or {}).items()}
        return standings(game_data(self.game), self.lines, drawn, **more)

    def table(self, lots: Mapping[str, int] | None = None, **more: Any) -> dict[str, Standing]:
        """By name, best first."""
        back = {number: name for name, number in self.names.items()}
        return {back[row.player]: row for row in self.rank(lots, **more)}


def board(game: str, *rounds: str) -> Board:
    made = Board(game)
    for text in rounds:
        made.round(text)
    return made


def outcome(own: int, theirs: int) -> Outcome:
    if own == theirs:
        return Outcome.DRAW
    return Outcome.WIN if own > theirs else Outcome.LOSS
