"""The description of the API (OpenAPI 3.1), made from the operations, the rows of actions and the views."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_type_hints

import msgspec

from komandor import __version__
from komandor.app.api_tokens import Scope, scope_of
from komandor.app.queries.views import VIEWS
from komandor.app.typed_actions import BY_NAME
from komandor.core.games import GAMES
from komandor.core.tournament import commands as c
from komandor.documents.document import DocumentRound, EventDocument
from komandor.texts import Lang, word
from komandor.web.api.answers import PROBLEM_JSON, PROBLEMS, Code, ProblemDetails
from komandor.web.api.guard import Operation
from komandor.web.api.operations import OPERATIONS, V1
from komandor.web.api.schemas import Schema, Schemas, closed
from komandor.web.forms.fields import LAST_VERSION
from komandor.web.public.open_data import PAGES as OPEN_DATA
from komandor.web.public.open_data import PARTS as PARTS_OF_DOCUMENT
from komandor.web.rendering.i18n import N_, translations

JSON = "application/json"
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 1}
VERSION: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": LAST_VERSION,
    "description": N_("The version of the event that was seen."),
}
ANOTHER: Schema = {"type": "boolean", "description": N_("This is another person of the same name.")}
EVENT_ID: Schema = {
    **TEXT,
    "description": N_("The id of the event, part of its addresses; if not given: one is made up."),
}
ORGANISER: Schema = {**TEXT, "description": N_("First and last name of the organiser.")}
SEVERAL = N_("The actions in order, each with its name in `action` and its fields.")
NAMES: Schema = {
    "anyOf": [TEXT, {"type": "array", "items": TEXT, "maxItems": 2}],
    "description": N_("First and last name; two names for a team."),
}
QUERIES: Mapping[str, Schema] = {
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "description": N_("How many events at most.")},
    "after": {
        **TEXT,
        "description": N_("Start after this event: `next` of the previous answer."),
    },
    "round": {**NUMBER, "description": N_("The number of a round; if not given: the newest.")},
    "stage": {**NUMBER, "description": N_("The number of a stage; if not given: the newest.")},
}
SPECIAL = {"api-log": "application/octet-stream", "api-stream": "text/event-stream"}
REFUSED_UNREAD: tuple[Code, ...] = ("too-slow", "too-large", "other-site")
ANYWHERE: tuple[Code, ...] = ("bad-request", "not-found", *REFUSED_UNREAD, "failed", "not-saved")
GUARDED: tuple[Code, ...] = ("token-needed", "not-allowed", "refused", "too-often")
AT_A_VERSION: tuple[Code, ...] = ("stale", "version-differs", "version-needed")
VIEW_FOR = {
    "everybody": N_("The view “%(name)s”, for everybody."),
    "player": N_("The view “%(name)s”, for the player of the token."),
    "staff": N_("The view “%(name)s”, for staff."),
}
OPEN_TO_ALL = N_("Open data for everybody: %(part)s.")
HOW_TO_SIGN_IN = "A token that the organiser or the host made; it allows what its scope says."


_PART_OF = get_type_hints(EventDocument)
PARTS = {"event": EventDocument, "round": DocumentRound} | {
    name: _PART_OF[name] for name in PARTS_OF_DOCUMENT
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """One operation as it is described: what is at which address, what it asks and what it answers."""

    id: str
    method: str
    path: str
    summary: str
    scope: Scope | None
    body: Schema | None
    answer: Schema
    kind: str = JSON
    asks: tuple[str, ...] = ()
    reader: str = ""
    status: str = "200"
    guarded: bool = True  # tokens are looked at


def described(schemas: Schemas, lang: Lang = "en") -> Iterator[Described]:
    """Every operation; one for each action and one for each view."""
    t = translations(lang).gettext
    for one in OPERATIONS:
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{one.path}").replace("{tournament}", "{event}")
        if one.name == "api-view":
            yield from _views(schemas, one, path, lang)
        elif one.name == "api-action":
            yield from _actions(schemas, path, lang)
        else:
            yield Described(
                id=f"{one.name}-{one.method.lower()}",
                method=one.method,
                path=path,
                summary=t(one.summary),
                scope=one.scope,
                body=_body(schemas, one) if one.method == "POST" else None,
                answer=schemas.of(one.answers),
                kind=SPECIAL.get(one.name, JSON),
                asks=one.asks,
                status="201" if one.name == "api-events" and one.method == "POST" else "200",
            )
    for page in OPEN_DATA:
        if page.path.startswith(f"/{V1}/"):
            path = page.path.replace("<tournament>", "{event}").replace("<int:number>", "{number}")
            part = page.name.removeprefix("api-")
            yield Described(
                id=page.name,
                method="GET",
                path=path,
                summary=t(OPEN_TO_ALL) % {"part": part},
                scope=None,
                body=None,
                answer=schemas.of(PARTS[part]) if part in PARTS else {},
                guarded=False,
            )


def _views(schemas: Schemas, one: Operation, path: str, lang: Lang) -> Iterator[Described]:
    for view in VIEWS:
        yield Described(
            id=f"view-{view.name}",
            method="GET",
            path=path.replace("{view}", view.name),
            summary=translations(lang).gettext(VIEW_FOR[view.reader]) % {"name": view.name},
            scope=None if view.reader == "everybody" else "read",
            body=None,
            answer=schemas.of(view.record),
            asks=one.asks,
            reader=view.reader,
        )


def _actions(schemas: Schemas, path: str, lang: Lang) -> Iterator[Described]:
    done = next(one.answers for one in OPERATIONS if one.name == "api-action")
    for name, row in BY_NAME.items():
        if not row.by:
            continue
        yield Described(
            id=f"do-{name}",
            method="POST",
            path=path.replace("{action}", name),
            summary=f"{word('command', row.name, lang)}.",
            scope=scope_of(row),
            body=_with_version(schemas.command(row.command), {"names": NAMES} if row.names else {}),
            answer=schemas.of(done),
            reader=", ".join(row.by),
        )


def _with_version(command: Schema, more: Mapping[str, Schema]) -> Schema:
    parts = command["properties"]
    assert isinstance(parts, Mapping)
    own = {"version": VERSION, "another_person": ANOTHER}
    return {**command, "properties": {**parts, **more, **own}}


def _body(schemas: Schemas, one: Operation) -> Schema:
    if one.name == "api-events":
        fields = schemas.command(c.CreateTournament, ("commitment", "edition_text"))
        parts, needed = fields["properties"], fields["required"]
        assert isinstance(parts, Mapping)
        assert isinstance(needed, list)
        game = {**parts["game"], "examples": [rules.data.id for rules in GAMES]}
        return {
            **fields,
            "properties": {**parts, "game": game, "id": EVENT_ID, "organiser": ORGANISER},
            "required": [name for name in needed if name != "id"],
        }
    action = {"type": "object", "properties": {"action": {"enum": [n for n, r in BY_NAME.items() if r.by]}}}
    listed = {"type": "array", "minItems": 1, "maxItems": 500, "items": {**action, "required": ["action"]}}
    listed["description"] = SEVERAL
    return closed({"actions": listed, "version": VERSION, "another_person": ANOTHER}, ["actions"])


def document() -> Schema:
    """The whole description."""
    schemas = Schemas()
    paths: dict[str, dict[str, Schema]] = {}
    for one in described(schemas):
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    problems = _problems(schemas)
    info = {
        "title": "Komandor",
        "version": __version__,
        "description": "Tournaments: every action, every view. The guide is in the manual.",
    }
    scheme = {"type": "http", "scheme": "bearer", "description": HOW_TO_SIGN_IN}
    return {
        "openapi": "3.1.0",
        "info": info,
        "paths": paths,
        "components": {
            "schemas": schemas.named,
            "responses": problems,
            "securitySchemes": {"token": scheme},
        },
    }


def _operation(one: Described) -> Schema:
    open_to_all: list[object] = [{}] if one.scope is None else []
    found: dict[str, object] = {
        "operationId": one.id,
        "summary": one.summary,
        "security": [*open_to_all, {"token": []}],
        "parameters": [*_parameters(one)],
        "responses": _responses(one),
    }
    if one.scope:
        found["description"] = f"Needs a token with the scope {one.scope}."
    if one.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": one.body}}}
    return found


def _responses(one: Described) -> Schema:
    good = {"description": "As asked.", "content": {one.kind: {"schema": one.answer}}}
    same = {"304": {"description": "Not changed since the version of If-None-Match."}}
    again = {"200": good} if one.status == "201" else {}
    codes = (*ANYWHERE, *(GUARDED if one.guarded else ()), *(AT_A_VERSION if _at_a_version(one) else ()))
    no = {f"{status}": {"$ref": f"#/components/responses/{status}"} for status in sorted(map(_status, codes))}
    return {one.status: good, **again, **(same if one.method == "GET" else {}), **no}


def _status(code: Code) -> int:
    return PROBLEMS[code][0]


def _at_a_version(one: Described) -> bool:
    return one.method == "POST" and "{event}" in one.path


def _problems(schemas: Schemas) -> Mapping[str, Schema]:
    """Every status that says no: problem details with every reason and its rule."""
    titles: dict[int, list[str]] = {}
    for status, title in PROBLEMS.values():
        titles.setdefault(status, []).append(title)
    content = {PROBLEM_JSON: {"schema": schemas.of(ProblemDetails)}}
    return {f"{status}": {"description": "; ".join(t), "content": content} for status, t in titles.items()}


def _parameters(one: Described) -> Iterator[Schema]:
    for name in re.findall(r"{(\w+)}", one.path):
        kind = NUMBER if name == "number" else TEXT
        yield {"name": name, "in": "path", "required": True, "schema": kind}
    for name in one.asks:
        yield {"name": name, "in": "query", "schema": QUERIES[name]}
    if one.method == "POST":
        yield {"name": "Idempotency-Key", "in": "header", "schema": TEXT}
    if _at_a_version(one):
        yield {"name": "If-Match", "in": "header", "schema": TEXT}


def written() -> bytes:
    return msgspec.json.encode(document())
