"""Armada: from a slip to margin of victory and tournament points (ARM-END, ARM-SCORE, ARM-CONC)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.games import shorthand as short
from komandor.core.games import verdicts as v
from komandor.core.games.game import (
    ClockRule,
    Field,
    Form,
    GameData,
    MarginRow,
    MatchPoints,
    Report,
    Situation,
)
from komandor.core.games.ladder import ahead
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers
from komandor.core.ids import SIDES, RuleId, Side, other
from komandor.core.outcomes import MatchScore, Outcome, SideScore
from komandor.core.reasons import Reason, Refusal, refuse, why

DATA = read_data(__package__)
Limits = Mapping[str, int]
OBJECTIVES = ("assault", "defense", "navigation")
ENDS = {"rounds": "ARM-END-3", "time": "ARM-END-4", "destruction": "ARM-END-1", "concession": "ARM-END-5"}
PLAYED = tuple(ENDS)
EXAMPLES = ("177-49", "120-120 f a", "400-225 d b", "177-49 t", "conc b", "conc b 300-20", "dl")


def form(situation: Situation) -> Form:
    """Scores are asked as totals or by item; the first player is needed only at a tie (ARM-SETUP-5)."""
    played, limits = ("end", PLAYED), v.in_force(DATA, situation).limits
    lost = ("destruction", limits["fleet_destroyed"])  # ARM-SCORE-2
    return Form(
        (
            v.end_field(DATA, situation, *PLAYED),
            Field("scores", "int", each=True, when=played, rule="ARM-SCORE-1", short=True),
            _item("destroyed", limits["fleet"]),
            _item("objectives"),
            Field(
                "ships_left",
                "bool",
                each=True,
                when=played,
                rule="ARM-END-1",
                ticked=True,
                unticked=lost,
                short=True,
            ),
            Field("first", "side", rule="ARM-SETUP-5", fold="if_level", first=True, short=True),
            Field("objective", "choice", choices=OBJECTIVES, rule="ARM-SETUP-6", fold="if_level", setup=True),
            v.conceded_field("ARM-CONC-1"),
        )
    )


ITEM_RULES = {"destroyed": "ARM-PLAY-3", "objectives": "ARM-SCORE-1"}
"""What each part counts: a discarded upgrade scores only with its ship."""


def _item(key: str, high: int = 9999) -> Field:
    """A field for one part of the score, for players who let the slip add it up."""
    rule = ITEM_RULES[key]
    return Field(key, "int", each=True, high=high, when=("end", PLAYED), rule=rule, fold="items")


def minutes(situation: Situation) -> ClockRule:
    return v.in_force(DATA, situation).clocks[situation.kind]


def match_points(situation: Situation) -> MatchPoints:
    """The range of the point table (ARM-SCORE-5)."""
    margins = v.in_force(DATA, situation).margins
    wins, losses = [row.winner for row in margins], [row.loser for row in margins]
    return MatchPoints(max(wins), min(wins), max(losses))


@dataclass(frozen=True, slots=True)
class Table:
    """How the game stood at its end."""

    scores: tuple[int, int]
    ships_left: tuple[bool, bool]
    first: Side | None
    reasons: tuple[Reason, ...]
    data: GameData

    def score(self, side: Side) -> int:
        return self.scores[SIDES.index(side)]

    def lead(self, side: Side) -> int:
        return self.score(side) - self.score(other(side))


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    """The result by the algorithm of docs/rules/armada.md, section 11."""
    slip = v.open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    game = slip.only
    if game.text("end") == "double_loss":
        return v.double_loss(v.in_force(DATA, situation))
    table = _table(game, v.in_force(DATA, situation))
    if isinstance(table, Refusal):
        return table
    loser = game.side("conceded_by")
    if loser and all(table.ships_left):
        return _concession(table, loser)
    return _decided(table, game)


def _table(game: Answers, data: GameData) -> Table | Refusal:
    ships = game.flags("ships_left") or (True, True)
    end = game.text("end")
    if end == "destruction" and all(ships):
        return refuse("armada.nothing_destroyed", "ARM-END-1", field="ships_left")
    if end in ("rounds", "time") and not all(ships):
        return refuse("armada.ended_by_destruction", "ARM-END-1", field="end", end=end)
    counted = _scores(game, ships, data.limits)
    if isinstance(counted, Refusal):
        return counted
    scores, reasons = counted
    rule = ENDS[end] if any(ships) else "ARM-END-2"
    return Table(scores, ships, game.side("first"), (why("armada.end", rule, end=end), *reasons), data)


Counted = tuple[tuple[int, int], tuple[Reason, ...]]


def _scores(game: Answers, ships: tuple[bool, bool], limits: Limits) -> Counted | Refusal:
    """The totals as given, or added up from what was destroyed and won (ARM-SCORE-1)."""
    given = game.ints("scores")
    summed = _summed(game, ships, limits) if "destroyed" in game or "objectives" in game else None
    if isinstance(summed, Refusal):
        return summed
    if given is None:
        return summed or game.missing("scores", "ARM-SCORE-1")
    if summed and summed[0] != given:
        return refuse("armada.scores_differ", "ARM-SCORE-1", field="scores", given=given, summed=summed[0])
    return summed or _totals(given, ships, limits)


def _totals(given: tuple[int, int], ships: tuple[bool, bool], limits: Limits) -> Counted | Refusal:
    """The totals as given; one that includes a destroyed fleet must include all its points (ARM-SCORE-2)."""
    whole = limits["fleet_destroyed"]
    for side, total, enemy_left in zip(SIDES, given, reversed(ships), strict=True):
        if not enemy_left and total < whole:
            return refuse("armada.fleet_counts_whole", "ARM-SCORE-2", field="scores", side=side, least=whole)
    return given, (why("armada.scores", "ARM-SCORE-1", a=given[0], b=given[1]),)


def _summed(game: Answers, ships: tuple[bool, bool], limits: Limits) -> Counted | Refusal:
    destroyed, objectives = game.ints("destroyed"), game.ints("objectives") or (0, 0)
    if destroyed is None:
        return game.missing("destroyed", "ARM-SCORE-1")
    reasons: list[Reason] = []
    totals = [0, 0]
    for seat, side in enumerate(SIDES):
        worth, won = destroyed[seat], objectives[seat]
        if not ships[1 - seat]:
            worth = limits["fleet_destroyed"]
            reasons.append(why("armada.whole_fleet", "ARM-SCORE-2", side=side, worth=worth))
        totals[seat] = worth + won
        reasons.append(
            why("armada.score", "ARM-SCORE-1", side=side, total=worth + won, destroyed=worth, objectives=won)
        )
    return (totals[0], totals[1]), tuple(reasons)


def _concession(table: Table, loser: Side) -> MatchScore:
    """A concession: a lead of at least 140 counts as it is, a smaller one as 8 points and a margin of 140
    (ARM-CONC-1, ARM-CONC-2)."""
    winner, lead, limits = other(loser), table.lead(other(loser)), table.data.limits
    gone = why("armada.conceded", "ARM-CONC-1", loser=loser)
    if lead >= limits["concession_lead"]:
        mov = min(lead, limits["most_margin"])
        points = margin_row(table.data, mov).winner
        reason = why("armada.conceded_lead", "ARM-CONC-2", winner=winner, lead=lead, mov=mov, points=points)
    else:
        mov, points = limits["concession_lead"], limits["concession_points"]
        reason = why("armada.conceded_fixed", "ARM-CONC-2", winner=winner, lead=lead, mov=mov, points=points)
    sides = v.by_side(winner, SideScore(Outcome.WIN, points, mov), SideScore(Outcome.CONCEDED, 0))
    return MatchScore(winner, sides, (*table.reasons, gone, reason))


def _decided(table: Table, game: Answers) -> MatchScore | Refusal:
    reasons = table.reasons
    if "conceded_by" in game:  # AMB-A6: nothing left to give up
        gone = tuple(side for side, left in zip(SIDES, table.ships_left, strict=True) if not left)
        reasons = (*reasons, why("armada.no_concession", "ARM-CONC-1", side=gone))
    if not any(table.ships_left):
        return _second_wins(table, game, reasons, "ARM-END-2")
    survivor = v.single_survivor(table.ships_left)
    if survivor:  # ARM-END-1, even behind or level on points (AMB-A7, AMB-A13)
        return _margin(table, survivor, (*reasons, why("armada.survivor", "ARM-END-1", winner=survivor)))
    leader = ahead(table.scores)
    if leader is None:
        return _second_wins(table, game, reasons, "ARM-END-6")
    rule = "ARM-END-4" if game.text("end") == "time" else "ARM-END-3"
    return _margin(table, leader, (*reasons, why("armada.higher_score", rule, winner=leader)))


def _second_wins(
    table: Table, game: Answers, reasons: tuple[Reason, ...], rule: RuleId
) -> MatchScore | Refusal:
    """Equal scores, or both fleets destroyed: the second player wins with margin 0 (ARM-SCORE-4, AMB-A4)."""
    if table.first is None:
        return game.missing("first", rule)
    winner = other(table.first)
    if rule == "ARM-END-2":
        both = why("armada.both_destroyed", "ARM-END-2", winner=winner)
        return _points(table.data, winner, 0, (*reasons, both, why("armada.mov_zero", "ARM-SCORE-4")))
    level = why("armada.level", "ARM-END-6", winner=winner, score=table.scores[0])
    return _points(table.data, winner, 0, (*reasons, level))


def _margin(table: Table, winner: Side, reasons: tuple[Reason, ...]) -> MatchScore:
    """The result by the winner's lead, limited to 0–400; the loser's margin is 0 (ARM-SCORE-3)."""
    lead = table.lead(winner)
    mov = max(0, min(lead, table.data.limits["most_margin"]))
    return _points(table.data, winner, mov, (*reasons, why("armada.mov", "ARM-SCORE-3", mov=mov, lead=lead)))


def _points(data: GameData, winner: Side, mov: int, reasons: tuple[Reason, ...]) -> MatchScore:
    row = margin_row(data, mov)
    points = why("armada.points", "ARM-SCORE-5", mov=mov, winner=row.winner, loser=row.loser)
    sides = v.by_side(winner, SideScore(Outcome.WIN, row.winner, mov), SideScore(Outcome.LOSS, row.loser))
    return MatchScore(winner, sides, (*reasons, points))


def margin_row(data: GameData, mov: int) -> MarginRow:
    """The line of the point table for a margin (ARM-SCORE-5)."""
    return next(row for row in reversed(data.margins) if mov >= row.low)


def initiative(totals: tuple[int, int]) -> Side | Literal["random"]:
    """Who decides on the initiative: the side with the lower fleet total, or the lot (ARM-SETUP-5)."""
    return ahead(totals, "lower") or "random"


def examples(situation: Situation) -> tuple[str, ...]:
    return v.offered(DATA, situation, *EXAMPLES)


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """Reads "177-49", then "t" for time, "f a" for the first player, "d b" for the fleet destroyed."""
    report = _shorthand(text)
    return short.not_understood(text, *examples(situation)) if report is None else report


def _shorthand(text: str) -> Report | None:
    match short.words(text):
        case ["dl"]:
            return {"end": "double_loss"}
        case ["conc", ("a" | "b") as side]:
            return {"end": "concession", "conceded_by": side, "scores": [0, 0]}
        case ["conc", ("a" | "b") as side, word] if scores := short.scores(word):
            return {"end": "concession", "conceded_by": side, "scores": scores}
        case [word, *rest] if scores := short.scores(word):
            return _options({"end": "rounds", "scores": scores}, rest)
    return None


def _options(report: dict[str, object], rest: list[str]) -> Report | None:
    match rest:
        case []:
            return report
        case ["t", *more]:
            return _options({**report, "end": "time"}, more)
        case ["f", ("a" | "b") as side, *more]:
            return _options({**report, "first": side}, more)
        case ["d", ("a" | "b" | "ab") as gone, *more]:
            left = ["a" not in gone, "b" not in gone]
            return _options({**report, "end": "destruction", "ships_left": left}, more)
    return None
