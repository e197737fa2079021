"""What commands, events and state are made of: phases, kinds, bounds, pairs, scores, plans."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from komandor.core.ids import MatchNo, PlayerNo, PrizeNo, StaffNo, StageKey
from komandor.core.lists.knowledge import Severity
from komandor.core.outcomes import Outcome

Plain = str | int | bool | None | tuple["Plain", ...] | Mapping[str, "Plain"]
"""JSON as it stands in the log."""


def with_tuples(value: Any) -> Any:
    """The value with tuples in the place of lists, so that nobody can change it: as the state keeps it."""
    if isinstance(value, Mapping):
        return {key: with_tuples(part) for key, part in value.items()}
    return tuple(map(with_tuples, value)) if isinstance(value, (list, tuple)) else value


Phase = Literal[
    "registration",  # people arrive; the structure is not announced yet
    "announced",  # rounds and cut are known to all; round 1 can be frozen
    "frozen",  # roster and results fixed, the draw may be made
    "drawn",  # pairings stand in the log, not shown yet
    "published",  # everybody finds their table; the clock has not started
    "running",  # the clock runs (or ran out); results come in
    "between",  # the round is closed, the next one (or the cut) is due
    "cut",  # seeds are known; replacements are asked; no knock-out game begun
    "closed",  # final places stand
]
"""Where the day stands."""
ARRIVING: tuple[Phase, ...] = ("registration", "announced")
PLAYING: tuple[Phase, ...] = ("published", "running")
BETWEEN_ROUNDS: tuple[Phase, ...] = ("between", "cut")

MOST_ROUNDS = 60  # of one planned stage
MOST_TABLES = 9999
MOST_ADJUSTED = 600  # minutes by which the clock is changed at once
MOST_EXTENSION = 120  # minutes for one table
MOST_TO_FIND = 60  # of them, to look for a replacement of one component
MatchKind = Literal["match", "bye", "awarded_bye"]
RoundStatus = Literal["frozen", "drawn", "published", "running", "closed"]
ResultStatus = Literal["reported", "disputed", "final"]
Topic = Literal["pairings", "ten_minutes", "results", "standings", "champion"]
"""What other services are told of (`app.outbox`)."""
Step = Literal[
    "register",
    "announce",
    "draw",
    "roll",
    "redraw",
    "publish",
    "mission",
    "start_clock",
    "results",
    "close_round",
    "cut",
    "recut",
    "replacement",
    "final_match",
    "finish",
    "done",
]
"""The steps of the organiser's day (`app.workflow`)."""
PublicSource = Literal["none", "dice", "beacon"]
Waived = Literal["", "dice", "beacon"]
TableOrder = Literal["standing", "rotate"]
"""How tables are given in Swiss rounds: the top pair at the first one, or so that they go round."""
PlayerStatus = Literal["in", "waiting_list", "withdrawn", "left", "disqualified"]  # withdrawn: before round 1
PublicNames = Literal["short", "surname", "full"]  # Anna K., Kowalska A., in full who agreed
LateChoice = Literal["play_now", "losses", "awarded_bye"]
ListVerdict = Literal["legal", "illegal"]
ListsShownTo = Literal["cut", "all"]
ComponentKind = Literal["lost", "damaged"]
Part = Literal["card", "die", "model", "figure", "ruler", "tool", "token", "other"]
PARTS: tuple[Part, ...] = get_args(Part)
PartKind = Annotated[Part, "What kind of part it is; each game has its own."]
Resolution = Literal["replaced", "conceded", "proxy", "shared", "set_aside", "removed"]
RESOLUTIONS: tuple[Resolution, ...] = get_args(Resolution)
CallKind = Literal["question", "dispute", "component", "deck_check", "share", "incident"]
CALL_KINDS: tuple[CallKind, ...] = get_args(CallKind)
CallState = Literal["open", "taken", "settled", "ruled", "appealed", "final", "closed"]
SanctionKind = Literal[
    "warning", "penalty", "game_loss", "match_loss", "points", "removal", "disqualification"
]
"""COM-COND-8; only Star Wars LCG's document lists a ladder (SWL-SANC-1)."""
DeckSanction = Literal["", "warning", "penalty"]
DECK_SANCTIONS: tuple[DeckSanction, ...] = get_args(DeckSanction)
SANCTIONS: tuple[SanctionKind, ...] = get_args(SanctionKind)
LOSSES: tuple[SanctionKind, ...] = ("game_loss", "match_loss")
Cause = Literal["drop", "no_show", "illegal_component", "lost_component", "illegal_deck", "conduct", "other"]
ForfeitCause = Literal[Cause, "", "disqualified"]
FieldRow = tuple[PlayerNo, int, int, int]
"""One player before a Swiss round: number, points, byes so far, place (0 in round 1)."""
LeftGame = Literal["", "conceded", "not_played"]
PrizeFor = Literal["places", "wins", "everyone", "award", "raffle"]
PRIZE_KINDS: tuple[PrizeFor, ...] = get_args(PrizeFor)
MOST_OF_A_PRIZE = 999  # places, wins, winners of a raffle
RaffleAmong = Literal["present", "no_prize", "all"]
RAFFLE_AMONG: tuple[RaffleAmong, ...] = get_args(RaffleAmong)

