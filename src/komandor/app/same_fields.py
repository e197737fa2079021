"""Records that show a part of another one: what has the same name there is not written down again."""

from dataclasses import fields
from typing import Any, TypeVar

R = TypeVar("R")


def same_fields(record: type[R], source: object, **own: Any) -> R:
    """A record with the fields of the same names in `source`, and its `own` ones beside them."""
    shared = [f.name for f in fields(record) if f.name not in own]  # type: ignore[arg-type]
    return record(**{name: getattr(source, name) for name in shared}, **own)
