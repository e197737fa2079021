"""One line typed at the terminal, and a day of such lines, for `bench.tests_of_tests.typed`."""

import contextlib
import io
import json
import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from komandor.cli.main import main as komandor

FAULTS: list[str] = []
"""Lines that ended otherwise than they should."""
WITH_FILE = (
    "check {file}",
    "check {file} --json",
    "check {file} --lang pl",
    "verify {file}",
    "verify {file} --json",
    "verify {file} --redraw --lang pl",
    "standings {file}",
    "standings {file} --json",
    "pairings {file}",
    "pairings {file} --round 1 --json",
    "explain {file} --player 1",
    "explain {file} --player 2 --lang pl",
    "explain {file} --player 3 --json",
    "export {file} -o {csv} --format standings",
    "export {file} -o {csv} --format pairings",
    "export {file} -o {other} --without-people",
    "import {file} --data {data}",
    "import {file} --data {data}",
)
EVERY = slice(None)


def said(words: list[str], given: str = "") -> tuple[int, str]:
    """The exit code of one command line, and its answer; `given` is its standard input."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given.encode()))
    try:
        with contextlib.redirect_stdout(io.StringIO()) as answer, contextlib.redirect_stderr(answer):
            return komandor(words), answer.getvalue()
    finally:
        sys.stdin = before


def typed(line: str, **paths: Path | str) -> int:
    """The exit code of one command line, whose answer nobody reads."""
    return said([word.format(**paths) for word in shlex.split(line)])[0]


def typed_day(folder: Path, lines: Iterable[str]) -> Iterator[int]:
    """The exit codes of steps of an event in a folder of its own.

    A step is a sub-command of `komandor event`, or an action with a capital letter. It must be carried out;
    after "!" it must be refused; after "?" it may be.
    """
    os.environ["KOMANDOR_DATA"] = str(folder)
    for line in lines:
        words = shlex.split(line.lstrip("!? "))
        code, answer = said(["event", *(["do"] if words[0][0].isupper() else []), *words])
        if line[0] != "?" and code != int(line[0] == "!"):
            FAULTS.append(f"{folder.name}: {line}: exit code {code}: {answer.strip()[:300]}")
        yield code


def files_of(folder: Path, others: Path) -> Iterator[int]:
    """The exit codes of the commands on the file of the event in a folder."""
    file = others / f"{folder.name}.komandor"
    yield typed("export -o {file} --data {folder}", file=file, folder=folder)
    yield from with_file(file, others / "imported")


def with_file(file: Path, data: Path, which: slice = EVERY) -> Iterator[int]:
    """The exit codes of the commands that take the file of an event: all, or every other one."""
    csv, other = file.with_suffix(".csv"), file.with_suffix(".public")
    yield from (typed(line, file=file, csv=csv, other=other, data=data) for line in WITH_FILE[which])


def pairs_of(folder: Path) -> dict[int | None, list[int]]:
    """The players of the latest round by their table; those without one under None."""
    os.environ["KOMANDOR_DATA"] = str(folder)
    rows = json.loads(said(["event", "pairings", "--json"])[1])["pairings"]
    return {
        row["table"] if len(row["players"]) > 1 else None: [p["player"] for p in row["players"]]
        for row in rows
    }
