"""Leaders who play, who rules in their matches, and who may not rule in a match."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from komandor.core.games.game import Level
from komandor.core.ids import NO_STAFF, PlayerNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.staffing import (
    Authority,
    Leader,
    authority,
    may_play,
    needs_substitute,
    substitute_problems,
)
from komandor.core.tournament.readings.regulations import in_own_rules, rules
from komandor.core.tournament.state import Match, Staff, Tournament


def leaders_ready(t: Tournament, players: Iterable[PlayerNo]) -> tuple[Reason, ...]:
    """Whoever rules in the games of a leader among these players is named and on duty before they are
    drawn (COM-PART-2, SWL-PART-1)."""
    leaders = leaders_here(t)
    by_number = {one.id: one for one in leaders}
    play = [by_number[s] for n in players if (s := t.players[n].staff) in by_number]
    return tuple(reason for one in play for reason in substitute_problems(rules(t), one, leaders))


def leaders_here(t: Tournament) -> tuple[Leader, ...]:
    return tuple(Leader(s.number, s.roles, s.substitute, s.on_duty) for s in t.staff.values() if s.leads)


def staff_besides(t: Tournament, *numbers: StaffNo | None) -> tuple[Staff, ...]:
    """Everybody on the staff but these."""
    return tuple(s for s in t.staff.values() if not s.dismissed and s.number not in numbers)


def on_duty_outside(t: Tournament, match: Match | None, *roles: str) -> bool:
    """Whether somebody with one of these roles is on duty and does not play in the match."""
    others = staff_besides(t, *(staff_in(t, match) if match else ()))
    return any(s.on_duty and set(roles) & set(s.roles) for s in others)


def marshal_decides(t: Tournament, match: Match | None = None) -> bool:
    """Whether an appeal from this match goes to a marshal, not to the organiser (COM-ROLE-5, AMB-G43)."""
    return rules(t).data.marshal and on_duty_outside(t, match, "marshal")


def without_ruler(t: Tournament) -> tuple[Match, ...]:
    """Games of the round that are not over and in which nobody on duty may rule (COM-PART-2)."""
    open_ = t.in_round(t.round_number) if any(p.staff for p in t.players.values()) else ()
    return tuple(m for m in open_ if not m.final and not who_rules(t, m).ruled_by)


def nobody_rules(t: Tournament) -> tuple[Reason, ...]:
    """A leader's game is not begun while nobody on duty may rule in it (COM-PART-2)."""
    return tuple(why("staff.nobody_at_table", "COM-PART-2", table=m.table) for m in without_ruler(t))


def may_not_play(
    t: Tournament, staff: StaffNo, roles: Collection[str], level: Level | None = None, kind: str | None = None
) -> tuple[Reason, ...]:
    """Why somebody with these roles may not play, at this or another level and kind of event (COM-PART)."""
    others = [role for other in staff_besides(t, staff) for role in other.roles]
    return may_play(rules(t), level or t.level, kind or t.event_kind, roles, others)


def staff_in(t: Tournament, match: Match) -> tuple[StaffNo | None, ...]:
    """For each player of a match their number on the staff."""
    return tuple(t.players[n].staff for n in match.players)


def own_match(t: Tournament, match: Match | None, staff: StaffNo | None) -> Refusal | None:
    """Nobody rules, sanctions or declares anybody absent in a match of their own (COM-PART-2)."""
    if match is None or staff is None or staff not in staff_in(t, match):
        return None
    return refuse("ruling.own_match", "COM-PART-2", staff=staff)


def who_rules(t: Tournament, match: Match) -> Authority:
    """The substitute of a leader who plays, the marshal where two do (COM-PART-2, COM-PART-3, SWL-PART-1)."""
    found = _who_rules(t, match)
    return replace(found, reasons=in_own_rules(t, Refusal(found.reasons)).reasons)


def rulers_announced(t: Tournament, matches: Iterable[Match]) -> tuple[Reason, ...]:
    """At which of these tables a leader plays, and who rules there: everybody may read it (COM-PART-2)."""
    staffed = (m for m in matches if any(staff_in(t, m)))
    ruled = ((m, who_rules(t, m)) for m in staffed)
    said = (
        why("staff.rules_at_table", found.reasons[0].rule, table=m.table, rulers=found.ruled_by)
        for m, found in ruled
        if found.reasons and found.ruled_by
    )
    return tuple(said)


def _who_rules(t: Tournament, match: Match) -> Authority:
    leaders = leaders_here(t)
    by_number = {one.id: one for one in leaders}
    pair = staff_in(t, match)
    play = [by_number[n] for n in pair if n in by_number]
    if len(play) == 1 and play[0].substitute is None and not needs_substitute(rules(t).data, play[0].roles):
        return Authority(tuple(one.id for one in leaders if one.on_duty and one.id != play[0].id))
    one, two = (n or NO_STAFF for n in (pair if len(pair) == 2 else (None, None)))
    return authority((one, two), leaders)
