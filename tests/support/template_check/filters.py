# ruff: noqa: N802
"""Filters: what each makes of the type before it."""

from jinja2 import nodes

from tests.support import template_types as tt
from tests.support.template_check.calls import Calls
from tests.support.template_check.values import Scope, as_map
from tests.support.template_types import ANY, NUMBER, TEXT, Type, either, known

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
ONE_OF = {"first", "last", "min", "max", "sum", "random"}
BY_ATTRIBUTE = {"selectattr", "rejectattr", "groupby"}
NUMBERS = {"length", "count", "int", "round", "abs", "float"}


class Filters(Calls):
    """Filters of Jinja and our own."""

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
        if name in ("items", "dictsort"):
            maps = map(as_map, known(value))
            return either(*(tt.Seq(tt.Tup((one.key, one.value))) for one in maps))
        elem = self._each(template, node, value)
        by = named.get("attribute") or (node.args[0] if node.args and name in BY_ATTRIBUTE else None)
        got = self._step(template, node, elem, str(by.value)) if isinstance(by, nodes.Const) else None
        return _of_list(name, elem, got) or tt.Seq(self._mapped(template, node, elem))

    def _step(self, template: str, node: nodes.Filter, elem: Type, path: str) -> Type:
        """What `attribute="a.b"` leads to."""
        for step in path.split("."):
            constant = int(step) if step.isdigit() else step
            elem = either(*(self._item(template, node, m, TEXT, constant) for m in known(elem)))
        return elem

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


def _of_list(name: str, elem: Type, got: Type | None) -> Type | None:
    """What a filter makes of a list; `got` is what its `attribute` leads to. None: a filter is mapped."""
    if name == "map":
        return tt.Seq(got) if got is not None else None
    if name == "groupby" and got is not None:
        return tt.Seq(tt.Tup((got, tt.Seq(elem))))
    if name == "sum" and got is not None:
        return got
    if name in ("batch", "slice"):
        return tt.Seq(tt.Seq(elem))
    return tt.Seq(elem) if name in LISTS else elem if name in ONE_OF else ANY
