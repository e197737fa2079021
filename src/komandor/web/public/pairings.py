"""Pairings for everybody: by name in Polish order, by table, and every earlier round with its results.

Rows are plain tuples: a page of a thousand names is put together in a few milliseconds.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from komandor.app.queries.everybody.rounds import RoundView, Row, round_view
from komandor.web.public.public_page import PublicPart
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.i18n import N_
from komandor.web.rendering.records import part, shows
from komandor.web.server.live import now_ms


class ByName(NamedTuple):
    """One person's line."""

    name: str
    table: int | None
    opponent: str
    kind: str
    status: str
    side: str = ""
    letter: str = ""  # under which a list by surname has this line
    members: str = ""  # of a team with a name of its own


class ByTable(NamedTuple):
    table: int | None
    a: str
    a_points: int
    b: str
    b_points: int
    kind: str
    status: str
    result: str
    mov: int | None
    winner: int  # 0 nobody, 1 the first, 2 the second
    extension: int
    changed: bool
    rematch: bool
    a_side: str = ""
    b_side: str = ""
    a_members: str = ""
    b_members: str = ""


def current(p: EventPage) -> RoundView | None:
    """The newest round that everybody may see."""
    return round_view(p.t, p.t.round_number, now_ms()) if p.t.rounds else None


def by_name(p: EventPage, view: RoundView) -> list[ByName]:
    """Everybody's line, by surname."""
    return [line for _, line in sorted(_people(p, view), key=lambda one: p.order(one[0]))]


def _people(p: EventPage, view: RoundView) -> Iterator[tuple[int, ByName]]:
    for row in view.rows:
        for seat, other in ((row.a, row.b), (row.b, row.a)):
            if seat:
                n, against = seat.player, p.name(other.player) if other else ""
                own = p.initial(n), p.team_members(n)
                yield n, ByName(p.name(n), row.table, against, row.kind, row.status, seat.side, *own)


def by_table(p: EventPage, view: RoundView) -> list[ByTable]:
    return [_table(p, row) for row in view.rows]


def _table(p: EventPage, row: Row) -> ByTable:
    final = row.status == "final"
    a, b = row.a, row.b
    result = row.score if final else ""
    mov = max(a.mov or 0, b.mov or 0) if final and b else None
    winner = 0 if row.winner is None else 1 if row.winner == a.player else 2
    return ByTable(
        table=row.table,
        a=p.name(a.player),
        a_points=a.points,
        b=p.name(b.player) if b else "",
        b_points=b.points if b else 0,
        kind=row.kind,
        status=row.status,
        result=result,
        mov=mov,
        winner=winner if final else 0,
        extension=row.extension,
        changed=row.changed,
        rematch=row.rematch,
        a_side=a.side,
        b_side=b.side if b else "",
        a_members=p.team_members(a.player),
        b_members=p.team_members(b.player) if b else "",
    )


@part
class PairingsPart(PublicPart):
    """One round, or that there is none yet; `numbers`: the rounds to choose from."""

    HEADING: ClassVar[str] = N_("Pairings")
    view: RoundView | None
    numbers: Sequence[int]


@shows("public/parts/by_name.html")
class NamesPart(PairingsPart):
    lines: Sequence[ByName]


@shows("public/parts/by_table.html")
class TablesPart(PairingsPart):
    lines: Sequence[ByTable]


@shows("public/parts/round.html")
class EarlierRound(PublicPart):
    view: RoundView
    numbers: Sequence[int]
    lines: Sequence[ByTable]

    @property
    def heading(self) -> str:
        return self.round_name(self.view.number, short=True)


def names(p: EventPage) -> NamesPart:
    view = current(p)
    return NamesPart(p, view=view, numbers=sorted(p.t.rounds), lines=by_name(p, view) if view else [])


def tables(p: EventPage) -> TablesPart:
    view = current(p)
    return TablesPart(p, view=view, numbers=sorted(p.t.rounds), lines=by_table(p, view) if view else [])


def earlier(p: EventPage, number: str) -> EarlierRound | None:
    if int(number) not in p.t.rounds:
        return None
    view = round_view(p.t, int(number), now_ms())
    return EarlierRound(p, view=view, numbers=sorted(p.t.rounds), lines=by_table(p, view))
