"""Reads standard input into a typed record, or refuses with one sentence that names the field."""

import re
import sys
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
import typer

from komandor.cli.engine.misfits import misfit
from komandor.cli.engine.options import Lang
from komandor.cli.engine.output import json, sentence, wrong
from komandor.cli.exits import BadInput
from komandor.core import games
from komandor.core.games.game import Rules
from komandor.core.games.schema import DIALECT
from komandor.core.games.settings import check_settings
from komandor.core.reasons import Refusal, why

T = TypeVar("T")
MOST_BYTES = 512 * 1024 * 1024
LONGEST_NUMBER = 15
STDIN = "standard input"
_BYTE = re.compile(r"\(byte (\d+)\)")
_AT = re.compile(r"^(?P<problem>.*) - at `(?P<path>.*)`$", re.DOTALL)


def read(shape: type[T], command: str, show_schema: bool, lang: Lang) -> T:
    """Standard input as one record of this type; with --schema the form is printed and the command ends."""
    if show_schema:
        json(schema(shape, command), indent=True)
        raise typer.Exit
    if sys.stdin.isatty():
        raise wrong(STDIN, why("input.no_pipe"), lang)
    return decode(sys.stdin.buffer.read(MOST_BYTES + 1), shape, lang)


def decode(raw: bytes, shape: type[T], lang: Lang) -> T:
    if len(raw) > MOST_BYTES:
        raise wrong(STDIN, why("input.too_large", most=MOST_BYTES // 1024 // 1024), lang)
    if not raw.strip():
        raise wrong(STDIN, why("input.empty"), lang)
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as problem:
        raise _misfit(str(problem), lang) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        place = _BYTE.search(str(problem))
        raise wrong(STDIN, why("input.not_json", place=place and int(place[1])), lang) from None
    except RecursionError:
        raise wrong(STDIN, why("input.nested"), lang) from None


def schema(shape: type, command: str) -> dict[str, Any]:
    """The published JSON Schema of the input of a command."""
    made = msgspec.json.schema(shape)
    (name,) = (key for key in made["$defs"] if made["$ref"].endswith(f"/{key}"))
    top = made["$defs"].pop(name)
    rest = {"$defs": made["$defs"]} if made["$defs"] else {}
    top["properties"]["game"] = {"enum": [one.data.id for one in games.GAMES]}
    top["description"] = " ".join(top["description"].split())
    return {"$schema": DIALECT, **top, "title": f"komandor {command}", **rest}


def rules(game: str, lang: Lang = Lang.EN) -> Rules:
    """The rules of a game, by its id."""
    for one in games.GAMES:
        if one.data.id == game:
            return one
    raise no_such_game("game", game, lang)


def no_such_game(field: str, name: str, lang: Lang) -> BadInput:
    """The sentence that names the games by their ids, as they are typed."""
    known = tuple(one.data.id for one in games.GAMES)
    return wrong(field, why("typed.no_such_game", name=short(name), known=known), lang)


def list_rules(game: str, lang: Lang = Lang.EN) -> Rules:
    """The rules of a game whose lists can be read."""
    found = rules(game, lang)
    if found.lists is None:
        raise wrong("game", why("input.lists_not_read", name=short(game)), lang)
    return found


def settings(of: Rules, chosen: dict[str, Any], lang: Lang) -> dict[str, Any]:
    """All settings of the game, with the chosen values; refuses a wrong one."""
    checked = check_settings(of, chosen)
    if isinstance(checked, Refusal):
        first = checked.reasons[0]
        raise BadInput(f"settings.{first.params.get('field')}: {sentence(first, lang)}")
    return checked


def _misfit(message: str, lang: Lang) -> BadInput:
    """msgspec's message "Expected `int`, got `str` - at `$.rounds[0][1].points`", with the field first."""
    found = _AT.match(message)
    place = found["path"].removeprefix("$").removeprefix(".").replace("[...]", "") if found else ""
    field, reason = misfit(found["problem"] if found else message, lang)
    return wrong(".".join(filter(None, (place, short(field)))) or "document", reason, lang)


def short(text: str, most: int = 120) -> str:
    """The text as one line of limited length."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else f"{line[:most]}…"


def number(text: str) -> int | None:
    """The whole number that was typed; None for anything else, and for absurdly long ones."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def exact(given: float | str) -> Fraction:
    """The number as it is written: 0.1 is a tenth, "1/3" a third."""
    return Fraction(given if isinstance(given, str) else repr(given))
