"""Pairings, results and standings as text to paste: Markdown for Discord and forums, or plain."""

from collections.abc import Iterable, Sequence

from komandor.app.clean_names import one_line
from komandor.documents.document import DocumentMatch, DocumentRound, EventDocument
from komandor.texts.catalogue import word
from komandor.texts.titles import in_titles_of

Rows = Sequence[Sequence[str]]
MARKED = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]<>|#~"})
"""What Markdown and Discord would take for markup; a name is always shown as it was typed."""


def round_text(document: EventDocument, round_: DocumentRound, lang: str, markdown: bool) -> str:
    """The pairings of a round, or its results where they are in."""
    heads = (_capital(word("numbered", "table", lang)), "", "")
    rows = [_pair(document, match, lang) for match in round_.matches]
    title = f"{document.name} · {round_.name or round_.number}"
    return _text(title, heads, rows, markdown)


def standings_text(document: EventDocument, lang: str, markdown: bool) -> str:
    """The standings with every tie-breaker; a place that was won in the knock-out stands first."""
    keys = [*document.standings[0].tiebreakers] if document.standings else []
    shown = [in_titles_of(document.game, word("metric_short", key, lang), lang) for key in ("points", *keys)]
    rows = [
        (
            f"{row.place}.",
            document.named[row.player],
            f"{row.points:g}",
            *(f"{row.tiebreakers[key].decimal:.4f}".rstrip("0").rstrip(".") for key in keys),
        )
        for row in document.standings
    ]
    return _text(document.name, ("", "", *shown), rows, markdown)


def _pair(document: EventDocument, match: DocumentMatch, lang: str) -> tuple[str, str, str]:
    named = document.named
    table = str(match.table or "–")
    if len(match.sides) < 2:
        return "–", named[match.sides[0].player], word("match_kind", match.kind, lang)
    one, other = (named[side.player] for side in match.sides)
    return table, f"{one} – {other}", match.score


def _text(title: str, heads: Sequence[str], rows: Rows, markdown: bool) -> str:
    return (_markdown if markdown else _plain)(one_line(title), heads, rows)  # programs may send line breaks


def _markdown(title: str, heads: Sequence[str], rows: Rows) -> str:
    lines = [heads, ["---"] * len(heads), *([cell.translate(MARKED) for cell in row] for row in rows)]
    return f"**{title.translate(MARKED)}**\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _plain(title: str, heads: Sequence[str], rows: Rows) -> str:
    table = [heads, *rows] if any(heads) else list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in table)
    return f"{title}\n\n" + "".join(f"{line}\n" for line in lines)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def everything(document: EventDocument, lang: str, markdown: bool) -> str:
    """Every round and the standings, one after another."""
    rounds: Iterable[str] = (round_text(document, r, lang, markdown) for r in document.rounds)
    table = (standings_text(document, lang, markdown),) if document.standings else ()
    return "\n".join((*rounds, *table))
