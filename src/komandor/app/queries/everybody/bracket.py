"""The bracket as columns of games with lines between them."""

from dataclasses import dataclass

from komandor.app.queries.everybody.rounds import scored_by
from komandor.app.same_fields import same_fields
from komandor.core.brackets.plan import BracketPlan, BracketSide, LoserOf, Slot, WinnerOf
from komandor.core.brackets.play import BracketGame, Occupant, Status
from komandor.core.ids import MatchNo, PlayerNo, StageKey
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.knockout import bracket_now, matches, plan
from komandor.core.tournament.stage_kind import RoundPart
from komandor.core.tournament.stage_kinds.bracket_names import name_in
from komandor.core.tournament.state import Match, Stage, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotView:
    """One side of a game: a player with their seed, an empty slot, or the game that will fill it."""

    player: PlayerNo | None = None
    seed: int | None = None
    empty: bool = False
    source: str = ""  # "W5" or "L6": winner or loser of the game with that label, while undecided
    source_part: RoundPart | None = None  # that game's round, where every round numbers its games from 1
    won: bool = False
    lost: bool = False
    score: int | None = None  # games won in a match to two wins, else points


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    number: int
    label: int  # what people call it: in single elimination the number in its round (COM-ELIM-3)
    round: int
    side: BracketSide
    part: RoundPart  # what its round is called
    a: SlotView
    b: SlotView
    status: Status
    match: MatchNo | None = None
    table: int | None = None
    reason: Reason | None = None  # why it is not played, or played again
    feeds: tuple[int, ...] = ()  # games whose winners play here

    @property
    def nobody(self) -> bool:
        """Whether both places are empty for good."""
        return self.a.empty and self.b.empty


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketView:
    kind: StageKey
    two_brackets: bool  # an upper and a lower one
    games: tuple[GameView, ...]
    champion: PlayerNo | None
    by_lot: tuple[PlayerNo, ...]

    def games_of(self, side: BracketSide) -> tuple[GameView, ...]:
        return tuple(g for g in self.games if g.side == side)


def bracket_view(t: Tournament, stage: Stage) -> BracketView:
    """The bracket of a stage. If seeds are drawn by lot, it is empty before its first draw."""
    if not stage.seeds or len(stage.seeds) < 2:
        return _view(stage, (), None)
    state, wanted = bracket_now(t, stage), plan(stage)
    seated = {m.game: m for m in matches(t, stage) if m.game is not None}
    seeds = {player: n for n, player in enumerate(stage.seeds, start=1) if player is not None}
    games = tuple(_game(t, g, wanted, seeds, seated.get(g.number)) for g in state.games)
    return _view(stage, games, state.champion)


def _view(stage: Stage, games: tuple[GameView, ...], champion: PlayerNo | None) -> BracketView:
    kind = stage.kind
    return BracketView(
        kind=kind.key, two_brackets=kind.two_brackets, games=games, champion=champion, by_lot=stage.by_lot
    )


def _game(
    t: Tournament, g: BracketGame, wanted: BracketPlan, seeds: dict[PlayerNo, int], match: Match | None
) -> GameView:
    planned = wanted.by_number.get(g.number)
    slots = (planned.a, planned.b) if planned else (None, None)
    scores = scored_by(t, match) if match and match.final else {}
    sides = [_side(x, slot, wanted, seeds, g, scores) for x, slot in zip((g.a, g.b), slots, strict=True)]
    feeds = tuple(s.game for s in slots if isinstance(s, WinnerOf))
    number, table = (match.number, match.table) if match else (None, None)
    part, (a, b) = name_in(wanted, g.number), sides
    label = wanted.known_as(g.number)
    return same_fields(GameView, g, label=label, a=a, b=b, match=number, table=table, feeds=feeds, part=part)


def _side(
    x: Occupant,
    slot: Slot | None,
    wanted: BracketPlan,
    seeds: dict[PlayerNo, int],
    g: BracketGame,
    scores: dict[PlayerNo, int],
) -> SlotView:
    if isinstance(x, int):
        decided = g.status in ("played", "bye")
        lost = decided and g.winner != x
        return SlotView(player=x, seed=seeds.get(x), won=g.winner == x, lost=lost, score=scores.get(x))
    return SlotView(empty=True) if x is None else _from(slot, wanted)


def _from(slot: Slot | None, wanted: BracketPlan) -> SlotView:
    """An open place: which game fills it, and whether with its winner."""
    if not isinstance(slot, (WinnerOf, LoserOf)):
        return SlotView()
    kind = "W" if isinstance(slot, WinnerOf) else "L"
    part = name_in(wanted, slot.game) if wanted.losses == 1 else None
    return SlotView(source=f"{kind}{wanted.known_as(slot.game)}", source_part=part)
