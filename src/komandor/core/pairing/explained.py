"""The result of a draw, with the reason for each opponent, bye, float and rematch.

Reasons and costs are computed on request: in large fields only few are asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.byes import Bye
from komandor.core.pairing.criteria import Pairing, judge
from komandor.core.pairing.entrant import Entrant, Float, Method, Pair
from komandor.core.pairing.field import games_ago
from komandor.core.reasons import Reason, why


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The draw of one round: pairs with the top pair first, the bye, and the reasons."""

    pairs: tuple[Pair, ...]
    bye: PlayerNo | None
    floats: tuple[Float, ...]
    rematches: tuple[Pair, ...]
    reasons: Mapping[PlayerNo, Reason]
    judged: Pairing

    @property
    def costs(self) -> tuple[object, ...]:
        """The cost of this draw by each of `CRITERIA`."""
        return judge(self.judged)


class Explained(Mapping[PlayerNo, Reason]):
    """The reason for each player's pair or bye in a finished draw."""

    def __init__(
        self,
        entrants: Mapping[PlayerNo, Entrant],
        pairs: tuple[Pair, ...],
        bye: Bye,
        round: int,
        method: Method,
    ) -> None:
        self._entrants, self._bye, self._round, self._method = entrants, bye, round, method
        self._pairs = pairs
        self._opponents: dict[PlayerNo, PlayerNo] = {}

    def __iter__(self) -> Iterator[PlayerNo]:
        return iter(self._entrants)

    def __len__(self) -> int:
        return len(self._entrants)

    def __getitem__(self, player: PlayerNo) -> Reason:
        if player == self._bye.player:
            return self._why_bye(self._entrants[player])
        return self._why_pair(self._entrants[player], self._entrants[self._opponent(player)])

    def _opponent(self, player: PlayerNo) -> PlayerNo:
        if not self._opponents:
            self._opponents = dict(self._pairs) | {b: a for a, b in self._pairs}
        return self._opponents[player]

    def _why_bye(self, e: Entrant) -> Reason:
        if self._round == 1:
            reason = why("bye.random", "COM-BYE-2", player=e.player)
        elif e.byes:
            reason = why("bye.again", "COM-BYE-4", player=e.player, byes=e.byes, rank=e.rank)
        else:
            reason = why("bye.lowest", "COM-BYE-3", player=e.player, rank=e.rank)
        passed = tuple(why("bye.passed_over", "COM-PAIR-2", player=p) for p in self._bye.passed)
        return Reason(reason.code, reason.rule, reason.params, passed)

    def _why_pair(self, e: Entrant, other: Entrant) -> Reason:
        because: list[Reason] = []
        ago = games_ago(e, other)
        if ago:
            because.append(why("pair.rematch", "COM-PAIR-2", opponent=other.player, rounds_ago=ago))
        if e.points != other.points:
            because.append(self._why_float(e, other))
        code, rule = self._base(e, other)
        params: dict[str, int] = {"player": e.player, "opponent": other.player}
        params |= {"points": e.points, "other_points": other.points}
        return Reason(code, rule, params, tuple(because))

    def _base(self, e: Entrant, other: Entrant) -> tuple[str, str]:
        if self._method == "fold":
            if e.points != other.points:
                return "pair.fold_float", "SWL-PAIR-5"
            return ("pair.fold_start", "SWL-PAIR-2") if self._round == 1 else ("pair.fold", "SWL-PAIR-4")
        if self._round == 1:
            return "pair.first_round", "COM-PAIR-4"
        if e.points != other.points:
            return "pair.float", "COM-PAIR-6"
        return ("pair.group_again" if games_ago(e, other) else "pair.group"), "COM-PAIR-5"

    def _why_float(self, e: Entrant, other: Entrant) -> Reason:
        down = e.points > other.points
        upper = max(e.points, other.points)
        size = sum(x.points == upper and p != self._bye.player for p, x in self._entrants.items())
        return why(
            "float.down" if down else "float.up",
            "COM-PAIR-6",
            player=e.player,
            from_points=e.points,
            to_points=other.points,
            group_size=size,
        )
