"""The standings: each player's rank, and what decided it.

There are two procedures.  "ordered" compares one metric after the other (COM-TB-1).
"place_one_by_one" is that of Star Wars LCG (SWL-TB-2): among players level on points, one
who has beaten all the others goes first.  Both end with the stored lot.  If no lots were
drawn yet, players who are level on everything share a rank.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, pairwise
from operator import neg
from typing import NamedTuple

from komandor.core.games.game import GameData, Settings
from komandor.core.games.settings import answer
from komandor.core.ids import PlayerNo, RuleId
from komandor.core.reasons import Reason
from komandor.core.standings.metrics import METRIC, PER_ROUND, Book, numbers
from komandor.core.standings.record import Adjustment, Growing, Records, RoundLine, records

Number = int | Fraction
ONE_BY_ONE = "place_one_by_one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the standings.

    `decided_by` names the metric that put this row below the one above: "points", a
    tie-breaker, "head_to_head" or "lot".  It is "tied" if nothing did, "first" in row 1.
    """

    player: PlayerNo
    rank: int
    tied: bool
    points: int
    values: Mapping[str, Number]  # the game's tie-breakers, exact
    decided_by: str
    left: bool = False
    lot: int | None = None
    rule: RuleId = "COM-TB-1"
    above: PlayerNo | None = None
    compared: tuple[Number, Number] | None = field(default=None, repr=False)  # own value, value above

    @property
    def reason(self) -> Reason:
        code = self.decided_by if self.decided_by in ("first", "tied") else f"decided_by_{self.decided_by}"
        own, theirs = (None, None) if self.compared is None else map(_plain, self.compared)
        params = {"player": self.player, "rank": self.rank, "above": self.above, "own": own, "theirs": theirs}
        return Reason(f"standing.{code}", self.rule, params)


def standings(
    data: GameData,
    lines: Iterable[RoundLine],
    lots: Mapping[PlayerNo, int] | None = None,
    left: Collection[PlayerNo] = frozenset(),
    disqualified: Collection[PlayerNo] = frozenset(),
    settings: Settings | None = None,
    players: Iterable[PlayerNo] = (),
) -> tuple[Standing, ...]:
    """The standings of one stage; `players` may include people without a line yet.

    Players who left keep their rank and are marked (AMB-G7).  A disqualified player has
    no rank, but their results still count for their opponents (AMB-G32).
    """
    how = _how(data, settings or {})
    book = Book(records(lines, players, *how.counts), lots or {}, how.chosen, how.strength)
    return tuple(_rows(data, book, _ordered(data, book, disqualified), frozenset(left)))


def ranks_by_round(
    data: GameData,
    rounds: Sequence[Sequence[RoundLine]],
    adjusted: Callable[[int, Growing], Iterable[Adjustment]],
    lots: Mapping[PlayerNo, int],
    disqualified: Collection[PlayerNo],
    settings: Settings,
    players: Collection[PlayerNo],
    everybody: Collection[PlayerNo],
) -> Iterator[dict[PlayerNo, int]]:
    """Each player's rank after each round, best first, without what decided it.

    A round is its lines, without deductions and bonuses; `adjusted` says those up to the round at this place.
    `everybody` who may have a line, `players` who are ranked also without.
    """
    scores, below_zero, fined = (how := _how(data, settings)).counts
    growing = Growing(max(everybody, default=0), players, scores)
    for at, lines in enumerate(rounds):
        growing.add(lines)
        found = growing.so_far(below_zero, fined, adjusted(at, growing))
        book = Book(found, lots, how.chosen, how.strength)
        yield _ranks(data, book, _ordered(data, book, disqualified))


def _ranks(data: GameData, book: Book, order: Sequence[tuple[PlayerNo, bool]]) -> dict[PlayerNo, int]:
    columns = [book.column(key).values for key in reversed(_keys(data))]  # lots differ most often
    found, rank = {player: 1 for player, _ in order[:1]}, 1
    for place, ((above, swept), (player, _)) in enumerate(pairwise(order), start=2):
        if swept or any(values[above] != values[player] for values in columns):
            rank = place
        found[player] = rank
    return found


class _How(NamedTuple):
    """How a game counts, by its settings."""

    chosen: Settings
    strength: str
    counts: tuple[bool, bool, bool]  # scores of matches; points below zero, fines for opponents (AMB-G38)


def _how(data: GameData, settings: Settings) -> _How:
    chosen = {s.key: s.default for s in data.settings} | {**settings}
    below_zero, fined = (bool(chosen.get(f"sanction.points_{key}")) for key in ("below_zero", "enter_sos"))
    strength = str(answer(data, chosen, "strength") or PER_ROUND)
    return _How(chosen, strength, (data.ranking == ONE_BY_ONE, below_zero, fined))


