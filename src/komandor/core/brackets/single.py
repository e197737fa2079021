"""Single elimination of any size (COM-ELIM-1 to COM-ELIM-5)."""

from collections.abc import Sequence
from dataclasses import replace

from komandor.core.brackets.plan import BracketMatch, BracketPlan, Seed, Slot, WinnerOf, next_power_of_two
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse

Seeds = tuple[PlayerNo | None, ...]
"""Players in the order of their seeds; None is an empty seed: a bye for its opponent."""


def single(players: int) -> BracketPlan | Refusal:
    """The plan of a single elimination for this many players.

    Game k of the first round is seed k – seed N+1−k (COM-ELIM-2).  In later rounds the winner of
    game 1 meets the winner of the last game M, and so on (COM-ELIM-3, AMB-G13).  If there are fewer
    players than seeds, the lowest seeds are empty and the highest have byes (AMB-G31).
    """
    if players < 2:
        return refuse("bracket.too_few_players", "COM-ELIM-1", players=players)
    size = next_power_of_two(players)
    entries: list[Slot] = [Seed(n) for n in range(1, size + 1)]
    matches: list[BracketMatch] = []
    round = 0
    while len(entries) > 1:
        round += 1
        first = len(matches)
        for k in range(len(entries) // 2):
            a, b = entries[k], entries[-1 - k]
            matches.append(BracketMatch(number=first + k + 1, round=round, in_round=k + 1, a=a, b=b))
        entries = [WinnerOf(match.number) for match in matches[first:]]
    matches[-1] = replace(matches[-1], side="final")
    return BracketPlan(1, size, tuple(matches))


def byes_needed(players: int) -> int:
    """The number of byes in a tournament that starts with knock-out rounds (COM-ELIM-4)."""
    return next_power_of_two(players) - players


def knockout_start(order: Sequence[PlayerNo], numbers: Sequence[int]) -> Seeds:
    """Seeds for a tournament that starts with knock-out rounds (COM-ELIM-4, COM-ELIM-5, AMB-G14).

    `order` has the players as drawn: the first get the byes, the others are paired in this order.
    `numbers` has the entry numbers 1…M as drawn, those of the byes first.  A player with a bye
    counts as the winner of their entry number.
    """
    byes = byes_needed(len(order))
    rest = order[byes:]
    entries: list[tuple[PlayerNo, PlayerNo | None]] = [(player, None) for player in order[:byes]]
    entries += zip(rest[::2], rest[1::2], strict=True)
    if sorted(numbers) != list(range(1, len(entries) + 1)):
        raise ValueError(f"{len(entries)} entries need the numbers 1 to {len(entries)}, each once")
    seeds: list[PlayerNo | None] = [None] * (2 * len(entries))
    for number, (a, b) in zip(numbers, entries, strict=True):
        seeds[number - 1], seeds[-number] = a, b
    return tuple(seeds)
