"""The state of a tournament as `check` understands it, for the checker and for the verifier of draws.

A new event: `effects.py` says where it is to be written.  What it changes is kept here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from komandor.check.editions import Book, of_document
from komandor.check.violation import Violation

Fields = dict[str, Any]
"""One event as it is in the log."""


KINDS = ("swiss", "single", "double", "final_match")
"""The kinds of stage that this checker can judge."""


class UnknownKind(Exception):
    """A kind of stage that this checker does not know."""


def known_kind(kind: str) -> str:
    """The kind itself; a kind without rules here must not be judged as if it were a bracket."""
    if kind not in KINDS:
        raise UnknownKind(kind)
    return kind


@dataclass(slots=True, kw_only=True)
class Player:
    number: int
    groups: tuple[str, ...] = ()
    awarded: tuple[int, ...] = ()  # rounds with an awarded bye
    start: int | None = None
    staff: int | None = None
    members: int = 1
    status: str = "in"  # in, waiting_list, withdrawn, left, disqualified
    last_round: int = 0  # the round that the player said is their last
    left_stage: int = 0
    left_seq: int = 0  # the record by which the player left
    cause: str = ""  # why the player left
    entered: int = 1
    missed: set[int] = field(default_factory=set)
    granted: set[int] = field(default_factory=set)  # byes given for rounds before a late entry
    lists: int = 0
    list_verdict: str = ""  # what a leader says of the newest one: legal, illegal, withheld
    list_found: str = ""  # what card data says of it; a leader's word goes before
    checked_in: bool = False

    def __str__(self) -> str:
        return f"Player {self.number}"

    @property
    def no_place(self) -> bool:
        """Disqualified, or removed for conduct: neither place nor seed nor prize (AMB-G42)."""
        return self.status == "disqualified" or (self.status == "left" and self.cause == "conduct")

    @property
    def took_part(self) -> bool:
        return self.status not in ("withdrawn", "waiting_list")


@dataclass(slots=True)
class Score:
    outcome: str
    points: int
    mov: int


@dataclass(slots=True, kw_only=True)
class Match:
    number: int
    round: int
    table: int | None
    a: int
    b: int | None
    kind: str
    game: int | None
    final: bool = False
    scores: dict[int, Score] = field(default_factory=dict)
    winner: int | None = None
    reporter: int | None = None
    first: int | None = None  # has initiative (Armada) or plays light (Star Wars LCG)

    def __str__(self) -> str:
        return f"Match {self.number}"

    @property
    def players(self) -> tuple[int, ...]:
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def settled(self) -> bool:
        return self.kind != "match" or self.final

    def other(self, player: int) -> int | None:
        return self.b if player == self.a else self.a


@dataclass(slots=True, kw_only=True)
class Round:
    number: int
    stage: int
    status: str = "frozen"  # frozen, drawn, published, running, closed
    head: str = ""
    public: str = ""
    announced: Fields = field(default_factory=dict)  # what the freeze says of public numbers to come
    link: str = ""
    matches: list[int] = field(default_factory=list)
    missions: list[str] = field(default_factory=list)
    forbidden: frozenset[tuple[int, int]] = frozenset()  # the organiser's pairs when it was frozen
    frozen_entrants: list[list[int]] = field(default_factory=list)  # player, points, byes, place
    entrants: list[list[int]] = field(default_factory=list)  # the same of the last draw, until then as frozen
    paired_for: list[list[int]] = field(default_factory=list)  # of the last draw, or when the pairs were kept
    key: bytes | None = None  # of its draw, where the verifier has found it right

    def __str__(self) -> str:
        return f"Round {self.number}"


@dataclass(slots=True, kw_only=True)
class Stage:
    number: int
    kind: str
    rounds: int
    cut: int
    seeds: list[int | None] = field(default_factory=list)
    before: list[int] = field(default_factory=list)  # standings of the stage before, frozen at the cut
    lots: dict[int, int] = field(default_factory=dict)
    declined: set[int] = field(default_factory=set)
    first_round: int = 0
    begun: bool = False

    def __str__(self) -> str:
        return f"Stage {self.number}"


@dataclass(slots=True)
class Staff:
    number: int
    roles: tuple[str, ...]
    substitute: int | None = None
    dismissed: bool = False


@dataclass(slots=True, kw_only=True)
class Prize:
    to: str  # places, wins, everyone, award, raffle
    first: int
    last: int
    wins: int
    count: int
    among: str
    won: list[int] = field(default_factory=list)
    raffle: int = 0  # which raffle of the event
    round: int = 0
    gone: bool = False


@dataclass(slots=True)
class Plan:
    kind: str
    rounds: int = 0
    cut: int = 0


@dataclass(slots=True, kw_only=True)
class State:
    """Everything known after the records read so far."""

    seq: int = 0
    head: str = ""  # the log's head before this record, if known
    quiet: bool = False  # rebuilding after an undo: no optimality proofs
    beyond: bool = False  # a stage of an unknown kind was announced: nothing after it is judged
    phase: str = ""
    id: str = ""
    edition: str = ""
    game: str = ""
    book: Book = field(default_factory=lambda: of_document(""))
    level: str = "casual"
    event_kind: str = "other"
    structure: str = "basic"
    commitment: str = ""
    teams: bool = False
    custom: list[Plan] = field(default_factory=list)
    minutes: dict[str, Any] = field(default_factory=dict)
    chosen: dict[str, Any] = field(default_factory=dict)
    missions: list[str] = field(default_factory=list)
    announced: list[Plan] = field(default_factory=list)
    exception: bool = False  # the announced structure was changed by hand (AMB-G30)
    forbidden: frozenset[tuple[int, int]] = frozenset()  # pairs that the organiser forbids
    players: dict[int, Player] = field(default_factory=dict)
    staff: dict[int, Staff] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)
    stages: dict[int, Stage] = field(default_factory=dict)
    deductions: list[tuple[int, int, int]] = field(default_factory=list)  # player, points, round
    bonuses: list[tuple[int, int, int]] = field(default_factory=list)  # player, points, round
    games_lost: list[tuple[int, int]] = field(default_factory=list)  # match, player: by a ruling
    components: dict[int, tuple[int, int | None]] = field(default_factory=dict)  # number → player, match
    places: list[tuple[int, int]] = field(default_factory=list)
    prizes: dict[int, Prize] = field(default_factory=dict)
    deck_checks: int = 0  # how often they were drawn
    tallies: dict[int, Any] = field(default_factory=dict)  # by stage, until something takes effect
    found: list[Violation] = field(default_factory=list)
    notes: list[Violation] = field(default_factory=list)

    def fault(self, code: str, rule: str, text: str) -> None:
        """Note a violation in the present record."""
        self.found.append(Violation(code, rule, self.seq, text))

    def note(self, code: str, rule: str, text: str) -> None:
        """Note something that could not be proven."""
        if not self.quiet:
            self.notes.append(Violation(code, rule, self.seq, text))

    def setting(self, key: str) -> Any:
        """A setting in force; each one is in the first record."""
        return self.chosen.get(key)

    @property
    def round(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def stage(self) -> Stage | None:
        return self.stages[max(self.stages)] if self.stages else None

    def in_round(self, number: int) -> Iterator[Match]:
        return (self.matches[m] for m in self.rounds[number].matches)

    def matches_before(self, number: int) -> Iterator[Match]:
        """The matches of all Swiss rounds before this one."""
        return (m for r in self.swiss_rounds() if r.number < number for m in self.in_round(r.number))

    def active(self) -> list[int]:
        return [n for n, p in sorted(self.players.items()) if p.status == "in"]

    def swiss_rounds(self) -> list[Round]:
        return [r for _, r in sorted(self.rounds.items()) if self.stages[r.stage].kind == "swiss"]
