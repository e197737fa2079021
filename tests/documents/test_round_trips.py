"""An event that is written in a format and read back keeps its names, results and standings."""

import re
from collections.abc import Callable
from dataclasses import replace
from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st

from komandor.documents.cryodex_json import write_cryodex_json
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentSide,
    DocumentStage,
    EventDocument,
    read_document,
    write_document,
)
from komandor.documents.foreign import read_foreign
from komandor.documents.nrtm import write_nrtm
from komandor.documents.ranked import ranked
from komandor.documents.tables import results_csv

NAMES = st.text("aZłŻß'\",;=+-@#<&> .(1", min_size=1, max_size=12).map(lambda s: " ".join(s.split()))
TWO = (
    DocumentStage(number=1, kind="swiss", rounds=1),
    DocumentStage(number=2, kind="single", rounds=0, cut=2, seeds=(1, 2)),
)
POINTS = st.sampled_from([(1, 0), (0, 1), (5, 3), (10, 0), (2, 2), (1.5, 0.5)])


@st.composite
def events(draw: st.DrawFn) -> EventDocument:
    """Players with odd names who met in Swiss rounds, with draws, byes and dropped players."""
    names = draw(st.lists(NAMES.filter(_is_a_name), min_size=2, max_size=9, unique=True))
    numbers = range(1, len(names) + 1)
    rounds = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(numbers))
        pairs = [order[at : at + 2] for at in range(0, len(order), 2)]
        rounds.append(
            DocumentRound(
                number=number,
                in_stage=number,
                matches=tuple(_match(at, pair, draw(POINTS)) for at, pair in enumerate(pairs, 1)),
            )
        )
    return ranked(
        EventDocument(
            origin="csv",
            name="Cup",
            players=tuple(DocumentPlayer(number=n, name=name) for n, name in enumerate(names, 1)),
            stages=(DocumentStage(number=1, kind="swiss", rounds=len(rounds)),),
            rounds=tuple(rounds),
        )
    )


def _is_a_name(text: str) -> bool:
    """Not what a table takes for nobody, nor an apostrophe that it takes for its own guard (`app.cells`)."""
    return bool(text) and text.casefold() not in ("bye", "-", "–") and not re.search(r"'\s*[=+@-]", text)


def _match(number: int, pair: list[int], points: tuple[float, float]) -> DocumentMatch:
    ahead = None if points[0] == points[1] else pair[points.index(max(points)) % len(pair)]
    sides = tuple(DocumentSide(player=n, points=p) for n, p in zip(pair, points, strict=False))
    kind = "match" if len(pair) == 2 else "bye"
    return DocumentMatch(
        number=number, table=number, kind=kind, sides=sides, winner=ahead if kind == "match" else pair[0]
    )


def results(document: EventDocument) -> list[list[tuple[list[tuple[str, float]], str | None]]]:
    named = document.named
    return [
        [
            ([(named[s.player], float(s.points or 0)) for s in m.sides], named.get(m.winner or 0))
            for m in r.matches
        ]
        for r in document.rounds
    ]


def standings(document: EventDocument) -> dict[str, tuple[int, float, str]]:
    named = document.named
    return {
        named[row.player]: (row.place, float(row.points), row.tiebreakers["sos"].exact)
        for row in document.standings
    }


def kept(document: EventDocument, write: Callable[[EventDocument], bytes]) -> None:
    (read,) = read_foreign(write(document))
    assert sorted(p.name for p in read.players) == sorted(p.name for p in document.players)
    assert results(read) == results(document)
    assert standings(read) == standings(document)
    assert read.notes == (), "our own file contradicts itself"


def of_armada(document: EventDocument) -> EventDocument:
    """The same as an event of Armada, which is ranked by margins first."""
    rounds = tuple(
        replace(r, matches=tuple(replace(m, sides=_margins(m, r.number)) for m in r.matches))
        for r in document.rounds
    )
    return ranked(replace(document, game="armada", rounds=rounds))


def _margins(match: DocumentMatch, round_: int) -> tuple[DocumentSide, ...]:
    margin = 40 * round_ + 7 * match.number
    return tuple(replace(s, mov=margin if s.player == match.winner else 0) for s in match.sides)


