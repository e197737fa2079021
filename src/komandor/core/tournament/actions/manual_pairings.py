"""Changes of the pairings by hand: two players swapped, a match moved to another table."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import MatchNo, PlayerNo, RoundNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows, always
from komandor.core.tournament.actions.calls import CallClosed, ended
from komandor.core.tournament.readings.calls import pending_calls
from komandor.core.tournament.readings.pairings import idle_players, swap_warnings
from komandor.core.tournament.readings.seats import no_such_table
from komandor.core.tournament.references import MATCH, PLAYER
from komandor.core.tournament.seat_changes import follow_players
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import DrawnMatch, PairingChange, ReasonText


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Swap two players in a paired round (a bye counts as a seat)."""

    first: PlayerNo
    second: PlayerNo
    reason: ReasonText


@dataclass(frozen=True, slots=True)
class MoveTable(Command):
    match: MatchNo
    table: Annotated[int, "A table number."]
    reason: ReasonText = ""


@dataclass(frozen=True, slots=True)
class PairLeftOver(Command):
    """Pair two players who have no opponent because of a bye or a no-show."""

    first: PlayerNo
    second: PlayerNo
    reason: ReasonText


@dataclass(frozen=True, slots=True)
class PairingChanged(Event):
    """A change by hand: before, after, why. Everybody can always see it."""

    round: RoundNo
    before: tuple[DrawnMatch, ...]
    after: tuple[DrawnMatch, ...]
    reason: str
    warnings: Annotated[tuple[str, ...], "codes of the named warnings"] = ()


def swap(t: Tournament, x: SwapPlayers, ctx: Context) -> Answer:
    """Two players swap seats. The log shows before, after, who and why."""
    round_ = t.this_round
    if not t.stages[round_.stage].kind.pairs_by_hand:
        return refuse("swap.bracket_is_fixed", "COM-ELIM-2")
    seats = {n: m for m in t.in_round(round_.number) for n in m.players}
    missing = [n for n in (x.first, x.second) if n not in seats]
    if missing:
        return refuse("swap.not_in_round", None, player=missing[0])
    one, two = seats[x.first], seats[x.second]
    problems: list[Reason] = []
    if one.number == two.number:
        problems.append(why("swap.same_table", None, table=one.table))
    if not x.reason.strip():
        problems.append(why("swap.reason_missing"))
    if one.result or two.result:
        problems.append(why("draw.results_in", None, round=round_.number))
    if "awarded_bye" in (one.kind, two.kind):
        problems.append(why("swap.awarded_bye", "COM-BYE-1"))
    if problems:
        return Refusal(tuple(problems))
    change = {x.first: x.second, x.second: x.first}
    before = (one.drawn(), two.drawn())
    after = tuple(
        DrawnMatch(
            match=m.match,
            table=m.table,
            a=change.get(m.a, m.a),
            b=None if m.b is None else change.get(m.b, m.b),
            kind=m.kind,
        )
        for m in before
    )
    warnings = tuple(w.code for w in swap_warnings(t, after))
    changed = PairingChanged(round_.number, before, after, x.reason.strip(), warnings)
    return (*_calls_at(t, (one, two), ctx), changed)


def _calls_at(t: Tournament, tables: Collection[Match], ctx: Context) -> tuple[CallClosed, ...]:
    """Calls at tables where others will sit end without a ruling, as when a round is drawn again."""
    numbers = {m.number for m in tables}
    return ended((call for call in pending_calls(t) if call.match in numbers), ctx)


def pair_left_over(t: Tournament, x: PairLeftOver, ctx: Context) -> Answer:
    """They play each other instead of each getting a free win."""
    here = idle_players(t)
    if x.first not in here:
        return refuse("pair.has_opponent", "COM-DROP-2", player=x.first)
    return pair_idle(t, x.first, here[x.first], x.second, x.reason, ctx)


