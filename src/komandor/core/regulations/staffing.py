"""Leaders who also play: whether they may, and who gives rulings in their matches (COM-PART, SWL-PART)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from komandor.core.games.game import GameData, Level, Rules
from komandor.core.ids import NO_STAFF, StaffNo
from komandor.core.reasons import Reason, why

LeaderRole = Literal["organiser", "second_organiser", "marshal", "judge"]
StaffRole = Literal[LeaderRole, "scorekeeper"]
LEADERS: tuple[LeaderRole, ...] = get_args(LeaderRole)
"""The roles of those who run an event (COM-ROLE-1)."""
STAFF_ROLES: tuple[StaffRole, ...] = get_args(StaffRole)
ORGANISERS = frozenset({"organiser", "second_organiser"})


@dataclass(frozen=True, slots=True)
class Leader:
    """A member of staff. `substitute` gives the rulings in this leader's own matches (COM-PART-2)."""

    id: StaffNo
    roles: tuple[str, ...]
    substitute: StaffNo | None = None
    on_duty: bool = True


@dataclass(frozen=True, slots=True)
class Authority:
    """Who may give rulings in a match, with the reasons."""

    ruled_by: tuple[StaffNo, ...]
    reasons: tuple[Reason, ...] = ()


def may_play(
    rules: Rules, level: Level, kind: str, roles: Collection[str], others: Collection[str]
) -> tuple[Reason, ...]:
    """All reasons why a person with `roles` may not play, while other staff have the roles `others`."""
    if not set(roles) & set(LEADERS):
        return ()
    return tuple(_objections(rules.data, level, kind, roles, others))


def _objections(
    data: GameData, level: Level, kind: str, roles: Collection[str], others: Collection[str]
) -> Iterator[Reason]:
    rule, role = data.leaders_play, next(one for one in LEADERS if one in roles)
    if level not in rule.levels:
        yield why("staff.level_forbids", data.rules["leader_barred"], level=level, role=role)
    elif kind in rule.barred_kinds:
        yield why("staff.event_forbids", data.rules["leader_barred"], kind=kind, role=role)
    elif needs_substitute(data, roles) and not _able(data, others):
        yield why("staff.no_other_leader", data.rules["leader_plays"], role=role, needs=_needed(data))


def needs_substitute(data: GameData, roles: Collection[str]) -> bool:
    """Whether a playing leader with these roles needs another one for rulings (COM-PART-1, SWL-PART-1)."""
    listed = set(data.leaders_play.needs_substitute)
    return bool(listed & {"organiser" if role in ORGANISERS else role for role in roles})


def _needed(data: GameData) -> str:
    """The role that a substitute needs: any leader's, or that of the second organiser (SWL-PART-1)."""
    return "second_organiser" if data.leaders_play.substitute == "organiser" else "leader"


def _able(data: GameData, roles: Collection[str]) -> bool:
    wanted = set(LEADERS) if data.leaders_play.substitute == "leader" else ORGANISERS
    return bool(wanted & set(roles))


def substitute_problems(rules: Rules, leader: Leader, leaders: Iterable[Leader]) -> tuple[Reason, ...]:
    """Why this playing leader's substitute is missing or cannot give rulings (COM-PART-2)."""
    if not needs_substitute(rules.data, leader.roles):
        return ()
    named, needs = leader.substitute, _needed(rules.data)
    if named is None:
        return (why("staff.substitute_not_named", "COM-PART-2", staff=leader.id),)
    found = [one for one in leaders if one.id == named and one.id != leader.id]
    if not found or not _able(rules.data, found[0].roles):
        return (why("staff.substitute_unfit", "COM-PART-2", staff=leader.id, substitute=named, needs=needs),)
    if found[0].on_duty:
        return ()
    return (why("staff.substitute_off_duty", "COM-PART-2", staff=leader.id, substitute=named),)


RANKS = (frozenset({"marshal"}), ORGANISERS, frozenset({"judge"}))
"""Who decides where the one before is not there or not on duty (COM-ROLE-5, AMB-G43)."""


def authority(pair: tuple[StaffNo, StaffNo], leaders: Iterable[Leader]) -> Authority:
    """Who gives rulings in a match: nobody who is off duty (COM-ROLE-9).

    If one leader plays, that leader's substitute (COM-PART-2); if both players are leaders, the marshal
    (COM-PART-3), and where no marshal is free whoever was named as substitute. Where they are not on duty,
    the next in rank.
    """
    known = tuple(leaders)
    playing = [one for one in known if one.id in pair]
    outside = tuple(one for one in known if one.id not in pair and one.on_duty)
    if not playing:
        return Authority(tuple(one.id for one in outside))
    if len(playing) == len(pair):
        return _marshal(playing, outside)
    if not outside:
        return Authority((), (why("staff.nobody_on_duty", "COM-PART-2"),))
    named = playing[0].substitute or NO_STAFF
    if any(one.id == named for one in outside):
        return Authority((named,), (why("staff.substitute_rules", "COM-PART-2", substitute=named),))
    able = _next_in_rank(outside)
    return Authority(able, (why("staff.next_in_rank", "COM-PART-2", rulers=able),))


def _next_in_rank(outside: tuple[Leader, ...]) -> tuple[StaffNo, ...]:
    """Everybody of the highest rank that is there."""
    ranked = (tuple(one.id for one in outside if rank & set(one.roles)) for rank in RANKS)
    return next(filter(None, ranked), ())


def _marshal(playing: Sequence[Leader], outside: tuple[Leader, ...]) -> Authority:
    """The marshals who are not in the match; else the organiser (COM-ROLE-5) and the substitutes, with a
    warning."""
    if marshals := tuple(one.id for one in outside if "marshal" in one.roles):
        return Authority(marshals, (why("staff.marshal_rules", "COM-PART-3", marshal=marshals[0]),))
    named = {one.substitute for one in playing}
    able = tuple(one.id for one in outside if ORGANISERS & set(one.roles) or one.id in named)
    able = able or _next_in_rank(outside)
    if not able:
        return Authority((), (why("staff.nobody_outside", "COM-PART-3"),))
    return Authority(able, (why("staff.no_marshal_outside", "COM-PART-3", substitute=able),))
