"""The bracket as columns of games with lines between them: for page, phone, projector and paper."""

from dataclasses import dataclass

from komandor.core.brackets.plan import BracketPlan, LoserOf, Slot, WinnerOf
from komandor.core.brackets.play import BracketGame, Occupant
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.knockout import bracket_now, matches, plan
from komandor.core.tournament.state import Stage, Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """One side of a game: a player with his seed, an empty place, or where he will come from."""

    player: PlayerNo | None = None
    seed: int | None = None
    empty: bool = False
    source: str = ""  # "W5", "L6" while it is undecided
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class GameView:
    number: int
    round: int
    column: int
    side: str  # upper, lower, final, reset
    a: Place
    b: Place
    status: str
    match: int | None = None
    table: int | None = None
    reason: Reason | None = None
    feeds: tuple[int, ...] = ()  # games whose winners come here


@dataclass(frozen=True, slots=True)
class BracketView:
    kind: str
    games: tuple[GameView, ...]
    columns: int
    champion: PlayerNo | None
    seeds: tuple[PlayerNo | None, ...]
    by_lot: tuple[PlayerNo, ...]

    def side(self, *names: str) -> tuple[GameView, ...]:
        return tuple(g for g in self.games if g.side in names)


def bracket_view(t: Tournament, stage: Stage) -> BracketView:
    """The stage's bracket now. Before the first game of a bracket that is drawn by lot it is empty."""
    if not stage.seeds or len(stage.seeds) < 2:
        return BracketView(stage.kind, (), 0, None, stage.seeds, stage.by_lot)
    state, wanted = bracket_now(t, stage), plan(stage)
    seated = {m.game: m for m in matches(t, stage) if m.game is not None}
    seeds = {player: n for n, player in enumerate(stage.seeds, start=1) if player is not None}
    games = tuple(_game(g, wanted, seeds, seated.get(g.number)) for g in state.games)
    return BracketView(
        stage.kind, games, max(g.column for g in games), state.champion, stage.seeds, stage.by_lot
    )


def _game(g: BracketGame, wanted: BracketPlan, seeds: dict[PlayerNo, int], match: object) -> GameView:
    planned = wanted.by_number.get(g.number)
    slots = (planned.a, planned.b) if planned else (None, None)
    places = [_place(x, slot, seeds, g) for x, slot in zip((g.a, g.b), slots, strict=True)]
    feeds = tuple(s.game for s in slots if isinstance(s, WinnerOf))
    return GameView(
        g.number, g.round, g.round, g.side, places[0], places[1], g.status,
        getattr(match, "number", None), getattr(match, "table", None), g.reason, feeds,
    )  # fmt: skip


def _place(x: Occupant, slot: Slot | None, seeds: dict[PlayerNo, int], g: BracketGame) -> Place:
    if isinstance(x, int):
        decided = g.status in ("played", "bye")
        return Place(x, seeds.get(x), won=g.winner == x, lost=decided and g.winner != x)
    if x is None:
        return Place(empty=True)
    return Place(source=str(slot) if isinstance(slot, (WinnerOf, LoserOf)) else "")
