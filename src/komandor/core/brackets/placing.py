"""Final places: by the round of elimination, inside a round by Swiss rank (AMB-G24).

The documents say nothing about it.  In a double elimination of eight players the same rule
gives the 3rd place to the loser of game 13, the 4th to the loser of game 12, 5–6 to those of
games 10 and 11, 7–8 to those of games 7 and 8 (SWL-DE-3).  Players who left are placed in the
round in which they left, after those who lost in it (AMB-S15).
"""

from collections.abc import Mapping, Sequence

from komandor.core.brackets.play import BracketGame, BracketState
from komandor.core.ids import PlayerNo


def places(state: BracketState) -> Mapping[PlayerNo, int | None]:
    """The place of every seeded player, best seed first; None while it is not known.

    Places are given from the last one up: the losers of a round get theirs when the round is decided.
    """
    by_seed = {player: seed for seed, player in enumerate(state.seeds) if player is not None}
    placed: dict[PlayerNo, int | None] = dict.fromkeys(by_seed)
    free = len(by_seed)
    for games in _rounds(state):
        if not all(game.decided for game in games):
            break
        out = [(g.status in ("bye", "empty"), by_seed[player], player) for g in games for player in g.out]
        for *_, player in sorted(out, reverse=True):
            placed[player] = free
            free -= 1
    if state.champion is not None:
        placed[state.champion] = 1
    return placed


def final_order(state: BracketState, swiss: Sequence[PlayerNo]) -> tuple[tuple[PlayerNo, int | None], ...]:
    """The places of all players: first those of the bracket, then the others in Swiss order (AMB-G24)."""
    top = places(state)
    rest = [player for player in swiss if player not in top]
    known = sorted(top.items(), key=lambda item: (item[1] is None, item[1] or 0))
    return (*known, *((player, place) for place, player in enumerate(rest, len(top) + 1)))


def _rounds(state: BracketState) -> list[list[BracketGame]]:
    rounds: dict[int, list[BracketGame]] = {}
    for game in state.games:
        rounds.setdefault(game.round, []).append(game)
    return [rounds[number] for number in sorted(rounds)]