def _ordered(data: GameData, book: Book, disqualified: Collection[PlayerNo]) -> list[tuple[PlayerNo, bool]]:
    """The players in order, each with whether they beat all others on their points."""
    ranked = _sorted(book, _keys(data), frozenset(disqualified))
    if data.ranking == ONE_BY_ONE:
        return list(_one_by_one(ranked, book.records))
    return [(player, False) for player in ranked]


def _keys(data: GameData) -> tuple[str, ...]:
    return ("points", *numbers(data.tiebreakers), "lot")


def _decisions(data: GameData, book: Book, order: Sequence[tuple[PlayerNo, bool]]) -> list[str]:
    """What put each player below the one above."""
    columns = [(key, book.column(key).values) for key in _keys(data)]
    first = ["first"] if order else []
    return [*first, *(_decided_by(columns, p, q, swept) for (p, swept), (q, _) in pairwise(order))]


def sweeper(group: Sequence[PlayerNo], book: Records) -> PlayerNo | None:
    """The player of the group who beat every other one in it, or None.

    "Beat" means more points in their matches (AMB-S5); two who never met did not beat each other.
    """
    for player in group:
        if all(_beat(player, other, book) for other in group if other != player):
            return player
    return None


def _beat(player: PlayerNo, other: PlayerNo, book: Records) -> bool:
    return book.scored_against(player, other) > book.scored_against(other, player)


def _one_by_one(ranked: Iterable[PlayerNo], book: Records) -> Iterator[tuple[PlayerNo, bool]]:
    """Rank one player, take them out of the group, start again with the rest (SWL-TB-2, AMB-S6).

    Groups are players level on points (AMB-S23).  Taking one out changes no sums, so a group
    stays sorted.  Nobody can have beaten more players than they met, so in larger groups
    there is no sweeper and matches need not be looked at.
    """
    most = max(map(len, book.opponents), default=0)
    for _, level in groupby(ranked, key=book.points.__getitem__):
        group = list(level)
        start = max(0, len(group) - 1 - most)
        yield from ((player, False) for player in group[:start])
        rest = group[start:]
        while rest:
            first = sweeper(rest, book) if len(rest) > 1 else None
            player = rest[0] if first is None else first
            yield player, first is not None
            rest.remove(player)


def _sorted(book: Book, keys: Sequence[str], out: frozenset[PlayerNo]) -> list[PlayerNo]:
    """Players sorted by all keys in order (COM-TB-1), best first; if level on everything, by number."""
    players = [player for player in book.records.players if player not in out]
    marks = [map(neg, map(book.column(key).values.__getitem__, players)) for key in keys]
    return [row[-1] for row in sorted(zip(*marks, players, strict=True))]


def _rows(
    data: GameData,
    book: Book,
    order: Sequence[tuple[PlayerNo, bool]],
    left: frozenset[PlayerNo],
) -> list[Standing]:
    shown = [(key, book.column(key)) for key in _keys(data) if key not in ("points", "lot")]
    decisions = _decisions(data, book, order)
    rows: list[Standing] = []
    rank = 1
    for place, (player, _) in enumerate(order):
        decision = decisions[place]
        tied_on = place + 1 < len(order) and decisions[place + 1] == "tied"
        if decision != "tied":
            rank = place + 1
        above = order[place - 1][0] if place else None
        rows.append(
            Standing(
                player=player,
                rank=rank,
                tied=decision == "tied" or tied_on,
                points=book.records.points[player],
                values={key: column.exact(player) for key, column in shown},
                decided_by=decision,
                left=player in left,
                lot=book.lots.get(player),
                rule=_rule(data, decision),
                above=above,
                compared=_compared(book, decision, player, above),
            )
        )
    return rows


def _decided_by(
    columns: Iterable[tuple[str, Sequence[int]]], above: PlayerNo, own: PlayerNo, swept: bool
) -> str:
    for key, values in columns:
        if values[above] != values[own]:
            return key
        if swept:  # level on points, the first column
            return "head_to_head"
    return "tied"


def _rule(data: GameData, decision: str) -> RuleId:
    """The metric's own rule as the game's document has it; nobody is above the first but by points."""
    key = "points" if decision == "first" else decision
    own = data.cites(METRIC[key].rule) if key in METRIC else ""
    return own or data.rules.get("tiebreak", "COM-TB-1")


def _compared(
    book: Book, decision: str, player: PlayerNo, above: PlayerNo | None
) -> tuple[Number, Number] | None:
    if above is None or decision == "tied":
        return None
    if decision == "head_to_head":
        met = book.records
        return met.scored_against(player, above), met.scored_against(above, player)
    column = book.column(decision)
    return column.exact(player), column.exact(above)


def _plain(value: Number) -> int | str:
    return value if isinstance(value, int) else str(value)
