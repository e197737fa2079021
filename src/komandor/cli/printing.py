"""Prints texts of others: names, reasons and notes of a file cannot give orders to the terminal."""

import unicodedata

import typer

ORDERS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of signs that a terminal obeys instead of showing them: escape codes, directions, ends of lines."""
UNSEEN = "\ufffd"


def printable(text: str) -> str:
    """The text with its lines and tabs; every other sign that a terminal would obey is marked."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign in "\n\t" or unicodedata.category(sign) not in ORDERS else UNSEEN for sign in text
    )


def echo(text: object, err: bool = False) -> None:
    """Print a line."""
    typer.echo(printable(str(text)), err=err)
