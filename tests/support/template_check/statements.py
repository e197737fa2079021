# ruff: noqa: N802
"""Statements: one method for each kind of node, and the macros of a template."""

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.expressions import Expressions
from tests.support.template_check.values import Scope
from tests.support.template_types import ANY, MARKUP


class Statements(Expressions):
    """A statement changes the names in sight or walks what is within it."""

    def module(self, template: str, scope: Scope) -> tt.Module:
        """The macros and top-level names of a template."""
        self.reached.add(template)
        inner = Scope({}, scope)
        for node in self.parsed(template).body:
            if not isinstance(node, nodes.Output):
                self._statement(template, node, inner)
        return tt.Module(template, inner.names)

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
