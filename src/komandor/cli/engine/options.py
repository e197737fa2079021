"""Options that several commands share, and options that are made from a table."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer


class Lang(StrEnum):
    EN = "en"
    PL = "pl"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ShowSchema = Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the input and exit.")]
Data = Annotated[
    Path | None,
    typer.Option(envvar="KOMANDOR_DATA", help="Folder with the events. Default: your own data folder."),
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="KOMANDOR_DATABASE",
        help="Use a PostgreSQL database (postgres://…) instead of a file in the data folder.",
    ),
]
Language = Annotated[Lang, typer.Option("--lang", envvar="KOMANDOR_LANG", help="Language of the output.")]


def option(name: str, kind: Any, default: Any = None) -> Parameter:
    """A parameter of this kind; it is required if the default is Parameter.empty."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def as_command(
    view: Callable[..., None], opened: Callable[..., None], options: Iterable[Parameter] = ()
) -> Callable[..., None]:
    """A view of something that `opened` opens, as a command: what it shows comes first, its options after."""
    opened.__doc__ = view.__doc__
    return with_options(opened, (*options, *list(signature(view).parameters.values())[1:]))


def with_options(function: Callable[..., None], options: Iterable[Parameter]) -> Callable[..., None]:
    """The function as a command that also takes these options, which it is given as `**keywords`."""
    named = (*options, *signature(function).parameters.values())
    shown = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in named if p.kind is not Parameter.VAR_KEYWORD]
    function.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    return function
