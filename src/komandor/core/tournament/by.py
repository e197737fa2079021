"""Who gives a command: roles, and the groups of roles that the rows of actions name."""

from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["organiser", "marshal", "judge", "scorekeeper", "player", "public"]
Roles = tuple[Role, ...]

ROLES: Roles = get_args(Role)
HOST_ONLY: Roles = ()  # the host may give every command
ORGANISER: Roles = ("organiser",)
HEADS: Roles = ("organiser", "marshal")
LEADERS: Roles = ("organiser", "marshal", "judge")
STAFF: Roles = ("organiser", "marshal", "judge", "scorekeeper")
DESK: Roles = ("organiser", "scorekeeper")
PLAYER: Roles = ("player",)
PUBLIC: Roles = ("public",)
DESK_AND_PLAYERS = (*DESK, *PLAYER)
LEADERS_AND_PLAYERS = (*LEADERS, *PLAYER)
STAFF_AND_PLAYERS = (*STAFF, *PLAYER)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gives a command, as far as permissions need to know."""

    roles: tuple[str, ...]
    number: int | None = None
