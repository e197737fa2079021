"""`komandor verify`: checks the hash chain and every draw of a tournament file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.check.file_reader import Unreadable, bounded
from komandor.check.verify import OPEN, TEXTS, Line, Report, verify
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.exits import OK, REFUSED, BadInput
from komandor.cli.printing import echo
from komandor.cli.progress import progress
from komandor.cli.translated import translated, why_unreadable

MARKS = {True: "ok", False: "fault", None: "note"}
REDRAWN = "round {round}: Komandor's own engine gets the same pairings (entry {seq})"


def command(
    file: Annotated[Path, typer.Argument(help="A tournament file (.komandor).")],
    as_json: AsJson = False,
    redraw: Annotated[
        bool,
        typer.Option(
            "--redraw", help="Also repeat with the engine the draws that can't be recomputed without it."
        ),
    ] = False,
    lang: Language = Lang.EN,
) -> None:
    """Check that no entry was changed and every draw fits its seed fingerprint; print what this proves."""
    try:
        data = bounded(file)
    except Unreadable as problem:
        raise BadInput(f"{file}: {why_unreadable(problem, lang)}") from None
    with progress():
        report = verify(data)
        if redraw and report.ok:
            more = [*report.lines, *_by_the_engine(data, report)]
            report = report._replace(ok=all(line.ok is not False for line in more), lines=more)
    lines = [_shown(line, lang) for line in report.lines]
    claim = " ".join(translated(text, params, lang) for text, params in report.claims)
    if as_json:
        level = report.level if report.ok else None
        output.json({"ok": report.ok, "level": level, "claim": claim, "lines": lines})
    else:
        for shown in lines:
            mark = output.word("check", MARKS[shown["ok"]], lang)
            echo(f"{mark:<5} {shown['text']}")
        echo(claim)
    raise typer.Exit(OK if report.ok else REFUSED)


def _shown(line: Line, lang: Lang) -> dict[str, Any]:
    text = REDRAWN if line.code == "draw.engine" else TEXTS[line.code]
    return {"ok": line.ok, "code": line.code, "text": translated(text, line.params, lang)}


def _by_the_engine(data: bytes, report: Report) -> Iterator[Line]:
    """One line for each draw of the rounds whose pairs were not recomputed."""
    from komandor.app.ledger import event_of
    from komandor.core.tournament import commands as c
    from komandor.core.tournament.action import Context
    from komandor.core.tournament.actions import decide
    from komandor.core.tournament.events import RoundDrawn
    from komandor.core.tournament.replay import replay
    from komandor.log.bundle import Bundle, parse

    open_ = {line.params["round"] for line in report.lines if line.code == OPEN}
    bundle = parse(data) if open_ else None
    if not isinstance(bundle, Bundle):
        return
    history = [(record.seq, event_of(record)) for record in bundle.records]
    for at, (seq, event) in enumerate(history):
        if isinstance(event, RoundDrawn) and event.round in open_:
            t = replay(history[:at])
            made = decide(t, c.DrawRound(event.public), Context(now=0, link=event.link))
            yield Line(made == (event,), "draw.engine", {"round": event.round, "seq": seq})
