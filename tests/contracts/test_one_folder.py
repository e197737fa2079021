"""No module outside a game's folder names one of its fields, columns, settings, points or its id.

What shared code needs to know of a game it asks through `Rules`.  The names are collected from the
games themselves and looked for as whole strings in Python and templates, and as keys in TOML.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

import komandor
from komandor.core.games import GAMES
from komandor.core.games.game import RoundKind, Rules, Situation
from komandor.core.games.loader import common_settings
from komandor.core.games.settings import defaults
from komandor.core.outcomes import Outcome
from komandor.core.regulations.structures import structures_of
from tests.support.contracts import none_left

SOURCE = Path(komandor.__file__).parent
SHARED = ("core", "app", "web", "texts", "cli", "simulate")
OWN = SOURCE / "core" / "games"
READ = (".py", ".html", ".toml", ".js", ".css")

EVERY_GAMES = {
    "end",
    "winner",
    "conceded_by",
    "time_called",  # of every slip (core/games/verdicts.py)
    "player",
    "total",
    "points",
    "type",
    "product",  # of every list (core/games/listchecks.py)
    *Outcome,
    *(one.key for one in common_settings()),
}

FORMS = (
    "web/forms/result_form.py",
    "web/forms/list_form.py",
    "web/forms/slip_preview.py",
    "web/phone/report_result.py",
    "texts/words/en/forms.toml",
    "texts/words/pl/forms.toml",
    "texts/words/en/settings.toml",
    "texts/words/pl/settings.toml",
    "app/queries/player/my_cut.py",
    "core/standings/metrics.py",
    "simulate/slips.py",
)
"""Here a game's name would be a field, a setting or a point, whatever else the word means."""

OTHER_MEANING = {
    "category": "of an offence or a component",
    "characters": "of a code that is typed in",
    "choice": "of a form, and what a latecomer gets",
    "command": "what somebody asks for; an event's command_id",
    "deck": "a style sheet's class, a deck check",
    "die": "a component",
    "empty": "a place in a bracket, a text without words",
    "first": "a person's name, the top of the standings, Jinja's filter",
    "initiative": "what may be recorded of a match",
    "light": "the theme; who plays which side, in the log",
    "partner": "of a team, in a roster",
    "scores": "of a result in the log",
    "version": "of an event and of HTTP",
}
"""Common words that shared code uses in another sense, though not in `FORMS`."""

EXAMPLES = {"cli/demonstration.py": "names of made-up events; a game without one has a plain name"}
"""Files that may name games by id: nothing depends on it."""


VERIFIERS = ("web/static/redraw.js", "web/static/verify.js")
"""Their tables are their own, as those of `check`: if they asked the games, they would share mistakes."""


def situations(game: Rules) -> Iterator[Situation]:
    chosen = [{}, *({one.key: value} for one in game.data.settings for value in one.choices)]
    kinds: tuple[Any, ...] = get_args(RoundKind)
    for kind, structure, teams, changed in product(kinds, structures_of(game), (False, True), chosen):
        yield Situation(kind, structure, {**defaults(game), **changed}, teams)


def named_by(game: Rules) -> set[str]:
    forms = [game.form(one) for one in situations(game)]
    fields = {one.key for form in forms for one in (*form.game, *form.match)}
    columns = {column for one in game.list_form for column in one.columns}
    return fields | columns | {one.key for one in game.list_form} | {one.key for one in game.data.settings}


@cache
def names() -> frozenset[str]:
    own = set[str]().union(*map(named_by, GAMES), *(game.data.points for game in GAMES))
    return frozenset(own - EVERY_GAMES)


@cache
def ids() -> frozenset[str]:
    return frozenset(one for game in GAMES for one in (game.data.id, game.id))


@cache
def strings(path: Path) -> frozenset[str]:
    """The whole strings of a source file; in TOML its keys."""
    return frozenset(_strings(path))


def _strings(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
        yield from (value for value in constants if isinstance(value, str))
    elif path.suffix == ".toml":
        for table in tomllib.loads(text).values():
            yield from table if isinstance(table, dict) else ()
    else:
        yield from re.findall(r"""["']([\w.@-]+)["']""", text)


def shared_files() -> list[str]:
    every = (path for folder in SHARED for path in sorted((SOURCE / folder).rglob("*")))
    shared = (path for path in every if path.suffix in READ and OWN not in path.parents)
    names = (path.relative_to(SOURCE).as_posix() for path in shared)
    return [name for name in names if name not in VERIFIERS]


@pytest.mark.parametrize("folder", SHARED)
def test_no_shared_module_names_what_is_a_games_own(folder: str) -> None:
    found = []
    for name in shared_files():
        if name.startswith(f"{folder}/"):
            barred = names() if name in FORMS else names() - OTHER_MEANING.keys()
            barred |= frozenset() if name in EXAMPLES else ids()
            found += [(name, text) for text in sorted(strings(SOURCE / name) & barred)]
    none_left(found, "ask the game through `Rules` instead (file, what is a game's own):")


def test_every_exception_is_still_needed() -> None:
    used = {text for name in shared_files() if name not in FORMS for text in strings(SOURCE / name)}
    idle = [*(OTHER_MEANING.keys() - used), *(OTHER_MEANING.keys() - names())]
    idle += [name for name in EXAMPLES if not ids() & strings(SOURCE / name)]
    idle += [name for name in FORMS if not (SOURCE / name).is_file()]
    none_left(idle, f"take these out of OTHER_MEANING, EXAMPLES or FORMS in {__file__}:")


def test_names_are_really_collected() -> None:
    assert {
        "scores",
        "vp",
        "cards_left",
        "balance",
        "planets",
        "ships",
        "swl.sos_mode",
        "win_lowest",
    } <= names()
    assert "armada@2017" in ids()
