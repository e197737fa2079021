"""Types as a template meets them, read from the hints of records: what an attribute or a call gives."""

import collections.abc as abc
import functools
import inspect
import types
import typing
from dataclasses import dataclass, field
from typing import Any, get_args, get_origin, get_type_hints

from jinja2 import nodes
from markupsafe import Markup


class Type:
    """A type; subclasses say what it is made of."""


@dataclass(frozen=True)
class Unknown(Type):
    """`Any`, or what has no hint."""


@dataclass(frozen=True)
class Nothing(Type):
    """None."""


@dataclass(frozen=True)
class Absent(Type):
    """An argument that was not given and has no default."""

    name: str


@dataclass(frozen=True)
class Cls(Type):
    """An instance of a Python class."""

    cls: type
    args: tuple[Type, ...] = ()

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class Seq(Type):
    elem: Type


@dataclass(frozen=True)
class Tup(Type):
    items: tuple[Type, ...]


@dataclass(frozen=True)
class Map(Type):
    key: Type
    value: Type


@dataclass(frozen=True)
class Fn(Type):
    returns: Type


@dataclass(frozen=True)
class Either(Type):
    members: tuple[Type, ...]


@dataclass(eq=False)
class Listed(Type):
    """A list that the template builds: `append` adds to what it holds."""

    where: str
    elem: Type = field(default_factory=Unknown)

    def __repr__(self) -> str:
        return f"Listed({self.where}, {self.elem!r})"


@dataclass(eq=False)
class Literally(Type):
    """A dictionary that the template writes down, and the keys that somebody read."""

    where: str
    keys: dict[str, Type]
    read: set[str] = field(default_factory=set)

    def __repr__(self) -> str:
        return f"Literally({self.where}, {sorted(self.keys.items(), key=str)!r})"


@dataclass(eq=False)
class Space(Type):
    """`namespace()`."""

    names: dict[str, Type]

    def __repr__(self) -> str:
        return f"Space({sorted(self.names.items(), key=str)!r})"


@dataclass(eq=False)
class Macro(Type):
    template: str
    node: nodes.Macro
    scope: Any

    def __repr__(self) -> str:
        return f"Macro({self.template}:{self.node.name})"


@dataclass(eq=False)
class Caller(Type):
    """The body of a call block."""

    template: str
    node: nodes.CallBlock
    scope: Any

    def __repr__(self) -> str:
        return f"Caller({self.template}:{self.node.lineno})"


@dataclass(eq=False)
class Module(Type):
    name: str
    names: dict[str, Type]

    def __repr__(self) -> str:
        return f"Module({self.name})"


@dataclass(frozen=True)
class Loop(Type):
    elem: Type


ANY, NONE = Unknown(), Nothing()
TEXT, NUMBER, TRUTH, MARKUP = Cls(str), Cls(int), Cls(bool), Cls(Markup)


def either(*members: Type) -> Type:
    """One of these, without repetition."""
    flat: list[Type] = []
    for one in members:
        for m in one.members if isinstance(one, Either) else (one,):
            if m not in flat:
                flat.append(m)
    return flat[0] if len(flat) == 1 else Either(tuple(flat)) if flat else ANY


def known(type_: Type) -> tuple[Type, ...]:
    """The members that can have attributes: None is asked about before."""
    members = type_.members if isinstance(type_, Either) else (type_,)
    return tuple(m for m in members if not isinstance(m, Nothing))


def hint(value: object, bound: dict[Any, Type] | None = None) -> Type:
    """The type that a hint means."""
    bound = bound or {}
    if value is Any or value is inspect.Parameter.empty or isinstance(value, (str, typing.ForwardRef)):
        return ANY
    if value is None or value is type(None):
        return NONE
    if isinstance(value, typing.TypeVar):
        return bound.get(value, hint(value.__bound__, bound) if value.__bound__ else ANY)
    if isinstance(value, typing.NewType):
        return hint(value.__supertype__, bound)
    origin, args = get_origin(value), get_args(value)
    if origin is None:
        return _plain(value)
    return _generic(origin, args, bound)


