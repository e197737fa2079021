"""`komandor`: finds the command, runs it, and turns every ending into its exit code."""

import gc
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from komandor import __version__
from komandor.cli import configuration, exits
from komandor.cli.commands import COMMANDS, TerminalCommand
from komandor.cli.printing import echo

COMPLETED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""Where shells put the line that is to be completed; there are no arguments then."""
EXAMINERS = ("doctor",)
"""Commands that look at the settings themselves, so wrong ones do not stop them."""
OBJECTS = 50_000  # made before Python looks for cycles; what a command reads is kept until its end anyway
PLAINER = (
    (": Value error, ", ": "),
    ("Input should be a valid integer, unable to parse string as an integer", "it must be a whole number"),
    ("Input should be less than or equal to ", "it must be at most "),
    ("Input should be greater than or equal to ", "it must be at least "),
)
"""What the library says that reads what is typed, and what people say."""
ENDLESS = re.compile(r"(\S{60})\S{140,}")


def run() -> NoReturn:
    """The entry point of the `komandor` script."""
    _use_utf8()
    gc.set_threshold(OBJECTS)
    sys.exit(main(sys.argv[1:]))


def main(args: Sequence[str]) -> int:
    """Run one command line and return its exit code. Every problem but a bug is reported in one line."""
    try:
        return _invoke(args)
    except exits.BadInput as problem:
        return _print_error(_one_line(str(problem)), exits.BAD_INPUT)
    except exits.RefusedByRule as refusal:
        return _print_error(refusal, exits.REFUSED)
    except typer.TyperException as problem:
        return _print_error(_one_sentence(problem), exits.BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return exits.INTERRUPTED
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # `komandor … | head` is not an error
            return exits.OK
        raise
    except Exception as bug:  # noqa: BLE001 - the last resort: exit code 70 instead of a traceback
        return _report(bug)


@cache
def build(called: str | None, commands: tuple[TerminalCommand, ...]) -> Callable[..., Any]:
    """The application of these commands: only the called one is imported, the others have help only."""
    app = typer.Typer(
        name="komandor",
        help="Run organised-play tournaments by the rules.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_top)
    for command in commands:
        _attach(app, command, called=command.name == called)
    return typer.main.get_command(app)


def _attach(app: typer.Typer, command: TerminalCommand, *, called: bool) -> None:
    if not called:
        app.command(command.name, help=command.help)(_not_called)
        return
    loaded: Callable[..., Any] | typer.Typer = command.load()
    if isinstance(loaded, typer.Typer):
        app.add_typer(loaded, name=command.name)
    else:
        app.command(command.name)(loaded)


def _invoke(args: Sequence[str]) -> int:
    _refuse_other_encodings(args)
    words = [word for line in map(os.environ.get, COMPLETED) if line for word in line.split()[1:]]
    called = next((word for word in (*args, *words) if not word.startswith("-")), None)
    command = build(called, COMMANDS)
    defaults = _configured(called, command)
    typed = list(args) or ["--help"]
    answer = command(typed, prog_name="komandor", standalone_mode=False, default_map=defaults)
    return answer if isinstance(answer, int) else exits.OK


def _configured(called: str | None, app: Any) -> dict[str, Any]:
    """What the file of the machine says about options; what nobody reads there or in a variable is named."""
    names, command = [command.name for command in COMMANDS], app.commands.get(called)
    try:
        found = configuration.read_file()
        configuration.refuse_unknown_keys(found, names)
        if called and command:
            configuration.refuse_unknown_options(found.get(called, {}), command, called)
            configuration.refuse_wrong_variables(called, command)
    except configuration.WrongSettings:
        if called not in EXAMINERS:
            raise
        found = {}
    if called and command:
        if called not in EXAMINERS:
            for odd in configuration.unknown_variables(names, called, command):
                echo(f"komandor: {configuration.said(odd)}", err=True)
        return configuration.with_variables(found, called, command)
    return found


def _refuse_other_encodings(args: Sequence[str]) -> None:
    """Refuse words that are not UTF-8, which no log can keep; a file may have such a name."""
    for before, word in pairwise(("", *args)):
        if not _is_utf8(word) and not Path(word).exists():
            raise exits.BadInput(f"{before if before.startswith('-') else word}: this is not text in UTF-8")


def _is_utf8(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _show_version(on: bool) -> None:
    if on:
        typer.echo(f"komandor {__version__}")
        raise typer.Exit


def _top(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Run organised-play tournaments by the rules."""


def _not_called() -> None:
    """Takes the place of a command that is not called, for the help page."""


def _one_sentence(problem: typer.TyperException) -> str:
    message = str(getattr(problem, "format_message", problem.__str__)())
    for theirs, ours in PLAINER:
        message = message.replace(theirs, ours)
    return (
        message
        if message.startswith("Usage:")
        else _one_line(" ".join(message.split())) or type(problem).__name__
    )


def _one_line(text: str) -> str:
    """The text in one line, in which nothing that was typed is longer than the eye can take in."""
    return ENDLESS.sub(r"\1…", " ".join(text.split("\n")))


def _print_error(text: object, code: int) -> int:
    sys.stdout.flush()
    echo(text, err=True)
    return code


def _report(bug: Exception) -> int:
    if os.environ.get("KOMANDOR_DEBUG") == "1":
        traceback.print_exception(bug)
    text = " ".join(str(bug).split())
    return _print_error(
        f"komandor: this is a bug in Komandor ({type(bug).__name__}: {text}); KOMANDOR_DEBUG=1 shows where",
        exits.BUG,
    )


def _use_utf8() -> None:
    """Use UTF-8 also in pipes on Windows, where the default is still a code page."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
