"""What the pages of all players share at one version of an event, computed once for all of them."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from komandor.app.ledger import Loaded
from komandor.app.queries.my_changes import Change, changes_by_player
from komandor.app.queries.rounds import points_before
from komandor.core.ids import PlayerNo
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Match, Round, Tournament

VISIBLE = ("published", "running", "closed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The round, seats and standings that every player's page needs."""

    round: Round | None  # the latest published round
    seats: Mapping[PlayerNo, Match]
    before: Mapping[PlayerNo, int]  # points of each player before that round
    rows: tuple[Standing, ...]
    counting: tuple[Standing, ...]  # standings with the results of the open round
    standing: Mapping[PlayerNo, Standing]
    changes: Mapping[PlayerNo, tuple[Change, ...]] = field(default_factory=dict)  # for each player


BOARDS = 8  # boards kept in memory
_boards: OrderedDict[tuple[str, str], Board] = OrderedDict()
_locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # one for each event


def board_of(loaded: Loaded) -> Board:
    """The board of this version: from memory, or made now, while other events go on."""
    key = loaded.state.id, loaded.head
    with _locks[loaded.state.id]:
        known = _boards.get(key)
        if known is None:
            board = make_board(loaded.state)
            known = _boards[key] = replace(board, changes=changes_by_player(loaded))
            while len(_boards) > BOARDS:
                _boards.popitem(last=False)
        return known


def shown_round(t: Tournament) -> Round | None:
    """The latest published round."""
    return next((r for _, r in sorted(t.rounds.items(), reverse=True) if r.status in VISIBLE), None)


def make_board(t: Tournament) -> Board:
    """The board of a tournament, without the memory."""
    shown = shown_round(t)
    rows = standings_of(t)
    return Board(
        round=shown,
        seats={n: m for m in t.in_round(shown.number) for n in m.players} if shown else {},
        before=points_before(t, shown.number) if shown else {},
        rows=rows,
        counting=standings_of(t, provisional=True),
        standing={row.player: row for row in rows},
    )
