"""Where people sit: fixed tables that could not be kept, and what to know about the pairs of a draw."""

from collections.abc import Iterable, Mapping

from komandor.core.ids import PlayerNo
from komandor.core.pairing.tables import Range, parse_ranges
from komandor.core.reasons import Reason, Refusal, why
from komandor.core.tournament.state import Match, Round, Tournament
from komandor.core.tournament.values import MOST_TABLES, DrawnMatch

Sat = Mapping[PlayerNo, frozenset[int]]
"""The tables at which each player sat before."""


def no_such_table(table: object) -> list[Reason]:
    """Why a table that somebody names cannot be one; no table at all is fine."""
    if not isinstance(table, int) or 1 <= table <= MOST_TABLES:
        return []
    return [why("tables.number", None, table=table, most=MOST_TABLES)]


def table_ranges(t: Tournament) -> tuple[Range, ...]:
    """The tables of the hall; none if all numbers from 1 will do."""
    ranges = parse_ranges(t.tables)
    return () if isinstance(ranges, Refusal) else ranges


def sat_at(t: Tournament, number: int) -> Sat:
    """The tables of every player in the rounds before this one."""
    sat: dict[PlayerNo, frozenset[int]] = {}
    for m in t.matches.values():
        for n in m.players if m.round < number and m.table is not None else ():
            sat[n] = sat.get(n, frozenset()) | {m.table or 0}
    return sat


def draw_remarks(t: Tournament, round_: Round) -> tuple[Reason, ...]:
    """What the organiser should know before the pairs are shown: tables, and groups in round 1."""
    matches = t.in_round(round_.number)
    groups = (same_group(t, m) for m in matches if round_.number == 1)
    return (*fixed_table_remarks(t, matches), *too_few_tables(t, matches), *filter(None, groups))


def same_group(t: Tournament, m: DrawnMatch | Match) -> Reason | None:
    """A pair of one family, car or club."""
    if m.b is None or not set(t.players[m.a].groups) & set(t.players[m.b].groups):
        return None
    return why("warning.same_group", "SWL-PAIR-3", a=m.a, b=m.b)


def fixed_table_remarks(t: Tournament, matches: Iterable[DrawnMatch | Match]) -> tuple[Reason, ...]:
    """Everybody of these matches who does not sit at the table that is fixed for them (COM-MAT-2)."""
    out = []
    for m in matches:
        seated = (m.a, m.b) if m.b is not None and m.table is not None else ()
        fixed = {n: table for n in seated if (table := t.players[n].fixed_table) is not None}
        code = "tables.fixed_both" if m.table in fixed.values() else "tables.fixed_missed"
        for player, wanted in fixed.items():
            if wanted != m.table:
                out.append(why(code, "COM-MAT-2", player=player, wanted=wanted, table=m.table))
    return tuple(out)


def too_few_tables(t: Tournament, matches: Iterable[DrawnMatch | Match]) -> tuple[Reason, ...]:
    """Whether the pairs need tables beyond those that the hall has."""
    ranges = table_ranges(t)
    last = ranges[-1][1] if ranges else None
    fixed = {p.fixed_table for p in t.players.values()}
    beyond = [m for m in matches if m.table is not None and m.table not in fixed and last and m.table > last]
    return (why("tables.too_few", "COM-MAT-2", pairs=len(beyond), last=last),) if beyond else ()


def wanted_twice(t: Tournament) -> tuple[Reason, ...]:
    """Tables that are fixed for more than one player: only one pair can sit there."""
    wanted: dict[int, list[PlayerNo]] = {}
    for n in t.active():
        if (table := t.players[n].fixed_table) is not None:
            wanted.setdefault(table, []).append(n)
    return tuple(
        why("tables.fixed_twice", "COM-MAT-2", table=table, players=tuple(those))
        for table, those in sorted(wanted.items())
        if len(those) > 1
    )
