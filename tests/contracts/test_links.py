"""Whoever links to a page names its route (`url`): no template and no view types a path.

A path typed by hand would go on looking right after its route has moved.  The name and the number of parts
of every call in the sources are looked up here, so that a link which no test shows leads somewhere too.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes

import komandor.web
from komandor.web.rendering.jinja import environment
from komandor.web.routing import urls
from komandor.web.routing.request import FORMS, keep_path, url
from komandor.web.server.assets import Assets
from tests.support.contracts import none_left

WEB = Path(komandor.web.__file__).parent
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
MODULES = sorted(WEB.rglob("*.py"))
TYPED = re.compile(r"""[\s"'>}=]/[a-z]|(?:href|action)="/["?]""")
"""A path that begins in a template's text, attribute or expression, also after something put in before it."""
SAY_WHERE = ("__init__.py", "operations.py", "asgi.py", "assets.py", "local_door.py")
"""The routes of the areas and of the API; and what is no page: assets, live news, health, local requests."""

Called = tuple[set[str], int]
"""The names that one call may give, and how many parts."""


def typed(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if TYPED.search(line)]


def typed_in_python(text: str) -> list[str]:
    """Strings that are paths, but for those that declare one (`CachedPage`, `<tournament>`)."""
    tree = ast.parse(text)
    declared = {
        id(arg)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "CachedPage"
        for arg in call.args
    }
    strings = [x for x in ast.walk(tree) if isinstance(x, ast.Constant) and id(x) not in declared]
    texts = [x.value for x in strings if isinstance(x.value, str)]
    return [text for text in texts if re.match(r"/[a-z]", text) and "<" not in text]


def names_in(first: object) -> set[str]:
    """The names in the first argument of a call; none where the name is put together."""
    if isinstance(first, (nodes.Const, ast.Constant)):
        return {str(first.value)}
    if isinstance(first, nodes.CondExpr):
        return names_in(first.expr1) | names_in(first.expr2)
    if isinstance(first, ast.IfExp):
        return names_in(first.body) | names_in(first.orelse)
    return set()


def calls(path: Path) -> Iterator[Called]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        for made in environment("en", Assets.load()).parse(text).find_all(nodes.Call):
            if isinstance(made.node, nodes.Name) and made.node.name == "url":
                yield names_in(made.args[0]), len(made.args) - 1
    else:
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "url":
                starred = any(isinstance(arg, ast.Starred) for arg in call.args)
                yield set() if starred else names_in(call.args[0]), len(call.args) - 1


def test_no_template_types_a_path() -> None:
    found = [
        f"{path.relative_to(WEB)}: {line}"
        for path in TEMPLATES
        for line in typed(path.read_text(encoding="utf-8"))
    ]
    none_left(found, "name the route instead, url('console', event.id), in these templates of web:")


def test_no_view_types_a_path() -> None:
    found = [
        f"{path.relative_to(WEB)}: {line}"
        for path in MODULES
        if path.name not in SAY_WHERE
        for line in typed_in_python(path.read_text(encoding="utf-8"))
    ]
    none_left(found, 'name the route instead, url("console", t.id), in these modules of web:')


@pytest.mark.parametrize(
    "line",
    [
        '<a href="/c/{{ t.id }}/people">',
        "<a href=\"{{ '/j/' ~ t.id }}\">",
        '{{ ui.button(_("Back"), href="/m/" ~ t.id ~ "/") }}',
        "<a href=\"{{ url('console', t.id) }}/standings\">",
        '<a href="{{ here }}?back=/c/{{ t.id }}/">',
        "{% macro page(n) %}/c/{{ t.id }}/player/{{ n }}{% endmacro %}",
        '<a class="brand" href="/">',
    ],
)
def test_a_typed_path_is_found(line: str) -> None:
    assert typed(line) == [line]


@pytest.mark.parametrize("line", ['back = f"/c/{t.id}/people"', 'redirect(request, "/cards")'])
def test_a_path_typed_in_python_is_found(line: str) -> None:
    assert typed_in_python(line)


def test_every_link_names_a_route_and_gives_its_parts() -> None:
    assert urls.urlpatterns
    asked = [
        (path.name, name, parts)
        for path in (*TEMPLATES, *MODULES)
        for names, parts in calls(path)
        for name in names
    ]
    assert len(asked) > 300, "the calls are found"
    wrong = [x for x in asked if x[1] not in FORMS or FORMS[x[1]].count("%s") != x[2]]
    none_left(wrong, "these files name no route, or give it another number of parts (file, route, parts):")


def test_a_link_is_made_of_its_route_and_parts() -> None:
    assert url("console-match", "cup", 3) == "/c/cup/match/3"
    assert url("public", "cup") == "/t/cup/"
    assert url("edition", "armada@2017") == "/editions/armada@2017"
    assert url("edition", "a/b?c#d ę%") == "/editions/a%2Fb%3Fc%23d%20%C4%99%25"


@pytest.mark.parametrize("name", ["no-such-page", "", "console-match "])
def test_a_link_to_an_unknown_page_is_an_error(name: str) -> None:
    with pytest.raises(KeyError):
        url(name)


@pytest.mark.parametrize("parts", [(), ("cup",), ("cup", 3, 4), ("cup", None)])
def test_a_link_without_the_parts_of_its_route_is_an_error(parts: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        url("console-match", *parts)


def test_two_pages_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="console-match"):
        keep_path("console-match", "/elsewhere")
