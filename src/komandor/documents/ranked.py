"""Standings of somebody else's event: by the points of its file, then by our own strength of schedule.

A game that we have is ranked by its document's tie-breakers as far as they are numbers; any other by points,
SoS and extended SoS, and a table with margins by these first. What the file says of a player otherwise is
named in `notes`, never adopted.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from komandor.core.games import GAMES
from komandor.core.games.settings import answer
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import why
from komandor.core.standings.metrics import METRIC, PER_ROUND, Book, numbers
from komandor.core.standings.record import RoundLine, records
from komandor.documents.document import (
    DocumentMatch,
    DocumentNote,
    DocumentRound,
    DocumentSide,
    DocumentStanding,
    EventDocument,
    ExactNumber,
    Points,
    Unfit,
)

FOREIGN = ("sos", "esos")
CLOSE = 0.0006  # a difference that printing with three decimals explains
NOTED = 40
MOST_PLAYERS, MOST_ROUNDS = 5_000, 100
HIGHEST = 100_000  # of any number of a player, table or round: standings have a place for each


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a foreign file says of a player's place."""

    place: int | None = None
    points: float | None = None
    sos: float | None = None
    esos: float | None = None


def ranked(
    document: EventDocument,
    published: Mapping[int, Published] | None = None,
    totals: Mapping[int, Fraction] | None = None,
) -> EventDocument:
    """The document with standings computed from its Swiss rounds, and every difference to `published`.

    `totals`: the points of each player where those of the matches say nothing of them. They are spread evenly
    over the player's rounds: sums and strength of schedule ask for no more.
    """
    possible(document)
    rounds = [r for r in document.rounds if not r.eliminates]
    matches = [(r.in_stage, match) for r in rounds for match in r.matches]
    shares = _shares([match for _, match in matches], totals or {})

    def worth(side: DocumentSide) -> Fraction:
        return shares.get(side.player, exact(side.points))

    scale = lcm(*(worth(side).denominator for _, m in matches for side in m.sides), 1)
    margins = lcm(*(exact(side.mov).denominator for _, m in matches for side in m.sides), 1)
    lines = [line for number, match in matches for line in _lines(match, number, worth, scale, margins)]
    found = records(lines, [PlayerNo(p.number) for p in document.players])
    book = Book(found, {}, {}, _strength(document.game))
    with_margins = document.origin == "csv" and any(found.mov)
    keys = ("mov", *FOREIGN) if with_margins else _tiebreakers(document.game)
    rows = _rows(document, book, keys, {"points": scale, "mov": margins})
    return replace(document, standings=rows, notes=(*document.notes, *_differences(rows, published or {})))


