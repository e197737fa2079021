"""Cells of tables that people open in a spreadsheet: none of them may begin a formula."""

import csv
import io
import re
from collections.abc import Iterable
from fractions import Fraction

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What spreadsheets take for the start of one, full-width signs included."""
NEXT_CELL = re.compile(r"(?<=[,;\t])(?=\s*[=+@＝＋－＠-]\S)")
"""Where a cell would begin with one if a spreadsheet separates cells by another sign than the file."""
GUARD = re.compile(r"(?:^|(?<=[,;\t]))'(?=\s*[=+@＝＋－＠-])")
"""The apostrophe that `safe_cell` has put there."""
DIGITS = 4


def safe_cell(text: str) -> str:
    """The text as it is, with an apostrophe before it where it would be computed."""
    text = NEXT_CELL.sub("'", text)
    return f"'{text}" if text.startswith(FORMULA) else text


def plain_cell(text: str) -> str:
    """The text before `safe_cell`; an apostrophe of its own before such a sign is lost."""
    plain = GUARD.sub("", text)
    return plain if safe_cell(plain) == text else text


def csv_text(rows: Iterable[Iterable[object]], delimiter: str) -> str:
    """The rows for a spreadsheet, behind a byte order mark; no text in them is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([_cell(cell, "," if delimiter == ";" else ".") for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()


def _cell(value: object, point: str) -> object:
    """A fraction is written with decimals: spreadsheets take "5/8" for a date."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{float(value):.{DIGITS}f}".replace(".", point)
    return safe_cell(value) if isinstance(value, str) else value
