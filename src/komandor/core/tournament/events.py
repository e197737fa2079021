"""Everything that can have happened in a tournament, in the past tense.

An event carries its result: "round drawn" holds the pairings, not the wish to
pair, so that replaying a log never thinks again.  Events hold numbers and
codes, never names: who player 17 is stands in the erasable people table.
The stored `type` of an event is its class name in snake case.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from komandor.core.ids import PlayerNo

Plain = str | int | bool | None | tuple["Plain", ...] | Mapping[str, "Plain"]
"""JSON as it stands in the log."""

StageKind = Literal["swiss", "single", "double", "final_match"]
MatchKind = Literal["match", "bye", "awarded_bye", "missing"]
Cause = Literal["drop", "no_show", "illegal_component", "lost_component", "illegal_deck", "conduct", "other"]


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One announced stage: Swiss rounds, or a knock-out entered by the best `cut` (0 = everybody)."""

    kind: StageKind
    rounds: int = 0  # Swiss only
    cut: int = 0


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A pair, or one player with a bye, at a table. `game` is the bracket game it decides."""

    match: int
    table: int | None
    a: PlayerNo
    b: PlayerNo | None
    kind: MatchKind = "match"
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result is worth to one player, stored by player and never by seat."""

    player: PlayerNo
    outcome: str
    points: int
    mov: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; never recorded itself."""


# ── preparation ──────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    id: str
    edition: str
    name: str
    level: str
    structure: str
    date: str
    commitment: str  # c[0], hex
    event_kind: str = "other"  # store, regional, … (levels are pre-filled from it)
    place: str = ""
    teams: bool = False
    tables: str = ""  # "1-10,15,20-40"; empty = from 1 up
    stages: tuple[StagePlan, ...] = ()  # custom structure only
    minutes: Mapping[str, Plain] = field(default_factory=dict)  # round kind → minutes, where changed
    settings: Mapping[str, Plain] = field(default_factory=dict)  # where different from the default
    missions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventChanged(Event):
    """New values of fields of TournamentCreated; after the announcement an exception (AMB-G30)."""

    changes: Mapping[str, Plain]
    reason: str = ""
    exception: bool = False


@dataclass(frozen=True, slots=True)
class OutlineAttached(Event):
    text: str
    overrides: str = ""


@dataclass(frozen=True, slots=True)
class ChecklistTicked(Event):
    item: str
    done: bool


@dataclass(frozen=True, slots=True)
class NoticePosted(Event):
    notice: int
    text: str


@dataclass(frozen=True, slots=True)
class NoticeWithdrawn(Event):
    notice: int


@dataclass(frozen=True, slots=True)
class StaffAppointed(Event):
    staff: int
    roles: tuple[str, ...]  # organiser, second_organiser, marshal, judge, scorekeeper


@dataclass(frozen=True, slots=True)
class StaffDismissed(Event):
    staff: int


@dataclass(frozen=True, slots=True)
class DutyChanged(Event):
    staff: int
    on_duty: bool


@dataclass(frozen=True, slots=True)
class SubstituteNamed(Event):
    """The other leader who rules in the games of a leader who plays (COM-PART-2)."""

    staff: int
    substitute: int


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    player: PlayerNo
    groups: tuple[str, ...] = ()  # family, travel, club …
    fixed_table: int | None = None
    awarded_byes: tuple[int, ...] = ()  # rounds
    start: int | None = None  # start number (Star Wars LCG)
    staff: int | None = None  # a leader who plays
    members: int = 1  # 2 for a team


@dataclass(frozen=True, slots=True)
class PlayerAmended(Event):
    player: PlayerNo
    changes: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class RegistrationWithdrawn(Event):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class CheckedIn(Event):
    player: PlayerNo
    present: bool = True


@dataclass(frozen=True, slots=True)
class FeeNoted(Event):
    player: PlayerNo
    paid: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListSubmitted(Event):
    player: PlayerNo
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class ListChecked(Event):
    player: PlayerNo
    verdict: Literal["legal", "illegal"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListAmended(Event):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: bool = False  # could give an advantage: consider investigating (COM-LIST-6)


@dataclass(frozen=True, slots=True)
class StructureAnnounced(Event):
    """Rounds, kinds of rounds and cut, told to all before round 1 (COM-PREP-3)."""

    stages: tuple[StagePlan, ...]
    players: int


# ── a round ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RoundFrozen(Event):
    round: int
    stage: int
    head: str  # the log's head when everything was fixed
    public_source: Literal["none", "dice", "beacon"] = "none"
    beacon: str = ""  # which beacon round will be used


@dataclass(frozen=True, slots=True)
class RoundDrawn(Event):
    round: int
    stage: int
    link: str  # c[round], hex
    head: str
    public: str
    key_check: str  # SHA-256 of the round's key, hex
    order: tuple[PlayerNo, ...]  # players by lot for the label "pairing"
    matches: tuple[DrawnMatch, ...]
    floats: tuple[tuple[PlayerNo, int, int], ...] = ()  # player, from points, to points
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    lots: tuple[tuple[PlayerNo, int], ...] = ()  # last tie-break, drawn when a stage begins
    starts: tuple[tuple[PlayerNo, int], ...] = ()  # start numbers drawn with round 1
    seeds: tuple[PlayerNo | None, ...] = ()  # a tournament that starts with a knock-out: places as drawn


@dataclass(frozen=True, slots=True)
class PairingChanged(Event):
    """A change by hand: before, after, why. Shown to everybody for ever."""

    round: int
    before: tuple[DrawnMatch, ...]
    after: tuple[DrawnMatch, ...]
    reason: str
    warnings: tuple[str, ...] = ()  # codes of the named warnings


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    round: int
    rematches_accepted: bool = False


@dataclass(frozen=True, slots=True)
class MissionDrawn(Event):
    round: int
    mission: str


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """Armada: who has initiative (ARM-SETUP-5). Star Wars LCG finals: `side` "light" for that player."""

    match: int
    player: PlayerNo
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class SidesChosen(Event):
    match: int
    light: PlayerNo
    rule: str


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    round: int
    at: int  # milliseconds since 1970, UTC
    minutes: int | None


@dataclass(frozen=True, slots=True)
class ClockPaused(Event):
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockResumed(Event):
    round: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockAdjusted(Event):
    round: int
    minutes: int  # may be negative


@dataclass(frozen=True, slots=True)
class TableExtended(Event):
    match: int
    minutes: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """By one of the two players; counts once the other confirms or a leader rules."""

    match: int
    by: PlayerNo
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Event):
    match: int
    by: PlayerNo


@dataclass(frozen=True, slots=True)
class ResultDisputed(Event):
    match: int
    by: PlayerNo
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResultEntered(Event):
    """By a leader or scorekeeper: final at once. `override` when the sheet's arithmetic was set aside."""

    match: int
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    override: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected(Event):
    match: int
    report: Mapping[str, Plain]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None
    reason: str
    override: bool = False


