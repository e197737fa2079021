"""`komandor check`: re-checks tournament files with the independent checker."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from komandor.check.check_file import check_file
from komandor.check.file_reader import Unreadable
from komandor.check.violation import Report, Violation
from komandor.cli.engine import output
from komandor.cli.engine.options import Lang, Language
from komandor.cli.exits import BAD_INPUT, OK, REFUSED
from komandor.cli.printing import echo
from komandor.cli.progress import progress
from komandor.core.reasons import Reason, why
from komandor.rulebook import rule


def command(
    files: Annotated[list[Path], typer.Argument(help="Tournament files (.komandor).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print all findings as one JSON object.")] = False,
    lang: Language = Lang.EN,
) -> None:
    """Re-check every round, result, place, cut and bracket in tournament files.

    The checker is written from the rules alone and shares no code with the engine. The exit code
    is 0 if no rule is violated, 1 if one is, and 2 if a file can't be read.
    """
    answers: dict[Path, Report | Unreadable] = {}
    with progress(len(files) if len(files) > 1 else None) as done:
        for path in files:
            answers[path] = _answer(path)
            done()
    if as_json:
        output.json({"files": [_as_json(path, answer, lang) for path, answer in answers.items()]})
    else:
        for path, answer in answers.items():
            _print(path, answer, lang)
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


def _print(path: Path, answer: Report | Unreadable, lang: Lang) -> None:
    if isinstance(answer, Unreadable):
        echo(f"{path}: {output.word('check', 'unreadable', lang)}: {_problem(answer, lang)}", err=True)
        return
    for found in answer.violations:
        echo(f"{path}:{found}")
        if lang is not Lang.EN:
            _print_rule(found, lang)
    for note in answer.notes:
        echo(f"{path}:{note.seq}: {output.word('check', 'note', lang)}: {_noted(note, lang)}")
    echo(f"{path}: {output.sentence(_verdict(answer), lang)}")


def _verdict(found: Report) -> Reason:
    many, players, rounds = len(found.violations), found.players, found.rounds
    if not many:
        return why("checked.clean", events=found.events, players=players, rounds=rounds)
    return why("checked.found", events=found.events, players=players, rounds=rounds, violations=many)


def _noted(note: Violation, lang: Lang) -> str:
    """A note in this language; in English with the checker's own words, which name round and players."""
    if lang is Lang.EN:
        return note.text
    return output.word("check_note", note.code, lang)


def _print_rule(found: Violation, lang: Lang) -> None:
    """The broken rule in this language; the checker's own sentences are English."""
    if broken := rule(found.rule):
        echo(f"    {broken.id}: {broken.text[lang.value].splitlines()[0]}")


def _problem(problem: Unreadable, lang: Lang) -> str:
    from komandor.cli.translated import why_unreadable  # takes longer to import than the rest

    return why_unreadable(problem, lang)


def _as_json(path: Path, answer: Report | Unreadable, lang: Lang) -> dict[str, object]:
    found = {"error": _problem(answer, lang)} if isinstance(answer, Unreadable) else asdict(answer)
    return {"file": str(path), **found}
