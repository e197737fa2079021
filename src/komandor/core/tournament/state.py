"""What a tournament looks like after its events so far.

`Tournament` holds frozen values, which `evolve` replaces: `fork()` is cheap, and old versions may be kept.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Literal, Self

from komandor.core.games.game import Level
from komandor.core.ids import (
    CallNo,
    ComponentNo,
    MatchNo,
    NoticeNo,
    PlayerNo,
    PrizeNo,
    RoundNo,
    Side,
    StaffNo,
)
from komandor.core.lists.knowledge import Decision
from komandor.core.regulations.staffing import LEADERS, StaffRole
from komandor.core.tournament.judge_records import (
    Call,
    Component,
    DeckCheck,
    DeckCheckDraw,
    Incident,
    Proxy,
    Sanction,
)
from komandor.core.tournament.stage_kind import StageKind
from komandor.core.tournament.values import (
    ARRIVING,
    BETWEEN_ROUNDS,
    PLAYING,
    Bonus,
    Cause,
    DrawnMatch,
    FieldRow,
    ListProblem,
    ListRules,
    ListsShownTo,
    ListVerdict,
    MatchKind,
    PairingChange,
    Phase,
    Plain,
    PlayerStatus,
    Prize,
    PublicNames,
    PublicSource,
    ResultStatus,
    RoundStatus,
    Scored,
    StagePlan,
    TableOrder,
    Waived,
)


@dataclass(frozen=True, slots=True)
class Staff:
    number: StaffNo
    roles: tuple[StaffRole, ...]
    on_duty: bool = True
    substitute: StaffNo | None = None  # who rules in their games if they play
    dismissed: bool = False

    @property
    def leads(self) -> bool:
        """Whether they are one of those who run the event (COM-ROLE-1)."""
        return not self.dismissed and bool(set(self.roles) & set(LEADERS))


@dataclass(frozen=True, slots=True)
class ListVersion:
    content: Mapping[str, Plain]
    seq: int
    amended: bool = False
    reason: str = ""
    significant: bool = False
    text: str = ""  # what was pasted


@dataclass(frozen=True, slots=True)
class ListFinding:
    """What the program found in the newest list, and by which card data."""

    decision: Decision
    catalogue: str
    problems: tuple[ListProblem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    number: PlayerNo
    groups: tuple[str, ...] = ()
    fixed_table: int | None = None
    awarded_byes: tuple[int, ...] = ()
    start: int | None = None
    staff: StaffNo | None = None
    members: int = 1
    checked_in: bool = False
    fee_paid: bool = False
    fee_note: str = ""
    lists: tuple[ListVersion, ...] = ()
    list_verdict: ListVerdict | Literal[""] = ""  # what a leader decided
    list_note: str = ""  # why
    list_found: ListFinding | None = None  # None: not checked against card data
    entered: int = 1  # first round that they could play
    status: PlayerStatus = "in"
    cause: Cause | None = None
    leaves_after: int | None = None  # the round that they said is their last
    left_stage: int | None = None
    left_at: int | None = None  # seq of the record by which they left
    missed: tuple[int, ...] = ()  # rounds that count as losses
    byes_granted: tuple[int, ...] = ()  # rounds counted as awarded byes for a late entry
    bonuses: tuple[Bonus, ...] = ()

    @property
    def shown_status(self) -> str:
        """The status as people say it: a drop is the player's choice, a removal is not."""
        return "removed" if self.status == "left" and self.cause not in (None, "drop") else self.status

    @property
    def active(self) -> bool:
        return self.status == "in"

    @property
    def sent_away(self) -> bool:
        """Whether they were disqualified or removed for conduct: no place, seed or prize (AMB-G42)."""
        return self.status == "disqualified" or (self.status == "left" and self.cause == "conduct")

    @property
    def outside(self) -> bool:
        return self.status in ("withdrawn", "waiting_list")  # never a player of this event


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What counts for a match, and how it came about."""

    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    report: Mapping[str, Plain]
    status: ResultStatus
    reported_by: PlayerNo | None = None
    forfeit: bool = False
    override: bool = False
    corrected: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    number: MatchNo
    round: int
    table: int | None
    a: PlayerNo
    b: PlayerNo | None
    kind: MatchKind = "match"
    game: int | None = None
    result: Result | None = None
    disputed: tuple[Result, ...] = ()  # the other side's view, kept for the judge
    extension: int = 0
    first: PlayerNo | None = None  # has initiative (Armada), plays light (Star Wars LCG)
    chooser: PlayerNo | None = None  # Star Wars LCG, Swiss: whom the lot named to choose the sides
    choice: str = ""  # made before the game by who has the initiative (ARM-SETUP-6)
    changed: bool = False  # moved by hand

    @property
    def players(self) -> tuple[PlayerNo, ...]:
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def is_bye(self) -> bool:
        return self.kind != "match"

    @property
    def final(self) -> bool:
        """Whether its result counts. Byes count as soon as they are drawn."""
        return self.is_bye or (self.result is not None and self.result.status == "final")

    def opponent(self, player: PlayerNo) -> PlayerNo | None:
        return self.b if player == self.a else self.a

    def side(self, player: PlayerNo) -> Side:
        return "a" if player == self.a else "b"

    def drawn(self) -> DrawnMatch:
        return DrawnMatch(
            match=self.number, table=self.table, a=self.a, b=self.b, kind=self.kind, game=self.game
        )


@dataclass(frozen=True, slots=True)
class Clock:
    started: int  # milliseconds
    minutes: int | None
    paused_at: int | None = None
    paused_for: int = 0  # milliseconds of earlier pauses

    def ends(self) -> int | None:
        """When it runs out, if it runs on; None = no limit."""
        return None if self.minutes is None else self.started + self.minutes * 60_000 + self.paused_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    number: RoundNo
    stage: int
    status: RoundStatus
    head: str = ""
    despite_lists: tuple[PlayerNo, ...] = ()  # they started although their lists were not in order
    lists_reason: str = ""  # and why (AMB-G39)
    public_source: PublicSource = "none"
    beacon: str = ""
    dice: int = 0  # announced: so many, each with so many sides
    sides: int = 0
    digits: int = 0  # announced: so many of the beacon's value
    public: str = ""
    waived: Waived = ""  # announced, and drawn without
    link: str = ""
    order: tuple[PlayerNo, ...] = ()
    matches: tuple[MatchNo, ...] = ()
    forbidden: tuple[tuple[PlayerNo, PlayerNo], ...] = ()  # the organiser's pairs when it was frozen
    field: tuple[FieldRow, ...] = ()  # as frozen; empty in a knock-out
    paired_for: tuple[FieldRow, ...] = ()  # as drawn, or as it was when the pairs were kept (AMB-G45)
    floats: tuple[tuple[PlayerNo, int, int], ...] = ()
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    mission: str | None = None
    more_missions: tuple[str, ...] = ()  # of the second and third game, where each has its own (AMB-I10)
    clock: Clock | None = None
    changes: int = 0  # changes by hand

    @property
    def shown(self) -> bool:
        """Whether its pairings are published."""
        return self.status not in ("frozen", "drawn")

    @property
    def open(self) -> bool:
        """Whether it is published and not closed yet."""
        return self.status in PLAYING

    @property
    def missions(self) -> tuple[str, ...]:
        """The missions in the order of the games; one for all games unless the event says otherwise."""
        return (self.mission, *self.more_missions) if self.mission is not None else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    number: int
    kind: StageKind
    rounds: int  # as planned
    cut: int  # players entering, 0 = all
    seeds: tuple[PlayerNo | None, ...] = ()  # of a bracket: by seed (None = a bye); else those who entered
    standings_before: tuple[PlayerNo, ...] = ()  # frozen order of the stage before
    by_lot: tuple[PlayerNo, ...] = ()
    lots: Mapping[PlayerNo, int] = field(default_factory=dict)
    declined: tuple[PlayerNo, ...] = ()  # asked to replace, said no
    begun: bool = False  # a game of it has been played (first clock)

    @property
    def seeded(self) -> tuple[PlayerNo, ...]:
        """The players among the seeds."""
        return tuple(n for n in self.seeds if n is not None)


@dataclass(slots=True, kw_only=True)
class Tournament:
    """The whole event at one version. Dictionaries are replaced through `evolve` only."""

    id: str = ""
    version: int = 0
    edition: str = ""
    edition_text: str = ""  # of a loaded edition, from the log
    name: str = ""
    place: str = ""
    level: Level = "casual"
    event_kind: str = "other"
    structure: str = "basic"
    date: str = ""
    teams: bool = False
    tables: str = ""
    public_names: PublicNames = "short"
    table_order: TableOrder = "standing"
    custom: tuple[StagePlan, ...] = ()
    minutes: dict[str, int | None] = field(default_factory=dict)  # by RoundKind, where changed
    settings: dict[str, Plain] = field(default_factory=dict)  # as recorded: `readings.regulations.settings`
    missions: tuple[str, ...] = ()
    commitment: str = ""
    phase: Phase = "registration"
    announced: tuple[StagePlan, ...] = ()
    announced_players: int = 0
    outline: str = ""
    outline_overrides: str = ""
    ticked: dict[str, bool] = field(default_factory=dict)
    notices: dict[NoticeNo, str] = field(default_factory=dict)
    staff: dict[StaffNo, Staff] = field(default_factory=dict)
    players: dict[PlayerNo, Player] = field(default_factory=dict)
    forbidden: dict[tuple[PlayerNo, PlayerNo], str] = field(default_factory=dict)  # pair → why
    stages: dict[int, Stage] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    matches: dict[MatchNo, Match] = field(default_factory=dict)
    calls: dict[CallNo, Call] = field(default_factory=dict)
    sanctions: dict[int, Sanction] = field(default_factory=dict)
    components: dict[ComponentNo, Component] = field(default_factory=dict)
    proxies: dict[int, Proxy] = field(default_factory=dict)
    incidents: dict[int, Incident] = field(default_factory=dict)
    deck_checks: dict[int, DeckCheckDraw | DeckCheck] = field(default_factory=dict)  # by seq
    recommendations: dict[PlayerNo, str] = field(default_factory=dict)
    changes: dict[int, PairingChange] = field(default_factory=dict)  # seq → a change of pairings by hand
    voids: dict[int, str] = field(default_factory=dict)  # seq of a voided record → reason
    points_named: dict[int, str] = field(default_factory=dict)  # seq → name
    places: tuple[tuple[PlayerNo, int], ...] = ()
    prizes: dict[PrizeNo, Prize] = field(default_factory=dict)
    opened_seed: str = ""
    list_rules: ListRules = field(default_factory=ListRules)
    lists_until: int | None = None  # players hand in lists until then; milliseconds
    lists_shown: ListsShownTo | Literal[""] = ""  # to whom lists are published

    def fork(self) -> Self:
        """An independent copy: its dictionaries are its own, their frozen values are shared."""
        twin = copy(self)
        for name in _DICTS:
            setattr(twin, name, dict(getattr(twin, name)))
        return twin

    @property
    def arriving(self) -> bool:
        """Whether round 1 is still to come: people register and check in."""
        return self.phase in ARRIVING

    @property
    def playing(self) -> bool:
        """Whether a round is published and not closed yet."""
        return self.phase in PLAYING

    @property
    def between_rounds(self) -> bool:
        return self.phase in BETWEEN_ROUNDS

    @property
    def round_number(self) -> RoundNo:
        """The number of the latest round; 0 before round 1."""
        return RoundNo(max(self.rounds, default=0))

    @property
    def round(self) -> Round | None:
        """The latest round."""
        return self.rounds.get(self.round_number)

    @property
    def this_round(self) -> Round:
        """The latest round, where the phase says that there is one."""
        return self.rounds[self.round_number]

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """The rounds of a stage, in their order."""
        return tuple(r for _, r in sorted(self.rounds.items()) if r.stage == stage)

    @property
    def stage(self) -> Stage | None:
        """The latest stage."""
        return self.stages[max(self.stages)] if self.stages else None

    def match(self, number: MatchNo | None) -> Match | None:
        """The match with this number; None if there is none, or no number."""
        return None if number is None else self.matches.get(number)

    def stage_of(self, match: Match) -> Stage:
        """The stage that the match is played in."""
        return self.stages[self.rounds[match.round].stage]

    def active(self) -> tuple[PlayerNo, ...]:
        return tuple(n for n, p in sorted(self.players.items()) if p.active)

    @property
    def entered(self) -> tuple[PlayerNo, ...]:
        """Everybody who took part, also those who have left since."""
        return tuple(n for n, p in sorted(self.players.items()) if not p.outside)

    def in_round(self, number: int) -> tuple[Match, ...]:
        return tuple(self.matches[m] for m in self.rounds[number].matches) if number in self.rounds else ()


_DICTS = tuple(f.name for f in fields(Tournament) if f.default_factory is dict)
