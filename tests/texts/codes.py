"""Every reason code that the source can make, with the parameters given at each place."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from komandor.core.games import GAMES
from komandor.core.games.loader import common_settings
from komandor.core.standings.metrics import METRICS

SOURCE = Path(str(files("komandor")))
ELSEWHERE = ("check", "rulebook", "texts")  # these have texts of their own
SHOWING = ("cli", "web")  # these have file names and addresses that look like codes
MAKERS = frozenset(
    {
        *(
            "why",
            "refuse",
            "Reason",
            "_Bad",
            "ReadOnly",
            "broken",
            "uncertain",
            "noted",
            "problem",
            "found_by",
        ),
        *("good", "warning", "trouble"),
    }
)
CODE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]*[a-z0-9]")
NOT_CODES = frozenset({"score.mov", "draw.round"})  # an example in a docstring; a label

STANDING = ("player", "rank", "above", "own", "theirs")
IN_GAME = ("game", "a", "b", "result")
BUILT: dict[str, tuple[str, ...]] = {
    **{f"standing.decided_by_{metric.key}": STANDING for metric in METRICS},
    "standing.first": STANDING,
    "standing.tied": STANDING,
    **{f"bracket.double_loss_{side}": ("game",) for side in ("upper", "lower", "final")},
    **{
        f"bracket.{code}": IN_GAME
        for code in (
            "no_reset",
            "not_ready",
            "draw",
            "winner_not_in_game",
            "double_loss_in_single",
            "organiser_decides",
        )
    },
    **{f"{thing}.unknown": (thing,) for thing in ("call", "component")},
    "bracket.opponent_left": ("player", "game"),
    "bracket.bye": ("player", "game"),
    **{
        f"pair.{code}": ("player", "opponent", "points", "other_points")
        for code in ("first_round", "group", "group_again", "float", "fold", "fold_start", "fold_float")
    },
    **{
        f"bye.{code}": ("player", "byes", "rank")
        for code in ("random", "lowest", "moved_up", "again", "again_moved_up", "again_early", "again_apart")
    },
    **{f"bye.{code}": ("player",) for code in ("passed_over", "passed_over_apart")},
    **{f"pair.{code}": ("opponent", "rounds_ago") for code in ("rematch", "rematch_for_bye", "met_before")},
    "pair.other_points": ("player", "from_points", "to_points", "group_size"),
    "round.second_bye": ("player", "byes"),
    "round.second_bye_early": ("player", "byes", "players"),
    "explain.knockout_game": ("player", "opponent", "game", "round", "seed", "other_seed"),
    "explain.bracket": ("player", "opponent", "game", "seed", "other_seed"),
    "explain.bracket_bye": ("player", "game"),
    "explain.out_in_game": ("player", "game", "place", "round"),
    "explain.changed_by_hand": ("player", "opponent", "reason"),
    "standing.rank": ("player", "rank", "points"),
    "cut.seed": ("player", "seed"),
    "cut.replacement": ("player", "seed"),
    "cut.not_in": ("player", "size"),
    "list.elsewhere": ("field",),
    "score.winner_contradicts": ("field", "named", "found"),
    **{
        f"store.{code}": ()
        for code in ("damaged", "disk_full", "in_use", "io_error", "read_only", "unreachable")
    },
}
"""Codes put together from parts, or made by helpers: what they carry is read from there by hand."""


class Made(NamedTuple):
    """One place in the source that makes a reason."""

    code: str
    params: frozenset[str]
    where: str


@cache
def made() -> tuple[Made, ...]:
    """Every place, and one for each built code."""
    plain = [one for path in _sources(ELSEWHERE) for one in _made_in(path) if one.code not in BUILT]
    return (*plain, *(Made(code, frozenset(params), "built") for code, params in BUILT.items()))


@cache
def literals() -> dict[str, str]:
    """Every text in the source that looks like a code of a known family → where it stands."""
    families = {one.code.split(".", maxsplit=1)[0] for one in made()}
    settings = {s.key for s in common_settings()} | {s.key for game in GAMES for s in game.data.settings}
    found = {}
    for path in _sources(ELSEWHERE + SHOWING):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if not isinstance(text, str) or not CODE.fullmatch(text) or text in settings | NOT_CODES:
                continue
            if text.split(".", maxsplit=1)[0] in families:
                found[text] = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
    return found


def _sources(but: tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*.py")):
        if path.relative_to(SOURCE).parts[0] not in but:
            yield path


def _made_in(path: Path) -> Iterator[Made]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in MAKERS
            and node.args
        ):
            where = f"{path.relative_to(SOURCE)}:{node.lineno}"
            for code in _codes(node.args[0] if node.func.id != "ReadOnly" else node.args[-1]):
                yield Made(code, frozenset(_params(node)), where)


def _codes(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body)
        yield from _codes(node.orelse)


def _params(node: ast.Call) -> Iterator[str]:
    yield from (word.arg for word in node.keywords if word.arg)
    for table in (one for one in node.args if isinstance(one, ast.Dict)):
        yield from (str(key.value) for key in table.keys if isinstance(key, ast.Constant))
