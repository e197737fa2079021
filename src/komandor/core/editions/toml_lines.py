"""TOML that somebody else wrote: read within bounds, with every mistake and the line of every key."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from komandor.core.reasons import Reason, refuse, why

MOST_BYTES = 32 * 1024
MOST_DEPTH = 6
MOST_MISTAKES = 20
"""After so many lines that are not TOML the rest is not read."""

TOO_LARGE = refuse("edition.too_large", None, most=MOST_BYTES // 1024)

AT = re.compile(r"\(at line (\d+), column \d+\)$")
PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
KEY = re.compile(rf"\s*({PART}(?:\s*\.\s*{PART})*)\s*=")
HEADER = re.compile(rf"\s*\[\[?\s*({PART}(?:\s*\.\s*{PART})*)\s*\]")
PARTS = re.compile(PART)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the text says, as far as it can be read, and what is wrong with it as TOML."""

    table: Mapping[str, Any]
    lines: Sequence[str]
    starts: Mapping[Path, int]
    mistakes: tuple[Reason, ...]

    def line(self, path: Path, item: int | None = None) -> int:
        """The line of a key, or of the table around it; with `item` that of a row of its list."""
        nested = tuple(part for one in path for part in one.split("."))  # a key may be written either way
        start = max(self._start(path), self._start(nested))
        return start if item is None else self._row(start, item)

    def _start(self, path: Path) -> int:
        return next((self.starts[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.starts), 1)

    def _row(self, start: int, item: int) -> int:
        """The line of the n-th inline table after a key."""
        seen = -1
        for number, text in enumerate(self.lines[start - 1 :], start):
            seen += STRING.sub("", text).count("{")
            if seen >= item:
                return number
        return start

    def holding(self, path: Path, found: str) -> int:
        """The line at or after a key that holds this text; the key's own line if there is none."""
        start = self.line(path)
        rest = enumerate(self.lines[start - 1 :], start)
        return next((number for number, text in rest if found and found in text), start)


def parse(text: str) -> Parsed:
    """The text as TOML. A line that is not TOML is named and left out, and the others are read."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return Parsed({}, (), {}, TOO_LARGE.reasons)
    lines = text.split("\n")
    hostile = (*_strange(lines), *_too_deep(lines))
    if hostile:
        return Parsed({}, lines, {}, hostile[:MOST_MISTAKES])
    return _parsed(lines)


def _parsed(lines: list[str]) -> Parsed:
    kept, mistakes = list(lines), dict[int, Reason]()
    table: Mapping[str, Any] = {}
    while len(mistakes) < MOST_MISTAKES:
        try:
            table = tomllib.loads("\n".join(kept))
            break
        except (ValueError, RecursionError) as problem:
            found = AT.search(str(problem))
            line = min(int(found[1]), len(kept)) if found else len(kept)
            if line in mistakes:
                break
            mistakes[line] = why(_kind(str(problem)), None, line=line)
            kept[line - 1] = ""
    return Parsed(table, kept, dict(_starts(kept)), tuple(mistakes[line] for line in sorted(mistakes)))


def _kind(problem: str) -> str:
    """Whether something is named twice, or is no TOML at all."""
    twice = problem.startswith(("Cannot", "Duplicate")) or "twice" in problem
    return "edition.twice" if twice else "edition.not_toml"


def strange(text: str) -> bool:
    """Whether a text holds control characters or marks that change how the text around them is shown."""
    return any(unicodedata.category(one).startswith("C") for one in text)


def _strange(lines: Sequence[str]) -> Iterator[Reason]:
    for number, text in enumerate(lines, 1):
        if strange(text.replace("\t", " ").removesuffix("\r")):
            yield why("edition.control_character", None, line=number)


def _too_deep(lines: Sequence[str]) -> tuple[Reason, ...]:
    depth = 0
    for number, text in enumerate(lines, 1):
        for one in STRING.sub("", text):
            depth += (one in "[{") - (one in "]}")
            if depth > MOST_DEPTH:
                return (why("edition.too_deep", None, line=number, most=MOST_DEPTH),)
        found = KEY.match(text) or HEADER.match(text)
        if found and len(PARTS.findall(found[1])) > MOST_DEPTH:
            return (why("edition.too_deep", None, line=number, most=MOST_DEPTH),)
    return ()


def _starts(lines: Sequence[str]) -> Iterator[tuple[Path, int]]:
    """Every key and every table with its line; what is named first counts."""
    seen: set[Path] = set()
    inside: Path = ()
    for number, text in enumerate(lines, 1):
        header, key = HEADER.match(text), KEY.match(text)
        if header:
            inside = _path(header[1])
        path = inside if header else (*inside, *_path(key[1])) if key else ()
        for end in range(1, len(path) + 1):
            if path[:end] not in seen:
                seen.add(path[:end])
                yield path[:end], number


def _path(text: str) -> Path:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in PARTS.findall(text))
