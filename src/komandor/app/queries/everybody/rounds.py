"""A round: its matches by table, missing results, the clock."""

from dataclasses import dataclass, replace
from typing import Literal

from komandor.app.queries.everybody.round_names import game_name
from komandor.app.yield_to_writers import in_turn
from komandor.core.games.game import RoundKind
from komandor.core.ids import NOBODY, CallNo, MatchNo, PlayerNo
from komandor.core.outcomes import Outcome, SideScore
from komandor.core.standings.record import records
from komandor.core.tournament.readings.pairings import rematches_in
from komandor.core.tournament.readings.regulations import (
    bye_score,
    kind_of_round,
    match_situation,
    round_minutes,
    rules,
    settings,
)
from komandor.core.tournament.readings.scoring import games_won
from komandor.core.tournament.readings.seats import fixed_table_remarks, same_group
from komandor.core.tournament.readings.sides import sides_due
from komandor.core.tournament.readings.standings import latest_swiss, lines
from komandor.core.tournament.stage_kind import RoundPart
from komandor.core.tournament.state import Match, Round, Tournament
from komandor.core.tournament.values import MatchKind, Scored

RowStatus = Literal["missing", "reported", "disputed", "final", "bye"]
MINUTE = 60_000
SideWord = Literal["", "light", "dark", "chooses", "initiative", "first"]
"""What a player plays or decides before the game: Star Wars LCG, Armada, Conquest."""
ClockState = Literal["none", "waiting", "running", "paused", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One player of a match. `points` are those before the round, `scored` those of this match."""

    player: PlayerNo
    points: int
    scored: int | None = None
    mov: int | None = None
    outcome: Outcome | None = None
    floated: int = 0  # -1: paired down, +1: paired up
    side: SideWord = ""
    left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    match: MatchNo
    table: int | None
    kind: MatchKind
    status: RowStatus
    a: SeatView
    b: SeatView | None
    winner: PlayerNo | None = None
    reported_by: PlayerNo | None = None
    extension: int = 0
    rematch: bool = False
    forbidden: bool = False  # the organiser forbids the pair
    same_group: bool = False  # round 1: both of one family, car or club
    fixed_missed: bool = False  # somebody's fixed table is another one
    changed: bool = False
    corrected: bool = False
    forfeit: bool = False
    game: int | None = None
    calls: tuple[CallNo, ...] = ()  # open calls of this table
    score: str = ""  # the result as people say it: "7–4"
    part: RoundPart | None = None  # in a round of both brackets: which of them

    @property
    def result(self) -> str:
        """The score once it counts."""
        return self.score if self.status == "final" else ""

    @property
    def margin(self) -> int:
        return max(self.a.mov or 0, self.b.mov or 0) if self.b else 0

    @property
    def unsettled(self) -> bool:
        """Whether the table has no final result yet."""
        return self.status not in ("final", "bye")


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a round. `ends` is in milliseconds since 1970; `left` is set only while it is paused."""

    state: ClockState
    minutes: int | None = None
    ends: int | None = None
    left: int | None = None
    started: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    number: int
    in_stage: int
    of: int  # rounds of the stage; 0 in a knock-out
    kind: RoundKind
    eliminates: bool
    pairs_by_hand: bool  # they may be changed
    status: str
    mission: str | None
    clock: ClockView
    rows: tuple[Row, ...]
    changes: int

    @property
    def missing(self) -> tuple[Row, ...]:
        return tuple(r for r in self.rows if r.unsettled)

    @property
    def disputed(self) -> tuple[Row, ...]:
        return tuple(r for r in self.rows if r.status == "disputed")


def round_view(t: Tournament, number: int, now: int) -> RoundView:
    """The round with all its rows, byes last. `now` in milliseconds."""
    round_ = t.rounds[number]
    stage = t.stages[round_.stage]
    points = points_before(t, number)
    again = {frozenset((a, b)) for a, b in rematches_in(t, round_)}
    floated = _floated(t, round_, points)
    rows = tuple(_row(t, m, round_, points, floated, again) for m in in_turn(t.in_round(number)))
    if len({r.part for r in rows if r.part}) == 1:
        rows = tuple(replace(r, part=None) for r in rows)
    ordered = sorted(rows, key=lambda r: (r.table is None, r.table or 0, r.match))
    return RoundView(
        number=number,
        in_stage=t.rounds_of(round_.stage).index(round_) + 1,
        of=stage.kind.rounds(t, stage),
        kind=kind_of_round(t, number),
        eliminates=stage.kind.eliminates,
        pairs_by_hand=stage.kind.pairs_by_hand,
        status=round_.status,
        mission=missions_in_words(round_.missions),
        clock=clock_view(t, round_, now),
        rows=tuple(ordered),
        changes=round_.changes,
    )


def missions_in_words(missions: tuple[str, ...]) -> str | None:
    """The mission, or the missions numbered by game."""
    if len(missions) < 2:
        return next(iter(missions), None)
    return " · ".join(f"{game}. {mission}" for game, mission in enumerate(missions, start=1))


def points_before(t: Tournament, number: int) -> dict[PlayerNo, int]:
    """The tournament points of all players before this round."""
    earlier = t.fork()
    for later in [n for n in earlier.rounds if n >= number]:
        del earlier.rounds[later]
    if not earlier.rounds:
        return dict.fromkeys(t.players, 0)
    below_zero = bool(settings(t)["sanction.points_below_zero"])
    stage = latest_swiss(earlier)
    points = records(lines(earlier, stage) if stage else (), t.players, below_zero=below_zero).points
    return {n: points[n] for n in t.players}


def _floated(t: Tournament, round_: Round, points: dict[PlayerNo, int]) -> dict[PlayerNo, int]:
    """Who was paired down (-1) or up (+1), for the arrows.

    Empty where most pairs have different points, as late in an Armada event: arrows everywhere say nothing.
    """
    pairs = [m.players for m in t.in_round(round_.number) if m.b is not None]
    apart = sum(1 for pair in pairs if len({points.get(n, 0) for n in pair}) > 1)
    if 2 * apart > len(pairs):
        return {}
    return {player: -1 if low < high else 1 for player, high, low in round_.floats}


def _row(
    t: Tournament,
    m: Match,
    round_: Round,
    points: dict[PlayerNo, int],
    floated: dict[PlayerNo, int],
    again: set[frozenset[PlayerNo]],
) -> Row:
    if len({points.get(n, 0) for n in m.players}) < 2 or _turned_round(m, points, floated):
        floated = {}
    result = m.result
    seats = [_seat(t, m, n, points, floated) for n in m.players]
    pair = frozenset(m.players)
    return Row(
        match=m.number,
        table=m.table,
        kind=m.kind,
        status=_status(m),
        a=seats[0],
        b=seats[1] if len(seats) > 1 else None,
        winner=result.winner if result else None,
        reported_by=result.reported_by if result else None,
        extension=m.extension,
        rematch=pair in again,
        forbidden=any(frozenset(f) == pair for f in round_.forbidden),
        same_group=round_.number == 1 and same_group(t, m) is not None,
        fixed_missed=bool(fixed_table_remarks(t, (m,))),
        changed=m.changed,
        corrected=bool(result and result.corrected),
        forfeit=bool(result and result.forfeit),
        game=m.game,
        calls=tuple(c.number for c in t.calls.values() if c.match == m.number and c.pending),
        score=score_said(t, m, m.a),
        part=bracket_part(t, m),
    )


def _turned_round(m: Match, points: dict[PlayerNo, int], floated: dict[PlayerNo, int]) -> bool:
    """Whether a result corrected after the draw made an arrow of this pair untrue."""
    gaps = {n: points.get(m.opponent(n) or NOBODY, 0) - points.get(n, 0) for n in m.players}
    return any(floated.get(n, 0) * gap < 0 for n, gap in gaps.items())


def bracket_part(t: Tournament, m: Match) -> RoundPart | None:
    """Which bracket a match belongs to, where the round has games of both."""
    stage = t.stages[t.rounds[m.round].stage]
    return game_name(stage, m.game) if stage.kind.two_brackets and m.kind == "match" else None


def _seat(
    t: Tournament, m: Match, player: PlayerNo, points: dict[PlayerNo, int], floated: dict[PlayerNo, int]
) -> SeatView:
    scored = score_of(t, m, player)
    up = floated.get(m.opponent(player) or NOBODY, 0) if m.b is not None else 0
    return SeatView(
        player=player,
        points=points.get(player, 0),
        scored=scored.points if scored else None,
        mov=scored.mov if scored else None,
        outcome=scored.outcome if scored else None,
        floated=floated.get(player, -up),
        side=side_of(t, m, player),
        left=not t.players[player].active,
    )


def side_of(t: Tournament, match: Match, player: PlayerNo) -> SideWord:
    """What this player plays or decides before the game: as recorded, or as the rules say (SWL-SIDE)."""
    due = sides_due(t, match)
    if due is not None:
        light = match.first if match.first is not None else due.light
        if light is not None:
            return "light" if player == light else "dark"
        return "chooses" if player == due.chooser else ""
    if match.first is not None:
        by_totals = rules(t).initiative is not None
        return ("initiative" if by_totals else "first") if player == match.first else ""
    return ""


def score_of(t: Tournament, match: Match, player: PlayerNo) -> SideScore | Scored | None:
    """What the match gave the player: a bye's worth, or the result so far."""
    if match.kind != "match":
        return replace(bye_score(t), outcome=Outcome(match.kind))
    return next((s for s in (match.result.scores if match.result else ()) if s.player == player), None)


def scored_by(t: Tournament, match: Match) -> dict[PlayerNo, int]:
    """What each side has: games in a match to two wins and in a knock-out without margins, else points.

    Nothing without a result.
    """
    if match.result is None or match.b is None:
        return {}
    if games := games_won(t, match):
        return dict(zip(match.players, games, strict=True))
    if match_situation(t, match).eliminates and not rules(t).data.margins:
        return {line.player: int(line.outcome.won) for line in match.result.scores}
    return {line.player: line.points for line in match.result.scores}


def score_said(t: Tournament, match: Match, first: PlayerNo) -> str:
    """The result as people say it, with this player's side first: "7–4"."""
    scored = scored_by(t, match)
    return f"{scored.get(first, 0)}–{scored.get(match.opponent(first) or NOBODY, 0)}" if scored else ""


def _status(m: Match) -> RowStatus:
    if m.kind != "match":
        return "bye"
    return m.result.status if m.result else "missing"


def extended(clock: ClockView, minutes: int, now: int) -> ClockView:
    """The clock of a round plus the extra minutes of one table."""
    more = minutes * MINUTE
    if clock.ends is None:
        return replace(clock, left=None if clock.left is None else clock.left + more)
    ends = clock.ends + more
    return replace(clock, state="running" if ends > now else "over", ends=ends)


def clock_view(t: Tournament, round_: Round, now: int) -> ClockView:
    """The clock of a round at the moment `now`, in milliseconds."""
    if not round_.open:
        return ClockView("none")
    if round_.clock is None:
        return ClockView("waiting", round_minutes(t, round_.number))
    run = round_.clock
    ends = run.ends()
    if ends is None:
        return ClockView("running", None, started=run.started)
    if run.paused_at is not None:
        return ClockView("paused", run.minutes, left=max(0, ends - run.paused_at), started=run.started)
    return ClockView("running" if ends > now else "over", run.minutes, ends, started=run.started)
