"""Everything that people may ask of a tournament, in the imperative.

A command is a wish; `decide` turns it into events or into a `Refusal` with all
its reasons.  What a command cannot know (time, the log's head, the draw's next
link, fresh numbers) comes in through `Context`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from komandor.core.ids import PlayerNo
from komandor.core.tournament.events import Cause, Event, Plain, Scored, StagePlan


@dataclass(frozen=True, slots=True)
class Context:
    """What the world knows when a command arrives."""

    now: int  # milliseconds since 1970, UTC
    head: str = ""  # hash of the log's last record
    link: str = ""  # c[round] for the round to be drawn, hex; opened by the one door only
    seed: str = ""  # the chain's seed, opened at the end
    staff: int | None = None  # who asks, when he is staff
    player: PlayerNo | None = None  # who asks, when he is a player
    history: tuple[tuple[int, Event], ...] = ()  # the whole log, for undo only


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands."""


# ── preparation ──────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class CreateTournament(Command):
    id: str
    game: str  # id or edition
    name: str
    date: str
    commitment: str
    level: str = ""  # empty: by event_kind (COM-LEVEL-7), else casual (COM-LEVEL-3)
    structure: str = ""  # empty: basic, or custom where the game has no table
    event_kind: str = "other"
    place: str = ""
    teams: bool = False
    tables: str = ""
    stages: tuple[StagePlan, ...] = ()
    minutes: Mapping[str, Plain] = field(default_factory=dict)
    settings: Mapping[str, Plain] = field(default_factory=dict)
    missions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeEvent(Command):
    """Any of the fields of CreateTournament but id, game, commitment; after round 1 needs a reason."""

    changes: Mapping[str, Plain]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AttachOutline(Command):
    text: str
    overrides: str = ""


@dataclass(frozen=True, slots=True)
class TickChecklist(Command):
    item: str
    done: bool = True


@dataclass(frozen=True, slots=True)
class PostNotice(Command):
    text: str


@dataclass(frozen=True, slots=True)
class WithdrawNotice(Command):
    notice: int


@dataclass(frozen=True, slots=True)
class AppointStaff(Command):
    roles: tuple[str, ...]
    staff: int | None = None  # None: a new person


@dataclass(frozen=True, slots=True)
class DismissStaff(Command):
    staff: int


@dataclass(frozen=True, slots=True)
class SetDuty(Command):
    staff: int
    on_duty: bool


@dataclass(frozen=True, slots=True)
class NameSubstitute(Command):
    staff: int
    substitute: int


@dataclass(frozen=True, slots=True)
class RegisterPlayer(Command):
    groups: tuple[str, ...] = ()
    fixed_table: int | None = None
    awarded_byes: tuple[int, ...] = ()
    start: int | None = None
    staff: int | None = None
    members: int = 1
    checked_in: bool = False


@dataclass(frozen=True, slots=True)
class AmendPlayer(Command):
    player: PlayerNo
    changes: Mapping[str, Plain]  # groups, fixed_table, awarded_byes, start


@dataclass(frozen=True, slots=True)
class WithdrawRegistration(Command):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    players: tuple[PlayerNo, ...]
    present: bool = True