@dataclass(frozen=True, slots=True)
class ResultAnnulled(Event):
    match: int
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    round: int


# ── coming and going ─────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Removed but not disqualified; may ask to return (COM-DROP-1, COM-DROP-3)."""

    player: PlayerNo
    cause: Cause
    round: int  # last round begun
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchForfeited(Event):
    """A player did not come or left during his match; the opponent wins as by a bye (AMB-G6)."""

    match: int
    absent: tuple[PlayerNo, ...]
    scores: tuple[Scored, ...]
    winner: PlayerNo | None


@dataclass(frozen=True, slots=True)
class PlayerReturned(Event):
    player: PlayerNo
    missed: tuple[int, ...]  # rounds that count as losses (COM-DROP-4)


@dataclass(frozen=True, slots=True)
class PlayerEnteredLate(Event):
    player: PlayerNo
    choice: Literal["play_now", "losses", "awarded_bye"]
    missed: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()  # rounds counted as awarded byes
    match: int | None = None  # play_now: the bye that becomes a match
    lot: int | None = None
    start: int | None = None
    groups: tuple[str, ...] = ()
    members: int = 1


@dataclass(frozen=True, slots=True)
class DisqualificationRecommended(Event):
    player: PlayerNo
    by: int  # staff
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Event):
    player: PlayerNo
    round: int
    reason: str


# ── judging ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class JudgeCalled(Event):
    call: int
    at: int
    match: int | None = None
    table: int | None = None
    player: PlayerNo | None = None
    kind: str = "question"  # question, dispute, component, deck_check, share, incident
    text: str = ""


@dataclass(frozen=True, slots=True)
class CallTaken(Event):
    call: int
    staff: int
    at: int


@dataclass(frozen=True, slots=True)
class RulingGiven(Event):
    call: int
    staff: int | None  # None: settled by the players themselves
    text: str
    rule: str = ""
    settled_by_players: bool = False


