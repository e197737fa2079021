"""`komandor doctor`: looks at the machine and the data, and says what is wrong and what mends it."""

import shutil
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from komandor.cli.configuration import said_about
from komandor.cli.doctor.checks import CHECKS, Machine, Seen
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.exits import REFUSED
from komandor.cli.printing import echo
from komandor.store.data_folder import data_folder
from komandor.texts import sentence, word

Port = Annotated[
    int | None,
    typer.Option(min=1, max=65535, help="The port for the website. Default: that of serve, or 8000."),
]
Certificate = Annotated[
    Path | None,
    typer.Option(help="The proxy's certificate (PEM), to check its expiry date and names."),
]
MARKS = {"good": "✓", "warning": "!", "trouble": "✗"}


def command(
    data: Data = None,
    database: Database = None,
    port: Port = None,
    certificate: Certificate = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Check settings, disk, clock, network, port, certificate and every event, and say what to fix.

    Changes nothing. Exit code 1 if something must be fixed.
    """
    machine = Machine(data or data_folder(), database or "", port or _port_of_the_site(), certificate)
    found = [(subject, seen) for subject, check in CHECKS for seen in check(machine)]
    if as_json:
        output.json({"found": [_row(subject, seen, lang) for subject, seen in found]})
    else:
        for subject, seen in found:
            row = _row(subject, seen, lang)
            echo(_lines(f"{MARKS[seen.level]} {word('doctor', row['subject'], lang)}: {row['text']}"))
    if any(seen.level == "trouble" for _, seen in found):
        raise typer.Exit(REFUSED)


def _lines(text: str) -> str:
    """On a terminal no word is cut at its edge; what a program reads stays one line."""
    if not sys.stdout.isatty():
        return text
    columns = max(40, shutil.get_terminal_size().columns)
    return fill(text, columns - 1, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _port_of_the_site() -> int:
    """The port of `serve` by variable or file; a value that is no port is named by another check."""
    said = 0
    with suppress(TypeError, ValueError):
        said = int(said_about("serve", "port"))  # type: ignore[call-overload]
    return said if 0 < said < 2**16 else 8000


def _row(subject: str, seen: Seen, lang: Lang) -> dict[str, str]:
    return {
        "subject": seen.subject or subject,
        "level": seen.level,
        "code": seen.what.code,
        "text": sentence(seen.what, lang.value),
    }
