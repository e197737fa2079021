"""The question to somebody who leaves during a game: conceded or not played? (AMB-G37)"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from komandor.core.games.reports import GAMES
from komandor.core.games.shorthand import lost_by
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.readings.lost_games import game_in_progress, own_points
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Cause, LeftGame, Plain
from komandor.web.forms.fields import MOST, SIDES, Fields
from komandor.web.rendering.event_page import EventPage

PointsTyped = tuple[str, str, str]
"""One side of a match that is conceded: side, name and the points that were typed."""
LEFT: tuple[LeftGame, ...] = get_args(LeftGame)
PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class SoFar:
    """What of a match that is given up counts: the points of the game, or who won the game before it."""

    points: list[PointsTyped]
    games: Sequence[tuple[str, str]]  # side and name of who may have won it
    typed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftGameAsked:
    """What the form asks whoever leaves during a game."""

    game: str
    by_desk: bool
    so_far: SoFar | None


def drop_command(
    t: Tournament, fields: Fields, player: PlayerNo, cause: Cause = "drop", reason: str = ""
) -> c.DropPlayer:
    """Leaving as the form says; before it is answered, the form proposes a concession."""
    asked = game_in_progress(t, player)
    game = fields.choice("game", LEFT, "") if asked else ""
    return c.DropPlayer(player, cause, reason, game, slip_so_far(fields) if game == "conceded" else {})


def slip_so_far(fields: Fields) -> dict[str, Plain]:
    """How the match stood when it was given up, where that was typed."""
    first = fields.choice("first_game", ("", PLAYING, *SIDES), "")
    if first:
        return {GAMES: () if first == PLAYING else (lost_by("b" if first == "a" else "a"),)}
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
        so_far=so_far(p, fields, match),
    )


def so_far(p: EventPage, fields: Fields, match: Match) -> SoFar | None:
    """What is asked of a match that is given up; None where the whole of it is lost in any case."""
    named = [(side, p.name(n)) for side, n in zip(SIDES, match.players, strict=True)]
    if rules(p.t).data.margins:
        return SoFar([(side, name, fields.raw(f"scores.{side}")) for side, name in named], [], "")
    return SoFar([], named, fields.raw("first_game")) if own_points(p.t, match) else None


def tried(t: Tournament, x: c.DropPlayer, context: c.Context) -> c.DropPlayer:
    """The command whose effect is shown: as long as the question is not answered in full, not played."""
    open_ = game_in_progress(t, x.player) and isinstance(decide(t, x, context), Refusal)
    return c.DropPlayer(x.player, x.cause, x.reason, "not_played") if open_ else x
