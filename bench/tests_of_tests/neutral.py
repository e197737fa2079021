"""Replaces a function, a constant or a key of a game's data by something neutral, in the running program."""

import dataclasses
import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

OTHER = {"random": "fold", "single": "double", "poland": "world", "ordered": "place_one_by_one"}
OTHER |= {new: old for old, new in OTHER.items()}

Restore = Callable[[], None]


def knocked_out(place: str, variant: int = 0) -> Restore | None:
    """Replace the place; calling the answer restores it. None: it has no (such) neutral value."""
    file, _, name = place.partition("::")
    if file.endswith(".toml"):
        return _data(file, name) if variant == 0 else None
    module = importlib.import_module(".".join(Path(file).relative_to("src").with_suffix("").parts))
    found: Any = module
    for part in name.split("."):
        found = vars(found).get(part) if isinstance(found, type) else getattr(found, part, None)
    found = found.fget if isinstance(found, property) else getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):  # behind a cache
        found = found.__wrapped__
    if isinstance(found, FunctionType):
        return _function(found, variant)
    return _constant(found) if variant == 0 else None


# ── functions ────────────────────────────────────────────────────────────────


def nothing(*args: Any, **named: Any) -> Any:
    return None


def no_reasons(*args: Any, **named: Any) -> Any:
    return ()


def empty_list(*args: Any, **named: Any) -> Any:
    return []


def empty_table(*args: Any, **named: Any) -> Any:
    return {}


def no_number(*args: Any, **named: Any) -> Any:
    return 0


def no_text(*args: Any, **named: Any) -> Any:
    return ""


def never(*args: Any, **named: Any) -> Any:
    return False


def always(*args: Any, **named: Any) -> Any:
    return True


def an_error(*args: Any, **named: Any) -> Any:
    raise AssertionError("knocked out")


BY_TYPE = (
    ("bool", (never, always)),
    ("Answer", (no_reasons,)),
    ("tuple[Reason, ...]", (no_reasons,)),
    ("Iterator", (no_reasons,)),
    ("Iterable", (no_reasons,)),
    ("Sequence", (no_reasons,)),
    ("list", (empty_list,)),
    ("Mapping", (empty_table,)),
    ("dict", (empty_table,)),
    ("int", (no_number,)),
    ("str", (no_text,)),
)


def _neutral(returns: str) -> tuple[Callable[..., Any], ...]:
    if returns == "None" or returns.endswith("| None"):
        return (nothing,)
    if returns.startswith("tuple[") and returns.endswith(", ...]"):
        return (no_reasons,)
    return next((found for start, found in BY_TYPE if returns.startswith(start)), (an_error,))


def _function(function: FunctionType, variant: int) -> Restore | None:
    hint = function.__annotations__.get("return", "")
    found = _neutral(hint if isinstance(hint, str) else str(getattr(hint, "__name__", "") or hint))
    if not isinstance(hint, str) and hint is not None:
        text = (
            str(hint)
            .replace("komandor.core.reasons.", "")
            .replace("typing.", "")
            .replace("collections.abc.", "")
        )
        name = hint.__name__ if isinstance(hint, type) and "[" not in text else text
        found = _neutral(name)
    if hint is None:
        found = (nothing,)
    if variant >= len(found):
        return None
    code, defaults, kwdefaults = function.__code__, function.__defaults__, function.__kwdefaults__
    if code.co_freevars:
        return None
    function.__code__, function.__defaults__, function.__kwdefaults__ = _code(found[variant]), None, None

    def restore() -> None:
        function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, kwdefaults

    return restore


def _code(function: Any) -> CodeType:
    code: CodeType = function.__code__
    return code


# ── constants ────────────────────────────────────────────────────────────────


def _constant(value: Any) -> Restore | None:
    """Empty, wherever the package has it under a name."""
    if not isinstance(value, (tuple, frozenset, dict, str, int)) or isinstance(value, bool) or not value:
        return None
    if isinstance(value, dict):
        return _emptied(value)
    new = value + 1 if isinstance(value, int) else type(value)()
    if isinstance(value, int) and abs(value) < 257:
        return None  # small numbers are shared by everything
    places = [
        (module, name)
        for module in tuple(sys.modules.values())
        if getattr(module, "__name__", "").startswith("komandor.")
        for name, one in tuple(vars(module).items())
        if one is value
    ]
    for module, name in places:
        setattr(module, name, new)

    def restore() -> None:
        for module, name in places:
            setattr(module, name, value)

    return restore


def _emptied(value: dict[Any, Any]) -> Restore:
    kept = dict(value)
    value.clear()

    def restore() -> None:
        value.update(kept)

    return restore


# ── data ─────────────────────────────────────────────────────────────────────


def _data(file: str, key: str) -> Restore | None:
    """The game's data are one object that every module shares: change it where it is."""
    from komandor.core.games import GAMES

    folder = Path(file).parent.name
    rules = next((one for one in GAMES if one.folder.endswith(f".{folder}")), None)
    if rules is None:
        return None
    first, *rest = key.split(".")
    field: Any = getattr(rules.data, first, None)
    if isinstance(field, dict):
        keys = rest[:1] if rest and rest[0] in field else list(field)
        kept = dict(field)
        new = {name: perturbed(field[name]) for name in keys}
        if new == {name: kept[name] for name in keys}:
            return None
        field.update(new)
        return lambda: field.update(kept)
    new_field = perturbed(field)
    if new_field == field:
        return None
    object.__setattr__(rules.data, first, new_field)
    return lambda: object.__setattr__(rules.data, first, field)


def perturbed(value: Any) -> Any:
    """The value as the document does not have it: one more, the other choice, the order turned round."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return OTHER.get(value, value)
    if isinstance(value, tuple):
        if value and all(isinstance(one, str) for one in value):
            return tuple(reversed(value)) if len(value) > 1 else ()
        return tuple(perturbed(one) for one in value)
    if isinstance(value, Mapping):
        return {key: perturbed(one) for key, one in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        new = {key: perturbed(one) for key, one in fields.items() if type(one) in (int, bool, str, tuple)}
        return dataclasses.replace(value, **new)
    return value
