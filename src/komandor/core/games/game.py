"""What a game is to a tournament: the one shape that all game folders fill.

A game folder holds `data.toml` (everything that is a number, a name or a list),
`en.toml` and `pl.toml` (its labels, hints, help and sentences) and the few
functions that really differ.  `Rules` has no base class and no hooks: it is a
frozen record of data and functions, walked by the contract suite in tests/contracts.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Literal, get_args

from komandor.core.ids import RuleId, Side, StageKey
from komandor.core.lists.knowledge import ListKnowledge
from komandor.core.outcomes import MatchScore, Outcome, SideScore
from komandor.core.reasons import Reason, Refusal

Level = Literal["casual", "formal", "championship"]
LEVELS: tuple[Level, ...] = get_args(Level)
STRUCTURES = ("basic", "advanced", "custom")

RoundKind = Literal["swiss", "knockout", "final"]
"""What a match is part of; `knockout` means any knock-out round before the final."""
ROUND_KINDS: tuple[RoundKind, ...] = get_args(RoundKind)

Value = object
Report = Mapping[str, Value]
"""What players write on the slip, as plain JSON: see `Form`."""
Settings = Mapping[str, str | int | bool | None]


@dataclass(frozen=True, slots=True)
class Situation:
    """What scoring needs to know about a match besides the slip."""

    kind: RoundKind = "swiss"
    structure: str = "basic"  # one of STRUCTURES
    settings: Settings | None = None  # full settings of the event; None = the game's defaults
    teams: bool = False  # Star Wars LCG, two against two
    data: "GameData | None" = None  # the numbers of a loaded edition; None = the document's
    slip: "Form | None" = None  # what the slip of the match asks, if it has been built

    @property
    def eliminates(self) -> bool:
        """Whether the match decides who goes on, and does not count in the standings."""
        return self.kind != "swiss"

    @property
    def final(self) -> bool:
        """Whether the match decides who wins the event."""
        return self.kind == "final"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to ask on a result slip.

    `each` fields hold a pair `[a, b]`, one value per side; `many` ones hold a
    list of such values (dice rolled until they differ).  `when` hides a field
    until another one has one of the given values; a hidden field may not be
    filled in, and `required` means: whenever it is shown.  Label and hint stand
    under `key` in the game's texts.
    """

    key: str
    kind: Literal["int", "bool", "side", "choice"]
    _: KW_ONLY
    each: bool = False
    low: int = 0
    high: int = 9999
    choices: tuple[str, ...] = ()
    required: bool = False
    when: tuple[str, tuple[Value, ...]] | None = None
    rule: RuleId | None = None
    many: bool = False
    staff_choices: tuple[str, ...] = ()  # of `choices`: open to leaders only, as a sanction (AMB-G25)
    fold: str = ""  # most slips leave it empty: it stands behind a line with this title (texts: `fold`)
    ticked: bool = False  # of a pair of ticks: set until somebody unticks one
    ask: tuple[str, tuple[Value, ...]] | None = None  # a form shows it only then; a report may always have it
    unticked: tuple[str, int] | None = None  # how the game ended for a side without its tick; its whole worth
    first_only: tuple[str, ...] = ()  # of `choices`: for the first game of a match only
    sets_next: tuple[str, str] | None = None  # with the first value the next game's field has the second
    label: str = ""  # whose label it has, where a setting changes what is asked
    first: bool = False  # who has the initiative or plays light: known if it was recorded with the match
    setup: bool = False  # a choice made before the game: known if it was recorded with the match
    short: bool | tuple[str, ...] = False  # on the short paper slip: the whole field, or these of its choices


@dataclass(frozen=True, slots=True)
class Form:
    """The slip of one match: `game` fields once per game, `match` fields once.

    A report is `{"games": [{…}, …], **match fields}`.  Where a match has one
    game only (`most_games == 1`) its fields stand flat in the report.
    """

    game: tuple[Field, ...]
    match: tuple[Field, ...] = ()
    most_games: int = 1
    fewest_games: int = 1

    @property
    def flat(self) -> bool:
        return self.most_games == 1


