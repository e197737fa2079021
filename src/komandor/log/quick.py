"""The quick way to read an event. What it does not read, `codec.decode` reads strictly, and says why.

msgspec reads JSON and types in one go, but more leniently than `strict`: it takes 1.0 for a whole number and
passes over unknown fields of inner records. So what was read is written again, and counts only if it is the
same text, byte for byte. That leaves whole numbers beyond all bounds, which have at least 16 digits, and
types that msgspec does not know: events that hold one are always read strictly.
"""

import dataclasses
import re
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from cattrs.cols import is_mapping

from komandor.core.ids import StageKey
from komandor.log.strict import is_plain, plain

E = TypeVar("E")
LONG = re.compile("[0-9]{16}")  # so many digits has the first number that is too large
ENCODER = msgspec.json.Encoder(order="sorted")


class Shape(NamedTuple):
    """How an event is read, and which of its fields are plain JSON."""

    event: type
    struct: type[msgspec.Struct]
    plain: tuple[str, ...]


def quick(registry: tuple[type[E], ...], name: Callable[[type], str]) -> Callable[[str], E | None]:
    """A function from the text of an event to the event; it gives None for what it cannot answer for."""
    shapes = [shape for cls in registry if (shape := _shape(cls, name(cls)))]
    of = {shape.struct: shape for shape in shapes}
    decoder = msgspec.json.Decoder(reduce(or_, of) if of else None)

    def read(text: str) -> E | None:
        try:
            found = decoder.decode(text)
            if ENCODER.encode(found) != text.encode() or LONG.search(text):
                return None
            shape, values = of[type(found)], msgspec.structs.asdict(found)
            for field in shape.plain:
                values[field] = plain(values[field], None)
            event: E = shape.event(**values)
        except (ValueError, KeyError, RecursionError):
            return None  # read strictly, it says what is wrong
        return event

    return read


def _shape(cls: type, name: str) -> Shape | None:
    """None where msgspec would not read all that the event may hold as `strict` does."""
    hints = get_type_hints(cls)
    kept = {field.name: hints[field.name] for field in dataclasses.fields(cls)}
    plains = tuple(key for key, hint in kept.items() if _holds_plain(hint))
    read = all(_known(hint) for key, hint in kept.items() if key not in plains)
    if getattr(cls, "VERSION", 1) != 1 or not read:
        return None
    types = [(key, Any if key in plains else hint) for key, hint in kept.items()]
    struct = msgspec.defstruct(
        cls.__name__, types, tag_field="type", tag=name, forbid_unknown_fields=True, gc=False
    )
    return Shape(cls, struct, plains)


def _holds_plain(hint: Any) -> bool:
    return is_plain(hint) or (is_mapping(hint) and any(map(is_plain, get_args(hint))))


def _known(hint: Any) -> bool:
    """Whether msgspec reads this type; a kind of stage is looked up at each value, and floats are refused."""
    if hint in (StageKey, float, object, Any) or is_plain(hint):
        return False
    inner = get_type_hints(hint).values() if dataclasses.is_dataclass(hint) else get_args(hint)
    return all(map(_known, inner))
