"""The description of the API is true: every operation is in it, and every answer is as it says."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from komandor.app.access import HOST, Actor
from komandor.app.queries.views import VIEWS
from komandor.core.tournament.actions import ACTIONS
from komandor.web.api.openapi import document
from tests.support.api import Api, Heard, token_for
from tests.support.event import single, swiss
from tests.support.world import JUDGE, ORGANISER, World, busy, opened, site_of

DESCRIBED: dict[str, Any] = dict(document())
SCHEMAS = {"components": DESCRIBED["components"]}
OPERATIONS = [
    (path, method, one) for path, found in DESCRIBED["paths"].items() for method, one in found.items()
]
KINDS = ("application/json", "application/problem+json")
SAME_WORDS = ("groups, fixed_table, awarded_byes, start",)


def fits(schema: Any, value: object) -> str:
    """What is wrong with a value; empty if it fits."""
    found = sorted(Draft202012Validator({**SCHEMAS, **schema}).iter_errors(value), key=str)
    return str(found[0])[:300] if found else ""


def wrong_in(operation: Any, answer: Heard) -> str:
    """How an answer differs from what is said of it."""
    said = operation["responses"].get(str(answer.status), {"content": ()})
    if "$ref" in said:
        said = DESCRIBED["components"]["responses"][said["$ref"].rpartition("/")[2]]
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.status >= 500:
        return f"failed: {answer.status}"
    if answer.status == 304:
        return ""
    if kind not in said["content"]:
        return f"{answer.status} as {kind}"
    return fits(said["content"][kind]["schema"], answer.json) if kind in KINDS else ""


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    """An event in full swing, and one with a bracket that is over."""
    over = opened("destiny", swiss(2), single(2), id="cup").announce()
    return [busy(opened(id="cup").start()), over.play_out()]


def test_every_action_and_view_is_described() -> None:
    ids = {operation["operationId"] for _, _, operation in OPERATIONS}
    assert len(ids) == len(OPERATIONS)
    assert sum(one.startswith("do-") for one in ids) == len(ACTIONS) - 1, "all but the making of an event"
    assert {f"view-{view.name}" for view in VIEWS} <= ids


def schemas(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from (one for key, one in value.items() if key == "schema")
        for one in value.values():
            yield from schemas(one)
    elif isinstance(value, list):
        for one in value:
            yield from schemas(one)


def test_every_schema_is_one_and_refers_to_what_is_there() -> None:
    named = DESCRIBED["components"]["schemas"]
    for schema in (*schemas(DESCRIBED), *named.values()):
        Draft202012Validator.check_schema(schema)
    referred = set(re.findall(r"#/components/schemas/(\w+)", str(DESCRIBED)))
    assert referred == set(named)


def test_every_answer_to_a_reader_is_as_described(worlds: list[World]) -> None:
    wrong, seen = [], 0
    for world in worlds:
        site = site_of(world)
        tokens = ["", *(token_for(world.store, one) for one in (HOST, ORGANISER, JUDGE, Actor("player", 1)))]
        for path, method, operation in OPERATIONS:
            where = path.replace("{event}", "cup").replace("{number}", "1")
            if method != "get" or site.pages.find(where) or where.endswith("/stream"):
                continue
            for token in tokens:
                answer = Api(site, token).get(where)
                seen += answer.status == 200
                if found := wrong_in(operation, answer):
                    wrong.append((where, found))
    assert wrong == []
    assert seen > 120


def test_open_data_is_as_described(worlds: list[World]) -> None:
    site = site_of(worlds[1])
    wrong = []
    for path, method, operation in OPERATIONS:
        where = path.replace("{event}", "cup").replace("{number}", "1")
        found = site.pages.find(where) if method == "get" else None
        if found:
            page, parts = found
            value = msgspec.json.decode(page.render(site, "en", **parts) or b"")
            (kind,) = operation["responses"]["200"]["content"].values()
            if no := fits(kind["schema"], value):
                wrong.append((where, no))
    assert wrong == []


def test_the_page_shows_every_operation_in_both_languages(worlds: list[World]) -> None:
    site = site_of(worlds[0])
    found = site.pages.find("/api")
    assert found
    english, polish = (str(found[0].render(site, lang)) for lang in ("en", "pl"))
    assert all(path in english and path in polish for path, _, _ in OPERATIONS)
    assert "API dla programów" in polish
    titles = [set(re.findall(r"<h3>(.*?)</h3>", page)) for page in (english, polish)]
    same = titles[0] & titles[1]
    assert not same, f'write N_("…") in web/api/operations.py, update and translate komandor.po: {same}'
    helps = [set(re.findall(r"<dd>(.*?)</dd>", page)) for page in (english, polish)]
    assert "" not in helps[0] | helps[1], "each field says what it means"
    same = {text for text in helps[0] & helps[1] if text not in SAME_WORDS}
    assert same == set(), "each field is described in the language of the page"
    assert "https://" not in english.partition("<main")[2]