# fields that many commands have, each with its help
ReasonText = Annotated[str, "The reason. It stays in the log."]
SeenReport = Annotated[
    str, "Which report was shown: `report` of `event pairings --json`, in the API `report_code` of `my-seat`."
]
PlainText = Annotated[str, "The text."]
NoteText = Annotated[str, "A note."]
Minutes = Annotated[int, "Minutes."]
Category = Annotated[str, "The rule it is about."]
RuleText = Annotated[str, "The rule it is based on."]
Slip = Annotated[Mapping[str, Plain], "The match slip: `komandor score GAME --schema`, in the API `Slip`."]
ListContent = Annotated[Mapping[str, Plain], "The list's fields, or @FILE with them."]
Groups = Annotated[tuple[str, ...], "Family, club or travel group, kept apart in round 1."]
Members = Annotated[int, "How many people: 2 for a team."]
Settings = Annotated[Mapping[str, Plain], 'Settings by key: {"lists.required": true}.']
RoundMinutes = Annotated[Mapping[str, int | None], "Kind of round → minutes, where changed."]


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One announced stage, entered by the best `cut` players (0 = everybody)."""

    kind: StageKey
    rounds: int = 0  # where the kind has a planned number of them
    cut: int = 0


Stages = Annotated[
    tuple[StagePlan, ...],
    'A custom structure: [{"kind": "swiss", "rounds": 3}, {"kind": "single", "cut": 4}].',
]


@dataclass(frozen=True, slots=True)
class ListProblem:
    """One thing that the program found in a list: a reason as the log keeps it, and its line."""

    code: str
    rule: str | None = None
    params: Mapping[str, Plain] = field(default_factory=dict)
    line: int | None = None
    severity: Severity = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch:
    """A pair, or one player with a bye, at a table. `game` is the bracket game it decides."""

    match: MatchNo
    table: int | None
    a: PlayerNo
    b: PlayerNo | None
    kind: MatchKind = "match"
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result is worth to one player, stored by player and never by seat."""

    player: PlayerNo
    outcome: Outcome
    points: int
    mov: int = 0


def both_lost(scores: tuple[Scored, ...]) -> bool:
    return all(one.outcome == Outcome.DOUBLE_LOSS for one in scores)


@dataclass(frozen=True, slots=True)
class Bonus:
    round: int  # after which these points count besides results (AMB-G46)
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PairingChange:
    """A change of the pairings by hand, and why."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What can be won, by whom, and who has received it. `readings.prizes` says who wins it."""

    number: PrizeNo
    text: str  # empty: removed
    to: PrizeFor
    first: int = 0  # places from first to last
    last: int = 0
    wins: int = 0  # at least so many
    count: int = 0  # winners of a raffle
    among: RaffleAmong = "present"
    won: tuple[PlayerNo, ...] = ()  # of an award or a raffle
    raffle: int = 0  # which raffle of the event: the label of its lots
    round: int = 0  # whose key gave the lots
    absent: tuple[PlayerNo, ...] = ()  # not in the hall when it was drawn
    handed: Mapping[PlayerNo, StaffNo] = field(default_factory=dict)  # who received it, from whom


@dataclass(frozen=True, slots=True)
class ListRules:
    """Which cards an event permits, besides its document (SWL-PROD-3)."""

    season: str = ""  # a format of the card data
    on: str = ""  # the day that decides which products are legal; empty: the day of the event
    products: tuple[str, ...] = ()  # none: all
    pack: str = ""  # checksum of the pack; empty: the card data that is loaded for the game
