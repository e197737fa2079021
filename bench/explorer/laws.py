"""What no event may look like after a step, asked of the engine's own state.

Whatever a log can show is a law of the checker (`komandor.check`). Here stands what only the state
before and after a step shows, and what would otherwise wait for the end of a walk.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from komandor.core.tournament.state import Tournament

Names = frozenset[str]
Law = Callable[[Tournament, Tournament, Names], Iterator[str]]
"""The event before, after, and the actions between; gives what is broken."""


def one_seat_each(_: Tournament, after: Tournament, __: Names) -> Iterator[str]:
    """Nobody sits twice in a round, and no table has two matches."""
    matches = after.in_round(after.round_number)
    seats = [*chain.from_iterable(m.players for m in matches)]
    tables = [m.table for m in matches if m.table]
    if len(seats) > len(set(seats)) or len(tables) > len(set(tables)):
        yield f"round {after.round_number}: {sorted(seats)} at {sorted(tables)}"


def published_for_who_is_here(_: Tournament, after: Tournament, names: Names) -> Iterator[str]:
    """No round is shown in which somebody would play who has left."""
    if "PublishRound" in names:
        open_ = (m for m in after.in_round(after.round_number) if not m.final)
        gone = [n for m in open_ for n in m.players if not after.players[n].active]
        if gone:
            yield f"{gone}"


def one_place_each(_: Tournament, after: Tournament, __: Names) -> Iterator[str]:
    """At the end nobody has two places."""
    players = [n for n, _ in after.places]
    if len(players) > len(set(players)):
        yield f"{after.places}"


def version_grows(before: Tournament, after: Tournament, names: Names) -> Iterator[str]:
    """The log only grows."""
    if after.version < before.version:
        yield f"{names}: {before.version} → {after.version}"


LAWS: tuple[Law, ...] = (one_seat_each, published_for_who_is_here, one_place_each, version_grows)


def broken(before: Tournament, after: Tournament, names: Names) -> Iterator[tuple[str, str]]:
    """Every law that is broken after this step, and how."""
    for law in LAWS:
        for text in law(before, after, names):
            yield law.__name__, text
