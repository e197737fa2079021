"""Who may do what: asks the rows of the actions, and keeps players to their own seat and matches.

Each row (`core.tournament.actions`) names the roles that may give the command; the host may give
all of them.  What a row keeps for one role only, it says in its function `allow`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import NO_STAFF, ORGANISER, MatchNo, PlayerNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.action import AnyAction, Command
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.by import Asker, Role
from komandor.core.tournament.readings.regulations import in_own_rules, rules
from komandor.core.tournament.references import MATCH, PLAYER, references
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: staff or player by number, the public, or the host's own command line."""

    kind: Literal["staff", "player", "public", "host"]
    number: int | None = None

    def __str__(self) -> str:
        return self.kind if self.number is None else f"{self.kind}:{self.number}"

    @property
    def staff(self) -> StaffNo | None:
        return StaffNo(self.number) if self.kind == "staff" and self.number is not None else None

    @property
    def acts_as(self) -> StaffNo | None:
        """The member of staff in whose name commands are given: the host acts for the organiser."""
        return ORGANISER if self.kind == "host" else self.staff

    @property
    def responsible(self) -> "Actor":
        """Who answers for the command: for the host that is the organiser."""
        return THE_ORGANISER if self.kind == "host" else self

    @property
    def player(self) -> PlayerNo | None:
        return PlayerNo(self.number) if self.kind == "player" and self.number is not None else None


HOST = Actor("host")
PUBLIC = Actor("public")
THE_ORGANISER = Actor("staff", ORGANISER)
SAME_AS = {"second_organiser": "organiser"}


def roles_of(t: Tournament, actor: Actor) -> tuple[str, ...]:
    """The roles in which somebody acts at this event (COM-ROLE-1)."""
    if actor.kind == "staff":
        staff = t.staff.get(actor.staff or NO_STAFF)
        return () if staff is None or staff.dismissed else tuple(SAME_AS.get(r, r) for r in staff.roles)
    if actor.kind == "player":
        return ("player",) if actor.player in t.players else ()
    return (actor.kind,)


def forbidden(t: Tournament, command: Command, actor: Actor) -> Refusal | None:
    """Why this person may not give this command, or None."""
    row = ACTION_OF[type(command)]
    if refusal := role_forbidden(t, row, actor):
        return refusal
    who = Asker(roles_of(t, actor.responsible), actor.responsible.number)
    reasons = _not_their_own(t, row, command, actor) if actor.kind == "player" else ()
    reasons = reasons or (row.allow(t, command, who) if row.allow else ())
    return in_own_rules(t, Refusal(tuple(reasons))) if reasons else None


def role_forbidden(t: Tournament, row: AnyAction, actor: Actor) -> Refusal | None:
    """Why this person's roles do not allow the action, whatever the command says; or None."""
    if actor.kind == "host":
        return None
    roles = roles_of(t, actor)
    if not set(roles) & {*row.by, *_by_document(t, row)}:
        refusal = refuse("access.role", "COM-ROLE-1", command=row.name, roles=roles)
        return in_own_rules(t, refusal)
    return None if row.off_duty else off_duty(t, actor)


def _by_document(t: Tournament, row: AnyAction) -> Iterator[Role]:
    """The roles to which the document of this game gives the action besides."""
    if row.also_by:
        known = rules(t).data.rules
        yield from (role for rule, roles in row.also_by if rule in known for role in roles)


def off_duty(t: Tournament, actor: Actor | None) -> Refusal | None:
    """Staff who are off duty may look but not act, also where no command is given (COM-ROLE-9)."""
    staff = t.staff.get(actor.staff or NO_STAFF) if actor else None
    if staff is None or staff.on_duty or "organiser" in staff.roles:
        return None
    return in_own_rules(t, refuse("access.off_duty", "COM-ROLE-9"))


def _not_their_own(t: Tournament, row: AnyAction, command: Command, actor: Actor) -> tuple[Reason, ...]:
    """A player touches only their own seat and matches; what is about a match may name their opponent."""
    named = set(references(command))
    if row.about is not MATCH and any(n != actor.number for thing, n in named if thing is PLAYER):
        return (why("access.not_yours", "COM-ROLE-1"),)
    matches = [t.match(MatchNo(n)) for thing, n in named if thing is MATCH]
    if any(match is None or actor.number not in match.players for match in matches):
        return (why("access.not_your_match", "COM-ROLE-1"),)
    return ()
