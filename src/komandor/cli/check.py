"""`komandor check`: re-checks tournament files with the independent checker."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from komandor.check.bounded_file import Unreadable
from komandor.check.file_reader import check_file
from komandor.check.violation import Report
from komandor.cli.engine import output
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.cli.printing import echo


def command(
    files: Annotated[list[Path], typer.Argument(help="Tournament files (.komandor).")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with everything found.")] = False,
) -> None:
    """Re-check every round, result, rank, cut and bracket of tournament files.

    The checker is written from the rules alone and shares no code with the engine. The exit code
    is 0 if there is no violation, 1 if there is one, 2 if a file cannot be read.
    """
    answers = {path: _answer(path) for path in files}
    if as_json:
        output.json({"files": [_as_json(path, answer) for path, answer in answers.items()]})
    else:
        for path, answer in answers.items():
            _print(path, answer)
    raise typer.Exit(_code(list(answers.values())))


def _answer(path: Path) -> Report | Unreadable:
    try:
        return check_file(path)
    except Unreadable as problem:
        return problem


def _code(answers: list[Report | Unreadable]) -> int:
    if any(isinstance(a, Unreadable) for a in answers):
        return BAD_INPUT
    return OK if all(isinstance(a, Report) and a.clean for a in answers) else REFUSED


def _print(path: Path, answer: Report | Unreadable) -> None:
    if isinstance(answer, Unreadable):
        echo(f"{path}: cannot be read: {answer}", err=True)
        return
    for found in answer.violations:
        echo(f"{path}:{found}")
    for note in answer.notes:
        echo(f"{path}:{note.seq}: note: {note.text}")
    size = f"{answer.events} events, {answer.players} players, {answer.rounds} rounds"
    verdict = "no violation" if answer.clean else f"{len(answer.violations)} violations"
    echo(f"{path}: {size}: {verdict}")


def _as_json(path: Path, answer: Report | Unreadable) -> dict[str, object]:
    found = {"error": str(answer)} if isinstance(answer, Unreadable) else asdict(answer)
    return {"file": str(path), **found}
