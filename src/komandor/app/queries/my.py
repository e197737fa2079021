"""What one player sees of his event: where he sits, what is asked of him, how he stands.

Nothing here names anybody; the phone's pages do, and only as everybody sees them.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from komandor.app.ledger import Loaded
from komandor.app.queries.rounds import PENDING, ClockView, clock_view, points_before
from komandor.core.games.game import RoundKind
from komandor.core.ids import PlayerNo
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.facts import kind_of_round, rules, situation, table
from komandor.core.tournament.state import Call, Match, Result, Round, Sanction, Tournament
from komandor.log.record import canonical

MyState = Literal[
    "registered",  # people arrive
    "soon",  # rounds are announced; round 1 is not drawn yet
    "playing",  # a table, no result yet
    "sent",  # I reported, the opponent has not confirmed
    "confirm",  # the opponent reported: is it so?
    "disputed",
    "done",  # my result of this round counts
    "bye",
    "waiting",  # between rounds, or the draw is being made
    "not_seated",  # a round runs without me
    "out",  # the finals go on without me
    "left",
    "withdrawn",
    "disqualified",
    "finished",
]
NO_CLOCK = ClockView("none")
VISIBLE = ("published", "running", "closed")


@dataclass(frozen=True, slots=True)
class Board:
    """What all players' pages share at one version: worked out once, however many phones ask."""

    round: Round | None  # the latest round that is out
    seats: Mapping[PlayerNo, Match]
    before: Mapping[PlayerNo, int]  # points with which everybody came into it
    rows: tuple[Standing, ...]
    counting: tuple[Standing, ...]  # with the results of the open round
    standing: Mapping[PlayerNo, Standing]


BOARDS = 8  # events and versions kept ready
_boards: OrderedDict[tuple[str, str], Board] = OrderedDict()
_lock = threading.Lock()


def board_of(loaded: Loaded) -> Board:
    key = loaded.state.id, loaded.head
    with _lock:
        known = _boards.get(key)
        if known is None:
            known = _boards[key] = make_board(loaded.state)
            while len(_boards) > BOARDS:
                _boards.popitem(last=False)
        return known


def shown_round(t: Tournament) -> Round | None:
    """The latest round that is out."""
    return next((r for _, r in sorted(t.rounds.items(), reverse=True) if r.status in VISIBLE), None)


def my_seat(t: Tournament, me: PlayerNo) -> tuple[MyState, Match | None]:
    """What is asked of him and at which match, without anybody's standing: a report costs no standings."""
    out = shown_round(t)
    mine = next((m for m in t.in_round(out.number) if me in m.players), None) if out else None
    return _state(t, me, mine), mine