@dataclass(frozen=True, slots=True)
class MarginRow:
    """From this margin of victory on: points for the winner and for the loser (ARM-SCORE-5)."""

    low: int
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class LeadersPlay:
    """At which levels a leader may play in their own event, and beside whom (COM-PART, SWL-PART)."""

    levels: tuple[Level, ...]
    barred_kinds: tuple[str, ...]  # kinds of event at which nobody who runs it plays
    substitute: Literal["leader", "organiser"]
    """Who must be there to rule in the leader's games."""
    needs_substitute: tuple[str, ...]  # roles that may play only beside a substitute


@dataclass(frozen=True, slots=True)
class StructureRow:
    """Players from–to (None = and more) play so many Swiss rounds, then a cut (0 = none)."""

    low: int
    rounds: int
    cut: int
    high: int | None = None


@dataclass(frozen=True, slots=True)
class ClockRule:
    """Minutes of one kind of round; None = no limit. low/high = what the document lets one set."""

    minutes: int | None = None
    low: int | None = None
    high: int | None = None
    rule: RuleId = field(kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A choice that a document leaves open (docs/rules/ambiguities)."""

    key: str
    default: str | int | bool | None
    choices: tuple[str | int | bool | None, ...] = ()  # empty: any value of the default's type
    ambiguity: str = field(kw_only=True)  # AMB-…
    low: int | None = None
    high: int | None = None
    pattern: str = ""  # what a text must look like
    structures: tuple[str, ...] = ()  # where it has an effect; empty: everywhere


@dataclass(frozen=True, slots=True)
class ListField:
    """One entry group of a player's list: ships, deck, objectives …"""

    key: str
    kind: Literal["text", "choice", "int", "cards"]
    _: KW_ONLY
    required: bool = False
    choices: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()  # for cards: beside name and count, e.g. "points", "type", "product"
    rule: RuleId | None = None
    column_choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # columns not typed freely
    teams: bool = False  # asked only where two play against two
    least_points: int = 0  # below 0 where cards can give points back
    headline: str = ""  # what of it is shown as the faction: "name", or one of `columns`
    like: str = ""  # the field whose cards belong here too: the partner's deck is built like one's own
    factions: bool = False  # a loaded edition may name other choices (GameData.factions)
    lines: int = 8  # to write on, where it is printed blank


@dataclass(frozen=True, slots=True)
class Look:
    """How a game is recognised at a glance: a shape on a grid of 24, and its colour on light and on dark."""

    shape: str  # an SVG path
    light: str
    dark: str


SHARED_RULES = ("COM", "AMB")
"""How IDs begin that are no single game's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameData:
    """`data.toml` of a game folder, checked on load."""

    id: str  # "armada"
    edition: str  # "armada@2017": a promise that never changes its meaning
    name: Mapping[str, str]  # language → name
    look: Look
    document: str  # the document's short number in docs/rules
    structures: Mapping[str, tuple[StructureRow, ...]]
    clocks: Mapping[str, ClockRule]  # swiss, knockout, final, and variants such as knockout_bo3
    points: Mapping[str, int]
    bye: SideScore
    missed: SideScore
    double_loss: SideScore
    tiebreakers: tuple[str, ...]  # keys of standings.metrics, in order
    ranking: Literal["ordered", "place_one_by_one"]
    pairing: Literal["random", "fold"]
    elimination: StageKey  # the form of its finals: a key of `core/brackets/forms.py`
    cuts: tuple[int, ...]
    settings: tuple[Setting, ...]
    setup: tuple[RuleId, ...]  # the set-up steps, in order
    levels: Mapping[str, Level]  # kind of event (store, regional, …) → level to pre-fill
    rules: Mapping[str, RuleId]  # what the shared code must cite: bye, score, tiebreak, clock …
    limits: Mapping[str, int]  # the numbers of list building and scoring
    release: Literal["poland", "world"]  # which release makes a product legal (COM-PROD-2, SWL-PROD-1)
    leaders_play: LeadersPlay
    kind_structures: Mapping[str, str] = field(default_factory=dict)
    """Kind of event → the structure that the document uses for it (CON-STRUCT-1, CON-STRUCT-2)."""
    instead: Mapping[RuleId, RuleId] = field(default_factory=dict)
    """Rule of the common part → the game's own one (or "") where its document has not the common one."""
    explained_by: Mapping[RuleId, RuleId] = field(default_factory=dict)
    """Rule of the common part → the game's own rule that says more about a pairing or a place."""
    components: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind of damaged component → how it may end besides a replacement; what is not here counts as lost."""
    component_rules: Mapping[str, Mapping[str, RuleId]] = field(default_factory=dict)
    """Lost or damaged → kind of component → the game's own rule, where the document has one."""
    parts: tuple[str, ...] = ()  # the kinds of component that can be lost or damaged
    sharing: Mapping[str, RuleId] = field(default_factory=dict)
    """When players may ask to share dice and tools (before_round or any_time) → the rule that says so."""
    marshal: bool = True  # False: the document knows none, the organiser has the last word (SWL-GEN-7)
    sleeves: tuple[str, ...] = ()  # levels and kinds of event that require sleeves
    margins: tuple[MarginRow, ...] = ()
    missions: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()  # limits that no edition may change
    factions: tuple[str, ...] = ()  # of an edition; empty: those of the list form
    swiss_best_of: Literal[0, 1, 3] = 0  # games of a Swiss match; 0 where the game has a way of its own
    no_rematch_in_swiss: bool = False
    """Nobody meets twice in all Swiss rounds (CON-DEF-1); else within one stage (COM-PAIR-2)."""
    unplayed: Literal["wait", "double_loss"] = "wait"
    """What closing a Swiss round does with a match without any result: it waits for one, or both lose."""
    label: Mapping[str, str] = field(default_factory=dict)  # language → name of a loaded edition
    own_settings: Mapping[str, str] = field(default_factory=dict)
    """Question of shared code → the game's own setting that answers it (`settings.answer`)."""
    params: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Reason code → what its parameters hold, where their names do not say it (texts/params.py)."""

    def has(self, outcome: str) -> bool:
        """Whether a match can end so; not every document gives points for a draw or a modified win."""
        return outcome not in (Outcome.DRAW, Outcome.MODIFIED_WIN) or outcome in self.points

    def cites(self, rule: RuleId | None) -> RuleId:
        """The rule as this game's document has it: its own one, the common one, or none ("")."""
        found = self.instead.get(rule or "", rule or "")
        own = (*SHARED_RULES, self.rules["score"].partition("-")[0])
        return found if found.partition("-")[0] in own else ""


SideCount = tuple[int, int]
"""How often a player has played the light and the dark side."""


@dataclass(frozen=True, slots=True)
class SideChoice:
    """Who plays the light side: 0 the higher seed, 1 the lower one; None = the higher seed chooses."""

    light: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What one Swiss match can give to a player: for the chances of making the cut."""

    most: int
    least_for_win: int
    most_without_win: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One edition of one game's tournament rules."""

    data: GameData
    folder: str
    """The package that holds `en.toml` and `pl.toml`."""
    form: Callable[[Situation], Form]
    score: Callable[[Report, Situation], MatchScore | Refusal]
    shorthand: Callable[[str, Situation], Report | Refusal]
    """Quick entry: "177-49", "conc b", "ww" → a report."""
    examples: Callable[[Situation], tuple[str, ...]]
    """What quick entry understands, the usual first; the texts say what each means."""
    match_points: Callable[[Situation], MatchPoints]
    minutes: Callable[[Situation], ClockRule]
    list_form: tuple[ListField, ...]
    check_list: Callable[[Mapping[str, Value], Situation], tuple[Reason, ...]]
    """Every problem of a structured list, each with its rule."""
    lists: ListKnowledge | None = None
    """The formats in which lists are pasted, and what card data says of them."""
    dice: Callable[[Mapping[str, Value]], tuple[tuple[str, int], ...]] | None = None
    """The dice that a list needs, by name (Destiny)."""
    initiative: Callable[[tuple[int, int]], Side | Literal["random"]] | None = None
    """Who decides on the initiative, from both list totals (Armada)."""
    sides: Callable[[SideCount, SideCount, bool], SideChoice] | None = None
    """Sides in the finals: what the higher and the lower seed played so far, and whether it is round 1."""

    @property
    def id(self) -> str:
        return self.data.edition

    @property
    def counts_costs(self) -> bool:
        """Whether the cards of a list have costs that are added up."""
        return any("points" in one.columns for one in self.list_form)
