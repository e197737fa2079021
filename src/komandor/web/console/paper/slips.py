"""Result slips on paper: short ones, or long ones with every field of the game.

Eight short ones are on a sheet; where there are no more than four, they share it.

Slips are laid out for one cut: the stack is cut through, the piles are put on top of each other, and the
slips are in the order of the tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from komandor.app.queries.everybody.rounds import RoundView
from komandor.core.games.game import Field, Form
from komandor.core.ids import MatchNo
from komandor.core.tournament.readings.regulations import match_slip
from komandor.core.tournament.state import Match
from komandor.web.forms.result_form import GamePart, parts
from komandor.web.rendering.event_page import EventPage

T = TypeVar("T")
SHORT_ON_A_PAGE, FEW = 8, 4  # so few have a whole page, with more room to write


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One line of a short slip: fields with a box for each side, or one field for the whole match."""

    game: int  # from 1; 0 = the match as a whole
    sided: tuple[Field, ...] = ()
    whole: Field | None = None
    choices: tuple[str, ...] = ()  # of `whole`


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSlip:
    """One match as players fill it in."""

    number: MatchNo
    table: int | None
    may_leave: bool  # after this round, by a tick
    a: str
    b: str
    members: tuple[str, str]  # of teams with a name of their own
    parts: tuple[GamePart, ...]
    lines: tuple[SlipLine, ...]


def sheets_of_slips(
    p: EventPage, view: RoundView, table: str, long: bool
) -> tuple[list[list[PaperSlip | None]], int]:
    """The slips of all tables, or of one of them, in sheets; and how many are on each."""
    played = [m for m in p.t.in_round(view.number) if m.kind == "match" and m.b is not None]
    wanted = [m for m in played if not table or str(m.table) == table]
    slips = [_slip(p, m) for m in sorted(wanted, key=lambda m: (m.table is None, m.table or 0))]
    short = FEW if len(slips) <= FEW else SHORT_ON_A_PAGE
    on_page = slips_on_a_page(slips[0].parts) if slips and long else short
    return collated(slips, on_page), on_page


def _slip(p: EventPage, m: Match) -> PaperSlip:
    form = match_slip(p.t, m)
    return PaperSlip(
        number=m.number,
        table=m.table,
        may_leave=not p.t.stage_of(m).kind.out_after_one_loss,
        a=p.name(m.a),
        b=p.name(m.b),
        members=(p.team_members(m.a), p.team_members(m.b)),
        parts=parts(form),
        lines=short_lines(form),
    )


def short_lines(form: Form) -> tuple[SlipLine, ...]:
    """What the short slip asks: the fields that the game marked as `short`."""
    return tuple(line for part in parts(form) for line in _lines(part))


def _lines(part: GamePart) -> Iterator[SlipLine]:
    asked = [c.field for c in part.controls if c.field.short]
    sided = tuple(one for one in asked if one.kind == "side" or one.each)
    if part.number:  # one line for each game of several
        yield SlipLine(part.number, sided)
    else:
        yield from (SlipLine(0, (one,)) for one in sided)
    for one in asked:
        if one not in sided:
            offered = one.short if isinstance(one.short, tuple) else one.choices
            yield SlipLine(part.number, (), one, tuple(c for c in offered if c not in one.staff_choices))


def slips_on_a_page(found: Sequence[GamePart]) -> int:
    """How many long slips fit on a page with enough room to write."""
    lines = len(found) + sum(max(1, (len(c.field.choices) + 1) // 2) for part in found for c in part.controls)
    return next(count for most, count in ((6, 4), (11, 3), (19, 2), (10**6, 1)) if lines <= most)


def collated(items: Sequence[T], on_page: int) -> list[list[T | None]]:
    """Pages for cut-and-stack: pile k holds the k-th share, in order, so one cut sorts the whole stack."""
    pages = -(-len(items) // on_page) or 1
    return [
        [items[pile * pages + at] if pile * pages + at < len(items) else None for pile in range(on_page)]
        for at in range(pages)
    ]
