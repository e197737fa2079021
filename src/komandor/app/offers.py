"""What a person may do now, and why not the rest: asked by routes, pages, next step and terminal."""

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields

from komandor.app.access import Actor, role_forbidden
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.actions import ACTION_OF, ACTIONS, closed_by, decide, not_now, switched_off
from komandor.core.tournament.state import Tournament

BY_NAME = {row.name: row for row in ACTIONS}


@dataclass(frozen=True, slots=True)
class Offers:
    """The actions of one person at one moment."""

    t: Tournament
    actor: Actor

    def may(self, *names: str) -> bool:
        """Whether at least one of these actions is possible for this person now."""
        return any(self.why_not(name) is None for name in names)

    def why_not(self, name: str) -> Reason | None:
        """Why this person cannot do this now, or None if they can.

        Role, duty and phase are known without the command's fields.  A command without fields is
        also put to `decide`, which changes nothing.
        """
        row = BY_NAME[name]
        if forbidden := role_forbidden(self.t, row, self.actor):
            return forbidden.reasons[0]
        if off := switched_off(row, self.t):
            return off
        if reason := not_now(row, self.t.phase):
            return closed_by(row, self.t) or reason
        return self._refused(row)

    def _refused(self, row: AnyAction) -> Reason | None:
        if fields(row.command):
            return None
        answer = decide(self.t, row.command(), c.TRYING)
        return answer.reasons[0] if isinstance(answer, Refusal) else None

    def may_give(self, commands: Sequence[c.Command]) -> bool:
        """Whether this person's roles allow every one of these commands."""
        return all(role_forbidden(self.t, ACTION_OF[type(x)], self.actor) is None for x in commands)

    def names(self) -> tuple[str, ...]:
        """Every action that is possible now, in the order of the rows."""
        return tuple(row.name for row in ACTIONS if self.why_not(row.name) is None)


def required_fields(command: type[c.Command]) -> tuple[str, ...]:
    """The fields that a command cannot do without."""
    plain = (f for f in fields(command) if f.default is MISSING and f.default_factory is MISSING)
    return tuple(f.name for f in plain)
