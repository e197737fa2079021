"""Which factions were played, and how they did: for everybody once the lists are published to all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament

Faction = tuple[str, str]
"""The field or column of a list that says it, and what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionRow:
    """One faction: how many played it, and their matches at a table."""

    faction: Faction
    players: int
    wins: int
    draws: int
    losses: int
    best: int | None  # the best final place

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> Fraction | None:
        """The share of matches that were won; a draw is half a win."""
        return Fraction(2 * self.wins + self.draws, 2 * self.games) if self.games else None


def factions_of(t: Tournament, number: PlayerNo) -> tuple[Faction, ...]:
    """The factions of a player's newest list, each once."""
    lists = t.players[number].lists
    return tuple(dict.fromkeys(_factions(t, lists[-1].content))) if lists else ()


def _factions(t: Tournament, content: Mapping[str, object]) -> Iterator[Faction]:
    for one in rules(t).list_form:
        value = content.get(one.key)
        if one.factions and isinstance(value, str):
            yield one.key, value
        elif one.headline and isinstance(value, tuple):
            named = one.key if one.headline == "name" else one.headline
            found = (line.get(one.headline) for line in value if isinstance(line, Mapping))
            yield from ((named, word) for word in found if isinstance(word, str) and word)


def shown_factions(t: Tournament) -> Mapping[PlayerNo, tuple[Faction, ...]]:
    """Everybody's factions, if the lists are public; nothing before."""
    return {n: factions_of(t, n) for n in t.players} if t.lists_shown == "all" else {}


def factions_view(t: Tournament) -> tuple[FactionRow, ...]:
    """The factions by number of players, with their results so far; nothing before the lists are public."""
    return factions_for_staff(t) if t.lists_shown == "all" else ()


def factions_for_staff(t: Tournament) -> tuple[FactionRow, ...]:
    """The same from the first list on, as staff see every list."""
    played = {n: factions_of(t, n) for n, player in t.players.items() if not player.outside}
    every = dict.fromkeys(one for found in played.values() for one in found)
    rows = [_row(t, one, tuple(n for n, found in played.items() if one in found)) for one in every]
    return tuple(sorted(rows, key=lambda row: (-row.players, row.faction)))


def _row(t: Tournament, faction: Faction, players: tuple[PlayerNo, ...]) -> FactionRow:
    ends = [
        score.outcome
        for match in t.matches.values()
        if match.kind == "match" and match.final and match.result
        for score in match.result.scores
        if score.player in players and score.outcome.played
    ]
    wins, draws = sum(one.won for one in ends), ends.count(Outcome.DRAW)
    best = min((place for n, place in t.places if n in players), default=None)
    return FactionRow(
        faction=faction,
        players=len(players),
        wins=wins,
        draws=draws,
        losses=len(ends) - wins - draws,
        best=best,
    )
