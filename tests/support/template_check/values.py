"""Names in sight, and what only templates have: `self`, `.get` of anything with keys, a list that grows."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.support import template_types as tt
from tests.support.template_types import ANY, NONE, NUMBER, TEXT, Type, either, known


@dataclass
class Scope:
    """Names in sight, from the inside out."""

    names: dict[str, Type]
    outer: "Scope | None" = None

    def find(self, name: str) -> Type | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class SelfOf:
    """`self`: the blocks of the page."""

    def __getattr__(self, name: str) -> Callable[[], str]:
        raise AttributeError(name)


@dataclass(eq=False)
class Asking(Type):
    """`.get` of something with keys."""

    owner: Type


@dataclass(eq=False)
class Adding(Type):
    """`append` and `extend` of a list, or another of its methods."""

    owner: Type
    name: str

    def add(self, args: list[Type]) -> Type:
        if self.name in ("append", "extend") and isinstance(self.owner, tt.Listed) and args:
            got = args[0] if self.name == "append" else getattr(args[0], "elem", ANY)
            self.owner.elem = got if self.owner.elem == ANY else either(self.owner.elem, got)
        return NUMBER if self.name in ("index", "count") else NONE


def is_typed_dict(owner: Type) -> bool:
    return isinstance(owner, tt.Cls) and hasattr(owner.cls, "__required_keys__")


def is_mapping(owner: Type) -> bool:
    return isinstance(owner, tt.Cls) and (issubclass(owner.cls, dict) or is_typed_dict(owner))


def as_map(owner: Type) -> tt.Map:
    if isinstance(owner, tt.Map):
        return owner
    if isinstance(owner, tt.Literally):
        owner.read |= set(owner.keys)
        return tt.Map(TEXT, either(*owner.keys.values()))
    return tt.Map(TEXT, TEXT)


def joined(left: Type, right: Type) -> Type | None:
    """Two lists as one."""
    parts = []
    for one in (*known(left), *known(right)):
        if isinstance(one, (tt.Seq, tt.Listed)):
            parts.append(one.elem)
        elif isinstance(one, tt.Tup):
            parts.extend(one.items)
        else:
            return None
    return tt.Seq(either(*(p for p in parts if p != ANY)) if any(p != ANY for p in parts) else ANY)
