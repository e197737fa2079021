"""What the pages of all players share at one version of an event, computed once for all of them."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from komandor.app.ledger import Loaded
from komandor.app.queries.everybody.rounds import points_before
from komandor.app.queries.player.my_changes import MyChange, changes_by_player
from komandor.app.queries.player.my_latest import latest
from komandor.core.ids import PlayerNo
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The round, seats and standings that every player's page needs. Standings are made when asked for."""

    round: Round | None  # the latest published round
    seats: Mapping[PlayerNo, Match]
    of_closed: "OfClosed"
    of_open: Callable[[], tuple[Standing, ...]]
    changes: Mapping[PlayerNo, tuple[MyChange, ...]] = field(default_factory=dict)  # for each player

    @property
    def before(self) -> Mapping[PlayerNo, int]:
        """Points of each player before the round."""
        return self.of_closed.before()

    @property
    def rows(self) -> tuple[Standing, ...]:
        return self.of_closed.rows()

    @property
    def standing(self) -> Mapping[PlayerNo, Standing]:
        return self.of_closed.standing()

    @property
    def counting(self) -> tuple[Standing, ...]:
        """Standings with the results of the open round."""
        return self.of_open()


class OfClosed:
    """What follows from the closed rounds: the same while results of the open round arrive."""

    def __init__(self, t: Tournament) -> None:
        shown = shown_round(t)
        self.before = cache(lambda: points_before(t, shown.number) if shown else {})
        self.rows = cache(lambda: standings_of(t))
        self.standing = cache(lambda: {row.player: row for row in self.rows()})


BOARDS = 8  # boards kept in memory
_boards: OrderedDict[tuple[str, str], Board] = OrderedDict()
_closed: OrderedDict[tuple[str, str], OfClosed] = OrderedDict()
_locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # one for each event


def board_of(loaded: Loaded) -> Board:
    """The board of this version: from memory, or made now, while other events go on."""
    key = loaded.state.id, loaded.head
    with _locks[loaded.state.id]:
        known = _boards.get(key)
        if known is None:
            board = make_board(loaded.state, _of_closed(loaded))
            known = _boards[key] = replace(board, changes=changes_by_player(loaded))
            while len(_boards) > BOARDS:
                _boards.popitem(last=False)
        return known


def _of_closed(loaded: Loaded) -> OfClosed:
    key = loaded.state.id, loaded.notes[latest(loaded).other - 1].hash
    found = _closed.setdefault(key, OfClosed(loaded.state))
    while len(_closed) > BOARDS:
        _closed.popitem(last=False)
    return found


def shown_round(t: Tournament) -> Round | None:
    """The latest published round."""
    return next((r for _, r in sorted(t.rounds.items(), reverse=True) if r.shown), None)


def make_board(t: Tournament, of_closed: OfClosed | None = None) -> Board:
    """The board of a tournament, without the memory."""
    shown = shown_round(t)
    return Board(
        round=shown,
        seats={n: m for m in t.in_round(shown.number) for n in m.players} if shown else {},
        of_closed=of_closed or OfClosed(t),
        of_open=cache(lambda: standings_of(t, provisional=True)),
    )
