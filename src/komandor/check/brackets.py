"""Brackets, copied by hand from the rules (COM-ELIM-2, COM-ELIM-3, SWL-DE-3), and their state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from komandor.check.state import Stage, State

OPEN: Final = -1
"""A slot that is not decided yet. None is an empty slot: a bye for the opponent."""

DOUBLE: Mapping[int, str] = {
    4: "G1 1-4 G2 2-3 G3 W1-W2 G4 L1-L2 G5 W4-L3 G6 W3-W5 G7 reset",
    8: "G1 1-8 G2 4-5 G3 2-7 G4 3-6 G5 W1-W2 G6 W3-W4 G7 L1-L2 G8 L3-L4 G9 W5-W6 G10 W7-L6 G11 W8-L5 "
    "G12 W10-W11 G13 W12-L9 G14 W9-W13 G15 reset",
    16: "G1 1-16 G2 8-9 G3 5-12 G4 4-13 G5 3-14 G6 6-11 G7 7-10 G8 2-15 G9 L1-L2 G10 L3-L4 G11 L5-L6 G12 "
    "L7-L8 G13 W1-W2 G14 W3-W4 G15 W5-W6 G16 W7-W8 G17 W9-L16 G18 W10-L15 G19 W11-L14 G20 W12-L13 G21 "
    "W13-W14 G22 W15-W16 G23 W17-W18 G24 W19-W20 G25 W23-L21 G26 W24-L22 G27 W21-W22 G28 W25-W26 G29 "
    "W28-L27 G30 W27-W29 G31 reset",
}
"""The brackets of SWL-DE-3."""


@dataclass(frozen=True, slots=True)
class Game:
    number: int
    level: int  # the round inside the bracket: elimination at a higher level gives a better place
    a: str
    b: str
    side: str  # upper, lower, final, reset


@dataclass(slots=True, kw_only=True)
class Node:
    """A game in its present state: players, winner, loser, and who is eliminated by it."""

    game: Game
    a: int | None = OPEN
    b: int | None = OPEN
    state: str = "waiting"  # waiting, ready, done, bye, empty, double_loss, skipped
    winner: int | None = OPEN
    loser: int | None = OPEN
    out: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(p for p in (self.a, self.b) if p is not None and p != OPEN)


@cache
def single(size: int) -> tuple[Game, ...]:
    """Game k is seed k – seed N+1−k; later the first winner meets the last one, and so on (COM-ELIM-2/3)."""
    games: list[Game] = []
    places, level = [str(n) for n in range(1, size + 1)], 1
    while len(places) > 1:
        half = len(places) // 2
        side = "final" if half == 1 else "upper"
        new = [Game(len(games) + k + 1, level, places[k], places[-1 - k], side) for k in range(half)]
        games += new
        places, level = [f"W{game.number}" for game in new], level + 1
    return tuple(games)


@cache
def double(size: int) -> tuple[Game, ...]:
    words = DOUBLE[size].split()
    games: dict[int, Game] = {}
    lower: set[int] = set()
    last = 2 * size - 1
    for name, pair in zip(words[::2], words[1::2], strict=True):
        number = int(name[1:])
        a, b = (f"W{last - 1}", f"L{last - 1}") if pair == "reset" else pair.split("-")
        sources = [int(s[1:]) for s in (a, b) if s[0] in "WL"]
        if any(s[0] == "L" for s in (a, b)) or any(n in lower for n in sources):
            lower.add(number)
        side = {last: "reset", last - 1: "final"}.get(number, "lower" if number in lower else "upper")
        deep = 1 + max((games[n].level for n in sources), default=0)
        level = max(deep, games[number - 1].level if number > 1 else 1)  # games are numbered by round
        games[number] = Game(number, level, a, b, side)
    return tuple(games.values())


def games_of(stage: Stage) -> tuple[Game, ...] | None:
    """The bracket of a stage: the smallest one with enough seeds (AMB-G31)."""
    count = len(stage.seeds)
    if stage.kind == "double":
        size = next((s for s in sorted(DOUBLE) if s >= count), None)
        return double(size) if size else None
    return single(1 << max(1, (count - 1).bit_length())) if count >= 2 else None


class Bracket:
    """All games of a bracket, as far as the results decide them."""

    def __init__(
        self,
        games: Sequence[Game],
        seeds: Sequence[int | None],
        results: Mapping[int, int | str],
        gone: Sequence[int] = (),
        reached: Mapping[int, int] | None = None,
    ) -> None:
        """`gone`: players who left, in that order. `reached`: the last game that each one reached."""
        self.seeds, self.results, self.gone = list(seeds), results, list(gone)
        self.reached = reached or {}
        self.total = len(games)
        self.double = games[-1].side == "reset"
        self.upper_final = max((g.number for g in games if g.side == "upper"), default=0)
        self.nodes: dict[int, Node] = {}
        self.faults: list[tuple[int, str]] = []
        for game in games:
            self._add(game)

    def _add(self, game: Game) -> None:
        node = Node(game=game, a=self._place(game.a), b=self._place(game.b))
        self.nodes[game.number] = node
        if game.side == "reset" and not self._needed(node):
            return
        self._play(node)
        if node.state == "double_loss" and game.side == "upper":  # AMB-S22: one more lower game
            extra = Node(game=Game(self.total + game.number, game.level, "", "", "lower"), a=node.a, b=node.b)
            self.nodes[extra.game.number] = extra
            self._play(extra)

    def _needed(self, node: Node) -> bool:
        """Whether the final is repeated: only if the undefeated player lost it (SWL-FINAL-2)."""
        final = self.nodes[node.game.number - 1]
        if final.state in ("waiting", "ready"):
            node.a = node.b = OPEN
            return False
        if final.state == "done" and final.winner == final.b:
            return True
        node.state, node.a, node.b, node.winner, node.loser = "skipped", None, None, None, None
        return False

    def _place(self, slot: str) -> int | None:
        if slot.isdigit():
            return self.seeds[int(slot) - 1] if int(slot) <= len(self.seeds) else None
        number = int(slot[1:])
        if slot[0] == "W":
            return self.nodes[number].winner
        extra = self.nodes.get(self.total + number)
        return extra.winner if extra else self.nodes[number].loser

    def _play(self, node: Node) -> None:
        number = node.game.number
        if number in self.results and OPEN not in (node.a, node.b) and None not in (node.a, node.b):
            self._decide(node, self.results[number])
            return
        if number in self.results:
            self.faults.append((number, "was played before its players were known"))
        if OPEN not in (node.a, node.b):
            self._without_result(node)

    def _without_result(self, node: Node) -> None:
        """A game without a result is ready to be played, or a bye.

        If one player left, the other advances.  If both left, the one who left later had advanced by then
        (COM-ELIM-6, AMB-S15).
        """
        players = node.players
        here = [p for p in players if p not in self.gone]
        if len(here) == 2:
            node.state = "ready"
        elif not players:
            node.state, node.winner, node.loser = "empty", None, None
        else:
            stays = here[0] if here else max(players, key=lambda p: self._stayed(p, node.game.number))
            node.state, node.winner, node.loser = "bye", stays, None
            node.out = tuple(p for p in players if p != stays)

    def _stayed(self, player: int, game: int) -> tuple[bool, int]:
        later = self.reached.get(player, 0) > game
        return later, self.gone.index(player) if player in self.gone else len(self.gone)

    def _decide(self, node: Node, result: int | str) -> None:
        if result == "double_loss":
            self._both_lose(node)
        elif result in node.players:
            node.state, node.winner = "done", int(result)
            node.loser = node.b if result == node.a else node.a
            upper = node.game.side == "upper" or (node.game.side == "final" and node.loser == node.a)
            node.out = () if self.double and upper else (node.loser or 0,)
        else:
            self.faults.append((node.game.number, "was won by somebody who did not play it"))

    def _both_lose(self, node: Node) -> None:
        side, number = node.game.side, node.game.number
        if not self.double or side == "reset" or number == self.upper_final:
            self.faults.append((number, "cannot end with a double loss"))
            return
        node.state, node.winner, node.loser = "double_loss", None, None
        if side == "lower":
            node.out = node.players
        elif side == "final":
            node.winner, node.loser, node.out = node.a, node.b, node.players[1:]

    @property
    def ready(self) -> set[int]:
        return {n for n, node in self.nodes.items() if node.state == "ready"}

    @property
    def due(self) -> set[int]:
        """The games that must be played next: of the playable ones, those of the earliest round."""
        first = min((self.nodes[n].game.level for n in self.ready), default=0)
        return {n for n in self.ready if self.nodes[n].game.level == first}

    @property
    def complete(self) -> bool:
        return all(node.state not in ("waiting", "ready") for node in self.nodes.values())

    @property
    def champion(self) -> int | None:
        played = [n for n in self.nodes.values() if n.state != "skipped" and n.game.number <= self.total]
        return played[-1].winner if played and played[-1].winner != OPEN else None

    def places(self, leavers_last: bool = False) -> list[int]:
        """The players, best first: by the round of elimination, inside a round by seed (AMB-G24).

        Inside a round, players who left may come after those who lost a game (AMB-S15).
        """
        seed = {p: i for i, p in enumerate(self.seeds) if p is not None}
        levels: dict[int, list[tuple[bool, int]]] = {}
        for node in self.nodes.values():
            left = leavers_last and node.state == "bye"
            levels.setdefault(node.game.level, []).extend((left, p) for p in node.out)
        order = [] if self.champion is None else [self.champion]
        for level in sorted(levels, reverse=True):
            order += [p for _, p in sorted(levels[level], key=lambda x: (x[0], seed.get(x[1], 0)))]
        return order


def bracket_of(st: State, stage: Stage) -> Bracket | None:
    """The bracket of a knock-out stage with the final results so far."""
    games = games_of(stage)
    if games is None:
        return None
    results: dict[int, int | str] = {}
    reached: dict[int, int] = {}
    for number, r in sorted(st.rounds.items()):
        if r.stage != stage.number:
            continue
        for match in st.in_round(number):
            for p in match.players:
                reached[p] = max(reached.get(p, 0), (match.game or 0) + (match.kind != "match"))
            if match.game is None or match.kind != "match" or not match.final:
                continue
            lost = [s.outcome == "double_loss" for s in match.scores.values()]
            if lost and all(lost):
                results[match.game] = "double_loss"
            elif match.winner is not None:
                results[match.game] = match.winner
    away = [p for p in stage.seeds if p is not None and p in st.players and st.players[p].status != "in"]
    gone = sorted(away, key=lambda p: st.players[p].left_seq)
    return Bracket(games, stage.seeds, results, gone, reached)
