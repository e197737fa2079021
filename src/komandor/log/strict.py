"""cattrs made strict: JSON becomes exactly the dataclass that is asked for, or an error that names the place.

Left alone, cattrs would read true or "1" as the number 1, and text as a tuple of letters.
A type that could not be told apart in JSON, such as a union of two classes, is a TypeError at once.
"""

import dataclasses
import types
from collections.abc import Callable, Iterator
from typing import Any, ForwardRef, Literal, NoReturn, Union, get_args, get_origin

from cattrs import Converter, ForbiddenExtraKeysError, transform_error
from cattrs.cols import homogenous_tuple_structure_factory, is_mapping, mapping_structure_factory
from cattrs.gen import make_dict_structure_fn, make_hetero_tuple_structure_fn

from komandor.core.ids import StageKey
from komandor.core.tournament.stage_kinds import stage_keys
from komandor.log.bounds import MAX_INT

Hook = Callable[[Any, Any], Any]


ExtraFields = ForbiddenExtraKeysError


class Misfit(ValueError):
    """A value of another kind than the one that is wanted."""

    def __init__(self, wanted: str, value: object, choices: tuple[str, ...] = ()) -> None:
        self.wanted, self.choices, self.found = wanted, choices, f"{value!r:.60}"
        super().__init__(f"{f'one of {choices}' if choices else wanted} expected, not {self.found}")


def strict_converter(*, detailed: bool) -> Converter:
    """A detailed converter collects all errors with their places; the other is quick and stops at once."""
    converter = Converter(detailed_validation=detailed, forbid_extra_keys=True)
    converter.register_structure_hook(int, _whole)
    converter.register_structure_hook(str, _only(str, "text", _as))
    converter.register_structure_hook(bool, _only(bool, "true or false", _as))
    converter.register_structure_hook(float, _no_float)
    converter.register_structure_hook_func(is_plain, plain)
    for fits, factory in FACTORIES:
        converter.register_structure_hook_factory(fits, factory)
    return converter


def places(problem: Exception, root: str) -> str:
    """What a detailed converter found wrong, as "simple.many[1].n: whole number expected, not 'x'"."""
    return "; ".join(f"{place}: {what}" for place, what in each_place(problem, root, _sentence))


def each_place(
    problem: Exception, root: str, say: Callable[[BaseException], str]
) -> Iterator[tuple[str, str]]:
    """Each place where a detailed converter found something wrong, and what `say` makes of it."""
    for text in transform_error(problem, root, lambda one, _: say(one)):
        what, _, place = text.rpartition(" @ ")
        yield place, what


def _sentence(problem: BaseException) -> str:
    if isinstance(problem, KeyError):
        return "is missing"
    if isinstance(problem, ForbiddenExtraKeysError):
        return f"unknown field {', '.join(sorted(problem.extra_fields))}"
    return str(problem)


def _only(kind: type, name: str, hook: Hook) -> Hook:
    """The hook, for values of exactly this JSON kind: true is no number, and a text is no list."""

    def read(value: Any, hint: Any) -> Any:
        if type(value) is not kind:
            raise Misfit(name, value)
        return hook(value, hint)

    return read


def _as(value: Any, hint: Any) -> Any:
    """The value itself, or the member of an Enum of such values: cattrs asks here for both."""
    return value if type(value) is hint else hint(value)


def _whole(value: Any, hint: Any) -> Any:
    if type(value) is not int or not -MAX_INT <= value <= MAX_INT:
        raise Misfit("whole number", value)
    return _as(value, hint)


def _no_float(value: Any, _: Any) -> NoReturn:
    raise ValueError(f"a number with a fraction cannot be kept exactly: {value!r:.60}")


def plain(value: Any, hint: Any) -> Any:
    """JSON as it stands in the log, with tuples for lists."""
    if type(value) is list:
        return tuple(plain(part, hint) for part in value)
    if type(value) is dict:
        return {key: plain(part, hint) for key, part in value.items()}
    return value if value is None or type(value) in (str, bool) else _whole(value, int)


def _tuple(hint: Any, converter: Converter) -> Hook:
    alike = get_args(hint)[1:] == (Ellipsis,)
    make: Any = homogenous_tuple_structure_factory if alike else make_hetero_tuple_structure_fn
    return _only(list, "list", make(hint, converter))


def _mapping(hint: Any, converter: Converter) -> Hook:
    return _only(dict, "object", mapping_structure_factory(hint, converter))


def _dataclass(hint: Any, converter: Converter) -> Hook:
    if {"type", "v"} & {field.name for field in dataclasses.fields(hint)}:
        raise TypeError(f"{hint.__name__} may not have a field named type or v")
    return _only(dict, "object", make_dict_structure_fn(hint, converter))


def _choice(hint: Any, _: Converter) -> Hook:
    values = get_args(hint)

    def read(value: Any, _: Any) -> Any:
        if value not in values or type(value) is not str:
            raise Misfit("", value, values)
        return value

    return read


def _stage_key(*_: Any) -> Hook:
    """The kinds of stage are asked for at each value: whoever adds one need not come here."""

    def read(value: Any, _: Any) -> Any:
        if value not in stage_keys():
            raise Misfit("", value, stage_keys())
        return value

    return read


def _optional(hint: Any, converter: Converter) -> Hook:
    (member,) = (each for each in get_args(hint) if each is not types.NoneType)
    hook = converter.get_structure_hook(member)
    return lambda value, _: None if value is None else hook(value, member)


def _refuse(hint: Any, _: Converter) -> NoReturn:
    raise TypeError(f"{hint} cannot be kept in an event")


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _is_optional(hint: Any) -> bool:
    return _is_union(hint) and types.NoneType in get_args(hint) and len(get_args(hint)) == 2


def is_plain(hint: Any) -> bool:
    """The type Plain holds itself, so a part of it stands there as a forward reference."""
    return isinstance(hint, ForwardRef) or (_is_union(hint) and any(map(is_mapping, get_args(hint))))


FACTORIES: tuple[tuple[Callable[[Any], bool], Callable[[Any, Converter], Hook]], ...] = (
    (lambda hint: hint in (object, Any) or (_is_union(hint) and not is_plain(hint)), _refuse),
    (lambda hint: get_origin(hint) is tuple, _tuple),
    (is_mapping, _mapping),
    (lambda hint: isinstance(hint, type) and dataclasses.is_dataclass(hint), _dataclass),
    (lambda hint: get_origin(hint) is Literal, _choice),
    (_is_optional, _optional),
    (lambda hint: hint is StageKey, _stage_key),
)
"""Which types are read how. A later row wins over an earlier one."""
