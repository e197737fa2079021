"""The question to somebody who leaves during a game: conceded or not played? (AMB-G37)"""

from dataclasses import dataclass
from typing import get_args

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.readings.lost_games import game_in_progress
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Cause, LeftGame, Plain
from komandor.web.forms.fields import MOST, SIDES, Fields
from komandor.web.rendering.event_page import EventPage

PointsTyped = tuple[str, str, str]
"""One side of a match that is conceded: side, name and the points that were typed."""
GAMES: tuple[LeftGame, ...] = get_args(LeftGame)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftGameAsked:
    """What the form asks whoever leaves during a game; `points`: whether those so far are asked too."""

    game: str
    by_desk: bool
    points: bool
    sides: list[PointsTyped]


def drop_command(
    t: Tournament, fields: Fields, player: PlayerNo, cause: Cause = "drop", reason: str = ""
) -> c.DropPlayer:
    """Leaving as the form says; before it is answered, the form proposes a concession."""
    asked = game_in_progress(t, player)
    game = fields.choice("game", GAMES, "") if asked else ""
    return c.DropPlayer(player, cause, reason, game, slip_so_far(fields) if game == "conceded" else {})


def slip_so_far(fields: Fields) -> dict[str, Plain]:
    """The points at the moment of the concession, where they were typed."""
    pair = tuple(fields.optional_number(f"scores.{side}", 0, MOST) for side in SIDES)
    return {} if None in pair else {"scores": pair}


def question(p: EventPage, fields: Fields, player: PlayerNo, by_desk: bool = True) -> LeftGameAsked | None:
    """What the form has to ask; None if no game is in progress. A player may only say that it is lost."""
    match = game_in_progress(p.t, player)
    if match is None:
        return None
    return LeftGameAsked(
        game=fields.raw("game") or "conceded",
        by_desk=by_desk,
        points=bool(rules(p.t).data.margins),
        sides=points_so_far(p, fields, match),
    )


def points_so_far(p: EventPage, fields: Fields, match: Match) -> list[PointsTyped]:
    """The two sides of a match that is conceded."""
    return [
        (side, p.name(n), fields.raw(f"scores.{side}")) for side, n in zip(SIDES, match.players, strict=True)
    ]


def tried(t: Tournament, x: c.DropPlayer, context: c.Context) -> c.DropPlayer:
    """The command whose effect is shown: as long as the question is not answered in full, not played."""
    open_ = game_in_progress(t, x.player) and isinstance(decide(t, x, context), Refusal)
    return c.DropPlayer(x.player, x.cause, x.reason, "not_played") if open_ else x
