"""Types of the program as JSON Schema (2020-12): commands as they are read, records as they are written.

`msgspec` knows no types that hold themselves (`Plain`) and no exact fractions beside whole numbers, which the
commands and views have; so the few kinds of type that they are made of are listed here.
"""

import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ForwardRef, Literal, NewType, Union, get_args, get_origin, get_type_hints

from komandor.core import games
from komandor.core.games.game import Rules, Situation
from komandor.core.games.schema import slip_schemas
from komandor.core.ids import StageKey
from komandor.core.tournament.references import help_of
from komandor.core.tournament.stage_kinds import stage_keys
from komandor.core.tournament.values import Slip
from komandor.log.bounds import MAX_INT

Schema = Mapping[str, object]
PLAIN: Mapping[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bytes: {"type": "string", "format": "binary"},
    bool: {"type": "boolean"},
    types.NoneType: {"type": "null"},
    Fraction: {"type": "string", "pattern": r"^-?\d+(/\d+)?$"},
    object: {},
    Any: {},
}
SLIP_HELP = Slip.__metadata__  # type: ignore[attr-defined]
SLIP = "The match slip; `a` is the player whom the view `round` names first."
WHOLE = {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT}


class Schemas:
    """Schemas of types; those of records are kept by name and referred to."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._types: dict[str, object] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of what is written for this type."""
        if get_origin(hint) is Annotated:
            return {**self.of(get_args(hint)[0]), "description": str(hint.__metadata__[0])}
        if hint is StageKey:
            return {"enum": list(stage_keys())}
        if isinstance(hint, NewType):
            return self.of(hint.__supertype__)
        if isinstance(hint, ForwardRef | str):
            return {}
        if hint in PLAIN:
            return PLAIN[hint]
        if isinstance(hint, type) and is_dataclass(hint):
            return self._record(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [one.value for one in hint]}
        return self._made_of(get_origin(hint), get_args(hint), hint)

    def _made_of(self, origin: Any, parts: tuple[Any, ...], hint: Any) -> Schema:
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if origin is tuple and parts[1:] != (...,):
            count = {"minItems": len(parts), "maxItems": len(parts)}
            return {"type": "array", "prefixItems": [self.of(part) for part in parts], **count}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if isinstance(origin, type) and issubclass(origin, Collection):
            return {"type": "array", "items": self.of(parts[0])}
        if origin is not None and issubclass(origin, Callable):  # type: ignore[arg-type]
            raise TypeError(f"{hint} has no form in JSON")
        raise TypeError(f"{hint} is not known here: write its schema into {__name__}")

    def _record(self, kind: Any) -> Schema:
        name, shown = kind.__name__, fields(kind)
        known = self._types.setdefault(name, kind)
        if known is not kind:
            raise TypeError(f"two records are named {name}")
        if name not in self.named:
            self.named[name] = {}  # a record may hold itself
            hints = get_type_hints(kind, include_extras=True)
            parts = {f.name: self.of(hints[f.name]) for f in shown}
            self.named[name] = closed(parts, list(parts), str(kind.__doc__ or "").strip())
        return {"$ref": f"#/components/schemas/{name}"}

    def command(self, kind: Any, without: Collection[str] = ()) -> Schema:
        """The schema of a command's fields as they are read, each with its help."""
        hints, helps = get_type_hints(kind), help_of(kind)
        shown = [f for f in fields(kind) if f.name not in without]
        slips = {name: self._slip() for name, text in helps.items() if text in SLIP_HELP}
        read = {f.name: slips.get(f.name) or self._read(hints[f.name]) for f in shown}
        parts = {name: {**schema, "description": helps[name]} for name, schema in read.items()}
        needed = [f.name for f in shown if f.default is MISSING and f.default_factory is MISSING]
        return closed(parts, needed)

    def _read(self, hint: Any) -> Schema:
        """The same as written, but for numbers, which are bounded; what is in records stays as it is."""
        inner = hint.__supertype__ if isinstance(hint, NewType) else hint
        return WHOLE if inner is int else self.of(hint)

    def _slip(self) -> Schema:
        """The slips of every game; an edition or a setting can ask for other fields."""
        if "Slip" not in self.named:
            found = {f"Slip_{rules.data.id.replace('-', '_')}": _slips_of(rules) for rules in games.GAMES}
            each = [{"$ref": f"#/components/schemas/{name}"} for name in found]
            own = {"description": "Of an edition or a setting that asks for other fields.", "type": "object"}
            self.named |= {**found, "Slip": {"description": SLIP, "anyOf": [*each, own]}}
        return {"$ref": "#/components/schemas/Slip"}


def _slips_of(rules: Rules) -> Schema:
    """What the slip of a game asks, by kind of round."""
    forms = [
        {**form, "description": ", ".join(sorted({one.kind for one in cases})) + _teams(cases)}
        for cases, form in slip_schemas(rules)
    ]
    return {"description": rules.data.name["en"], "anyOf": forms}


def _teams(cases: Sequence[Situation]) -> str:
    return " (two against two)" if all(one.teams for one in cases) else ""


def closed(parts: Mapping[str, Schema], needed: Collection[str] = (), about: str = "") -> Schema:
    """An object with these properties and no others."""
    said = {"description": about} if about else {}
    kind = {"type": "object", "properties": parts, "additionalProperties": False}
    return {**said, **kind, **({"required": list(needed)} if needed else {})}
