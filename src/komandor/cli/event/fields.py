"""The fields of an action as options of the terminal, and what was typed as the action's command."""

import inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from inspect import Parameter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import typer

from komandor.cli.engine.inputs import number, short
from komandor.cli.engine.options import Lang, option
from komandor.cli.engine.output import unread, wrong
from komandor.cli.exits import BadInput
from komandor.core.reasons import why
from komandor.core.tournament.action import Command
from komandor.core.tournament.references import help_of
from komandor.web.api.misfits import Misfits, structured

C = TypeVar("C", bound=Command)
SIMPLE = (int, str, bool)


def parameters(command: type[Command], arguments: Sequence[str] = ()) -> list[Parameter]:
    """One option for each field, or an argument for the fields that are named as such."""
    hints, meanings = get_type_hints(command), help_of(command)
    return [_parameter(f, hints[f.name], meanings[f.name], f.name in arguments) for f in fields(command)]


def _parameter(field: Field[Any], hint: Any, meaning: str, argument: bool) -> Parameter:
    needed = field.default is MISSING and field.default_factory is MISSING
    shown = "" if needed or field.default in (MISSING, None, "", ()) else f"[default: {field.default}]"
    simple, part = _simple(hint), _part(hint)
    kind: Any = simple or (list[str] if part else str)
    metavar = None if simple else f"<{part.__name__},…>" if part else "<json>"
    info = typer.Argument if argument else typer.Option
    about = info(help=" ".join(filter(None, (meaning, shown))), metavar=metavar)
    annotated: Any = Annotated
    typed = annotated[kind if needed else kind | None, about]
    return option(field.name, typed, Parameter.empty if needed else None)


def read(command: type[C], given: Mapping[str, Any], lang: Lang) -> C:
    """The command with the values that were typed; what was not typed keeps its default."""
    hints = get_type_hints(command)
    return command(
        **{name: _value(name, hints[name], text, lang) for name, text in given.items() if text is not None}
    )


def _value(name: str, hint: Any, typed: Any, lang: Lang) -> Any:
    if _simple(hint):
        return typed
    flag = f"--{name.replace('_', '-')}"
    try:
        raw = _listed(typed, _part(hint)) if _part(hint) else json.loads(_content(flag, typed, lang))
    except (ValueError, RecursionError):
        raise wrong(flag, why("typed.not_json", found=short(typed, 60)), lang) from None
    value = structured(raw, hint, flag, lang.value)
    if isinstance(value, Misfits):
        raise BadInput(short(": ".join(value.places[0]), 300))
    return value


def _content(flag: str, typed: str, lang: Lang) -> str:
    """What was typed, or what the file holds whose name was typed after an @."""
    if not typed.startswith("@"):
        return typed
    try:
        return Path(typed[1:]).read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise unread(flag, typed[1:], problem, lang) from None


def _listed(texts: Sequence[str], part: type) -> list[Any]:
    """`--players 1,2 --players 3` as one list."""
    words = (word.strip() for text in texts for word in text.split(","))
    found = [(word, number(word) if part is int else None) for word in words if word]
    return [word if whole is None else whole for word, whole in found]


def _simple(hint: Any) -> Any:
    """The type without None if it is a number, a text, yes or no, or a choice; else None."""
    parts = [part for part in get_args(hint) if part is not NoneType] if _is_union(hint) else [hint]
    inner = [getattr(part, "__supertype__", part) for part in parts]  # the number of a player is a number
    return inner[0] if len(inner) == 1 and (inner[0] in SIMPLE or get_origin(inner[0]) is Literal) else None


def _part(hint: Any) -> Any:
    """The type of the parts of a list of numbers or texts; else None."""
    kind, *rest = get_args(hint) or (None,)
    return _simple(kind) if get_origin(hint) is tuple and rest == [...] else None


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def own_words(named: Any) -> str:
    """The docstring of a class or function, without the one that dataclasses write themselves."""
    text = inspect.getdoc(named) or ""
    return "" if text.startswith(f"{named.__name__}(") else text
