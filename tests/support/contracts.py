"""Contracts that fail with what to do: which file to open and what to write there."""

from collections.abc import Iterable


def listed(there: Iterable[str], wanted: Iterable[str], where: str, line: str) -> None:
    """Fail unless a list names exactly what is wanted; say what to write or take out, and where.

    `line` is what to write for `{}`, the name that is missing.
    """
    there, wanted = set(there), set(wanted)
    said = [f"open {where} and write {line.format(name)}" for name in sorted(wanted - there)]
    said += [f"open {where} and take out {name}, which is no more" for name in sorted(there - wanted)]
    assert not said, "\n".join(said)


def none_left(found: Iterable[object], advice: str) -> None:
    """Fail if anything was found; say what to do, then name each on its own line."""
    lines = sorted(map(str, found))
    assert not lines, "\n".join([advice, *lines])
