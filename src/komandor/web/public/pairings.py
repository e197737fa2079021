"""Pairings for everybody: by name in Polish order, by table, and every earlier round with its results.

Rows are plain tuples: a page of a thousand names is put together in a few milliseconds.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from komandor.app.queries.everybody.rounds import RoundView, round_view
from komandor.app.queries.player.my_board import shown_round
from komandor.core.tournament.readings.leaders import rulers_announced
from komandor.web.public.public_page import PublicPart
from komandor.web.rendering.event_page import EventPage, Sentence
from komandor.web.rendering.i18n import N_


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


def current(p: EventPage) -> RoundView | None:
    """The newest round that everybody may see."""
    return round_view(p.t, p.t.round_number, p.now) if p.t.rounds else None


def by_name(p: EventPage, view: RoundView) -> list[ByName]:
    """Everybody's line, by surname."""
    return [line for _, line in sorted(_people(p, view), key=lambda one: p.order(one[0]))]


def _people(p: EventPage, view: RoundView) -> Iterator[tuple[int, ByName]]:
    for row in view.rows:
        for seat, other in ((row.a, row.b), (row.b, row.a)):
            if seat:
                n, against = seat.player, p.name(other.player) if other else ""
                own = p.initial(n), p.team_members(n)
                yield n, ByName(p.listed(n), row.table, against, row.kind, row.status, seat.side, *own)


class PairingsPart(PublicPart):
    """One round, or that there is none yet; `numbers`: the rounds to choose from."""

    HEADING: ClassVar[str] = N_("Pairings")
    view: RoundView | None
    numbers: Sequence[int]

    @property
    def rulers(self) -> Sequence[Sentence]:
        return rulers_of(self._p)


class NamesPart(PairingsPart, template="public/parts/by_name.html"):
    lines: Sequence[ByName]


class TablesPart(PairingsPart, template="public/parts/by_table.html"):
    """The same by table."""


class EarlierRound(PublicPart, template="public/parts/round.html"):
    view: RoundView
    numbers: Sequence[int]

    @property
    def heading(self) -> str:
        return self._p.round_name(self.view.number, short=True)


def rulers_of(p: EventPage) -> Sequence[Sentence]:
    """Who rules at the tables of leaders who play in the round that is shown (COM-PART-2)."""
    shown = shown_round(p.t)
    return p.sentences(rulers_announced(p.t, p.t.in_round(shown.number))) if shown else ()


def names(p: EventPage) -> NamesPart:
    view = current(p)
    return NamesPart(p, view=view, numbers=sorted(p.t.rounds), lines=by_name(p, view) if view else [])


def tables(p: EventPage) -> TablesPart:
    return TablesPart(p, view=current(p), numbers=sorted(p.t.rounds))


def earlier(p: EventPage, number: str) -> EarlierRound | None:
    if int(number) not in p.t.rounds:
        return None
    return EarlierRound(p, view=round_view(p.t, int(number), p.now), numbers=sorted(p.t.rounds))
