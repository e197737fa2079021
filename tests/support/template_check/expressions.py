# ruff: noqa: N802, N815
"""Expressions: one method for each kind of node."""

from collections.abc import Callable
from typing import Any

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.filters import Filters
from tests.support.template_check.values import Scope, joined
from tests.support.template_types import ANY, MARKUP, NONE, NUMBER, TEXT, TRUTH, Type, either, known


class Expressions(Filters):
    """`type` finds the method by the name of the node."""

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
            both = joined(left, right)
            if both is not None:
                return both
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
