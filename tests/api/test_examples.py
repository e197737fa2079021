"""Every operation of the API has an example that is accepted and one that is refused.

Those of the actions are tried in `test_actions.py`, each with its own event; the others here, over a socket.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.typed_actions import BY_NAME
from komandor.web.api.openapi import document
from tests.api.prepared import prepared
from tests.support.api import token_for
from tests.support.contracts import listed
from tests.support.event import single, swiss
from tests.support.site import Served, serving
from tests.support.world import opened, site_of

NEW = {"game": "armada", "name": "New", "date": "2026-11-14"}
NOTICE = {"actions": [{"action": "post-notice", "text": "lunch"}]}
EXAMPLES: Mapping[str, tuple[str, Any, str, Any, int]] = {
    "api-events-get": ("events", None, "events?limit=0", None, 422),
    "api-events-post": ("events", NEW, "events", {"game": "chess"}, 422),
    "api-actions-post": ("events/cup/actions", NOTICE, "events/cup/actions", {"actions": []}, 422),
    "api-offers-get": ("events/cup/offers", None, "events/none/offers", None, 404),
    "api-stream-get": ("events/cup/stream", None, "events/none/stream", None, 404),
    "api-log-get": ("events/cup/log", None, "events/none/log", None, 404),
    "api-event": ("events/cup", None, "events/none", None, 404),
    "api-round": ("events/cup/rounds/1", None, "events/cup/rounds/9", None, 404),
    "api-schema": ("schemas/event.json", None, "schemas/other.json", None, 404),
    **{
        f"api-{part}": (f"events/cup/{part}", None, f"events/none/{part}", None, 404)
        for part in ("players", "rounds", "standings", "bracket")
    },
    **{
        f"view-{view}": (f"events/cup/views/{view}", None, f"events/cup/views/{view}?round=99", None, 404)
        for view in "event players round standings bracket progress needs factions prizes".split()
        + "my-seat my-results alerts checklists lists people staff".split()
    },
}
"""Operation → address and body of a request that is accepted; of one that is refused, and its status."""
PLAYERS_OWN = ("view-my-seat", "view-my-results")
OPERATIONS = {one["operationId"]: method for at in document()["paths"].values() for method, one in at.items()}  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    world = opened("destiny", swiss(2), single(2), id="cup").announce().play_out()
    with serving(site_of(world)) as found:
        yield found


def test_every_operation_has_its_examples() -> None:
    others = [one for one in OPERATIONS if not one.startswith("do-")]
    listed(EXAMPLES, others, "tests/api/test_examples.py", "{} into EXAMPLES")
    actions = [name for name, row in BY_NAME.items() if row.by]
    listed(
        [one.removeprefix("do-") for one in OPERATIONS if one.startswith("do-")], actions, "openapi.py", "{}"
    )
    for name in actions:  # LookupError names the action for which tests/api/prepared.py has no event
        prepared(BY_NAME[name].name)


@pytest.mark.parametrize("id", EXAMPLES)
def test_one_is_accepted_and_one_refused(served: Served, id: str) -> None:
    good, body, bad, bad_body, status = EXAMPLES[id]
    seat = Actor("player", 1) if id in PLAYERS_OWN else HOST
    headers = {"Authorization": f"Bearer {token_for(served.site.store, seat, 'host')}"}

    def asked(path: str, json: Any) -> tuple[int, str]:
        at = f"/api/v1/{path}"
        with served.client.stream(OPERATIONS[id].upper(), at, json=json, headers=headers) as answer:
            return answer.status_code, answer.headers["Content-Type"]

    assert asked(good, body)[0] == (201 if id == "api-events-post" else 200)
    assert asked(bad, bad_body) == (status, "application/problem+json")
