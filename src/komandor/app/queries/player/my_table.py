"""What one player sees of the event now: their table, what they have to do, their place.

These views hold player numbers only. The phone's pages add names, as everybody may see them.
"""

from dataclasses import dataclass, replace
from typing import Literal

from komandor.app.queries.everybody.rounds import (
    ClockView,
    SideWord,
    bracket_part,
    clock_view,
    extended,
    missions_in_words,
    side_of,
)
from komandor.app.queries.player.my_board import Board, shown_round
from komandor.app.queries.player.my_changes import MyChange
from komandor.app.same_fields import same_fields
from komandor.core.games.game import Field
from komandor.core.games.reports import setup_field
from komandor.core.ids import NOBODY, MatchNo, PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.readings.components import shared_parts
from komandor.core.tournament.readings.knockout import bracket_now
from komandor.core.tournament.readings.leaders import rulers_announced
from komandor.core.tournament.readings.regulations import match_slip, rules
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.readings.sides import SidesDue, initiative_due, sides_due
from komandor.core.tournament.readings.standings import last_counted
from komandor.core.tournament.stage_kind import RoundPart
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Scored

MyState = Literal[
    "registered",  # check-in is going on
    "soon",  # the structure is announced; round 1 is not published yet
    "playing",  # seated, no result yet
    "sent",  # I reported, the opponent has not confirmed
    "confirm",  # the opponent reported; I have to confirm or dispute
    "disputed",
    "done",  # my result of this round is final
    "bye",
    "waiting",  # between rounds, or while the next round is drawn
    "not_seated",  # a round is played and I have no match in it
    "out",  # I am not in the finals, or out of them
    "left",
    "waiting_list",  # all places are taken
    "withdrawn",
    "disqualified",
    "finished",
]
UNSETTLED: tuple[MyState, ...] = ("playing", "sent", "confirm", "disputed")
"""At a table, while the result is not final: it can be reported."""
AsksFirst = Literal["", "initiative", "sides", "first_player", "setup"]
NO_CLOCK = ClockView("none")


def my_seat(t: Tournament, me: PlayerNo) -> tuple[MyState, Match | None]:
    """What this player has to do now, and their match. Computes no standings: every report asks for it."""
    out = shown_round(t)
    mine = next((m for m in t.in_round(out.number) if me in m.players), None) if out else None
    return _state(t, me, mine), mine


@dataclass(frozen=True, slots=True, kw_only=True)
class MyMatch:
    """A match as its players may see it, without what leaders noted about it."""

    number: MatchNo
    round: int
    table: int | None
    choice: str
    scores: tuple[Scored, ...]
    corrected: bool
    dispute: str  # what was wrong, in the words of the player who said so
    part: RoundPart | None  # the bracket it belongs to, where there are two


