"""What every part of the checker knows: the parsed templates, and what was found wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from jinja2 import Environment, nodes

from tests.support.template_check.values import Scope
from tests.support.template_types import ANY, Type


@dataclass
class Reader:
    """The templates and what was found. `type` and `_body` are written in other layers."""

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

    def parsed(self, template: str) -> nodes.Template:
        if template not in self._parsed:
            source = self.env.loader.get_source(self.env, template)[0]  # type: ignore[union-attr]
            self._parsed[template] = self.env.parse(source, template)
        return self._parsed[template]

    def _constant(self, template: str, node: nodes.Expr) -> str:
        if isinstance(node, nodes.Const):
            return str(node.value)
        self._say(template, node, "the name of a template must be written down")
        return ""

    def _say(self, template: str, node: nodes.Node, what: str) -> Type:
        self.found.setdefault(f"{template}:{node.lineno}: {what}", self._record)
        return ANY

    def type(self, template: str, node: nodes.Node | None, scope: Scope) -> Type:
        """The type of an expression (`expressions.py`)."""
        raise NotImplementedError

    def _body(self, template: str, body: Iterable[nodes.Node], scope: Scope) -> None:
        """Walk statements, one after another (`statements.py`)."""
        raise NotImplementedError
