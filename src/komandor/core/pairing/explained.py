"""The result of a draw, with the reason for each opponent, bye, float and rematch.

Reasons are computed on request: in large fields only few are asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.pairing.byes import Bye, eligible
from komandor.core.pairing.entrant import Entrant, Float, Pair, Terms
from komandor.core.pairing.field import games_ago
from komandor.core.reasons import Reason, why


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The draw of one round: pairs with the top pair first, the bye, and the reasons."""

    pairs: tuple[Pair, ...]
    bye: PlayerNo | None
    floats: tuple[Float, ...]
    rematches: tuple[Pair, ...]
    forbidden: tuple[Pair, ...]
    reasons: "Explained"


class Explained:
    """The reason for each player's pair or bye in a finished draw."""

    def __init__(
        self, entrants: Mapping[PlayerNo, Entrant], pairs: tuple[Pair, ...], bye: Bye, terms: Terms
    ) -> None:
        self._entrants, self._pairs, self._bye, self._terms = entrants, pairs, bye, terms
        self._opponents: dict[PlayerNo, PlayerNo] = {}

    def __getitem__(self, player: PlayerNo) -> Reason:
        if player == self._bye.player:
            return self._why_bye(self._entrants[player])
        return self._why_pair(self._entrants[player], self._entrants[self._opponent(player)])

    def _opponent(self, player: PlayerNo) -> PlayerNo:
        if not self._opponents:
            self._opponents = dict(self._pairs) | {b: a for a, b in self._pairs}
        return self._opponents[player]

    def _why_bye(self, e: Entrant) -> Reason:
        code, rule = self._bye_code(e)
        over = "bye.passed_over_apart" if self._terms.forbidden else "bye.passed_over"
        passed = tuple(why(over, "COM-PAIR-2", player=p) for p in self._bye.passed)
        params = {"player": e.player, "byes": e.byes, "rank": e.rank}
        return Reason(code, rule, params, (*passed, *self._kept_apart(e)))

    def _bye_code(self, e: Entrant) -> tuple[str, str]:
        if self._terms.round == 1:
            return "bye.random", "COM-BYE-2"
        moved_up = bool(self._bye.passed)
        if e.byes > min(x.byes for x in eligible(self._entrants, self._terms)):
            return ("bye.again_early" if self._terms.second_bye_first else "bye.again_apart"), "AMB-G35"
        if e.byes:
            return ("bye.again_moved_up" if moved_up else "bye.again"), "COM-BYE-4"
        return ("bye.moved_up" if moved_up else "bye.lowest"), "COM-BYE-3"

    def _why_pair(self, e: Entrant, other: Entrant) -> Reason:
        because: list[Reason] = []
        ago = games_ago(e, other)
        if self._terms.forbids(e.player, other.player):
            because.append(why("pair.forbidden", "COM-PAIR-6", opponent=other.player))
        if ago:
            for_bye = self._bye.player is not None and not self._terms.second_bye_first
            code = "pair.rematch_for_bye" if for_bye else "pair.rematch"
            because.append(why(code, "COM-PAIR-2", opponent=other.player, rounds_ago=ago))
        if e.points != other.points:
            because.append(self._why_float(e, other))
        code, rule = self._base(e, other)
        params: dict[str, int] = {"player": e.player, "opponent": other.player}
        params |= {"points": e.points, "other_points": other.points}
        return Reason(code, rule, params, (*because, *self._kept_apart(e, other)))

    def _kept_apart(self, e: Entrant, opponent: Entrant | None = None) -> Iterator[Reason]:
        """The players in this round whom the organiser does not let meet this one."""
        for pair in sorted(self._terms.forbidden):
            if e.player in pair:
                other = pair[0] if pair[1] == e.player else pair[1]
                if other in self._entrants and other != (opponent and opponent.player):
                    yield why("pair.kept_apart", "COM-PAIR-6", player=e.player, opponent=other)

    def _base(self, e: Entrant, other: Entrant) -> tuple[str, str]:
        if self._terms.method == "fold":
            if e.points != other.points:
                return "pair.fold_float", "SWL-PAIR-5"
            first = self._terms.round == 1
            return ("pair.fold_start", "SWL-PAIR-2") if first else ("pair.fold", "SWL-PAIR-4")
        if self._terms.round == 1:
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