def seen_by_players(t: Tournament, match: Match) -> MyMatch:
    result = match.result
    return same_fields(
        MyMatch,
        match,
        scores=result.scores if result else (),
        corrected=bool(result and result.corrected),
        dispute=result.note if result and result.status == "disputed" else "",
        part=bracket_part(t, match),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTable:
    """The player's first screen: table, opponent, clock, what to do now."""

    state: MyState
    eliminates: bool = False
    match: MyMatch | None = None
    opponent: PlayerNo | None = None
    opponent_points: int = 0
    clock: ClockView = NO_CLOCK
    extension: int = 0
    mission: str | None = None
    first: PlayerNo | None = None
    asks_first: AsksFirst = ""  # while it is not known who goes first, or what that player chose for the game
    setup: Field | None = None  # the choice that is made before the game (ARM-SETUP-6)
    due: SidesDue | None = None  # what the rules say on sides or initiative, told before the game
    sharing: tuple[Reason, ...] = ()  # what the two have to ask each other for (ARM-LOST-3)
    side: SideWord = ""
    their_side: SideWord = ""
    rulers: tuple[Reason, ...] = ()  # a leader plays here: who rules at this table
    seen: str = ""  # identifies the report shown, so that no other one can be confirmed
    calls: tuple[Call, ...] = ()  # of this match, or made by this player
    changes: tuple[MyChange, ...] = ()  # made by others since the round was published
    place: int | None = None
    points: int | None = None
    counted: int = 0  # the last complete Swiss round, after which points and place stand
    final_place: int | None = None
    tables: tuple[int, ...] = ()  # of this round, to find one's own among them

    @property
    def unsettled(self) -> bool:
        """Whether the player is at a table whose result is not final."""
        return self.state in UNSETTLED

    @property
    def seated(self) -> bool:
        """Whether the player has a match at a table in this round."""
        return self.match is not None and (self.unsettled or self.state == "done")

    @property
    def waiting_call(self) -> Call | None:
        """The call that somebody of this table waits for."""
        return next((c for c in self.calls if c.pending), None)


def my_table(t: Tournament, me: PlayerNo, now: int, board: Board) -> MyTable:
    """The player's first screen at the moment `now`."""
    round_, mine = board.round, board.seats.get(me)
    counted = any(r.status == "closed" for r in t.rounds.values())
    row = board.standing.get(me) if counted else None
    view = MyTable(
        state=_state(t, me, mine),
        calls=my_calls(t, me, mine),
        changes=board.changes.get(me, ()),
        place=row.rank if row else None,
        points=row.points if row else None,
        counted=last_counted(t),
        final_place=dict(t.places).get(me),
    )
    if round_ is None:
        return view
    view = replace(
        view,
        eliminates=t.stages[round_.stage].kind.eliminates,
        match=seen_by_players(t, mine) if mine else None,
        mission=missions_in_words(round_.missions),
        clock=clock_view(t, round_, now),
        tables=tuple(sorted({m.table for m in board.seats.values() if m.table})),
    )
    return _seated(t, me, now, view, mine, board) if mine and mine.b is not None else view


def _seated(t: Tournament, me: PlayerNo, now: int, view: MyTable, match: Match, board: Board) -> MyTable:
    other = match.opponent(me)
    return replace(
        view,
        opponent=other,
        opponent_points=0 if view.eliminates else board.before.get(other or NOBODY, 0),
        clock=extended(view.clock, match.extension, now),
        extension=match.extension,
        first=match.first,
        asks_first=_asks_first(t, match),
        setup=_setup(t, match),
        due=sides_due(t, match) or initiative_due(t, match),
        sharing=shared_parts(t, match),
        side=side_of(t, match, me),
        their_side=side_of(t, match, other) if other else "",
        seen=report_code(match.result),
        rulers=rulers_announced(t, (match,)),
    )


def _asks_first(t: Tournament, match: Match) -> AsksFirst:
    if match.final:
        return ""
    if match.first is not None:
        return "setup" if _setup(t, match) and not match.choice else ""
    if rules(t).sides is not None:
        return "sides"
    if rules(t).initiative is not None:
        return "initiative"
    return "first_player" if "first" in rules(t).data.rules else ""


def _setup(t: Tournament, match: Match) -> Field | None:
    return setup_field(match_slip(t, match))


def _state(t: Tournament, me: PlayerNo, match: Match | None) -> MyState:
    player = t.players[me]
    if t.phase == "closed":
        return "finished"
    if player.status != "in":
        return player.status
    if t.arriving:
        return "registered" if t.phase == "registration" else "soon"
    if t.playing:
        return _in_round(t, me, match)
    if shown_round(t) is None:
        return "soon"
    return "waiting" if _goes_on(t, me) else "out"


def _in_round(t: Tournament, me: PlayerNo, match: Match | None) -> MyState:
    if match is None:
        return "not_seated" if _goes_on(t, me) else "out"
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


def _goes_on(t: Tournament, me: PlayerNo) -> bool:
    """Whether the player is in the stage that is played, and not knocked out of it."""
    stage = t.stage
    inside = stage is None or stage.number == 1 or me in stage.seeds
    return inside and not knocked_out(t, me)


def knocked_out(t: Tournament, me: PlayerNo) -> bool:
    """Whether the player has lost their last game of the knock-out."""
    stage = t.stage
    if stage is None or stage.kind.bracket is None or me not in stage.seeds:
        return False
    return any(me in game.out for game in bracket_now(t, stage).games)


def my_calls(t: Tournament, me: PlayerNo, match: Match | None) -> tuple[Call, ...]:
    """Calls that concern this player now: those of the current match, and own ones of no match that wait."""
    here = match.number if match else None
    shared = [c for c in t.calls.values() if here is not None and c.match == here and c.kind != "incident"]
    own = {c.number: c for c in [*(c for c in t.calls.values() if c.player == me), *shared]}.values()
    return tuple(c for c in own if c.match == here or (c.match is None and c.pending))
