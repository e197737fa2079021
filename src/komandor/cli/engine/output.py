"""Prints a JSON document or a table, and words reasons as sentences."""

import errno
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from komandor.cli.engine.options import Lang
from komandor.cli.exits import BadInput, RefusedByRule
from komandor.cli.printing import echo, printable
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, why

Names = Mapping[PlayerNo, str]
NUMBER = re.compile(r"-?[0-9]*([.,][0-9]+)?=?")
"""A number, a shared place such as 2=, or nothing."""


def json(document: Any, indent: bool = False) -> None:
    """Print one JSON document."""
    raw = msgspec.json.encode(document)
    raw = msgspec.json.format(raw, indent=2) if indent else raw
    sys.stdout.write(raw.decode() + "\n")


def summary(facts: Mapping[str, Any], as_json: bool, lang: Lang, hidden: str = "") -> None:
    """Print what was done: as JSON, or in one line without what is `hidden` there."""
    if as_json:
        json(facts)
        return
    shown = {key: word("answer", v, lang) if isinstance(v, bool) else v for key, v in facts.items()}
    echo(", ".join(f"{word('head', key, lang)}: {v}" for key, v in shown.items() if key != hidden))


def rows(
    name: str, found: Sequence[Mapping[str, Any]], columns: Iterable[str], as_json: bool, lang: Lang
) -> None:
    """Print what was found: as JSON under this name, or as a table."""
    if as_json:
        json({name: found})
    else:
        table("", heads(columns, lang), [tuple(row.values()) for row in found])


def wrong(field: str, reason: Reason, lang: Lang) -> BadInput:
    """What was typed wrong: the field, then the sentence."""
    return BadInput(f"{field}: {sentence(reason, lang)}")


def no_such_round(round: int, last: int, lang: Lang) -> BadInput:
    return wrong("--round", why("typed.no_such_round", round=round, last=last), lang)


def unread(field: str, file: object, problem: Exception, lang: Lang) -> BadInput:
    """A file or folder that cannot be read, and why."""
    return wrong(field, why("typed.cannot_read", file=str(file), problem=in_words(problem, lang)), lang)


def in_words(problem: Exception, lang: Lang) -> str:
    """In our words where we have some, else in those of the system, without the number and the path."""
    if not isinstance(problem, OSError) or problem.errno is None:
        return str(problem)
    code = errno.errorcode.get(problem.errno, "")
    known = word("file_problem", code, lang)
    return known if known != code else problem.strerror or str(problem)


def write(path: Path, raw: bytes, lang: Lang, private: bool = False) -> None:
    """Write the file that `-o` names, a private one for its owner only; refuses with one sentence."""
    try:
        if private and not path.exists():
            path.touch(0o600)
        path.write_bytes(raw)
    except OSError as problem:
        reason = why("typed.cannot_write", file=str(path), problem=in_words(problem, lang))
        raise wrong("-o", reason, lang) from None


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table for people: numbers to the right, and no column in which nothing stands."""
    from rich.console import Console
    from rich.table import Table

    texts = [["" if cell is None else printable(str(cell)) for cell in row] for row in rows]
    kept = [n for n in range(len(columns)) if not texts or any(row[n] for row in texts)]
    shown = Table(title=printable(title) or None, title_justify="left")
    for n in kept:
        numbers = all(NUMBER.fullmatch(row[n]) for row in texts)
        shown.add_column(columns[n], justify="right" if numbers else "left", overflow="fold")
    for row in texts:
        shown.add_row(*(row[n] for n in kept))
    Console(markup=False, emoji=False, highlight=False).print(shown)


def sentence(reason: Reason, lang: Lang, names: Names | None = None, game: str = "") -> str:
    """The reason as one sentence."""
    from komandor import texts  # slow to import, and not needed for JSON without sentences

    return texts.sentence(reason, lang.value, _name_of(names), game=game)


def word(kind: str, code: str | bool, lang: Lang) -> str:
    from komandor import texts

    return texts.word(kind, code, lang.value)


def heads(codes: Iterable[str], lang: Lang) -> list[str]:
    """The headings of a table's columns; an empty one stays empty."""
    return [word("head", code, lang) if code else "" for code in codes]


def line(reason: Reason, lang: Lang, names: Names | None = None, game: str = "") -> str:
    """A reason as the terminal prints it: the rule's ID, then the sentence."""
    text = sentence(reason, lang, names, game)
    return f"{reason.rule}: {text}" if reason.rule else text


def refusal(no: Refusal, lang: Lang, names: Names | None = None, game: str = "") -> RefusedByRule:
    return RefusedByRule([line(reason, lang, names, game) for reason in no.reasons])


def _name_of(names: Names | None) -> Callable[[PlayerNo], str] | None:
    """A function from a player's number to the name in the input."""
    return None if names is None else lambda number: names.get(number, str(number))


def whole(value: Fraction) -> int | str:
    """A whole number as such, anything else as an exact fraction: "1/2"."""
    return value.numerator if value.denominator == 1 else str(value)
