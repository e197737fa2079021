"""The console over plain HTTP: a seat, forms with their hidden fields, and what came back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import httpx

from komandor.app.access import Actor
from komandor.app.identity import issue
from tests.support.site import Served, visitor
from tests.support.world import World

HIDDEN = re.compile(
    r'<input type="hidden" name="(csrfmiddlewaretoken|command_id|seen|made_for|step)" value="([^"]*)"'
)


@dataclass
class Console:
    """A browser without eyes at the organiser's seat of one event."""

    client: httpx.Client
    event: World
    hidden: dict[str, str] = field(default_factory=dict)

    def get(self, path: str = "") -> str:
        answer = self.client.get(f"/c/{self.event.id}/{path}")
        assert answer.status_code == 200, answer.text[:400]
        self.hidden = dict(HIDDEN.findall(answer.text))
        return unescape(answer.text)

    def post(self, path: str, headers: Any = None, **data: Any) -> httpx.Response:
        """With the hidden fields of the page that was looked at last, unless given."""
        if not self.hidden:
            self.get()
        fields = {**self.hidden, **data}
        return self.client.post(f"/c/{self.event.id}/{path}", data=fields, headers=headers)


@contextmanager
def at_the_console(served: Served, event: World) -> Iterator[Console]:
    with visitor(served.url) as client:
        client.get(f"/s/{issue(served.site.store, event.id, Actor('staff', 1))}?lang=en")
        client.get("/lang/en?next=/")
        yield Console(client, event)