def make_board(t: Tournament) -> Board:
    out = shown_round(t)
    seats = {n: m for m in t.in_round(out.number) for n in m.players} if out else {}
    rows = table(t)
    return Board(
        out, seats, points_before(t, out.number) if out else {}, rows, table(t, provisional=True),
        {row.player: row for row in rows},
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MyTable:
    """The first thing a player looks for."""

    state: MyState
    round: int = 0
    of: int = 0  # Swiss rounds planned; 0 in the finals
    kind: RoundKind = "swiss"
    match: Match | None = None
    opponent: PlayerNo | None = None
    opponent_points: int = 0
    clock: ClockView = NO_CLOCK
    extension: int = 0
    mission: str | None = None
    first: PlayerNo | None = None
    asks_first: str = ""  # "initiative" or "sides" while nobody has said who
    seen: str = ""  # names the report that is shown, so that no other one is confirmed
    calls: tuple[Call, ...] = ()  # of this match or mine, not settled
    place: int | None = None
    points: int | None = None
    final_place: int | None = None


def my_table(t: Tournament, me: PlayerNo, now: int, board: Board) -> MyTable:
    round_, mine = board.round, board.seats.get(me)
    counted = any(r.status == "closed" for r in t.rounds.values())
    row = board.standing.get(me) if counted else None
    view = MyTable(
        _state(t, me, mine),
        calls=my_calls(t, me, mine),
        place=row.rank if row else None,
        points=row.points if row else None,
        final_place=dict(t.places).get(me),
    )
    if round_ is None:
        return view
    stage = t.stages[round_.stage]
    number = sum(1 for r in t.rounds.values() if r.stage == round_.stage and r.number <= round_.number)
    view = replace(
        view,
        round=number if stage.kind == "swiss" else round_.number,
        of=stage.rounds if stage.kind == "swiss" else 0,
        kind=kind_of_round(t, round_.number),
        match=mine,
        mission=round_.mission,
        clock=clock_view(t, round_, now),
    )
    return _seated(t, me, view, mine, board) if mine and mine.b is not None else view


def _seated(t: Tournament, me: PlayerNo, view: MyTable, match: Match, board: Board) -> MyTable:
    other = match.opponent(me)
    return replace(
        view,
        opponent=other,
        opponent_points=board.before.get(other or 0, 0) if view.kind == "swiss" else 0,
        clock=_own_clock(view.clock, match.extension),
        extension=match.extension,
        first=match.first,
        asks_first=_asks_first(t, match),
        seen=seen(match.result),
    )


def _own_clock(clock: ClockView, minutes: int) -> ClockView:
    """With the extra minutes of this table, also when the others' time is over."""
    extra = minutes * 60_000
    return replace(
        clock,
        ends=clock.ends + extra if clock.ends is not None else None,
        left=clock.left + extra if clock.left is not None else None,
    )


def _asks_first(t: Tournament, match: Match) -> str:
    if match.first is not None or match.final:
        return ""
    if rules(t).initiative is not None:
        return "initiative"
    stage = t.stages[t.rounds[match.round].stage]
    return "sides" if rules(t).sides is not None and stage.kind == "double" else ""


def _state(t: Tournament, me: PlayerNo, match: Match | None) -> MyState:
    player = t.players[me]
    if t.phase == "closed":
        return "finished"
    if player.status != "in":
        return player.status
    if t.phase in ("registration", "announced"):
        return "registered" if t.phase == "registration" else "soon"
    if t.phase in ("published", "running"):
        return _in_round(t, me, match)
    stage = t.stage
    inside = stage is None or stage.number == 1 or me in stage.seeds
    return "waiting" if inside and not knocked_out(t, me) else "out"


def _in_round(t: Tournament, me: PlayerNo, match: Match | None) -> MyState:
    if match is None:
        stage = t.stage
        inside = stage is None or stage.number == 1 or me in stage.seeds
        return "not_seated" if inside and not knocked_out(t, me) else "out"
    if match.kind != "match":
        return "bye"
    result = match.result
    if result is None:
        return "playing"
    if result.status == "final":
        return "done"
    if result.status == "disputed":
        return "disputed"
    return "sent" if result.reported_by == me else "confirm"


def knocked_out(t: Tournament, me: PlayerNo) -> bool:
    from komandor.core.tournament.knockout import bracket_now

    stage = t.stage
    if stage is None or stage.kind not in ("single", "double") or me not in stage.seeds:
        return False
    return any(me in game.out for game in bracket_now(t, stage).games)


def seen(result: Result | None) -> str:
    """A name for exactly this report."""
    if result is None:
        return ""
    text = f"{result.reported_by} {result.scores} {canonical(dict(result.report))}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def my_calls(t: Tournament, me: PlayerNo, match: Match | None) -> tuple[Call, ...]:
    """Calls that concern me now: pending ones, and rulings of this match."""
    here = match.number if match else None
    shared = [c for c in t.calls.values() if here is not None and c.match == here and c.kind != "incident"]
    own = {c.number: c for c in [*(c for c in t.calls.values() if c.player == me), *shared]}.values()
    return tuple(c for c in own if c.state in PENDING or c.match == here)


# ── the cut ──────────────────────────────────────────────────────────────────

Chance = Literal["in", "win", "open", "out"]


@dataclass(frozen=True, slots=True)
class CutView:
    """How far the line is. `chance` counts points alone and promises only what is certain."""

    size: int
    place: int
    points: int
    line: int  # points of the last place inside
    left: int  # Swiss rounds I have still to play
    chance: Chance


def my_cut(t: Tournament, me: PlayerNo, board: Board) -> CutView | None:
    """Where I stand to the cut; None where there is none, or it is made, or I have left."""
    size = next((s.cut for s in t.announced[1:] if s.cut), 0)
    begun = any(r.status == "closed" for r in t.rounds.values())
    if not size or len(t.stages) > 1 or not begun or not t.players[me].active:
        return None
    rows = [r for r in board.counting if not r.left]
    mine = next((r for r in rows if r.player == me), None)
    if mine is None:
        return None
    left = {r.player: _to_play(t, r.player) for r in rows}
    line = rows[min(size, len(rows)) - 1].points
    points = {r.player: r.points for r in rows}
    return CutView(size, mine.rank, mine.points, line, left[me], _chance(t, me, points, left, size))


def _to_play(t: Tournament, player: PlayerNo) -> int:
    planned = next((s.rounds for s in t.announced if s.kind == "swiss"), 0)
    done = sum(1 for r in t.rounds.values() if r.status == "closed")
    now = t.round
    open_ = now is not None and now.status != "closed"
    settled = open_ and any(player in m.players and m.final for m in t.in_round(now.number if now else 0))
    return max(0, planned - done - int(bool(settled)))


def _chance(
    t: Tournament, me: PlayerNo, points: Mapping[PlayerNo, int], left: Mapping[PlayerNo, int], size: int
) -> Chance:
    worth = rules(t).data.points
    games = rules(t).form(situation(t)).most_games
    most = max(worth.values()) * games
    least = min(v for k, v in worth.items() if k in ("win", "win_lowest", "modified_win"))
    others = [n for n in points if n != me]
    best = {n: points[n] + left[n] * most for n in others}
    if sum(best[n] >= points[me] for n in others) < size:
        return "in"
    if sum(points[n] > points[me] + left[me] * most for n in others) >= size:
        return "out"
    if left[me] == 1 and _rivals(t, others, points, best, points[me] + least, games) < size:
        return "win"
    return "open"


def _rivals(
    t: Tournament, others: list[PlayerNo], points: Mapping[PlayerNo, int], best: Mapping[PlayerNo, int],
    mine: int, games: int,
) -> int:  # fmt: skip
    """How many can still reach these points; of two who meet and both must win, only one does."""
    able = {n for n in others if best[n] >= mine}
    worth = rules(t).data.points
    loss = max(worth.get("loss_highest", 0), worth.get("loss", 0))
    current = t.in_round(t.round.number) if t.round and t.round.status in VISIBLE else ()
    one_of_two = sum(
        1
        for m in current
        if games == 1 and not m.final and set(m.players) <= able
        and all(points[n] + loss < mine for n in m.players)
    )  # fmt: skip
    return len(able) - one_of_two


# ── history ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MyRound:
    round: int
    kind: str  # match, bye, awarded_bye, missed
    match: Match | None
    opponent: PlayerNo | None
    outcome: str = ""
    points: int | None = None
    mov: int = 0
    status: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class MyHistory:
    rounds: tuple[MyRound, ...]
    sanctions: tuple[Sanction, ...]
    calls: tuple[Call, ...]  # of no match of mine


def my_history(t: Tournament, me: PlayerNo) -> MyHistory:
    rounds = [_round(t, me, n) for n, r in sorted(t.rounds.items()) if r.status in VISIBLE]
    seats = {m.number for m in t.matches.values() if me in m.players}
    loose = tuple(c for c in t.calls.values() if c.player == me and c.match not in seats)
    own = tuple(s for s in t.sanctions.values() if s.player == me)
    return MyHistory(tuple(r for r in rounds if r), own, loose)


def _round(t: Tournament, me: PlayerNo, number: int) -> MyRound | None:
    from komandor.core.tournament.facts import bye_score, missed_score

    match = next((m for m in t.in_round(number) if me in m.players), None)
    player = t.players[me]
    if match is None:
        if number in player.missed:
            return MyRound(number, "missed", None, None, "missed", missed_score(t).points)
        if number in player.byes_granted:
            return MyRound(number, "awarded_bye", None, None, "awarded_bye", bye_score(t).points)
        return None
    if match.kind != "match":
        worth = bye_score(t)
        return MyRound(number, match.kind, match, None, match.kind, worth.points, worth.mov, "final")
    calls = tuple(c for c in t.calls.values() if c.match == match.number)
    result = match.result
    scored = next((s for s in result.scores if s.player == me), None) if result else None
    return MyRound(
        number, "match", match, match.opponent(me), scored.outcome if scored else "",
        scored.points if scored else None, scored.mov if scored else 0,
        result.status if result else "missing", calls,
    )  # fmt: skip


# ── what to be told about ────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that holds now and is worth a buzz once. `key` never means anything else."""

    key: str
    code: str
    number: int = 0


def moments(t: Tournament, view: MyTable) -> tuple[Moment, ...]:
    """Derived from how things stand, so that a phone which slept misses nothing."""
    out: list[Moment] = []
    match = view.match
    current = t.round
    if current and current.status in ("published", "running") and match:
        out.append(Moment(f"round-{match.round}-{match.number}-{match.table}", "published"))
        if current.clock is not None:
            out.append(Moment(f"clock-{match.round}", "clock"))
        result = {"confirm": "reported", "disputed": "disputed", "done": "confirmed"}.get(view.state)
        if result:
            out.append(Moment(f"{result}-{match.number}-{view.seen}", result))
        if match.extension:
            out.append(Moment(f"extension-{match.number}-{match.extension}", "extension", match.extension))
    calls = {"taken": "coming", "ruled": "ruled", "final": "verdict"}
    out.extend(
        Moment(f"call-{c.number}-{c.state}", calls[c.state], c.number) for c in view.calls if c.state in calls
    )
    out.extend(Moment(f"notice-{n}", "notice", n) for n in t.notices)
    if view.state == "finished":
        out.append(Moment("finished", "finished"))
    return tuple(out)
