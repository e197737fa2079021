"""Plain CSV: standings, results and players for spreadsheets, and results of somebody else's event.

A file that is read has a row for each match: `round, a, b` and `a_points, b_points` (or `winner`, who gets
one point); other columns are ignored. Comma, semicolon, tab or bar; UTF-8 with or without a mark, UTF-16,
Latin-1, or the code pages of Polish.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from komandor.app.cells import csv_text, plain_cell
from komandor.app.clean_names import one_line
from komandor.app.decoded import decoded
from komandor.core.reasons import why
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentSide,
    DocumentStage,
    EventDocument,
    Points,
    Unfit,
    number_in,
    small_enough,
)
from komandor.documents.ranked import knocked_out, ranked

MOST_LINES = 20_000  # matches of 2,000 players in 20 rounds
NEEDED = ("round", "a", "b")


def _numbered(number: str, letter: str) -> tuple[str, ...]:
    """Headings of a side's points: "Points 1", "wynik A"."""
    words = ("points", "score", "punkty", "wynik")
    return tuple(f"{one}{at}" for one in words for at in (number, f" {number}", f" {letter}"))


COLUMNS: Mapping[str, Sequence[str]] = {
    "round": ("round", "runda"),
    "a": ("a_name", "a", "player1", "player 1", "player a", "gracz 1", "gracz1", "gracz a"),
    "b": ("b_name", "b", "player2", "player 2", "player b", "gracz 2", "gracz2", "gracz b"),
    "a_points": ("a_points", "player1points", "player 1 points", *_numbered("1", "a")),
    "b_points": ("b_points", "player2points", "player 2 points", *_numbered("2", "b")),
    "a_mov": ("a_mov",),
    "b_mov": ("b_mov",),
    "table": ("table", "stolik"),
    "winner": ("winner", "zwycięzca"),
    "knockout": ("knockout", "elimination"),
}
"""What a column means → the headings under which people write it, the most telling first."""
NOBODY = ("", "bye", "(bye)", "wolny los", "–", "-")
KNOCKOUT = ("yes", "tak", "true", "1")
NO_WINNER = (*NOBODY, "draw", "tie", "remis", "0")
ROUND = re.compile(r"(?:round|runda)?\s*([0-9]{1,3})\.?", re.IGNORECASE)
SEPARATOR = re.compile(r'\A"?sep=."?\r?\n', re.IGNORECASE)  # a line for spreadsheets only


def standings_csv(document: EventDocument) -> str:
    keys = [*document.standings[0].tiebreakers] if document.standings else []
    heads = ("place", "player", "name", "points", *keys, "decided_by", "status", "final")
    named = document.named
    rows = [
        (
            *(row.place, row.player, named[row.player], row.points),
            *(Fraction(row.tiebreakers[key].exact) for key in keys),
            *(row.decided_by, row.status, row.final_place),
        )
        for row in document.standings
    ]
    return csv_text([heads, *rows], ",")


def results_csv(document: EventDocument, delimiter: str = ",") -> str:
    named = document.named
    of_side = ("", "_name", "_points", "_mov")
    sides = (f"{s}{part}" for s in "ab" for part in of_side)
    heads = ("round", "table", "kind", *sides, "winner", "status", "knockout")
    rows = []
    for round_ in document.rounds:
        for match in round_.matches:
            cells = [(s.player, named[s.player], s.points, s.mov) for s in match.sides]
            cells += [(None, None, None, None)] * (2 - len(cells))  # type: ignore[list-item]
            place = (round_.number, match.table, match.kind)
            out = KNOCKOUT[0] if round_.eliminates else ""
            rows.append((*place, *cells[0], *cells[1], match.winner, match.status, out))
    return csv_text([heads, *rows], delimiter)


def players_csv(document: EventDocument) -> str:
    rows = [(p.number, p.name, p.members, " / ".join(p.factions), p.status) for p in document.players]
    return csv_text([("number", "name", "members", "factions", "status"), *rows], ",")


def read_csv(raw: bytes) -> EventDocument:
    """The event in a table of results."""
    small_enough(raw)
    lines = _lines(raw)
    if len(lines) < 2:
        raise Unfit(why("foreign.empty"))
    at = _columns(lines[0])
    names = dict[str, int]()
    rounds, out = defaultdict[int, list[DocumentMatch]](list), set[int]()
    for number, line in enumerate(lines[1:], 2):
        cells = {
            key: one_line(plain_cell(line[column].strip())) if column < len(line) else ""
            for key, column in at.items()
        }
        if any(cells.values()):
            round_ = _whole(cells["round"], f"lines[{number}].round")
            if cells.get("knockout", "").casefold() in KNOCKOUT:
                out.add(round_)
            rounds[round_].append(_match(cells, names, len(rounds[round_]) + 1, number))
    if not rounds:
        raise Unfit(why("foreign.empty"))
    played = tuple(
        DocumentRound(number=n, stage=1 + (n in out), in_stage=n, eliminates=n in out, matches=tuple(matches))
        for n, matches in sorted(rounds.items())
    )
    return ranked(
        EventDocument(
            origin="csv",
            name="",
            players=tuple(DocumentPlayer(number=n, name=name) for name, n in names.items()),
            stages=_stages(played),
            rounds=played,
            places=knocked_out(played),
        )
    )


