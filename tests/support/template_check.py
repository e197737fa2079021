# ruff: noqa: C901, E501, N802, N815
"""Reads templates as a type checker would: every name, attribute and macro argument, from the records on.

`Checker.page(record)` walks the template of a page record with the types of its fields; macros are walked with
the types of each call. What is not declared is reported with template, line and the class that lacks it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, nodes

from tests.support import template_types as tt
from tests.support.template_types import ANY, MARKUP, NONE, NUMBER, TEXT, TRUTH, Type, either, known

LISTS = {
    "list",
    "reverse",
    "sort",
    "unique",
    "select",
    "reject",
    "selectattr",
    "rejectattr",
    "batch",
    "slice",
}
TEXTS = {
    *(
        "join",
        "capitalize",
        "upper",
        "lower",
        "urlencode",
        "string",
        "e",
        "escape",
        "trim",
        "title",
        "replace",
    ),
    *(
        "format",
        "tojson",
        "truncate",
        "indent",
        "decimal",
        "hm",
        "day",
        "moment",
        "weekday",
        "typed_moment",
        "ordinal",
        "safe",
    ),
    *("forceescape", "striptags", "center", "wordcount", "xmlattr"),
}
NUMBERS = {"length", "count", "int", "round", "abs", "float"}


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


@dataclass
class Checker:
    env: Environment
    globals: dict[str, Type]
    embeds: type
    open: frozenset[str] = frozenset()  # templates that show values of any shape
    found: dict[str, str] = field(default_factory=dict)  # what is wrong → the record it was met with
    reached: set[str] = field(default_factory=set)
    macros: set[tuple[str, str]] = field(default_factory=set)
    keys: dict[str, set[str]] = field(default_factory=dict)  # of the dictionaries that templates write down
    read: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._parsed: dict[str, nodes.Template] = {}
        self._done: set[str] = set()
        self._used: set[str] = set()
        self._record = ""
        self._blocks: list[dict[str, list[tuple[str, nodes.Block]]]] = []

    # ── entrances ────────────────────────────────────────────────────────────

    def page(self, template: str, record: str, names: dict[str, Type]) -> set[str]:
        """Check the template of a record; the names of the record that it uses."""
        self._used, self._record, self._done = set(), record, set()
        root = Scope(names, Scope(dict(self.globals)))
        self._template(template, root)
        return self._used & set(names)

    def parsed(self, template: str) -> nodes.Template:
        if template not in self._parsed:
            source = self.env.loader.get_source(self.env, template)[0]  # type: ignore[union-attr]
            self._parsed[template] = self.env.parse(source, template)
        return self._parsed[template]

    def module(self, template: str, scope: Scope) -> tt.Module:
        """The macros and top-level names of a template."""
        self.reached.add(template)
        inner = Scope({}, scope)
        for node in self.parsed(template).body:
            if not isinstance(node, nodes.Output):
                self._statement(template, node, inner)
        return tt.Module(template, inner.names)

    # ── templates ────────────────────────────────────────────────────────────

    def _template(self, template: str, scope: Scope) -> None:
        """A page with everything that it extends."""
        inner, chain, at = Scope({}, scope), [], template
        while at:
            self.reached.add(at)
            body, parent = self.parsed(at), ""
            for node in body.find_all(nodes.Extends):
                parent = self._constant(at, node.template)
            chain.append(at)
            at = parent
        blocks: dict[str, list[tuple[str, nodes.Block]]] = {}
        for one in chain:
            for block in self.parsed(one).find_all(nodes.Block):
                blocks.setdefault(block.name, []).append((one, block))
        self._blocks.append(blocks)
        for one in chain[:-1]:  # what a template that extends another one does outside its blocks
            for node in self.parsed(one).body:
                if not isinstance(node, (nodes.Output, nodes.Extends, nodes.Block)):
                    self._statement(one, node, inner)
        self._body(chain[-1], self.parsed(chain[-1]).body, inner)
        self._blocks.pop()

    def _constant(self, template: str, node: nodes.Expr) -> str:
        if isinstance(node, nodes.Const):
            return str(node.value)
        self._say(template, node, "the name of a template must be written down")
        return ""

    def _say(self, template: str, node: nodes.Node, what: str) -> Type:
        self.found.setdefault(f"{template}:{node.lineno}: {what}", self._record)
        return ANY

    def _body(self, template: str, body: Iterable[nodes.Node], scope: Scope) -> None:
        for node in body:
            self._statement(template, node, scope)

    def _statement(self, template: str, node: nodes.Node, scope: Scope) -> None:
        kind = type(node).__name__
        act: Callable[..., None] | None = getattr(self, f"_do_{kind}", None)
        if act is None:
            raise NotImplementedError(f"{template}:{node.lineno}: {kind}")
        act(template, node, scope)

    def _do_Output(self, template: str, node: nodes.Output, scope: Scope) -> None:
        for one in node.nodes:
            if not isinstance(one, nodes.TemplateData):
                self.type(template, one, scope)

    def _do_ExprStmt(self, template: str, node: nodes.ExprStmt, scope: Scope) -> None:
        self.type(template, node.node, scope)

    def _do_Extends(self, template: str, node: nodes.Extends, scope: Scope) -> None:
        pass

    def _do_Block(self, template: str, node: nodes.Block, scope: Scope) -> None:
        top = scope
        while (
            not node.scoped
            and top.outer is not None
            and top.outer.outer is not None
            and top.outer.outer.outer
        ):
            top = top.outer
        versions = self._blocks[-1][node.name] if self._blocks else [(template, node)]
        for of, version in versions:
            inner = Scope({"super": tt.Fn(MARKUP), "self": tt.Cls(SelfOf)}, top)
            self._body(of, version.body, inner)
            if not any(
                isinstance(c.node, nodes.Name) and c.node.name == "super"
                for c in version.find_all(nodes.Call)
            ):
                break

    def _do_Include(self, template: str, node: nodes.Include, scope: Scope) -> None:
        for name in self._included(template, node.template):
            self.reached.add(name)
            if any(True for _ in self.parsed(name).find_all(nodes.Extends)):
                self._template(name, scope)
            else:
                self._body(name, self.parsed(name).body, Scope({}, scope))

    def _included(self, template: str, node: nodes.Expr) -> list[str]:
        """A template, or all of a folder where the name is put together."""
        if isinstance(node, nodes.Concat) and isinstance(node.nodes[0], nodes.Const):
            first, last = str(node.nodes[0].value), str(getattr(node.nodes[-1], "value", ""))
            every = self.env.list_templates()
            return [n for n in every if n.startswith(first) and n.endswith(last)]
        name = self._constant(template, node)
        return [name] if name else []

    def _do_Import(self, template: str, node: nodes.Import, scope: Scope) -> None:
        within = scope if node.with_context else Scope(dict(self.globals))
        scope.names[node.target] = self.module(self._constant(template, node.template), within)

    def _do_FromImport(self, template: str, node: nodes.FromImport, scope: Scope) -> None:
        within = scope if node.with_context else Scope(dict(self.globals))
        module = self.module(self._constant(template, node.template), within)
        for one in node.names:
            name, alias = one if isinstance(one, tuple) else (one, one)
            if name not in module.names:
                self._say(template, node, f"{module.name} has no macro {name}")
            scope.names[alias] = module.names.get(name, ANY)

    def _do_Macro(self, template: str, node: nodes.Macro, scope: Scope) -> None:
        scope.names[node.name] = tt.Macro(template, node, scope)

    def _do_CallBlock(self, template: str, node: nodes.CallBlock, scope: Scope) -> None:
        self._call(template, node.call, scope, tt.Caller(template, node, scope))

    def _do_FilterBlock(self, template: str, node: nodes.FilterBlock, scope: Scope) -> None:
        self._body(template, node.body, Scope({}, scope))

    def _do_With(self, template: str, node: nodes.With, scope: Scope) -> None:
        inner = Scope({}, scope)
        for target, value in zip(node.targets, node.values, strict=True):
            self._assign(template, target, self.type(template, value, scope), inner)
        self._body(template, node.body, inner)

    def _do_Scope(self, template: str, node: nodes.Scope, scope: Scope) -> None:
        self._body(template, node.body, Scope({}, scope))

    def _do_ScopedEvalContextModifier(self, template: str, node: Any, scope: Scope) -> None:
        self._body(template, node.body, scope)

    def _do_If(self, template: str, node: nodes.If, scope: Scope) -> None:
        self.type(template, node.test, scope)
        sure = self._sure(node.test, scope)
        if sure is not False:
            self._body(template, node.body, scope)
        if sure is not True:
            for one in node.elif_:
                self._do_If(template, one, scope)
            self._body(template, node.else_, scope)

    def _sure(self, test: nodes.Expr, scope: Scope) -> bool | None:
        """Whether the answer is known: asked of arguments that may be left out."""
        if isinstance(test, nodes.Test) and test.name in ("defined", "undefined"):
            if isinstance(test.node, nodes.Name):
                absent = isinstance(scope.find(test.node.name), tt.Absent)
                return absent == (test.name == "undefined")
            return None
        if isinstance(test, nodes.Not):
            inner = self._sure(test.node, scope)
            return None if inner is None else not inner
        if isinstance(test, nodes.And):
            both = (self._sure(test.left, scope), self._sure(test.right, scope))
            return False if False in both else True if both == (True, True) else None
        return None

    def _do_For(self, template: str, node: nodes.For, scope: Scope) -> None:
        elem = self._each(template, node, self.type(template, node.iter, scope))
        inner = Scope({"loop": tt.Loop(elem)}, scope)
        self._assign(template, node.target, elem, inner)
        if node.test is not None:
            self.type(template, node.test, inner)
        self._body(template, node.body, inner)
        self._body(template, node.else_, scope)

    def _do_Assign(self, template: str, node: nodes.Assign, scope: Scope) -> None:
        self._assign(template, node.target, self.type(template, node.node, scope), scope)

    def _do_AssignBlock(self, template: str, node: nodes.AssignBlock, scope: Scope) -> None:
        self._body(template, node.body, Scope({}, scope))
        self._assign(template, node.target, MARKUP, scope)

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

    # ── expressions ──────────────────────────────────────────────────────────

    def type(self, template: str, node: nodes.Node | None, scope: Scope) -> Type:
        if node is None:
            return NONE
        kind = type(node).__name__
        if kind in ("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow"):
            return self._arithmetic(template, node, scope)
        ask: Callable[..., Type] | None = getattr(self, f"_of_{kind}", None)
        if ask is None:
            raise NotImplementedError(f"{template}:{node.lineno}: {kind}")
        return ask(template, node, scope)

    def _of_Const(self, template: str, node: nodes.Const, scope: Scope) -> Type:
        return NONE if node.value is None else tt.Cls(type(node.value))

    def _of_TemplateData(self, template: str, node: nodes.TemplateData, scope: Scope) -> Type:
        return TEXT

    def _of_Name(self, template: str, node: nodes.Name, scope: Scope, asking: bool = False) -> Type:
        found = scope.find(node.name)
        if found is None:
            return self._say(template, node, f"unknown name {node.name}")
        if isinstance(found, tt.Absent) and not asking:
            return self._say(template, node, f"argument {node.name} may be left out: give it a default")
        self._used.add(node.name)
        return found

    def _of_MarkSafe(self, template: str, node: Any, scope: Scope) -> Type:
        self.type(template, node.expr, scope)
        return MARKUP

    _of_MarkSafeIfAutoescape = _of_MarkSafe

    def _of_Tuple(self, template: str, node: nodes.Tuple, scope: Scope) -> Type:
        return tt.Tup(tuple(self.type(template, one, scope) for one in node.items))

    def _of_List(self, template: str, node: nodes.List, scope: Scope) -> Type:
        items = [self.type(template, one, scope) for one in node.items]
        where = f"{template}:{node.lineno}"
        return tt.Seq(either(*items)) if items else tt.Listed(where)

    def _of_Dict(self, template: str, node: nodes.Dict, scope: Scope) -> Type:
        pairs = [(p.key, self.type(template, p.value, scope)) for p in node.items]
        if not all(isinstance(key, nodes.Const) and isinstance(key.value, str) for key, _ in pairs):
            keys = [self.type(template, key, scope) for key, _ in pairs]
            return tt.Map(either(*keys), either(*(v for _, v in pairs)))
        where, own = f"{template}:{node.lineno}", {str(k.value): v for k, v in pairs}  # type: ignore[attr-defined]
        self.keys.setdefault(where, set()).update(own)
        return tt.Literally(where, own, self.read.setdefault(where, set()))

    def unread(self) -> list[str]:
        """Keys of dictionaries that nobody reads, although others beside them are read."""
        return [
            f"{where}: nobody reads the key {key}"
            for where, keys in sorted(self.keys.items())
            for key in sorted(keys - self.read[where])
            if self.read[where]
        ]

    def _of_CondExpr(self, template: str, node: nodes.CondExpr, scope: Scope) -> Type:
        self.type(template, node.test, scope)
        sure = self._sure(node.test, scope)
        yes = self.type(template, node.expr1, scope) if sure is not False else None
        no = self.type(template, node.expr2, scope) if sure is not True and node.expr2 is not None else None
        return either(*(one for one in (yes, no) if one is not None)) if yes or no else TEXT

    def _of_Compare(self, template: str, node: nodes.Compare, scope: Scope) -> Type:
        self.type(template, node.expr, scope)
        for one in node.ops:
            self.type(template, one.expr, scope)
        return TRUTH

    def _of_And(self, template: str, node: nodes.And, scope: Scope) -> Type:
        left = self.type(template, node.left, scope)
        if self._sure(node.left, scope) is False:
            return TRUTH
        return either(left, self.type(template, node.right, scope))

    def _of_Or(self, template: str, node: nodes.Or, scope: Scope) -> Type:
        left = self.type(template, node.left, scope)
        return either(*(known(left) or (NONE,)), self.type(template, node.right, scope))

    def _of_Not(self, template: str, node: nodes.Not, scope: Scope) -> Type:
        self.type(template, node.node, scope)
        return TRUTH

    def _of_Neg(self, template: str, node: nodes.Neg, scope: Scope) -> Type:
        return self.type(template, node.node, scope)

    _of_Pos = _of_Neg

    def _of_Concat(self, template: str, node: nodes.Concat, scope: Scope) -> Type:
        for one in node.nodes:
            self.type(template, one, scope)
        return TEXT

    def _arithmetic(self, template: str, node: Any, scope: Scope) -> Type:
        left, right = self.type(template, node.left, scope), self.type(template, node.right, scope)
        if isinstance(node, nodes.Add):
            joined = _joined(left, right)
            if joined is not None:
                return joined
        return TEXT if left in (TEXT, MARKUP) else left if left == right else NUMBER

    def _of_Test(self, template: str, node: nodes.Test, scope: Scope) -> Type:
        if node.name in ("defined", "undefined"):
            if isinstance(node.node, nodes.Name):
                self._of_Name(template, node.node, scope, asking=True)
            else:
                self._maybe(template, node.node, scope)
        else:
            self.type(template, node.node, scope)
        for one in node.args:
            self.type(template, one, scope)
        return TRUTH

    def _maybe(self, template: str, node: nodes.Expr, scope: Scope) -> Type:
        """An expression whose last step may lead nowhere: `x.y is defined`, `x.y|default(…)`."""
        if isinstance(node, nodes.Name):
            found = self._of_Name(template, node, scope, asking=True)
            return NONE if isinstance(found, tt.Absent) else found
        if isinstance(node, (nodes.Getattr, nodes.Getitem)):
            owner = self.type(template, node.node, scope)
            if all(isinstance(m, (tt.Map, tt.Literally)) or _is_mapping(m) for m in known(owner)):
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
            return tt.declared(owner, key) if _is_typed_dict(owner) else TEXT
        return TEXT

    def _of_Slice(self, template: str, node: nodes.Slice, scope: Scope) -> Type:
        for one in (node.start, node.stop, node.step):
            self.type(template, one, scope)
        return NUMBER

    def _of_Getattr(self, template: str, node: nodes.Getattr, scope: Scope) -> Type:
        owner = self.type(template, node.node, scope)
        return either(*(self._attribute(template, node, m, node.attr) for m in known(owner)))

    def _of_Getitem(self, template: str, node: nodes.Getitem, scope: Scope) -> Type:
        owner = self.type(template, node.node, scope)
        if isinstance(node.arg, nodes.Slice):
            self.type(template, node.arg, scope)
            return either(
                *(m if m in (TEXT, ANY) else tt.Seq(self._each(template, node, m)) for m in known(owner))
            )
        key = self.type(template, node.arg, scope)
        constant = node.arg.value if isinstance(node.arg, nodes.Const) else None
        return either(*(self._item(template, node, m, key, constant) for m in known(owner)))

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
        if isinstance(owner, tt.Unknown):
            return (
                ANY
                if template in self.open
                else self._say(template, node, f".{name} of something whose type is unknown")
            )
        if isinstance(owner, tt.Module):
            if name not in owner.names:
                return self._say(template, node, f"{owner.name} has no {name}")
            return owner.names[name]
        if isinstance(owner, tt.Space) and name in owner.names:
            return owner.names[name]
        if isinstance(owner, tt.Loop):
            return (
                owner.elem
                if name in ("previtem", "nextitem")
                else tt.Fn(ANY)
                if name in ("cycle", "changed")
                else NUMBER
            )
        if isinstance(owner, tt.Literally) and name in ("get", "items", "keys", "values", "update"):
            return Asking(owner) if name == "get" else self._mapping_method(_as_map(owner), name)
        if isinstance(owner, tt.Literally):
            found = self._read(owner, name)
            return (
                found
                if found is not None
                else self._say(template, node, f"the dictionary of {owner.where} has no {name}")
            )
        if isinstance(owner, tt.Map):
            return self._mapping_method(owner, name)
        if isinstance(owner, (tt.Seq, tt.Listed, tt.Tup)) and name in (
            "append",
            "extend",
            "index",
            "count",
            "union",
        ):
            return Adding(owner, name)
        if isinstance(owner, tt.Cls) and owner.cls is SelfOf:
            return tt.Fn(MARKUP)
        if isinstance(owner, tt.Cls):
            return self._of_class(template, node, owner, name)
        return self._say(template, node, f"{owner} has no {name}")

    def _of_class(self, template: str, node: nodes.Node, owner: tt.Cls, name: str) -> Type:
        if _is_typed_dict(owner) and name in ("get", "items"):
            return Asking(owner)
        found = tt.declared(owner, name)
        if found is None and _is_mapping(owner):
            return TEXT  # a field of a form, by its name
        return (
            found
            if found is not None
            else self._say(template, node, f"{owner.cls.__qualname__} has no {name}")
        )

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
            return TEXT if _is_mapping(value) else ANY
        if value == ANY and template in self.open:
            return ANY
        what = "something whose type is unknown" if value == ANY else str(value)
        return self._say(template, node, f"a loop over {what}")

    # ── calls and filters ────────────────────────────────────────────────────

    def _of_Call(self, template: str, node: nodes.Call, scope: Scope) -> Type:
        return self._call(template, node, scope, None)

    def _call(self, template: str, node: nodes.Call, scope: Scope, caller: tt.Caller | None) -> Type:
        if isinstance(node.node, nodes.Name) and node.node.name == "namespace":
            return tt.Space({k.key: self.type(template, k.value, scope) for k in node.kwargs})
        called = self.type(template, node.node, scope)
        args = [self.type(template, one, scope) for one in node.args]
        named = {one.key: self.type(template, one.value, scope) for one in node.kwargs}
        spread = self.type(template, node.dyn_args, scope)
        args += spread.items if isinstance(spread, tt.Tup) else ()
        self.type(template, node.dyn_kwargs, scope)
        if isinstance(node.node, nodes.Name) and node.node.name == "embed" and args:
            self._embedded(template, node, args[0])
        if isinstance(called, tt.Fn):  # Python reads them as it likes
            for one in (m for given in (*args, *named.values()) for m in known(given)):
                if isinstance(one, tt.Literally):
                    one.read |= set(one.keys)
        if isinstance(node.node, nodes.Name) and node.node.name in ("dict", "range", "joiner", "cycler"):
            return tt.Seq(NUMBER) if node.node.name == "range" else tt.Fn(TEXT)
        results = [self._called(template, node, m, args, named, caller) for m in known(called)]
        return either(*results) if results else ANY

    def _embedded(self, template: str, node: nodes.Node, given: Type) -> None:
        for m in known(given):
            if not (isinstance(m, tt.Cls) and issubclass(m.cls, self.embeds)):
                self._say(template, node, f"embed needs a page record, not {m}")

    def _called(
        self,
        template: str,
        node: nodes.Call,
        called: Type,
        args: list[Type],
        named: dict[str, Type],
        caller: Any,
    ) -> Type:
        if isinstance(called, tt.Macro):
            self._macro(template, node, called, args, named, caller)
            return MARKUP
        if isinstance(called, tt.Caller):
            inner = Scope({}, called.scope)
            for at, target in enumerate(called.node.args):
                self._assign(called.template, target, args[at] if at < len(args) else ANY, inner)
            self._body(called.template, called.node.body, inner)
            return MARKUP
        if isinstance(called, Asking):
            return self._asked(template, node, called.owner, args)
        if isinstance(called, Adding):
            return called.add(args)
        if isinstance(called, tt.Fn):
            if caller:  # a function of ours that shows what stands in its block, such as `ui.form`
                self._called(template, node, caller, [], {}, None)
            return called.returns
        if isinstance(called, tt.Unknown):
            return ANY
        return self._say(template, node, f"{called} cannot be called")

    def _asked(self, template: str, node: nodes.Call, owner: Type, args: list[Type]) -> Type:
        key = node.args[0] if node.args else None
        default = args[1] if len(args) > 1 else NONE
        if isinstance(owner, tt.Map):
            return either(owner.value, default)
        name = str(key.value) if isinstance(key, nodes.Const) else ""
        if isinstance(owner, tt.Literally):
            if not name:
                owner.read |= set(owner.keys)
                return either(*owner.keys.values(), default)
            return either(self._read(owner, name) or NONE, default)
        found = tt.declared(owner, name) if isinstance(owner, tt.Cls) else None
        if found is None:
            return self._say(template, node, f"{owner} has no {name}")
        return either(found, default)

    def _macro(
        self,
        template: str,
        node: nodes.Call,
        macro: tt.Macro,
        args: list[Type],
        named: dict[str, Type],
        caller: Any,
    ) -> None:
        body = macro.node
        self.macros.add((macro.template, body.name))
        given: dict[str, Type] = {}
        names = [one.name for one in body.args]
        free = {n.name for n in body.find_all(nodes.Name)}
        if len(args) > len(names) and "varargs" not in free:
            self._say(template, node, f"macro {body.name} takes {len(names)} arguments, not {len(args)}")
        for name in named.keys() - set(names):
            if "kwargs" not in free:
                self._say(template, node, f"macro {body.name} has no argument {name}")
        if caller is not None and "caller" not in free:
            self._say(template, node, f"macro {body.name} does not use its call block")
        defaults = dict(zip(names[len(names) - len(body.defaults) :], body.defaults, strict=True))
        for at, name in enumerate(names):
            if at < len(args):
                given[name] = args[at]
            elif name in named:
                given[name] = named[name]
            elif name in defaults:
                given[name] = self.type(macro.template, defaults[name], Scope(given, macro.scope))
            else:
                given[name] = tt.Absent(name)
        given |= {
            "varargs": tt.Seq(ANY),
            "kwargs": tt.Map(TEXT, ANY),
            "caller": caller or tt.Absent("caller"),
        }
        key = (
            f"{macro.template}:{body.name}:{id(macro.scope)}:{sorted((k, repr(v)) for k, v in given.items())}"
        )
        if key not in self._done:
            self._done.add(key)
            self._body(macro.template, body.body, Scope(given, macro.scope))

    def _of_Filter(self, template: str, node: nodes.Filter, scope: Scope) -> Type:
        if node.name == "default":
            value = self._maybe(template, node.node, scope)
            other = [self.type(template, one, scope) for one in node.args]
            return either(*(known(value) or ()), *(other or [TEXT]))
        value = self.type(template, node.node, scope) if node.node is not None else TEXT
        args = [self.type(template, one, scope) for one in node.args]
        named = {one.key: one.value for one in node.kwargs}
        for one in named.values():
            self.type(template, one, scope)
        return self._filtered(template, node, value, args, named)

    def _filtered(
        self, template: str, node: nodes.Filter, value: Type, args: list[Type], named: dict[str, nodes.Expr]
    ) -> Type:
        name = node.name
        for one in known(value):
            if isinstance(one, tt.Literally):
                one.read |= set(one.keys)
        if name in TEXTS:
            return TEXT
        if name in NUMBERS:
            return NUMBER
        if name == "items":
            return either(*(self._mapping_method(_as_map(m), "items").returns for m in known(value)))  # type: ignore[attr-defined]
        if name == "dictsort":
            return either(*(self._mapping_method(_as_map(m), "items").returns for m in known(value)))  # type: ignore[attr-defined]
        elem = self._each(template, node, value)
        by = named.get("attribute") or (
            node.args[0] if node.args and name in ("selectattr", "rejectattr", "groupby") else None
        )
        if isinstance(by, nodes.Const):
            got = elem
            for step in str(by.value).split("."):
                got = either(
                    *(
                        self._item(template, node, m, TEXT, int(step) if step.isdigit() else step)
                        for m in known(got)
                    )
                )
            if name == "map":
                return tt.Seq(got)
            if name == "groupby":
                return tt.Seq(tt.Tup((got, tt.Seq(elem))))
            if name == "sum":
                return got
        if name == "map":
            return tt.Seq(self._mapped(template, node, elem))
        if name in ("batch", "slice"):
            return tt.Seq(tt.Seq(elem))
        if name in LISTS:
            return tt.Seq(elem)
        if name in ("first", "last", "min", "max", "sum", "random"):
            return elem
        return ANY

    def _mapped(self, template: str, node: nodes.Filter, elem: Type) -> Type:
        how = str(node.args[0].value) if node.args and isinstance(node.args[0], nodes.Const) else ""
        if how in ("first", "last"):
            at = 0 if how == "first" else -1
            return either(
                *(
                    m.items[at] if isinstance(m, tt.Tup) else self._each(template, node, m)
                    for m in known(elem)
                )
            )
        return TEXT if how in TEXTS else NUMBER if how in NUMBERS else elem


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


def _is_typed_dict(owner: Type) -> bool:
    return isinstance(owner, tt.Cls) and hasattr(owner.cls, "__required_keys__")


def _is_mapping(owner: Type) -> bool:
    return isinstance(owner, tt.Cls) and (issubclass(owner.cls, dict) or _is_typed_dict(owner))


def _as_map(owner: Type) -> tt.Map:
    if isinstance(owner, tt.Map):
        return owner
    if isinstance(owner, tt.Literally):
        owner.read |= set(owner.keys)
        return tt.Map(TEXT, either(*owner.keys.values()))
    return tt.Map(TEXT, TEXT)


def _joined(left: Type, right: Type) -> Type | None:
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
