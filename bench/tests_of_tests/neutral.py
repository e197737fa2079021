"""Replaces a function, a constant or a key of a game's data by something neutral, in the running program."""

import dataclasses
import importlib
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

OTHER = {"random": "fold", "single": "double", "poland": "world", "ordered": "place_one_by_one"}
OTHER |= {new: old for old, new in OTHER.items()}

Restore = Callable[[], None]
Neutral = tuple[Any, ...]
"""The functions that stand in for another one, whose code is theirs for a while."""


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


def _an_error(*args: Any, **named: Any) -> Any:
    raise AssertionError("knocked out")


def _no_reasons(*args: Any, **named: Any) -> Any:
    return ()


NOTHING: Neutral = (lambda *_, **__: None,)
BY_TYPE: tuple[tuple[str, Neutral], ...] = (
    ("bool", (lambda *_, **__: False, lambda *_, **__: True)),
    *((one, (_no_reasons,)) for one in ("Answer", "Iterator", "Iterable", "Sequence")),
    ("list", (lambda *_, **__: [],)),
    *((one, (lambda *_, **__: {},)) for one in ("Mapping", "dict")),
    ("int", (lambda *_, **__: 0,)),
    ("str", (lambda *_, **__: "",)),
)


def _neutral(hint: Any) -> Neutral:
    """What a function with this type may give back instead."""
    text = hint if isinstance(hint, str) else getattr(hint, "__name__", "")
    if not isinstance(hint, (str, type)) or "[" in str(hint):
        text = re.sub(r"\b(komandor\.core\.reasons|typing|collections\.abc)\.", "", str(hint))
    if text == "None" or text.endswith("| None"):
        return NOTHING
    if text.startswith("tuple[") and text.endswith(", ...]"):
        return (_no_reasons,)
    return next((found for start, found in BY_TYPE if text.startswith(start)), (_an_error,))


def _function(function: FunctionType, variant: int) -> Restore | None:
    found = _neutral(function.__annotations__.get("return", ""))
    code, defaults, kwdefaults = function.__code__, function.__defaults__, function.__kwdefaults__
    if variant >= len(found) or code.co_freevars:
        return None
    function.__code__, function.__defaults__, function.__kwdefaults__ = found[variant].__code__, None, None

    def restore() -> None:
        function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, kwdefaults

    return restore


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