def table(document: EventDocument) -> bytes:
    return results_csv(document).encode()


@given(events(), st.sampled_from([write_nrtm, write_cryodex_json, write_document, table]))
def test_margins_are_kept(document: EventDocument, write: Callable[[EventDocument], bytes]) -> None:
    kept(of_armada(document), write)


@given(events(), st.sampled_from([write_nrtm, write_cryodex_json, write_document]))
def test_a_game_counts_strength_of_schedule_in_its_own_way(
    document: EventDocument, write: Callable[[EventDocument], bytes]
) -> None:
    lcg = ranked(replace(document, game="star-wars-lcg"))
    sums = {row.player: row.tiebreakers["sos"].exact for row in lcg.standings}
    assert all("/" not in text or "/2" in text for text in sums.values()), "sums of points, no averages"
    kept(lcg, write)


@given(events(), st.sampled_from([write_nrtm, write_cryodex_json, table]))
def test_a_final_counts_for_no_place_in_the_swiss_rounds(
    document: EventDocument, write: Callable[[EventDocument], bytes]
) -> None:
    one, other = (DocumentSide(player=n, points=n) for n in (1, 2))
    final = DocumentMatch(number=1, table=1, sides=(one, other), winner=2)
    number = len(document.rounds) + 1
    last = DocumentRound(number=number, stage=2, in_stage=number, eliminates=True, matches=(final,))
    (read,) = read_foreign(write(replace(document, rounds=(*document.rounds, last), stages=TWO)))
    assert [r.eliminates for r in read.rounds] == [*[False] * len(document.rounds), True]
    assert standings(read) == standings(document)
    if write is not write_nrtm:
        assert read.champion == document.named[2]


@given(events())
def test_nrtm(document: EventDocument) -> None:
    kept(document, write_nrtm)


@given(events())
def test_cryodex_json(document: EventDocument) -> None:
    kept(document, write_cryodex_json)


@given(events(), st.sampled_from([",", ";"]))
def test_a_table_of_results_with_commas_or_semicolons(document: EventDocument, delimiter: str) -> None:
    kept(document, lambda found: results_csv(found, delimiter).encode())


@given(events())
def test_our_own_document(document: EventDocument) -> None:
    assert read_document(write_document(document)) == document


@given(events())
def test_a_save_of_cryodex(document: EventDocument) -> None:
    """Cryodex.save has the points of the game: a win is one point here, and names and winners are kept."""
    (read,) = read_foreign(_save(document).encode())
    assert [p.name for p in read.players] == [p.name for p in document.players]
    assert [[w for _, w in r] for r in results(read)] == [[w for _, w in r] for r in results(document)]
    wins = {p.name: 0 for p in document.players}
    for one in results(document):
        for _, winner in one:
            wins |= {winner: wins[winner] + 1} if winner else {}
    assert {name: points for name, (_, points, _) in standings(read).items()} == wins


def _save(document: EventDocument) -> str:
    players = "".join(
        f"<Player><NAME>{escape(p.name)}</NAME><SAVEID>{p.number}</SAVEID></Player>" for p in document.players
    )
    rounds = "".join(
        f"<ROUND><MATCHES>{''.join(map(_saved, r.matches))}</MATCHES></ROUND>" for r in document.rounds
    )
    listed = ",".join(str(p.number) for p in document.players)
    return (
        f"<CRYODEX><PLAYERS>{players}</PLAYERS><TOURNAMENT><NAME>Cup</NAME><PLAYERS>{listed}</PLAYERS>"
        f"<ROUNDS>{rounds}</ROUNDS></TOURNAMENT></CRYODEX>"
    )


def _saved(match: DocumentMatch) -> str:
    sides = "".join(
        f"<PLAYER{at}>{s.player}</PLAYER{at}><PLAYER{at}POINTS>{s.points}</PLAYER{at}POINTS>"
        for at, s in enumerate(match.sides, 1)
    )
    return f"<MATCH>{sides}<ISBYE>{str(match.kind == 'bye').lower()}</ISBYE></MATCH>"
