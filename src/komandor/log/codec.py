"""Events to canonical JSON and back, exactly: what does not fit its class is an error that names the field.

The `type` of an event is its class's name in snake case; a class that has
changed its shape since its first release says so by a class variable `VERSION`.
"""

import json
from typing import Any, TypeVar

from komandor.log.record import canonical
from komandor.log.shapes import BadEvent, by_name, of_dataclass, type_name
from komandor.log.upcasts import UPCASTS, Upcast, upcast

__all__ = ["BadEvent", "decode", "encode", "type_name"]

E = TypeVar("E")


def encode(event: Any) -> str:
    """The event as canonical JSON with its "type", and its "v" when its class is beyond version 1."""
    cls: Any = type(event)
    try:
        body: dict[str, object] = of_dataclass(cls).write(event)
    except BadEvent as problem:
        raise BadEvent(f"{type_name(cls)}{problem}") from None
    return canonical(body | _heading(cls))


def decode(text: str, registry: tuple[type[E], ...], upcasts: tuple[Upcast, ...] = UPCASTS) -> E:
    """The event that the text stands for; older versions are brought up to date first."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadEvent(f"no JSON: {problem}") from None
    if type(raw) is not dict or type(raw.get("type")) is not str:
        raise BadEvent("an event is an object with a type")
    if upcasts:
        raw = upcast(raw, upcasts)
    name = raw.pop("type")
    cls = by_name(registry).get(name)
    if cls is None:
        raise BadEvent(f"unknown type of event: {name}")
    version = raw.pop("v", 1)
    if version != getattr(cls, "VERSION", 1):
        raise BadEvent(f"{name} version {version} is not known here: please update Komandor")
    try:
        event: E = of_dataclass(cls).read(raw)
    except BadEvent as problem:
        raise BadEvent(f"{name}{problem}") from None
    return event


def _heading(cls: type) -> dict[str, object]:
    version = getattr(cls, "VERSION", 1)
    return {"type": type_name(cls)} if version == 1 else {"type": type_name(cls), "v": version}