def pair_idle(
    t: Tournament, player: PlayerNo, match: Match, other: PlayerNo, reason: str, ctx: Context
) -> Answer:
    """The player stays at the match's table and gets `other`, who has no opponent either."""
    if t.phase not in when.PUBLISHED:
        return refuse("pair.clock_runs", "COM-DROP-2")
    free = idle_players(t).get(other)
    if free is None or free.number == match.number:
        return refuse("pair.has_opponent", "COM-DROP-2", player=other)
    if _played((match, free)):
        return refuse("draw.results_in", None, round=match.round)
    if not reason.strip():
        return refuse("swap.reason_missing")
    kept, gone = (match, free) if match.table is not None else (free, match)
    after = (DrawnMatch(match=kept.number, table=kept.table, a=player, b=other),)
    warnings = tuple(w.code for w in swap_warnings(t, after))
    before = (kept.drawn(), gone.drawn())
    changed = PairingChanged(RoundNo(match.round), before, after, reason.strip(), warnings)
    return (*_calls_at(t, (match, free), ctx), changed)


def move_table(t: Tournament, x: MoveTable, ctx: Context) -> Answer:
    """To a free table, or two matches swap tables."""
    round_ = t.this_round
    here = {m.number: m for m in t.in_round(round_.number)}
    if x.match not in here:
        return refuse("match.unknown", None, match=x.match)
    if nowhere := no_such_table(x.table):
        return Refusal(tuple(nowhere))
    one = here[x.match]
    if one.kind != "match":
        return refuse("tables.cannot_move", None, match=x.match)
    two = next((m for m in here.values() if m.table == x.table), None)
    moved = [m for m in (one, two) if m is not None]
    if one is two or any(m.result for m in moved):
        return refuse("tables.cannot_move", None, match=x.match)
    target = {one.number: x.table} | ({two.number: one.table or 0} if two else {})
    after = tuple(
        DrawnMatch(match=m.number, table=target[m.number], a=m.a, b=m.b, kind=m.kind, game=m.game)
        for m in moved
    )
    before = tuple(m.drawn() for m in moved)
    return (PairingChanged(round_.number, before, after, x.reason.strip() or "table"),)


def _pairing_changed(t: Tournament, x: PairingChanged) -> None:
    old = {m.match: t.matches.pop(m.match) for m in x.before}
    for m in x.after:
        known = old.get(m.match)
        if known and (known.a, known.b) == (m.a, m.b):  # only the table is another
            t.matches[m.match] = replace(known, table=m.table, changed=True)
        else:
            t.matches[m.match] = Match(
                number=m.match,
                round=x.round,
                table=m.table,
                a=m.a,
                b=m.b,
                kind=m.kind,
                game=m.game,
                changed=True,
            )
    round_ = t.rounds[x.round]
    gone = {m.match for m in x.before} - {m.match for m in x.after}
    new = tuple(m.match for m in x.after if m.match not in round_.matches)
    matches = (*(n for n in round_.matches if n not in gone), *new)
    t.rounds[x.round] = replace(round_, matches=matches, changes=round_.changes + 1)
    follow_players(t, x.round, {n for n, m in old.items() if n in gone or t.matches[n].players != m.players})
    t.changes[t.version] = PairingChange(x.round, x.reason)


def _played(matches: Iterable[Match]) -> bool:
    """Whether a game of these matches has a result, also one that nobody has confirmed yet."""
    return any(m.kind == "match" and m.result and not m.result.forfeit for m in matches)


def _as_before(t: Tournament, x: PairingChanged) -> bool:
    """Whether the matches are those that were changed, none has been played, nobody here loses a seat, and
    nobody who did not come gets one. While the clock runs only tables change.
    """
    now = [t.matches[m.match] for m in x.before]
    if _played(now) or [m.drawn() for m in now] != list(x.before):
        return False
    seated = {n for m in x.after for n in (m.a, m.b)}
    loses = any(n not in seated and t.players[n].active for m in now for n in m.players)
    absent = {n for m in now if m.result for n in m.players if n != m.result.winner}
    same = [(m.a, m.b) for m in x.before] == [(m.a, m.b) for m in x.after]
    return not loses and not absent & seated and (same or t.phase in when.SEATED)


ROWS: Rows = (
    Action(SwapPlayers, by.ORGANISER, when.SEATED, swap, newest_state=True, about=PLAYER),
    Action(PairLeftOver, by.ORGANISER, when.PUBLISHED, pair_left_over, newest_state=True, about=PLAYER),
    Action(MoveTable, by.STAFF, when.MOVING, move_table, newest_state=True, about=MATCH),
    EventRow(PairingChanged, _pairing_changed, needs_phase=when.MOVING, needs=_as_before, by_hand=always),
)
