"""Staff: appointed, dismissed, on and off duty, and substitutes for leaders who play."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.staffing import LEADERS, STAFF_ROLES, StaffRole
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, E, Event, EventRow, Rows
from komandor.core.tournament.readings.leaders import may_not_play, staff_besides, without_ruler
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.references import STAFF
from komandor.core.tournament.state import Staff, Tournament


@dataclass(frozen=True, slots=True)
class AppointStaff(Command):
    roles: Annotated[tuple[str, ...], "organiser, second_organiser, marshal, judge, scorekeeper."]
    staff: Annotated[StaffNo | None, "if not given: a new person"] = None


@dataclass(frozen=True, slots=True)
class DismissStaff(Command):
    staff: StaffNo


@dataclass(frozen=True, slots=True)
class SetDuty(Command):
    staff: StaffNo
    on_duty: Annotated[bool, "Whether they are on duty."]


@dataclass(frozen=True, slots=True)
class NameSubstitute(Command):
    staff: StaffNo
    substitute: Annotated[StaffNo, "Number of the staff member who gives the rulings instead."]


@dataclass(frozen=True, slots=True)
class StaffAppointed(Event):
    staff: StaffNo
    roles: tuple[StaffRole, ...]


@dataclass(frozen=True, slots=True)
class StaffDismissed(Event):
    staff: StaffNo


@dataclass(frozen=True, slots=True)
class DutyChanged(Event):
    staff: StaffNo
    on_duty: bool


@dataclass(frozen=True, slots=True)
class SubstituteNamed(Event):
    """The other leader who rules in the games of a leader who plays (COM-PART-2)."""

    staff: StaffNo
    substitute: StaffNo


def appoint(t: Tournament, x: AppointStaff, ctx: Context) -> Answer:
    """Exactly one organiser (COM-ROLE-3); any number of marshals and judges (COM-ROLE-6, COM-ROLE-10)."""
    roles = tuple(role for role in x.roles if role in STAFF_ROLES)
    if roles != x.roles or not roles:
        unknown = next((role for role in x.roles if role not in roles), "")
        return refuse("staff.unknown_role", "COM-ROLE-1", role=unknown, known=STAFF_ROLES)
    number = x.staff if x.staff is not None else StaffNo(max(t.staff, default=0) + 1)
    organiser = next((s.number for s in staff_besides(t) if "organiser" in s.roles), None)
    problems: list[Reason] = []
    data = rules(t).data
    two_organisers = data.leaders_play.substitute == "organiser"
    if "organiser" in x.roles and organiser not in (None, number):
        problems.append(
            why("staff.appoint_second", "SWL-PART-1")
            if two_organisers
            else why("staff.one_organiser", "COM-ROLE-3")
        )
    if "marshal" in x.roles and not data.marshal:
        problems.append(why("staff.no_marshal", "SWL-GEN-7"))
    if organiser == number and "organiser" not in x.roles:
        problems.append(why("staff.organiser_needed", "COM-ROLE-3"))
    if "second_organiser" in x.roles and not two_organisers:
        problems.append(why("staff.one_organiser", "COM-ROLE-3"))
    elif "second_organiser" in x.roles and any(
        "second_organiser" in s.roles for s in staff_besides(t, number)
    ):
        problems.append(why("staff.one_second_organiser", "SWL-GEN-7"))
    if not set(x.roles) & set(LEADERS) and _rules_for_another(t, number):
        problems.append(why("staff.rules_for_another", "COM-PART-2", staff=number))
    problems.extend(_promoted(t, number, x.roles))
    if problems:
        return Refusal(tuple(problems))
    appointed = StaffAppointed(number, roles)
    return _nobody_would_rule(t, number, _appointed, appointed) or (appointed,)


def _promoted(t: Tournament, number: StaffNo, roles: tuple[str, ...]) -> tuple[Reason, ...]:
    """A player who becomes a leader is a leader who plays (COM-PART-4)."""
    if not any(p.staff == number and p.active for p in t.players.values()):
        return ()
    return may_not_play(t, number, roles)


def dismiss(t: Tournament, x: DismissStaff, ctx: Context) -> Answer:
    staff = t.staff[x.staff]
    if staff.dismissed:
        return refuse("staff.unknown", None, staff=x.staff)
    if "organiser" in staff.roles:
        return refuse("staff.organiser_needed", "COM-ROLE-3")
    if _rules_for_another(t, x.staff):
        return refuse("staff.rules_for_another", "COM-PART-2", staff=x.staff)
    dismissed = StaffDismissed(x.staff)
    return _nobody_would_rule(t, x.staff, _dismissed, dismissed) or (dismissed,)


def _rules_for_another(t: Tournament, staff: StaffNo) -> bool:
    """Whether a leader who plays has named this person to rule in their games (COM-PART-2)."""
    playing = [p.staff for p in t.players.values() if p.active and p.staff and p.staff != staff]
    return any(n in t.staff and t.staff[n].substitute == staff for n in playing)


def set_duty(t: Tournament, x: SetDuty, ctx: Context) -> Answer:
    """A marshal or judge who is off duty counts as a spectator and says so (COM-ROLE-9)."""
    staff = t.staff[x.staff]
    if staff.dismissed:
        return refuse("staff.unknown", None, staff=x.staff)
    if "organiser" in staff.roles and not x.on_duty:
        return refuse("staff.organiser_stays", "COM-ROLE-9")
    changed = DutyChanged(x.staff, x.on_duty)
    return _nobody_would_rule(t, x.staff, _duty, changed) or (changed,)


def _nobody_would_rule(
    t: Tournament, staff: StaffNo, apply: Callable[[Tournament, E], None], event: E
) -> Refusal | None:
    """Refused while a leader plays a game in which nobody on duty would be left to rule (COM-PART-2)."""
    if not t.playing:
        return None
    after = t.fork()
    apply(after, event)
    already = without_ruler(t)
    tables = tuple(m.table or 0 for m in without_ruler(after) if m not in already)
    return refuse("staff.nobody_would_rule", "COM-PART-2", staff=staff, tables=tables) if tables else None


def name_substitute(t: Tournament, x: NameSubstitute, ctx: Context) -> Answer:
    """Another staff member, present and announced, gives the rulings for one who plays (COM-PART-2)."""
    two = t.staff[x.substitute]
    if two.dismissed:
        return refuse("staff.unknown", None, staff=x.substitute)
    if x.staff == x.substitute or not two.leads:
        return refuse("staff.substitute_must_be_another_leader", "COM-PART-2")
    return (SubstituteNamed(x.staff, x.substitute),)


def _appointed(t: Tournament, x: StaffAppointed) -> None:
    known = t.staff.get(x.staff)
    t.staff[x.staff] = Staff(x.staff, x.roles, substitute=known.substitute if known else None)


def _dismissed(t: Tournament, x: StaffDismissed) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], dismissed=True, on_duty=False)
    _calls_wait_again(t, x.staff)


def _duty(t: Tournament, x: DutyChanged) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], on_duty=x.on_duty)
    if not x.on_duty:
        _calls_wait_again(t, x.staff)


def _calls_wait_again(t: Tournament, staff: StaffNo) -> None:
    """Whoever was on the way to a table does not come: the call is open to others."""
    for call in tuple(t.calls.values()):
        if call.state == "taken" and call.staff == staff:
            t.calls[call.number] = replace(call, state="open", staff=None)


def _substitute(t: Tournament, x: SubstituteNamed) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], substitute=x.substitute)


def _own_duty(t: Tournament, x: SetDuty, who: by.Asker) -> tuple[Reason, ...]:
    if "organiser" in who.roles or x.staff == who.number:
        return ()
    return (why("access.not_yours", "COM-ROLE-9"),)


ROWS: Rows = (
    Action(AppointStaff, by.ORGANISER, when.BEFORE_THE_END, appoint, about=STAFF, names=STAFF),
    Action(DismissStaff, by.ORGANISER, when.BEFORE_THE_END, dismiss, about=STAFF),
    Action(SetDuty, by.LEADERS, when.BEFORE_THE_END, set_duty, off_duty=True, allow=_own_duty, about=STAFF),
    Action(NameSubstitute, by.ORGANISER, when.BEFORE_THE_END, name_substitute, about=STAFF),
    EventRow(StaffAppointed, _appointed, makes=STAFF, names=STAFF),
    EventRow(StaffDismissed, _dismissed),
    EventRow(DutyChanged, _duty),
    EventRow(SubstituteNamed, _substitute),
)
