"""The quick way to read an event. What it does not read, `codec.decode` reads strictly, and says why.

msgspec reads JSON and types in one go, but more leniently than `strict`: it takes 1.0 for a whole number and
passes over unknown fields of inner records. So what was read is written again, and counts only if it is the
same text, byte for byte. That leaves whole numbers beyond all bounds, which have at least 16 digits, and
types that msgspec does not know: events that hold one are always read strictly.
"""

import dataclasses
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from cattrs.cols import is_mapping

from komandor.core.ids import StageKey
from komandor.log.strict import is_plain

E = TypeVar("E")
DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
LONG = b"0" * 16  # so many digits has the first number that is too large
Leaf = str | bool | int | None
Deep = Leaf | tuple[Leaf, ...] | dict[str, Leaf]
Deeper = Leaf | tuple[Deep, ...] | dict[str, Deep]
"""Plain JSON as deep as slips, lists and settings are; what is deeper is read strictly."""
ENCODER = msgspec.json.Encoder(order="sorted")


def quick(registry: tuple[type[E], ...], name: Callable[[type], str]) -> Callable[[str], E | None]:
    """A function that reads the text of an event; it gives None for one that `strict` may read otherwise."""
    of = {shape: cls for cls in registry if (shape := _shape(cls, name(cls)))}
    decoder = msgspec.json.Decoder(reduce(or_, of) if of else None)

    def read(text: str) -> E | None:
        try:
            found, data = decoder.decode(text), text.encode()
            if ENCODER.encode(found) != data or LONG in data.translate(DIGITS):
                return None
            event: E = of[type(found)](**msgspec.structs.asdict(found))
        except (ValueError, KeyError, RecursionError):
            return None  # read strictly, it says what is wrong
        return event

    return read


def _shape(cls: type, name: str) -> type[msgspec.Struct] | None:
    """How an event is read; None where msgspec would not read all that it may hold as `strict` does."""
    hints = get_type_hints(cls)
    kept = {field.name: hints[field.name] for field in dataclasses.fields(cls)}
    read = all(_known(hint) for hint in kept.values() if not _holds_plain(hint))
    if getattr(cls, "VERSION", 1) != 1 or not read:
        return None
    types = [(key, _of_plain(hint) if _holds_plain(hint) else hint) for key, hint in kept.items()]
    return msgspec.defstruct(
        cls.__name__, types, tag_field="type", tag=name, forbid_unknown_fields=True, gc=False
    )


def _holds_plain(hint: Any) -> bool:
    return is_plain(hint) or (is_mapping(hint) and any(map(is_plain, get_args(hint))))


def _of_plain(hint: Any) -> Any:
    return Deeper if is_plain(hint) else dict[str, Deeper]


def _known(hint: Any) -> bool:
    """Whether msgspec reads this type; a kind of stage is looked up at each value, and floats are refused."""
    if hint in (StageKey, float, object, Any) or is_plain(hint):
        return False
    inner = get_type_hints(hint).values() if dataclasses.is_dataclass(hint) else get_args(hint)
    return all(map(_known, inner))
