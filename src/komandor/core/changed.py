"""Copies of frozen records with a few fields changed: a replay makes one or two for each record of a log."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")
Slots = dict[str, Callable[[object, object], None]]


def changed(record: T, **values: object) -> T:
    """The same as `dataclasses.replace` of a frozen record with slots, in a third of its time."""
    cls: Any = type(record)
    slots, read = _slots(cls)
    copy: T = object.__new__(cls)
    for write, value in zip(slots.values(), read(record), strict=True):
        write(copy, value)
    for name, value in values.items():
        slots[name](copy, value)
    return copy


@cache
def _slots(cls: Any) -> tuple[Slots, Callable[[object], tuple[object, ...]]]:
    """What writes each field, and what reads all of them."""
    names = [field.name for field in fields(cls)]
    assert len(names) > 1, "a getter of one name gives no tuple"
    assert all(field.init for field in fields(cls)), f"{cls.__name__} is made by more than its fields"
    assert not hasattr(cls, "__post_init__"), f"{cls.__name__} is made by more than its fields"
    return {name: getattr(cls, name).__set__ for name in names}, attrgetter(*names)
