"""What each way of coming late would mean for the bye, the tables and the standings, before it is done."""

from dataclasses import dataclass

from komandor.app.queries.staff.effects import effect_of
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import bye_score
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import LateChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry:
    """One way to come in, as it would be."""

    opponent: PlayerNo | None  # who has the bye now and would play
    bye_points: int  # what the bye is worth that they lose
    table: int | None
    first: int  # the round from which they play
    missed: tuple[int, ...]  # rounds without them
    points: int
    place: int
    ranked: int  # in the standings, with them; who has left keeps a place
    players: int  # who play on, with them
    lower: tuple[PlayerNo, ...]  # who would stand lower than now
    bye_next: bool  # the next round would have an odd number of players


def late_entry(t: Tournament, choice: LateChoice) -> LateEntry | Refusal:
    """What this way would change now, or why it is not possible."""
    command = c.EnterLate(choice, members=2 if t.teams else 1)
    effect = effect_of(t, command, c.TRYING)
    if isinstance(effect, Refusal):
        return effect
    after = effect.after
    number = max(after.players)
    player, own = after.players[number], next((m for m in effect.moved if m.player == number), None)
    match = next((m for m in after.in_round(after.round_number) if number in m.players), None)
    return LateEntry(
        opponent=match.opponent(number) if match else None,
        bye_points=bye_score(t).points,
        table=match.table if match else None,
        first=player.entered,
        missed=player.missed or player.byes_granted,
        points=own.points_after if own else 0,
        place=(own and own.after) or 0,
        ranked=len(standings_of(after, provisional=True)),
        players=len(after.active()),
        lower=tuple(m.player for m in effect.moved if m.before and m.after and m.after > m.before),
        bye_next=len(after.active()) % 2 == 1,
    )
