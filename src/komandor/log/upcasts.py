"""How events of older releases are read: what was written stays, and is brought up to date when read.

Each release that changes an event's shape raises the `VERSION` of its class and
adds one entry here. Entries are never removed: a log of 2026 stays readable.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Raw = dict[str, Any]


class Upcast(NamedTuple):
    """Turns version `v` of an event into the next; may also rename it (`type`)."""

    type: str
    v: int
    change: Callable[[Mapping[str, Any]], Raw]


UPCASTS: tuple[Upcast, ...] = ()


def upcast(raw: Raw, upcasts: tuple[Upcast, ...] = UPCASTS) -> Raw:
    """The event in today's shape. An event without "v" is of version 1."""
    for step in upcasts:
        if raw["type"] == step.type and raw.get("v", 1) == step.v:
            changed = step.change({k: v for k, v in raw.items() if k != "v"})
            raw = {"type": step.type, **changed, "v": step.v + 1}
    return raw
