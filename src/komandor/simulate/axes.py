"""The axes: all the ways in which tournaments differ, each with a name, a meaning and its values.

A plan has one value for every axis.  A rate is the chance, per mille, that something happens each
time it could.  In most tournaments most rates are 0, so that each axis is also tested alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from komandor.core.games import GAMES, find_rules
from komandor.core.games.game import LEVELS, Rules
from komandor.core.tournament.stage_kinds import stage_keys, stage_kind

Value = str | int
Plan = Mapping[str, Value]
MOST_PLAYERS = 600
QUIET = 3
"""Three of four rates are 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One way in which tournaments differ.

    With `values`, one of them is chosen (a value may be listed several times). Without, it is a whole
    number from `low` to `high`.  A `rate` is a number that is usually 0.
    """

    name: str
    help: str
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    rate: bool = False

    def pick(self, rnd: Random) -> Value:
        """A random value of this axis."""
        if self.values:
            return rnd.choice(self.values)
        if self.rate and rnd.randrange(QUIET + 1):
            return 0
        return rnd.randint(self.low, self.high)

    def read(self, text: str) -> Value | None:
        """The value typed on the command line, or None if the axis does not have it."""
        if self.values and text in map(str, self.values):
            return next(value for value in self.values if str(value) == text)
        if self.values or not text.lstrip("-").isdigit():
            return None
        number = int(text)
        return number if self.low <= number <= max(self.high, 1000 if self.rate else self.high) else None

    @property
    def range(self) -> str:
        if self.values:
            return " | ".join(dict.fromkeys(map(str, self.values)))
        return "0–1000 per mille" if self.rate else f"{self.low}–{self.high}"


def _rate(name: str, help: str, high: int) -> Axis:
    return Axis(name=name, help=help, high=high, rate=True)


def _one_of(name: str, help: str, *values: Value) -> Axis:
    return Axis(name=name, help=help, values=values)


SIZES = ("tiny", "tiny", "small", "small", "small", "middle", "middle", "large", "huge")
SIZE_RANGE = {"tiny": (2, 5), "small": (6, 12), "middle": (13, 40), "large": (41, 120), "huge": (121, 600)}

AXES: tuple[Axis, ...] = (
    _one_of("game", "game", *(g.data.id for g in GAMES)),
    _one_of("level", "level of play", *LEVELS),
    _one_of(
        "structure",
        "structure of the tournament",
        *("basic", "basic", "advanced", "advanced", "swiss", "swiss+single", "swiss+single"),
        *("swiss+double", "single", "double", "swiss+swiss", "swiss+swiss+single"),
    ),
    _one_of("size", "size of the field, unless the number of players is given", *SIZES),
    Axis(name="players", help="number of players or teams (0: use --size)", high=MOST_PLAYERS),
    _one_of("parity", "even or odd field", "any", "any", "even", "odd"),
    _one_of("rounds", "Swiss rounds of a custom structure", "few", "usual", "usual", "many", "nine"),
    _one_of("teams", "team event (two against two), if the game has it", 0, 0, 1),
    _one_of("carry", "points carry over to a second Swiss stage", 1, 1, 0),
    _one_of("settings", "settings the rules document leaves open", "default", "default", "default", "random"),
    _one_of("hall", "table numbers", "plain", "plain", "ranges", "fixed tables"),
    _one_of("check_in", "check-in", "not used", "used", "used, some stay away"),
    _one_of("lists", "submitted lists", "none", "none", "required", "amended"),
    _one_of("leaders", "staff who also play", 0, 0, 1),
    _rate("drops", "players who drop after a round", 120),
    _rate("round_drops", "players who drop during a round", 60),
    _rate(
        "drawn_drops", "players who drop between pairing and publishing, so the round is paired again", 250
    ),
    _rate("no_shows", "no-shows", 60),
    _rate("double_no_shows", "tables where both players are no-shows", 30),
    _rate("rejoins", "players who rejoin", 500),
    _rate("late", "late entries, by round", 700),
    _one_of("late_choice", "what a late entry gets", "any", "play_now", "losses", "awarded_bye"),
    _rate("disqualifications", "disqualified players", 30),
    _rate("awarded_byes", "players with a bye awarded in advance", 150),
    _rate("groups", "players in a family, club or travel group", 600),
    _rate("double_losses", "double losses", 80),
    _rate("concessions", "conceded matches", 200),
    _rate("ties", "matches tied as far as the rules allow", 400),
    _rate("slips", "results with every field of the match slip filled in", 900),
    _rate("reports", "results reported and confirmed by the players", 1000),
    _rate("disputes", "reports that the opponent disputes", 300),
    _rate("corrections", "results corrected later", 80),
    _rate("overrides", "results overridden by the organiser", 60),
    _one_of("end_corrections", "a correction after the event is finished", 0, 0, 0, 1),
    _rate("undos", "commands undone", 60),
    _rate("redos", "undos undone", 500),
    _rate("redraws", "rounds whose lock and pairings are undone", 120),
    _rate("swaps", "rounds whose pairings are changed manually", 300),
    _rate("table_moves", "matches moved to another table", 60),
    _one_of("randomness", "source of randomness", "none", "none", "dice", "beacon"),
    _rate("pauses", "rounds with a paused or adjusted clock", 300),
    _rate("extensions", "tables with a time extension", 60),
    _rate("calls", "calls for a judge, some appealed", 100),
    _rate("sanctions", "warnings and penalties", 60),
    _rate("point_sanctions", "point deductions", 60),
    _rate("match_losses", "match losses given as a penalty", 40),
    _rate("deck_checks", "rounds with deck checks", 400),
    _rate("illegal_decks", "deck checks that annul a result", 400),
    _rate("components", "components lost or damaged", 60),
    _rate("cut_leavers", "qualified players who drop before the knock-out stage", 250),
    _rate("declines", "replacements who decline", 400),
    _rate("knockout_leavers", "players who drop during the knock-out stage", 80),
    _one_of("reset", "second final in double elimination", "any", "always", "never"),
    _one_of("sides", "sides and initiative recorded", 0, 1),
    _rate("changes", "rounds before which the structure is changed", 60),
    _one_of("ending", "how it ends", "closed", "closed", "closed", "closed", "open", "deserted"),
)

BY_NAME: Mapping[str, Axis] = {axis.name: axis for axis in AXES}


def choose(rnd: Random, given: Mapping[str, Value] | None = None) -> Plan:
    """One value for every axis: the given ones, random ones for the rest, made to fit together."""
    plan: dict[str, Value] = {axis.name: axis.pick(rnd) for axis in AXES}
    plan.update(given or {})
    if "players" not in (given or {}) or not plan["players"]:
        plan["players"] = _players(rnd, plan)
    return _fitting(plan, given or {})


def _players(rnd: Random, plan: Plan) -> int:
    low, high = SIZE_RANGE[str(plan["size"])]
    number = rnd.randint(low, high)
    if plan["parity"] != "any" and number % 2 != (plan["parity"] == "odd"):
        number += 1 if number < MOST_PLAYERS else -1
    return number


def _fitting(plan: dict[str, Value], given: Mapping[str, Value]) -> Plan:
    """Replace values that contradict each other, those that were not given first."""
    rules = find_rules(str(plan["game"]))
    assert rules
    if plan["teams"] and "swiss_teams" not in rules.data.clocks:
        plan["teams"] = 0
    if plan["teams"] and "structure" not in given:
        plan["structure"] = "swiss"
    if "teams" not in given and has_finals(plan["structure"]):
        plan["teams"] = 0
    if not fits(rules, str(plan["structure"]), int(plan["players"])):
        plan["structure"] = "swiss" if "structure" not in given else plan["structure"]
    return plan


def has_finals(structure: Value) -> bool:
    """Whether a knock-out stage is named, which two against two does not have (SWL-2V2-4)."""
    return any(stage_kind(key).eliminates for key in str(structure).split("+") if key in stage_keys())


def fits(rules: Rules, structure: str, players: int) -> bool:
    """Whether the game has this structure for this many players (AMB-G23)."""
    if structure in ("basic", "advanced"):
        rows = rules.data.structures.get(structure, ())
        return bool(rows) and rows[0].low <= players
    if structure in stage_keys() and (sizes := stage_kind(structure).sizes):
        return players <= max(sizes)
    return "+" not in structure or players >= 4
