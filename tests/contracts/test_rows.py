"""A row says everything that is particular to its command or event; no other code asks which one it has."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

import komandor
from komandor.app.handle import PROVIDERS
from komandor.core.games import GAMES
from komandor.core.games.settings import settings_of
from komandor.core.tournament import commands, events
from komandor.core.tournament.action import Context
from komandor.core.tournament.actions import ACTIONS, AREAS, COMMANDS, EVENT_ROWS, EVENTS
from komandor.core.tournament.needs import Need
from komandor.core.tournament.references import ROUND, THINGS, field_naming
from komandor.log.codec import type_name

SOURCE = Path(komandor.__file__).parent
GENERAL = (
    "app/access.py",
    "app/handle.py",
    "app/ledger.py",
    "app/offers.py",
    "app/outbox/messages.py",
    "app/personal_data.py",
    "app/publishing.py",
    "app/undo_targets.py",
    "core/tournament/actions/__init__.py",
    "core/tournament/references.py",
    "core/tournament/replay.py",
    "core/tournament/undo.py",
    "log/codec.py",
    "log/record.py",
    "log/sealing.py",
    "web/api/openapi.py",
    "web/api/schemas.py",
    "web/forms/guard.py",
)
"""They work with every command and event alike."""
PARTICULAR = {cls.__name__ for cls in (*COMMANDS, *EVENTS)}
KINDS = {type_name(cls) for cls in EVENTS}


def questions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where the code asks whether something is one particular command or event, and of which it asks."""
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass"):
            asked = node.args[1:]
        elif isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        for part in (x for one in asked for x in ast.walk(one) if isinstance(x, (ast.Name, ast.Attribute))):
            name = part.id if isinstance(part, ast.Name) else part.attr
            if name in PARTICULAR:
                yield part.lineno, name


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a text names the kind of an event, docstrings aside."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from ((node.lineno, kind) for kind in KINDS & set(re.findall(r"\w+", node.value)))


@pytest.mark.parametrize("file", GENERAL)
def test_general_code_asks_the_rows(file: str) -> None:
    tree = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
    found = [
        f"src/komandor/{file}:{line} asks for {name}: say it on its row (core/tournament/actions, Action or "
        "EventRow in core/tournament/action.py) and ask ACTION_OF or EVENT_ROW_OF here"
        for line, name in sorted({*questions(tree), *words(tree)})
    ]
    assert not found, "\n".join(found)


def test_the_search_finds_each_way_of_asking() -> None:
    text = """
if isinstance(x, (e.PlayerAmended, int)): pass
if type(x) is RoundClosed: pass
match x:
    case c.DrawRound(): pass
TABLE = "fee_noted player paid|..."
"""
    tree = ast.parse(text)
    assert sorted(questions(tree)) == [(2, "PlayerAmended"), (3, "RoundClosed"), (5, "DrawRound")]
    assert list(words(tree)) == [(6, "fee_noted")]


@pytest.mark.parametrize(
    ("module", "named", "beside"),
    [
        (commands, COMMANDS, {"Command", "Context", "TRYING"}),
        (events, EVENTS, {"Event"}),
    ],
)
def test_commands_and_events_are_named_in_one_place_each(
    module: ModuleType, named: tuple[type, ...], beside: set[str]
) -> None:
    file = f"src/{module.__name__.replace('.', '/')}.py"
    there = {name for name in vars(module) if not name.startswith("__")}
    missing = [
        f"write into {file}: from {cls.__module__} import {cls.__name__}"
        for cls in named
        if cls.__name__ not in there
    ]
    wrong = [
        f"write the row of {name} in its area, or take it out of {file}"
        for name in there - {cls.__name__ for cls in named} - beside
    ]
    assert not missing + wrong, "\n".join(missing + wrong)


def test_every_setting_of_a_row_exists() -> None:
    known = {one.key for game in GAMES for one in settings_of(game)}
    wrong = [
        f"{row.name}: add its setting {row.setting} to src/komandor/core/games/common.toml, default false"
        for row in ACTIONS
        if row.setting and row.setting not in known
    ]
    assert not wrong, "\n".join(wrong)


def test_every_button_stands_on_a_page() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "web/templates").rglob("*.html"))
    wrong = [
        f'{row.name} (button=True): write ui.form("console-do", event.id, "{row.name}"), or "my-do" for '
        "players, in a template of src/komandor/web/templates"
        for row in ACTIONS
        if row.button and not re.search(rf'-do",\s*event\.id,\s*"{row.name}"', pages)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_of_actions_is_an_area() -> None:
    found = {path.stem for path in (SOURCE / "core/tournament/actions").glob("*.py")} - {"__init__"}
    known = {area.__name__.rpartition(".")[2] for area in AREAS}
    assert not found - known, (
        f"{sorted(found - known)}: an area is named in AREAS (core/tournament/actions/__init__.py); "
        "what is no area lies in core/tournament"
    )


BESIDE = {
    "RegisterPlayer": "a new player; `staff` is what else they are",
    "FreezeRound": "a round; `despite_lists` are exceptions",
    "CloseRound": "the round; `calls` end with it",
}
"""Commands that name somebody and are about something that has no number yet."""


def test_a_command_that_names_something_says_what_it_is_about() -> None:
    missing = [
        f"{row.name}: write about=… on its row, one of {named}, or tell in BESIDE "
        "(tests/contracts/test_rows.py) why it is about none of them"
        for row in ACTIONS
        if row.about is None and row.name not in BESIDE
        if (named := [thing.held_in for thing in THINGS.values() if field_naming(row.command, thing)])
    ]
    wrong = [
        f"{row.name}: its row says about={row.about.held_in}, but no field has the type of such a number"
        for row in ACTIONS
        if row.about is not None and not row.subject
    ]
    assert not missing + wrong, "\n".join(missing + wrong)


def test_every_need_has_one_provider_and_is_needed() -> None:
    needs = set(get_args(Need))
    missing = [f"{x}: write its provider into PROVIDERS of app/handle.py" for x in needs - PROVIDERS.keys()]
    unused = needs - {need for row in ACTIONS for need in row.needs}
    assert not missing, "\n".join(missing)
    assert not unused, f"no command needs {unused}: delete it from core/tournament/needs.py"


FROM_OUTSIDE = {"link": "LINK", "seed": "SEED", "history": "HISTORY", "steps": "HISTORY", "cards": "CARDS"}


def test_what_is_private_is_a_field_of_its_event() -> None:
    wrong = [
        f"{row.event.__name__}: its row closes {name}, which is no field of it"
        for row in EVENT_ROWS
        for name in row.private.keys() - {field.name for field in fields(row.event)}
    ]
    assert not wrong, "\n".join(wrong)
    for row in EVENT_ROWS:
        assert not row.round_status or field_naming(row.event, ROUND), (
            f"{row.event.__name__} gives a round its status: it needs a field of type RoundNo"
        )


def test_the_context_holds_nothing_that_no_row_can_ask_for() -> None:
    always = {"now", "head", "staff", "player"}
    rest = {field.name for field in fields(Context)} - always - FROM_OUTSIDE.keys()
    assert not rest, f"Context: name the need of {rest} in core/tournament/needs.py and FROM_OUTSIDE here"
