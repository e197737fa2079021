"""`komandor verify`: checks the hash chain and every draw of a tournament file."""

from pathlib import Path
from typing import Annotated

import typer

from komandor.check.verify import TEXTS, verify
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson
from komandor.cli.exits import OK, REFUSED, BadInput

MARKS = {True: "ok  ", False: "FAIL", None: "note"}


def command(
    file: Annotated[Path, typer.Argument(help="A tournament file (.komandor).")], as_json: AsJson = False
) -> None:
    """Check that no record was changed and every draw is the promised one; print what this proves."""
    try:
        report = verify(file.read_bytes())
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror}") from None
    lines = [
        {"ok": line.ok, "code": line.code, "text": TEXTS[line.code].format_map(line.params)}
        for line in report.lines
    ]
    claim = report.claim
    if as_json:
        output.json(
            {"ok": report.ok, "level": report.level if report.ok else None, "claim": claim, "lines": lines}
        )
    else:
        for line, one in zip(lines, report.lines, strict=True):
            typer.echo(f"{MARKS[one.ok]}  {line['text']}")
        typer.echo(claim)
    raise typer.Exit(OK if report.ok else REFUSED)
