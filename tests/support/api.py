"""A program that uses the API with one token, without a socket."""

import json
from dataclasses import dataclass
from typing import Any

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import Scope, new_token
from komandor.app.identity import HOST_EVENT
from komandor.app.typed_actions import nameless
from komandor.core.tournament.action import Command
from komandor.log.store import EventStore
from komandor.web.server.site import Site
from tests.support.world import client


@dataclass(frozen=True)
class Heard:
    """An answer of the API."""

    status: int
    json: Any
    headers: Any
    content: bytes

    @property
    def codes(self) -> list[str]:
        return [one["code"] for one in self.json["reasons"]]


class Api:
    """Sends requests with one token; without one, as anybody."""

    def __init__(self, site: Site, token: str = "") -> None:
        self.browser, self.token, self.site = client(site), token, site
        self.browser.cookies.clear()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Heard:
        headers = {"accept_language": "en", **headers}
        sent = {f"HTTP_{name.upper()}": value for name, value in headers.items()}
        if self.token:
            sent["HTTP_AUTHORIZATION"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        at = path if path.startswith("/") else f"/api/v1/{path}"
        got = self.browser.generic(method, at, data, "application/json", **sent)
        kind = got.headers.get("Content-Type", "")
        return Heard(
            got.status_code, json.loads(got.content) if "json" in kind else None, got.headers, got.content
        )

    def get(self, path: str, **headers: str) -> Heard:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: object = None, **headers: str) -> Heard:
        return self.ask("POST", path, {} if body is None else body, **headers)

    def do(self, action: str, event: str = "cup", **fields: Any) -> Heard:
        return self.post(f"events/{event}/actions/{action}", fields)


def name_needed(command: Command) -> dict[str, Any]:
    """What goes with this action because it enters somebody new."""
    return {"names": ["Nowa Osoba"]} if nameless(command, None) else {}


def token_for(store: EventStore, actor: Actor, scope: Scope = "run", event: str = "cup") -> str:
    return new_token(store, HOST_EVENT if actor == HOST else event, actor, scope)
