"""Writing: one JSON document, or a table for people; and sentences for reasons."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from komandor.cli.exits import RefusedByRule
from komandor.core.reasons import Param, Reason, Refusal

Names = Mapping[int, str]
PERSONS = frozenset({"player", "a", "b", "result", "above", "asked", "last", "first_out", "undefeated"})
"""Parameters of reasons that are players: the core knows numbers, the caller gave names."""


def json(document: Any, indent: bool = False) -> None:
    """One JSON document on standard output."""
    raw = msgspec.json.encode(document)
    raw = msgspec.json.format(raw, indent=2) if indent else raw
    sys.stdout.write(raw.decode() + "\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """The same answer for people."""
    from rich.console import Console
    from rich.table import Table

    shown = Table(*columns, title=title or None, title_justify="left")
    for row in rows:
        shown.add_row(*("" if cell is None else str(cell) for cell in row))
    Console().print(shown, markup=False)


def sentence(reason: Reason, lang: str, names: Names | None = None) -> str:
    said = named(reason, names) if names else reason
    try:
        from komandor import texts
    except ImportError:
        return f"{said.code} {dict(said.params)}"
    return texts.sentence(said, lang)


def line(reason: Reason, lang: str, names: Names | None = None) -> str:
    """A reason as `komandor` prints it: the rule's ID, then the sentence."""
    said = sentence(reason, lang, names)
    return f"{reason.rule}: {said}" if reason.rule else said


def refusal(no: Refusal, lang: str, names: Names | None = None) -> RefusedByRule:
    return RefusedByRule([line(reason, lang, names) for reason in no.reasons])


def named(reason: Reason, names: Names) -> Reason:
    """The reason with the caller's names in place of our numbers."""
    params = {key: _name(key, value, names) for key, value in reason.params.items()}
    return replace(reason, params=params, because=tuple(named(one, names) for one in reason.because))


def _name(key: str, value: Param, names: Names) -> Param:
    return names.get(value, value) if key in PERSONS and isinstance(value, int) else value
