# ruff: noqa: N802
"""Calls: of functions by their hints, of macros by walking them with the types that are given."""

from typing import Any

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.members import Members
from tests.support.template_check.values import Adding, Asking, Scope
from tests.support.template_types import ANY, MARKUP, NONE, NUMBER, TEXT, Type, either, known


class Calls(Members):
    """Every macro is walked once for each set of types that it is called with."""

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
        names = [one.name for one in body.args]
        free = {n.name for n in body.find_all(nodes.Name)}
        if len(args) > len(names) and "varargs" not in free:
            self._say(template, node, f"macro {body.name} takes {len(names)} arguments, not {len(args)}")
        for name in named.keys() - set(names):
            if "kwargs" not in free:
                self._say(template, node, f"macro {body.name} has no argument {name}")
        if caller is not None and "caller" not in free:
            self._say(template, node, f"macro {body.name} does not use its call block")
        given = self._given(macro, names, args, named)
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

    def _given(
        self, macro: tt.Macro, names: list[str], args: list[Type], named: dict[str, Type]
    ) -> dict[str, Type]:
        """What each argument of a macro is in this call; a default is read where the macro stands."""
        body = macro.node
        given: dict[str, Type] = {}
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
        return given
