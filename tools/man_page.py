"""The man page `komandor(1)`, from the commands themselves: it says what `--help` says."""

from collections.abc import Iterator
from typing import Any

from tools.cli_reference import argument, commands, spelled

HEAD = r""".TH KOMANDOR 1 "" "Komandor" "User Commands"
.SH NAME
komandor \- run organised\-play tournaments by the rules
.SH SYNOPSIS
.B komandor
.I COMMAND
[\fIOPTION\fR]... [\fIARGUMENT\fR]...
.SH DESCRIPTION
Komandor registers players, pairs rounds, keeps the clock, counts points and tie\-breakers, and shows it all
to phones and a projector.
.B komandor serve
starts the site; its manual is at
.IR /help .
.SH COMMANDS"""
TAIL = r""".SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
Refused by a rule; the reasons are on standard error.
.TP
.B 2
Bad input; nothing was written.
.TP
.B 70
A bug in Komandor.
.SH FILES
.TP
.I ~/.config/komandor/komandor.toml
Settings; every option of every command has a key there, and a variable KOMANDOR_COMMAND_OPTION.
"""


def page() -> str:
    return "\n".join(
        [HEAD, *(line for name, command in commands().items() for line in _section(name, command)), TAIL]
    )


def _section(name: str, command: Any) -> Iterator[str]:
    arguments = [argument(p) for p in command.params if p.param_type_name == "argument"]
    yield f".SS {_roff(' '.join(['komandor', name, *arguments]))}"
    yield _roff(" ".join((command.help or "").split()))
    for one in (p for p in command.params if not getattr(p, "hidden", False)):
        yield ".TP"
        yield f".B {_roff(', '.join(spelled(one)))}"
        yield _roff(" ".join((getattr(one, "help", None) or "").split())) or r"\&"


def _roff(text: str) -> str:
    """Plain text as roff reads it: no sign of it is an order."""
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
