"""Whatever a program sends, with whichever token: no failure, and no answer beside the description.

schemathesis makes requests from the description, sensible ones and broken ones, and each is sent with every
token. `KOMANDOR_PROPERTIES=deep ./test tests/api/test_schemathesis.py` makes many more.
"""

import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import SCOPES, new_token
from komandor.store.memory import MemoryStore
from komandor.web.api.openapi import document
from komandor.web.server.site import Site
from tests.support.api import token_for
from tests.support.doors import copied_site
from tests.support.site import Served, serving
from tests.support.waiting import PATIENCE
from tests.support.world import JUDGE, ORGANISER, busy, opened

DEEP = os.environ.get("KOMANDOR_PROPERTIES") == "deep"
EXAMPLES = 40 if DEEP else 5
PHASES = {"coverage": {"enabled": DEEP}, "examples": {"enabled": False}}
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
WORLD = busy(opened(id="cup").start())
OWN_TOKENS = {"with-security-parameters": False}
config = schemathesis.Config.from_dict({"seed": 20261118, "phases": PHASES, "generation": OWN_TOKENS})
schema = schemathesis.openapi.from_dict(dict(document()), config=config)


@schema.hook
def flatmap_path_parameters(context: Any, path_parameters: Any) -> Any:
    """Mostly the event that is there."""
    if not path_parameters or "event" not in path_parameters:
        return st.just(path_parameters)
    there = {**path_parameters, "event": "cup"}
    return st.sampled_from([there, there, there, path_parameters])


@schema.hook
def flatmap_body(context: Any, body: Any) -> Any:
    """Often the version that is there, and numbers that somebody could have."""
    if not isinstance(body, dict):
        return st.just(body)
    now = {"version": WORLD.t.version}
    small = {name: one % 9 if type(one) is int else one for name, one in body.items()}
    return st.sampled_from([{**small, **now}, {**body, **now}, body])


@pytest.fixture(scope="module")
def tokens() -> list[str]:
    """None, one of each scope, of each kind of seat, and of another event."""
    store = WORLD.store
    opened(id="other", store=store)
    hosts = [new_token(store, "*", HOST, scope) for scope in SCOPES]
    seats = [token_for(store, who, "run") for who in (ORGANISER, JUDGE, Actor("player", 1))]
    return ["", *hosts, *seats, token_for(store, ORGANISER, "run", "other")]


@pytest.fixture(scope="module")
def served(tokens: list[str]) -> Iterator[Served]:
    site = copied_site(WORLD)
    site.clock = partial(next, count(0.0, 60.0))  # nobody is asked to wait
    with serving(site) as found:
        yield found


def sent(case: schemathesis.Case, served: Served, token: str) -> requests.Response:
    """The answer; of a stream only how it begins."""
    key = {"Authorization": f"Bearer {token}"} if token else {}
    asked = case.as_transport_kwargs(base_url=served.url, headers=key)
    with requests.request(**asked, stream=True, timeout=PATIENCE) as answer:
        stream = answer.headers.get("Content-Type", "").startswith("text/event-stream")
        answer._content = next(answer.iter_lines()) if stream else answer.content
    return answer


def forgotten(site: Site) -> None:
    """The event is again as it was, so that every request meets the same."""
    assert isinstance(WORLD.store, MemoryStore)
    assert isinstance(site.store, MemoryStore)
    WORLD.store._connection.backup(site.store._connection)
    site.services.ledger._known["cup"] = WORLD.loaded


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_answer_is_described(case: schemathesis.Case, served: Served, tokens: list[str]) -> None:
    for token in tokens:
        answer = sent(case, served, token)
        case.validate_response(answer, checks=CHECKS)
        if case.method == "POST" and answer.ok:
            forgotten(served.site)
