"""`EventDocument`, schema `komandor-event/1`: the public truth about an event in JSON.

Players are numbers; a name stands once, in `players`. Every tie-breaker is there as an exact fraction and
as a decimal. What is not known is null, what is empty is an empty list: no key is ever missing.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, why
from komandor.texts import sentence

SCHEMA: Final = "komandor-event/1"
MOST_BYTES = 8_000_000
Origin = Literal["komandor", "cryodex-json", "cryodex-save", "nrtm", "csv"]
"""Which program's file it was read from; only `komandor` has a log that can be verified."""
Points = int | float
MOST_POINTS = 1_000_000  # more than any game gives in a match
PLACE = re.compile(r" - at `\$\.?([^`]*)`")


class Unfit(ValueError):
    """A document or foreign file that cannot be read: refused whole, with the reason where and why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(sentence(reason, "en"))
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactNumber:
    """A tie-breaker: exact ("101/16") and as a decimal (6.3125)."""

    exact: str
    decimal: float

    @classmethod
    def of(cls, value: int | Fraction) -> "ExactNumber":
        return cls(exact=str(value), decimal=round(float(value), 6))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPlayer:
    """A player or team under the name that everybody may see."""

    number: int
    name: str
    members: str = ""
    factions: tuple[str, ...] = ()
    status: str = "in"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSide:
    """One player of a match: points of the match, margin of victory, and how it ended for them."""

    player: int
    points: Points | None = None
    mov: Points | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentMatch:
    """A table of a round; one side alone is a bye. `games`: the slip, game by game, once it counts."""

    number: int
    table: int | None = None
    kind: Literal["match", "bye", "awarded_bye"] = "match"
    sides: tuple[DocumentSide, ...]
    winner: int | None = None
    status: str = "final"
    score: str = ""
    games: tuple[dict[str, Any], ...] = ()
    forfeit: bool = False
    corrected: bool = False
    changed_by_hand: bool = False
    rematch: bool = False
    bracket_game: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRound:
    number: int
    stage: int = 1
    in_stage: int
    eliminates: bool = False
    name: str = ""
    status: str = "closed"
    mission: str | None = None
    matches: tuple[DocumentMatch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStage:
    """`cut`: how many enter it (0 = all); `seeds`: by seed, null is an empty slot."""

    number: int
    kind: str
    rounds: int
    cut: int = 0
    seeds: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStanding:
    place: int
    player: int
    points: Points
    tiebreakers: dict[str, ExactNumber]
    decided_by: str = ""
    tied: bool = False
    status: str = "in"
    in_cut: bool = False
    final_place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentGame:
    """A game of the bracket. `a_from`, `b_from`: "W5" or "L6" while that game is undecided."""

    number: int
    round: int
    side: str
    a: int | None = None
    b: int | None = None
    a_from: str = ""
    b_from: str = ""
    a_score: int | None = None
    b_score: int | None = None
    winner: int | None = None
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRules:
    """Which edition of whose regulations; `digest` of its text where it was loaded for the event."""

    edition: str
    title: str
    digest: str = ""
    tiebreakers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLog:
    """What a reader needs to check the draws: promise, fingerprint, and where the file is."""

    version: int
    head: str
    seed_fingerprint: str
    seed: str = ""
    log: str = ""
    verify: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentNote:
    """What a foreign file says otherwise than its own rounds.

    `differs`: of a player's points or tie-breaker (`key`); `scores`: the scores follow from nothing in the
    file; `more`: so many further differences are not listed.
    """

    kind: Literal["differs", "scores", "more"]
    player: int | None = None
    key: str = ""
    file: float | None = None
    ours: float | None = None
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDocument:
    """The whole event. `notes`: what a foreign file says otherwise than our computation."""

    schema: Literal["komandor-event/1"] = SCHEMA
    origin: Origin = "komandor"
    id: str = ""
    name: str
    venue: str = ""
    date: str = ""
    game: str = ""
    level: str = ""
    phase: str = "closed"
    teams: bool = False
    rules: DocumentRules | None = None
    players: tuple[DocumentPlayer, ...] = ()
    stages: tuple[DocumentStage, ...] = ()
    rounds: tuple[DocumentRound, ...] = ()
    standings: tuple[DocumentStanding, ...] = ()
    bracket: tuple[DocumentGame, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    draws: DocumentLog | None = None
    notes: tuple[DocumentNote, ...] = ()

    @property
    def named(self) -> dict[int, str]:
        return {player.number: player.name for player in self.players}

    @property
    def champion(self) -> str:
        """Who won it all; empty before the end."""
        named = self.named
        return ", ".join(named.get(player, f"#{player}") for player, place in self.places if place == 1)


def write_document(document: EventDocument) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document, order="deterministic"), indent=2) + b"\n"


def read_document(raw: bytes) -> EventDocument:
    """The document in these bytes; refused whole if a field is wrong or a number names nobody."""
    found: EventDocument = read_json(raw, EventDocument)
    if problem := _dangling(found) or _beyond(found):
        raise Unfit(problem)
    return found


def read_json(raw: bytes, shape: Any, strict: bool = True) -> Any:
    """Bytes as one of our records; wrong types, missing keys and absurd sizes are refused by name.

    `strict=False`: a number may stand in quotation marks, as other programs write it.
    """
    small_enough(raw)
    try:
        return msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"), type=shape, strict=strict)
    except msgspec.ValidationError as problem:
        place = PLACE.search(str(problem))
        raise Unfit(why("foreign.wrong_value", None, where=place[1] if place else "–")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unfit(why("foreign.not_json")) from None


def small_enough(raw: bytes) -> None:
    """Raises Unfit for a file that is larger than any event."""
    if len(raw) > MOST_BYTES:
        raise Unfit(why("foreign.too_big", None, most=MOST_BYTES // 1_000_000))


def number_in(value: float | str | None, where: str) -> Points | None:
    """A number of points as a file has it; None where nothing is written. Raises Unfit for any other text."""
    if value is None or value == "":
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        found = float("nan")
    if not abs(found) < MOST_POINTS:  # also of what is no number
        raise Unfit(why("foreign.not_a_number", None, where=where, value=str(value)[:40]))
    return int(found) if found == int(found) else found


def json_schema() -> dict[str, Any]:
    """The published JSON Schema of the document."""
    (schema,), parts = msgspec.json.schema_components([EventDocument], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA,
        **schema,
        "$defs": parts,
    }


def _beyond(document: EventDocument) -> Reason | None:
    """The first number of points that no game gives; None if there is none."""
    for at, round_ in enumerate(document.rounds):
        for value in (x for m in round_.matches for s in m.sides for x in (s.points, s.mov)):
            if abs(value or 0) >= MOST_POINTS:
                return why("foreign.not_a_number", None, where=f"rounds[{at}]", value=str(value)[:40])
    return None


def _dangling(document: EventDocument) -> Reason | None:
    """The first reference to a player whom the document does not have; None if all are there."""
    known = {player.number for player in document.players}
    if len(known) != len(document.players):
        return why("foreign.id_twice")
    named = (
        *(
            (f"rounds[{at}]", side.player)
            for at, r in enumerate(document.rounds)
            for m in r.matches
            for side in m.sides
        ),
        *(("standings", row.player) for row in document.standings),
        *(("places", player) for player, _ in document.places),
    )
    lost = ((where, n) for where, n in named if n not in known)
    return next((why("foreign.no_such_player", None, where=where, name=str(n)) for where, n in lost), None)
