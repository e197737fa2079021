# ruff: noqa: N802 (methods are named after the nodes of Jinja)
"""Reads templates as a type checker would: every name, attribute and macro argument, from the records on.

`Checker.page(record)` walks the template of a page record with the types of its fields; macros are walked
with the types of each call. What is not declared is reported with template, line and the class that lacks it.

One class in layers, each in a file and above the one that it builds on: `reader` (templates and findings),
`members` (what a value gives), `calls`, `filters`, `expressions`, `statements`, and here whole pages: what a
template extends, includes and imports.
"""

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.statements import Statements
from tests.support.template_check.values import Scope, SelfOf
from tests.support.template_types import MARKUP, Type

__all__ = ["Checker", "Scope"]


class Checker(Statements):
    """Walks whole pages."""

    def page(self, template: str, record: str, names: dict[str, Type]) -> set[str]:
        """Check the template of a record; the names of the record that it uses."""
        self._used, self._record, self._done = set(), record, set()
        root = Scope(names, Scope(dict(self.globals)))
        self._template(template, root)
        return self._used & set(names)

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