@dataclass(frozen=True, slots=True)
class NoteFee(Command):
    player: PlayerNo
    paid: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class SubmitList(Command):
    player: PlayerNo
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class CheckList(Command):
    player: PlayerNo
    verdict: Literal["legal", "illegal"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class AmendList(Command):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: bool = False


@dataclass(frozen=True, slots=True)
class AnnounceStructure(Command):
    """Fix rounds, kinds and cut from attendance (or the custom stages) and tell everybody."""


# ── a round ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FreezeRound(Command):
    public_source: Literal["none", "dice", "beacon"] = "none"
    beacon: str = ""


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """Also draws again after a change of roster: the same key, so nothing can be re-rolled."""

    public: str = ""


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Exchange two players of the drawn round (a bye counts as a place)."""

    first: PlayerNo
    second: PlayerNo
    reason: str


@dataclass(frozen=True, slots=True)
class MoveTable(Command):
    match: int
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    accept_rematches: bool = False


@dataclass(frozen=True, slots=True)
class DrawMission(Command):
    """Imperial Assault: one mission for the round, none twice before all were used."""


@dataclass(frozen=True, slots=True)
class SetInitiative(Command):
    match: int
    player: PlayerNo | None = None  # None: by lot


@dataclass(frozen=True, slots=True)
class ChooseSides(Command):
    match: int
    light: PlayerNo | None = None  # None: as the rule gives it, where it leaves no choice


@dataclass(frozen=True, slots=True)
class StartClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class PauseClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class ResumeClock(Command):
    pass


@dataclass(frozen=True, slots=True)
class AdjustClock(Command):
    minutes: int


@dataclass(frozen=True, slots=True)
class ExtendTable(Command):
    match: int
    minutes: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """By a player (Context.player) of the match."""

    match: int
    report: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    match: int


@dataclass(frozen=True, slots=True)
class DisputeResult(Command):
    match: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class EnterResult(Command):
    """By staff; final at once. With `scores` the organiser sets the arithmetic aside and says why.
    On a match that has a final result it is a correction and needs a reason."""

    match: int
    report: Mapping[str, Plain] = field(default_factory=dict)
    scores: tuple[Scored, ...] = ()
    winner: PlayerNo | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseRound(Command):
    pass


# ── coming and going ─────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    player: PlayerNo
    cause: Cause = "drop"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeclareNoShow(Command):
    match: int
    absent: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True)
class Rejoin(Command):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class EnterLate(Command):
    choice: Literal["play_now", "losses", "awarded_bye"]
    groups: tuple[str, ...] = ()
    members: int = 1


@dataclass(frozen=True, slots=True)
class RecommendDisqualification(Command):
    player: PlayerNo
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualify(Command):
    player: PlayerNo
    reason: str


# ── judging ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class CallJudge(Command):
    match: int | None = None
    table: int | None = None
    kind: str = "question"
    text: str = ""


@dataclass(frozen=True, slots=True)
class TakeCall(Command):
    call: int


@dataclass(frozen=True, slots=True)
class GiveRuling(Command):
    call: int
    text: str
    rule: str = ""
    settled_by_players: bool = False


@dataclass(frozen=True, slots=True)
class AppealRuling(Command):
    call: int


@dataclass(frozen=True, slots=True)
class GiveFinalVerdict(Command):
    call: int
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class GiveSanction(Command):
    player: PlayerNo
    kind: str
    reason: str
    match: int | None = None
    points: int = 0
    category: str = ""


@dataclass(frozen=True, slots=True)
class DrawDeckChecks(Command):
    count: int


@dataclass(frozen=True, slots=True)
class RecordDeckCheck(Command):
    """Illegal cards: the match's result is annulled and the organiser enters another (SWL-CHECK-2)."""

    player: PlayerNo
    legal: bool
    match: int | None = None
    note: str = ""
    removed: str = ""
    mendable: bool = True  # False: removal cannot make it legal, he leaves (SWL-CHECK-3)
    sanction: str = ""  # warning or penalty (AMB-S14)


@dataclass(frozen=True, slots=True)
class ReportComponent(Command):
    player: PlayerNo
    kind: Literal["lost", "damaged"]
    what: str
    category: str = "card"
    minutes: int = 0
    match: int | None = None


@dataclass(frozen=True, slots=True)
class ResolveComponent(Command):
    component: int
    resolution: Literal["replaced", "conceded", "proxy", "shared", "set_aside", "removed"]


@dataclass(frozen=True, slots=True)
class MakeProxy(Command):
    player: PlayerNo
    card: str
    unreadable: str
    maker: str
    date: str


@dataclass(frozen=True, slots=True)
class ReportIncident(Command):
    text: str
    table: int | None = None
    category: str = ""


# ── stages ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    pass


@dataclass(frozen=True, slots=True)
class ReplaceSeed(Command):
    """The leaver's place: the next in the standings was asked and answered."""

    leaver: PlayerNo
    player: PlayerNo
    accepted: bool


@dataclass(frozen=True, slots=True)
class CloseTournament(Command):
    pass


# ── the log itself ───────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class VoidEvents(Command):
    """Undo whole commands: `targets` are seqs as `undo.targets_of` gives them."""

    targets: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class NamePoint(Command):
    name: str


COMMANDS: tuple[type[Command], ...] = (
    CreateTournament, ChangeEvent, AttachOutline, TickChecklist, PostNotice, WithdrawNotice,
    AppointStaff, DismissStaff, SetDuty, NameSubstitute,
    RegisterPlayer, AmendPlayer, WithdrawRegistration, CheckIn, NoteFee,
    SubmitList, CheckList, AmendList, AnnounceStructure,
    FreezeRound, DrawRound, SwapPlayers, MoveTable, PublishRound, DrawMission, SetInitiative, ChooseSides,
    StartClock, PauseClock, ResumeClock, AdjustClock, ExtendTable,
    ReportResult, ConfirmResult, DisputeResult, EnterResult, CloseRound,
    DropPlayer, DeclareNoShow, Rejoin, EnterLate, RecommendDisqualification, Disqualify,
    CallJudge, TakeCall, GiveRuling, AppealRuling, GiveFinalVerdict, GiveSanction,
    DrawDeckChecks, RecordDeckCheck, ReportComponent, ResolveComponent, MakeProxy, ReportIncident,
    MakeCut, ReplaceSeed, CloseTournament,
    VoidEvents, NamePoint,
)  # fmt: skip