@dataclass(frozen=True, slots=True)
class RulingAppealed(Event):
    call: int
    by: PlayerNo


@dataclass(frozen=True, slots=True)
class FinalVerdictGiven(Event):
    call: int
    staff: int
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SanctionGiven(Event):
    sanction: int
    player: PlayerNo
    kind: str  # warning, penalty, game_loss, match_loss, points, removal, disqualification
    reason: str
    by: int
    match: int | None = None
    points: int = 0  # deducted
    category: str = ""  # kind of offence (SWL-COND-4)


@dataclass(frozen=True, slots=True)
class DeckChecksDrawn(Event):
    round: int
    players: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class DeckChecked(Event):
    player: PlayerNo
    by: int
    legal: bool
    match: int | None = None
    note: str = ""
    removed: str = ""  # illegal cards taken out (SWL-CHECK-2)


@dataclass(frozen=True, slots=True)
class ComponentReported(Event):
    component: int
    player: PlayerNo
    kind: Literal["lost", "damaged"]
    what: str
    category: str = "card"  # card, die, model, ruler, tool, token …
    minutes: int = 0  # time given to find a replacement
    match: int | None = None


@dataclass(frozen=True, slots=True)
class ComponentResolved(Event):
    component: int
    resolution: Literal["replaced", "conceded", "proxy", "shared", "set_aside", "removed"]


@dataclass(frozen=True, slots=True)
class ProxyMade(Event):
    proxy: int
    player: PlayerNo
    card: str
    unreadable: str  # every piece of information no longer readable on the original
    maker: str
    date: str


@dataclass(frozen=True, slots=True)
class IncidentReported(Event):
    incident: int
    text: str
    table: int | None = None
    category: str = ""


# ── stages ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class CutMade(Event):
    stage: int  # the stage that begins
    seeds: tuple[PlayerNo, ...]
    size: int
    standings: tuple[PlayerNo, ...]  # the closed stage's order, frozen
    kind: StageKind = "single"
    by_lot: tuple[PlayerNo, ...] = ()  # whose place the stored lot decided


@dataclass(frozen=True, slots=True)
class ReplacementAsked(Event):
    """The next in the standings was asked to fill a gap (COM-CUT-3, COM-CUT-4)."""

    stage: int
    leaver: PlayerNo
    player: PlayerNo
    accepted: bool
    seeds: tuple[PlayerNo, ...]  # as they stand now


@dataclass(frozen=True, slots=True)
class StageShrunk(Event):
    """Nobody is left to fill a gap: the seeds close up (AMB-G30)."""

    stage: int
    seeds: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class TournamentClosed(Event):
    places: tuple[tuple[PlayerNo, int], ...]
    seed: str = ""  # the whole chain's seed may be opened now


# ── the log itself ───────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class EventVoided(Event):
    """Undo: these records count as not having happened. Voiding a void is redo."""

    targets: tuple[int, ...]  # seq
    reason: str


@dataclass(frozen=True, slots=True)
class PointNamed(Event):
    name: str


EVENTS: tuple[type[Event], ...] = (
    TournamentCreated, EventChanged, OutlineAttached, ChecklistTicked, NoticePosted, NoticeWithdrawn,
    StaffAppointed, StaffDismissed, DutyChanged, SubstituteNamed,
    PlayerRegistered, PlayerAmended, RegistrationWithdrawn, CheckedIn, FeeNoted,
    ListSubmitted, ListChecked, ListAmended, StructureAnnounced,
    RoundFrozen, RoundDrawn, PairingChanged, RoundPublished, MissionDrawn, InitiativeSet, SidesChosen,
    ClockStarted, ClockPaused, ClockResumed, ClockAdjusted, TableExtended,
    ResultReported, ResultConfirmed, ResultDisputed, ResultEntered, ResultCorrected, ResultAnnulled, RoundClosed,
    PlayerLeft, MatchForfeited, PlayerReturned, PlayerEnteredLate, DisqualificationRecommended,
    PlayerDisqualified,
    JudgeCalled, CallTaken, RulingGiven, RulingAppealed, FinalVerdictGiven, SanctionGiven,
    DeckChecksDrawn, DeckChecked, ComponentReported, ComponentResolved, ProxyMade, IncidentReported,
    CutMade, ReplacementAsked, StageShrunk, TournamentClosed,
    EventVoided, PointNamed,
)  # fmt: skip