def _plain(value: object) -> Type:
    if not isinstance(value, type):
        return ANY
    if value in (list, tuple, set, frozenset, abc.Sequence, abc.Iterable):
        return Seq(ANY)
    if value in (dict, abc.Mapping):
        return Map(ANY, ANY)
    return ANY if value is object else Cls(value)


def _generic(origin: Any, args: tuple[Any, ...], bound: dict[Any, Type]) -> Type:
    if origin in (typing.Union, types.UnionType):
        if any("Plain" in str(a) for a in args if isinstance(get_origin(a), type)):
            return ANY  # `Plain`: values of lists and slips, of any shape
        return either(*(hint(a, bound) for a in args))
    if origin is typing.Literal:
        return either(*(NONE if a is None else Cls(type(a)) for a in args))
    if origin in (typing.Annotated, typing.Final, typing.ClassVar, typing.Required, typing.NotRequired):
        return hint(args[0], bound)
    if origin is abc.Callable:
        return Fn(hint(args[1], bound))
    if origin is type:
        return ANY
    if origin is tuple:
        items = tuple(hint(a, bound) for a in args if a is not Ellipsis)
        return Seq(items[0]) if Ellipsis in args else Tup(items)
    if isinstance(origin, type) and issubclass(origin, abc.Mapping):
        return Map(hint(args[0], bound), hint(args[1], bound))
    if isinstance(origin, type) and issubclass(origin, abc.Iterable) and origin.__module__ in PLAIN_MODULES:
        return Seq(hint(args[0], bound))
    return Cls(origin, tuple(hint(a, bound) for a in args))


PLAIN_MODULES = ("builtins", "collections.abc", "typing", "collections")


@functools.cache
def hints_of(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=False)


def fields_of(cls: type) -> tuple[str, ...]:
    """The fields of a NamedTuple in their order."""
    return getattr(cls, "_fields", ())


def declared(owner: Cls, name: str) -> Type | None:
    """What this attribute of an instance is; None if there is no such one."""
    cls = owner.cls
    bound: dict[Any, Type] = dict(zip(getattr(cls, "__parameters__", ()), owner.args, strict=False))
    if name in hints_of(cls) and not typing.is_typeddict(cls):
        return hint(hints_of(cls)[name], bound)
    if typing.is_typeddict(cls):
        return hint(hints_of(cls)[name]) if name in hints_of(cls) else None
    found = inspect.getattr_static(cls, name, None)
    if found is None:
        return None
    if isinstance(found, property):
        return returned(found.fget, bound)
    if isinstance(found, functools.cached_property):
        return returned(found.func, bound)
    if isinstance(found, (classmethod, staticmethod)):
        found = found.__func__
    if cls in BUILTINS:
        return Fn(BUILTINS[cls].get(name, ANY))
    if inspect.isfunction(found):
        return Fn(returned(found, bound))
    return Fn(ANY) if callable(found) else Cls(type(found))


def returned(function: Any, bound: dict[Any, Type] | None = None) -> Type:
    """What calling it gives."""
    try:
        return hint(get_type_hints(function).get("return", Any), bound)
    except (NameError, TypeError):
        return ANY


BUILTINS: dict[type, dict[str, Type]] = {
    str: {
        **dict.fromkeys(
            ("replace", "lower", "upper", "strip", "join", "format", "title", "removeprefix"), TEXT
        ),
        **dict.fromkeys(("split", "splitlines"), Seq(TEXT)),
        **dict.fromkeys(("startswith", "endswith", "isdigit"), TRUTH),
        "partition": Tup((TEXT, TEXT, TEXT)),
        "rpartition": Tup((TEXT, TEXT, TEXT)),
    },
    int: {},
}
