"""How values of a type are written as JSON and read back, built once for each type from its hints.

Known are frozen dataclasses, int, str, bool, None, Fraction, StrEnum, Literal,
tuples, mappings with text or number keys, and unions of these. Floats do not
exist here. A value that is not of its type is a BadEvent that names the place.
"""

import dataclasses
import enum
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

LARGEST = 2**53 - 1  # beyond this a browser would round
MISSING = object()

Step = Callable[[Any], Any]


class BadEvent(ValueError):
    """The text is no event that this Komandor knows."""


class Codec(NamedTuple):
    """How one type is written and read; both refuse what is not of the type."""

    kinds: frozenset[type]  # the JSON values it may appear as, to tell the members of a union apart
    write: Step
    read: Step


def type_name(cls: Any) -> str:
    """RoundDrawn → round_drawn."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__).lower()


@cache
def by_name(registry: tuple[Any, ...]) -> Mapping[str, Any]:
    """The classes by the names they have in JSON."""
    names = {type_name(cls): cls for cls in registry}
    if len(names) != len(registry):
        raise TypeError("two events have the same name")
    return names


@cache
def _codec(hint: Any) -> Codec:
    """The codec of a type hint; a hint that cannot be kept exactly is a mistake of the program."""
    if isinstance(hint, typing.ForwardRef):  # a type that holds itself, such as Plain, is JSON as it stands
        return PLAIN
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return _choice(args)
    if origin in (typing.Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _row(_codec(args[0])) if args[1:] == (Ellipsis,) else _record(tuple(map(_codec, args)))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(args[0], _codec(args[1]))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return of_dataclass(hint)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _enum(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    raise TypeError(f"{hint} cannot be kept in an event")


def _exactly(kind: type, name: str) -> Codec:
    def same(value: Any) -> Any:
        if type(value) is not kind:
            raise BadEvent(f": {name} expected, not {value!r:.60}")
        return value

    return Codec(frozenset({kind}), same, same)


def _whole(value: Any) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise BadEvent(f": whole number expected, not {value!r:.60}")
    return value


def _read_fraction(value: Any) -> Fraction:
    if type(value) is not str or not re.fullmatch(r"-?\d{1,30}(/\d{1,30})?", value):
        raise BadEvent(f": fraction expected, not {value!r:.60}")
    fraction = Fraction(value) if not value.endswith("/0") else None
    if fraction is None or str(fraction) != value:
        raise BadEvent(f": fraction expected in lowest terms, not {value}")
    return fraction


SIMPLE: Mapping[Any, Codec] = {
    int: Codec(frozenset({int}), _whole, _whole),
    str: _exactly(str, "text"),
    bool: _exactly(bool, "true or false"),
    type(None): _exactly(type(None), "null"),
    None: _exactly(type(None), "null"),
    Fraction: Codec(frozenset({str}), lambda value: str(Fraction(value)), _read_fraction),
}


def _read_plain(value: Any) -> Any:
    if type(value) is list:
        return tuple(map(_read_plain, value))
    if type(value) is dict:
        return {key: _read_plain(part) for key, part in value.items()}
    return _scalar(value)


def _write_plain(value: Any) -> Any:
    if type(value) is tuple:
        return list(map(_write_plain, value))
    if isinstance(value, Mapping) and all(type(key) is str for key in value):
        return {key: _write_plain(part) for key, part in value.items()}
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if value is None or type(value) in (str, bool):
        return value
    return _whole(value)


PLAIN = Codec(frozenset({str, int, bool, type(None), list, dict}), _write_plain, _read_plain)


def _choice(values: tuple[Any, ...]) -> Codec:
    def same(value: Any) -> Any:
        for known in values:
            if value == known and type(value) is type(known):
                return known
        raise BadEvent(f": one of {values} expected, not {value!r:.60}")

    return Codec(frozenset(map(type, values)), same, same)


def _enum(cls: type[enum.Enum]) -> Codec:
    members = {member.value: member for member in cls}

    def write(value: Any) -> Any:
        if type(value) is not cls:
            raise BadEvent(f": {cls.__name__} expected, not {value!r:.60}")
        return value.value

    def read(value: Any) -> Any:
        if type(value) not in kinds or value not in members:
            raise BadEvent(f": one of {list(members)} expected, not {value!r:.60}")
        return members[value]

    kinds = frozenset(map(type, members))
    return Codec(kinds, write, read)


def _row(item: Codec) -> Codec:
    def through(step: Step, kind: Any, make: Callable[[Iterable[Any]], Any]) -> Step:
        def run(value: Any) -> Any:
            if type(value) is not kind:
                raise BadEvent(f": list expected, not {value!r:.60}")
            try:
                return make(map(step, value))
            except BadEvent:
                return make(_at(f"[{n}]", step, part) for n, part in enumerate(value))

        return run

    return Codec(frozenset({list}), through(item.write, tuple, list), through(item.read, list, tuple))


def _record(items: tuple[Codec, ...]) -> Codec:
    def through(steps: tuple[Step, ...], kind: Any, make: Callable[[Iterable[Any]], Any]) -> Step:
        def run(value: Any) -> Any:
            if type(value) is not kind or len(value) != len(steps):
                raise BadEvent(f": list of {len(steps)} expected, not {value!r:.60}")
            return make(
                _at(f"[{n}]", step, part) for n, (step, part) in enumerate(zip(steps, value, strict=True))
            )

        return run

    write, read = tuple(i.write for i in items), tuple(i.read for i in items)
    return Codec(frozenset({list}), through(write, tuple, list), through(read, list, tuple))


def _mapping(key: Any, item: Codec) -> Codec:
    if key not in (str, int):
        raise TypeError(f"a mapping's keys are text or numbers, not {key}")

    def read_key(text: str) -> Any:
        if key is str:
            return text
        if not re.fullmatch(r"0|-?[1-9]\d{0,15}", text):
            raise BadEvent(f": number expected as key, not {text!r:.60}")
        return int(text)

    def write(value: Any) -> Any:
        if not isinstance(value, Mapping) or any(type(k) is not key for k in value):
            raise BadEvent(f": mapping expected, not {value!r:.60}")
        return {str(k): _at(f"[{k}]", item.write, part) for k, part in value.items()}

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise BadEvent(f": object expected, not {value!r:.60}")
        return {read_key(k): _at(f"[{k}]", item.read, part) for k, part in value.items()}

    return Codec(frozenset({dict}), write, read)


def _union(hints: tuple[Any, ...]) -> Codec:
    """Members are told apart by their JSON kind; several dataclasses carry their type."""
    classes = tuple(h for h in hints if dataclasses.is_dataclass(h) and isinstance(h, type))
    codecs = [_codec(h) for h in hints if h not in classes]
    codecs += [_tagged(classes)] if len(classes) > 1 else [of_dataclass(c) for c in classes]
    by_kind = {kind: codec for codec in codecs for kind in codec.kinds}
    if sum(len(codec.kinds) for codec in codecs) != len(by_kind):
        raise TypeError(f"the members of {hints} look alike in JSON")

    def read(value: Any) -> Any:
        codec = by_kind.get(type(value))
        if codec is None:
            raise BadEvent(f": one of {[k.__name__ for k in by_kind]} expected, not {value!r:.60}")
        return codec.read(value)

    def write(value: Any) -> Any:
        if type(value) in by_kind:
            return by_kind[type(value)].write(value)
        for codec in codecs:
            try:
                return codec.write(value)
            except BadEvent:
                continue
        raise BadEvent(f": {value!r:.60} fits no member of the union")

    return Codec(frozenset(by_kind), write, read)


def _tagged(classes: tuple[Any, ...]) -> Codec:
    names = by_name(classes)

    def write(value: Any) -> Any:
        cls: Any = type(value)
        if cls not in classes:
            raise BadEvent(f": one of {list(names)} expected, not {value!r:.60}")
        return of_dataclass(cls).write(value) | {"type": type_name(cls)}

    def read(value: Any) -> Any:
        cls = names.get(str(value.get("type"))) if type(value) is dict else None
        if cls is None:
            raise BadEvent(f": one of {list(names)} expected, not {value!r:.60}")
        return of_dataclass(cls).read({k: v for k, v in value.items() if k != "type"})

    return Codec(frozenset({dict}), write, read)


@cache
def of_dataclass(cls: Any) -> Codec:
    """A dataclass as an object with all its fields; one that has a default may be missing in older text."""
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"{cls.__name__} is no dataclass")
    fields = _Fields(cls)
    return Codec(frozenset({dict}), fields.write, fields.read)


class _Fields:
    """The fields of one dataclass. Their codecs are built at first use: a class may hold itself."""

    def __init__(self, cls: Any) -> None:
        self._cls = cls
        fields = dataclasses.fields(cls)
        if {f.name for f in fields} & {"type", "v"}:
            raise TypeError(f"{cls.__name__} may not have a field named type or v")
        self._names = tuple(f.name for f in fields)
        self._needed = frozenset(
            f.name
            for f in fields
            if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
        )
        self._codecs: dict[str, Codec] = {}

    def codecs(self) -> dict[str, Codec]:
        if not self._codecs:
            hints = typing.get_type_hints(self._cls)
            self._codecs = {name: _codec(hints[name]) for name in self._names}
        return self._codecs

    def write(self, value: Any) -> Any:
        if type(value) is not self._cls:
            raise BadEvent(f": {self._cls.__name__} expected, not {value!r:.60}")
        return {n: _at(f".{n}", codec.write, getattr(value, n)) for n, codec in self.codecs().items()}

    def read(self, value: Any) -> Any:
        if type(value) is not dict:
            raise BadEvent(f": object expected, not {value!r:.60}")
        values = {}
        for name, codec in (self._codecs or self.codecs()).items():
            part = value.get(name, MISSING)
            if part is not MISSING:
                values[name] = _at_field(name, codec.read, part)
            elif name in self._needed:
                raise BadEvent(f".{name} is missing")
        if len(values) != len(value):
            raise BadEvent(f": unknown field {min(value.keys() - values.keys())}")
        return self._cls(**values)


def _at_field(name: str, step: Step, value: Any) -> Any:
    try:
        return step(value)
    except BadEvent as problem:
        raise BadEvent(f".{name}{problem}") from None


def _at(place: str, step: Step, value: Any) -> Any:
    try:
        return step(value)
    except BadEvent as problem:
        raise BadEvent(f"{place}{problem}") from None
