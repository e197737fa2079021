"""Events to canonical JSON and back, exactly: what does not fit its class is an error that names the field.

The `type` of an event is its class's name in snake case; a class that has
changed its shape since its first release says so by a class variable `VERSION`.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from komandor.log.bounds import excess
from komandor.log.canonical import canonical
from komandor.log.quick import quick
from komandor.log.strict import places, strict_converter

E = TypeVar("E")

QUICK, DETAILED = strict_converter(detailed=False), strict_converter(detailed=True)


class BadEvent(ValueError):
    """The text is no event that this Komandor knows."""


class TooMuch(BadEvent):
    """The event holds a number or a depth that no file can carry."""


def type_name(cls: type) -> str:
    """RoundDrawn → round_drawn."""
    return _snake_case(cls.__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def encode(event: Any) -> str:
    """The event as canonical JSON with its "type", and its "v" when its class is beyond version 1.

    An event that would not be read back as it is, because a field holds something else than its class
    says, is never written.
    """
    cls = type(event)
    QUICK.get_structure_hook(cls)
    try:
        raw = QUICK.unstructure(event) | _heading(cls)
        found, text = excess(raw), canonical(raw)
    except (AttributeError, TypeError, ValueError) as problem:
        raise BadEvent(f"{type_name(cls)} cannot be written: {problem}") from None
    if found:
        raise TooMuch(f"{type_name(cls)} cannot be written: {found}")
    if decode(text, (cls,)) != event:
        raise BadEvent(f"{type_name(cls)} would be read back as another event: {text:.200}")
    return text


def decode(text: str, registry: tuple[type[E], ...]) -> E:
    """The event that the text stands for. Other versions of its class are refused by their number."""
    known = _quick(registry)(text)
    return _strictly(text, registry) if known is None else known


@cache
def _quick(registry: tuple[type[E], ...]) -> Callable[[str], E | None]:
    return quick(registry, type_name)


def _strictly(text: str, registry: tuple[type[E], ...]) -> E:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadEvent(f"no JSON: {problem}") from None
    if type(raw) is not dict or type(raw.get("type")) is not str:
        raise BadEvent("an event is an object with a type")
    name = raw.pop("type")
    cls = _by_name(registry).get(name)
    if cls is None:
        raise BadEvent(f"unknown type of event: {name}")
    version = raw.pop("v", 1)
    if version != getattr(cls, "VERSION", 1):
        raise BadEvent(f"{name} version {version} is not known here")
    read = QUICK.get_structure_hook(cls)
    try:
        event: E = read(raw, cls)
    except Exception:  # noqa: BLE001 - read once more, slowly, to learn what is wrong and where
        raise BadEvent(_why_not(raw, cls)) from None
    return event


def _why_not(raw: Mapping[str, Any], cls: type) -> str:
    try:
        DETAILED.structure(raw, cls)
    except Exception as problem:  # noqa: BLE001 - cattrs collects exceptions of any kind
        return places(problem, type_name(cls))
    raise AssertionError(f"{cls.__name__} is read in one way and not in the other")


@cache
def _by_name(registry: tuple[type[E], ...]) -> Mapping[str, type[E]]:
    names = {type_name(cls): cls for cls in registry}
    if len(names) != len(registry):
        raise TypeError("two events have the same name")
    return names


def _heading(cls: type) -> dict[str, object]:
    version = getattr(cls, "VERSION", 1)
    return {"type": type_name(cls)} if version == 1 else {"type": type_name(cls), "v": version}