def _stages(rounds: Sequence[DocumentRound]) -> tuple[DocumentStage, ...]:
    swiss = DocumentStage(number=1, kind="swiss", rounds=sum(not r.eliminates for r in rounds))
    first = next((r for r in rounds if r.eliminates), None)
    if first is None:
        return (swiss,)
    entered = tuple(side.player for m in first.matches for side in m.sides)
    return swiss, DocumentStage(number=2, kind="single", rounds=0, cut=len(entered), seeds=entered)


def _lines(raw: bytes) -> list[list[str]]:
    if max(raw.count(b"\n"), raw.count(b"\r")) > MOST_LINES:  # before the work: either sign ends a line
        raise Unfit(why("foreign.too_many_lines", None, most=MOST_LINES))
    text = SEPARATOR.sub("", decoded(raw)).lstrip()
    first = text.partition("\n")[0]
    delimiter = max(",;\t|", key=lambda each: (_known(first, each), first.count(each)))
    try:
        return [
            line
            for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            if line
        ]
    except csv.Error:
        raise Unfit(why("foreign.not_csv")) from None


def _known(line: str, delimiter: str) -> int:
    """How many columns we know if the line is divided so."""
    known = {name for called in COLUMNS.values() for name in called}
    return len(known.intersection(head.strip(' "\r').casefold() for head in line.split(delimiter)))


def _columns(heads: Sequence[str]) -> dict[str, int]:
    shown = [head.strip().casefold() for head in heads]
    found = {
        key: shown.index(name)
        for key, called in COLUMNS.items()
        if (name := next((n for n in called if n in shown), None)) is not None
    }
    for key in "ab":
        if f"{key}_name" in shown and key in shown:
            found[f"{key}_number"] = shown.index(key)
    missing = [key for key in NEEDED if key not in found]
    if missing:
        there = ", ".join(filter(None, shown))[:200] or "–"
        raise Unfit(why("foreign.no_column", None, missing=", ".join(missing), found=there))
    return found


def _match(cells: Mapping[str, str], names: dict[str, int], number: int, line: int) -> DocumentMatch:
    present = [(key, cells[key]) for key in ("a", "b") if cells[key].casefold() not in NOBODY]
    if not present or len({name for _, name in present}) < len(present):
        raise Unfit(why("foreign.match_players", None, where=f"lines[{line}]"))
    sides = tuple(
        DocumentSide(
            player=names.setdefault(name, len(names) + 1),
            points=_number(cells.get(f"{key}_points", ""), f"lines[{line}].{key}_points"),
            mov=_number(cells.get(f"{key}_mov", ""), f"lines[{line}].{key}_mov"),
        )
        for key, name in present
    )
    winner = _called(cells, names, f"lines[{line}].winner")
    if winner and not any(key in cells for key in ("a_points", "b_points")):
        sides = tuple(replace(side, points=int(side.player == winner)) for side in sides)
    points = [side.points or 0 for side in sides]
    ahead = None if len(points) == 2 and points[0] == points[1] else sides[points.index(max(points))].player
    table = cells.get("table", "")
    return DocumentMatch(
        number=number,
        table=int(table) if table.isdecimal() and len(table) < 6 else None,
        kind="match" if len(sides) == 2 else "bye",
        sides=sides,
        winner=winner or ahead,
    )


def _called(cells: Mapping[str, str], names: Mapping[str, int], where: str) -> int | None:
    """Whom the column `winner` calls: by number where the table has numbers beside the names."""
    said = cells.get("winner", "")
    if not said or (said.casefold() in NO_WINNER and said not in (cells["a"], cells["b"])):
        return None
    called = (cells[key] for key in "ab" if said == cells.get(f"{key}_number", cells[key]))
    winner = names.get(next(called, ""))
    if winner is None:
        raise Unfit(why("foreign.no_such_player", None, where=where, name=said[:80]))
    return winner


def _whole(text: str, where: str) -> int:
    found = ROUND.fullmatch(text)
    if not found:
        raise Unfit(why("foreign.not_a_number", None, where=where, value=text[:40]))
    return int(found[1])


def _number(text: str, where: str) -> Points | None:
    return number_in(text.replace(",", "."), where)