def _shares(matches: Sequence[DocumentMatch], totals: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """What each round is worth to each player whose total is given."""
    often = Counter(side.player for match in matches if _counts(match) for side in match.sides)
    return {player: total / often[player] for player, total in totals.items() if often[player]}


def knocked_out(rounds: Sequence[DocumentRound]) -> tuple[tuple[int, int], ...]:
    """Final places (player, place) by single elimination, for files that name none.

    The last match decides the first two places; who lost in a round with 4 matches shares place 5.
    """
    found: dict[int, int] = {}
    final = [r.matches for r in rounds if r.eliminates]
    if not final or len(final[-1]) != 1 or any(m.winner is None for r in final for m in r):
        return ()
    for matches in final:
        beaten = [side.player for m in matches for side in m.sides if side.player != m.winner]
        found |= dict.fromkeys(beaten, len(matches) + 1)
    winner = final[-1][0].winner
    assert winner is not None
    return tuple(sorted((found | {winner: 1}).items(), key=lambda one: (one[1], one[0])))


def possible(document: EventDocument) -> None:
    """Raises Unfit for what no event can have, before anything is computed from it."""
    most = max((len(r.matches) for r in document.rounds), default=0)
    if max(len(document.players), most) > MOST_PLAYERS or len(document.rounds) > MOST_ROUNDS:
        raise Unfit(why("foreign.too_many", None, players=MOST_PLAYERS, rounds=MOST_ROUNDS))
    if not document.players:
        raise Unfit(why("foreign.no_players"))
    if odd := next(((where, n) for where, n in _numbers(document) if not 0 <= n <= HIGHEST), None):
        raise Unfit(why("foreign.not_a_number", None, where=odd[0], value=str(odd[1])[:40]))
    for r in document.rounds:
        often = Counter(side.player for match in r.matches for side in match.sides)
        twice = next((n for n, count in often.items() if count > 1), None)
        if twice is not None and not r.eliminates:
            raise Unfit(why("foreign.plays_twice", None, round=r.number, name=document.named[twice][:80]))


def _numbers(document: EventDocument) -> Iterator[tuple[str, int]]:
    """Every number in the document that names or counts something, with its place."""
    yield from (("players", one.number) for one in document.players)
    for at, stage in enumerate(document.stages):
        yield from ((f"stages[{at}]", n) for n in (stage.number, stage.rounds, stage.cut))
    for at, r in enumerate(document.rounds):
        yield from ((f"rounds[{at}]", n) for n in (r.number, r.stage, r.in_stage))
        yield from ((f"rounds[{at}]", n) for m in r.matches for n in (m.number, m.table or 0))


@lru_cache(4096)
def exact(value: Points | None) -> Fraction:
    """A number of a file as people wrote it: 0.1 is a tenth, not its nearest binary fraction."""
    return Fraction(str(value or 0)).limit_denominator(1000)


def known_game(id: str | None) -> str:
    """The id of a game that we have; empty for any other."""
    return next((edition.data.id for edition in GAMES if edition.data.id == id), "")


def _strength(game: str) -> str:
    """How this game counts strength of schedule (SWL-TB-1: as a sum)."""
    data = next((rules.data for rules in GAMES if rules.data.id == game), None)
    return str((data and answer(data, {}, "strength")) or PER_ROUND)


def _tiebreakers(game: str) -> tuple[str, ...]:
    """The numbers that rank this game after points."""
    known = next((edition.data.tiebreakers for edition in GAMES if edition.data.id == game), FOREIGN)
    return numbers(known)


def _counts(match: DocumentMatch) -> bool:
    """A match without points of either side was never played."""
    return any(side.points is not None for side in match.sides)


def _lines(
    match: DocumentMatch, number: int, worth: Callable[[DocumentSide], Fraction], scale: int, margins: int
) -> Iterator[RoundLine]:
    """One line for each side of a match that counts."""
    sides = match.sides
    if not _counts(match):
        return
    for at, side in enumerate(sides):
        other = sides[1 - at].player if len(sides) > 1 else None
        points, mov = int(worth(side) * scale), int(exact(side.mov) * margins)
        outcome = side.outcome or _outcome(match, side.player)
        opponent = PlayerNo(other) if other is not None else None
        yield RoundLine(PlayerNo(side.player), opponent, outcome, points, mov, number)


def _outcome(match: DocumentMatch, player: int) -> Outcome:
    if len(match.sides) < 2:
        return Outcome.BYE
    if match.winner is None:
        return Outcome.DRAW
    return Outcome.WIN if match.winner == player else Outcome.LOSS


def _rows(
    document: EventDocument, book: Book, keys: Sequence[str], scales: Mapping[str, int]
) -> tuple[DocumentStanding, ...]:
    columns = {key: book.column(key) for key in ("points", *keys)}
    marks = {
        p.number: tuple(Fraction(c.exact(PlayerNo(p.number))) for c in columns.values())
        for p in document.players
    }
    order = sorted(document.players, key=lambda p: ([-mark for mark in marks[p.number]], p.number))
    rows: list[DocumentStanding] = []
    for at, player in enumerate(order):
        own = marks[player.number]
        above = marks[order[at - 1].number] if at else None
        shown = {
            key: ExactNumber.of(value / scales.get(METRIC[key].unit, 1))
            for key, value in zip(keys, own[1:], strict=True)
        }
        decided = (
            next((k for k, x, y in zip(columns, own, above, strict=True) if x != y), "tied")
            if above
            else "first"
        )
        total = own[0] / scales["points"]
        rows.append(
            DocumentStanding(
                place=rows[-1].place if decided == "tied" else at + 1,
                player=player.number,
                points=int(total) if total.denominator == 1 else float(total),
                tiebreakers=shown,
                decided_by=decided,
                tied=decided == "tied",
                status=player.status,
            )
        )
    return tuple(rows)


def _differences(
    rows: Sequence[DocumentStanding], published: Mapping[int, Published]
) -> Iterator[DocumentNote]:
    """Where the file's own standings differ from ours, player by player."""
    found = list[DocumentNote]()
    sharing = Counter(row.place for row in rows)
    for row in rows:
        said = published.get(row.player)
        if said is None:
            continue
        if said.place and not row.place <= said.place < row.place + sharing[row.place]:
            place, ours_is = float(said.place), float(row.place)
            found.append(
                DocumentNote(kind="differs", player=row.player, key="place", file=place, ours=ours_is)
            )
        ours = {"points": float(row.points), **{key: row.tiebreakers[key].decimal for key in row.tiebreakers}}
        theirs = {"points": said.points, "sos": said.sos, "esos": said.esos}
        found += [
            DocumentNote(kind="differs", player=row.player, key=key, file=float(value), ours=ours[key])
            for key, value in theirs.items()
            if value is not None and key in ours and abs(value - ours[key]) > CLOSE
        ]
    yield from found[:NOTED]
    if len(found) > NOTED:
        yield DocumentNote(kind="more", count=len(found) - NOTED)
