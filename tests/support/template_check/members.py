# ruff: noqa: N802
"""What a value gives: its attributes, its items, what a loop over it meets."""

from typing import Any

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.reader import Reader
from tests.support.template_check.values import (
    Adding,
    Asking,
    Scope,
    SelfOf,
    as_map,
    is_mapping,
    is_typed_dict,
)
from tests.support.template_types import ANY, MARKUP, NONE, NUMBER, TEXT, Type, either, known

NEIGHBOURS, TURNS = ("previtem", "nextitem"), ("cycle", "changed")
OF_MAPS = ("items", "keys", "values", "update")
OF_LISTS = ("append", "extend", "index", "count", "union")


class Members(Reader):
    """Asks types for their parts; what a type does not have is said."""

    def _of_Name(self, template: str, node: nodes.Name, scope: Scope, asking: bool = False) -> Type:
        found = scope.find(node.name)
        if found is None:
            return self._say(template, node, f"unknown name {node.name}")
        if isinstance(found, tt.Absent) and not asking:
            return self._say(template, node, f"argument {node.name} may be left out: give it a default")
        self._used.add(node.name)
        return found

    def _maybe(self, template: str, node: nodes.Expr, scope: Scope) -> Type:
        """An expression whose last step may lead nowhere: `x.y is defined`, `x.y|default(…)`."""
        if isinstance(node, nodes.Name):
            found = self._of_Name(template, node, scope, asking=True)
            return NONE if isinstance(found, tt.Absent) else found
        if isinstance(node, (nodes.Getattr, nodes.Getitem)):
            owner = self.type(template, node.node, scope)
            if all(isinstance(m, (tt.Map, tt.Literally)) or is_mapping(m) for m in known(owner)):
                name = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", "")
                values = [self._read(m, str(name)) for m in known(owner)]
                return either(*(v for v in values if v is not None)) if any(values) else NONE
        return self.type(template, node, scope)

    def _read(self, owner: Type, key: str) -> Type | None:
        """The value under this key, if there can be one."""
        if isinstance(owner, tt.Literally):
            owner.read.add(key)
            return owner.keys.get(key)
        if isinstance(owner, tt.Map):
            return owner.value
        if isinstance(owner, tt.Cls) and key:
            return tt.declared(owner, key) if is_typed_dict(owner) else TEXT
        return TEXT

    def _item(self, template: str, node: nodes.Node, owner: Type, key: Type, constant: Any) -> Type:
        if isinstance(owner, (tt.Seq, tt.Listed)):
            return owner.elem
        if isinstance(owner, tt.Map):
            return owner.value
        if isinstance(owner, tt.Tup) and isinstance(constant, int):
            return owner.items[constant]
        if isinstance(owner, tt.Tup):
            return either(*owner.items)
        if isinstance(owner, tt.Literally) and constant is None:
            owner.read |= set(owner.keys)
            return either(*owner.keys.values())
        if isinstance(constant, str):
            return self._attribute(template, node, owner, constant)
        if isinstance(owner, tt.Cls) and isinstance(constant, int) and tt.fields_of(owner.cls):
            return tt.declared(owner, tt.fields_of(owner.cls)[constant]) or ANY
        if isinstance(owner, tt.Cls):
            found = tt.declared(owner, "__getitem__")
            return TEXT if owner in (TEXT, MARKUP) else found.returns if isinstance(found, tt.Fn) else ANY
        return ANY if owner == ANY else self._say(template, node, f"no items in {owner}")

    def _attribute(self, template: str, node: nodes.Node, owner: Type, name: str) -> Type:
        if isinstance(owner, tt.Unknown) and template in self.open:
            return ANY
        found = self._found(owner, name)
        return found if found is not None else self._say(template, node, _no_attribute(owner, name))

    def _found(self, owner: Type, name: str) -> Type | None:
        """What an attribute gives, if there is one."""
        if isinstance(owner, (tt.Module, tt.Space)):
            return owner.names.get(name)
        if isinstance(owner, tt.Loop):
            return owner.elem if name in NEIGHBOURS else tt.Fn(ANY) if name in TURNS else NUMBER
        if isinstance(owner, tt.Literally) and name == "get":
            return Asking(owner)
        if isinstance(owner, tt.Literally):
            return self._mapping_method(as_map(owner), name) if name in OF_MAPS else self._read(owner, name)
        if isinstance(owner, tt.Map):
            return self._mapping_method(owner, name)
        if isinstance(owner, (tt.Seq, tt.Listed, tt.Tup)) and name in OF_LISTS:
            return Adding(owner, name)
        if isinstance(owner, tt.Cls):
            return tt.Fn(MARKUP) if owner.cls is SelfOf else _of_class(owner, name)
        return None

    def _mapping_method(self, owner: tt.Map, name: str) -> Type:
        ways = {
            "items": tt.Fn(tt.Seq(tt.Tup((owner.key, owner.value)))),
            "keys": tt.Fn(tt.Seq(owner.key)),
            "values": tt.Fn(tt.Seq(owner.value)),
            "get": Asking(owner),
        }
        return ways.get(name, owner.value)

    def _each(self, template: str, node: nodes.Node, value: Type) -> Type:
        """What a loop over it gives."""
        full = [m for m in known(value) if m != tt.Tup(()) and getattr(m, "elem", TEXT) != ANY]
        return either(*(self._elem(template, node, m) for m in full or known(value)))

    def _elem(self, template: str, node: nodes.Node, value: Type) -> Type:
        if isinstance(value, (tt.Seq, tt.Listed)):
            return value.elem
        if isinstance(value, tt.Map):
            return value.key
        if isinstance(value, tt.Tup):
            return either(*value.items)
        if isinstance(value, tt.Literally):
            return TEXT
        if isinstance(value, tt.Cls) and value in (TEXT, MARKUP):
            return TEXT
        if isinstance(value, tt.Cls) and tt.fields_of(value.cls):
            return either(*(tt.declared(value, f) or ANY for f in tt.fields_of(value.cls)))
        if isinstance(value, tt.Cls) and hasattr(value.cls, "__iter__"):
            return TEXT if is_mapping(value) else ANY
        if value == ANY and template in self.open:
            return ANY
        what = "something whose type is unknown" if value == ANY else str(value)
        return self._say(template, node, f"a loop over {what}")

    def _unpacked(self, template: str, node: nodes.Node, value: Type, count: int) -> list[Type]:
        items: tuple[Type, ...] | None = None
        if isinstance(value, tt.Tup):
            items = value.items
        elif isinstance(value, tt.Cls) and tt.fields_of(value.cls):
            items = tuple(tt.declared(value, f) or ANY for f in tt.fields_of(value.cls))
        if items is not None:
            if len(items) != count:
                self._say(template, node, f"{count} names for {len(items)} items")
            return [*items, *[ANY] * count][:count]
        return [self._each(template, node, value)] * count

    def _assign(self, template: str, target: nodes.Node, value: Type, scope: Scope) -> None:
        if isinstance(target, nodes.Name):
            before = scope.names.get(target.name)
            scope.names[target.name] = value if before is None or before == value else either(before, value)
        elif isinstance(target, nodes.NSRef):
            space = scope.find(target.name)
            if isinstance(space, tt.Space):
                space.names[target.attr] = either(space.names.get(target.attr, value), value)
        elif isinstance(target, nodes.Tuple):
            parts = [self._unpacked(template, target, one, len(target.items)) for one in known(value)]
            for at, item in enumerate(target.items):
                self._assign(template, item, either(*(p[at] for p in parts)) if parts else ANY, scope)


def _of_class(owner: tt.Cls, name: str) -> Type | None:
    if is_typed_dict(owner) and name in ("get", "items"):
        return Asking(owner)
    found = tt.declared(owner, name)
    return TEXT if found is None and is_mapping(owner) else found  # a field of a form, by its name


def _no_attribute(owner: Type, name: str) -> str:
    if isinstance(owner, tt.Unknown):
        return f".{name} of something whose type is unknown"
    if isinstance(owner, tt.Literally):
        return f"the dictionary of {owner.where} has no {name}"
    if isinstance(owner, tt.Module):
        return f"{owner.name} has no {name}"
    return f"{owner.cls.__qualname__ if isinstance(owner, tt.Cls) else owner} has no {name}"
