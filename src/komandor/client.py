"""A small client for the API of a Komandor site. It needs nothing but Python's standard library.

    site = RemoteSite("http://127.0.0.1:8000", token)
    cup = site.create(game="destiny", name="Cup", date="2026-11-14")
    cup.do("register-player", names=["Anna Kowalska"])
    cup.take_next_step()

Every request that changes something carries a key of its own, so that it can be sent again after an answer
was lost; and the version that this client has seen last.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

Json = Mapping[str, Any]
TRIES = 3  # of a request whose answer was lost


@dataclass(frozen=True, slots=True)
class GivenReason:
    """One reason of a refusal: its code, the rule behind it, a sentence, and the field that it is about."""

    code: str
    rule: str | None
    text: str
    field: str = ""


class RequestRefused(Exception):
    """The site said no. `status` is that of HTTP; `version` that of the event, where it is the point."""

    def __init__(self, status: int, title: str, reasons: Sequence[GivenReason], version: int | None) -> None:
        super().__init__(" ".join(one.text for one in reasons) or title)
        self.status, self.title, self.reasons, self.version = status, title, tuple(reasons), version


class Unreachable(OSError):
    """No Komandor answers at this address."""


@dataclass(frozen=True, slots=True)
class RemoteSite:
    """A site and the token with which it is asked; without one, what everybody may see."""

    address: str
    token: str = ""
    lang: str = "en"
    patience: float = 30.0

    def events(self) -> Iterator[Json]:
        """All events, page by page."""
        path: str | None = "events"
        while path:
            found = self.get(path)
            yield from found["events"]
            path = str(found["next"]).removeprefix("/api/v1/") if found["next"] else None

    def event(self, id: str) -> "RemoteEvent":
        return RemoteEvent(self, id)

    def create(self, **fields: Any) -> "RemoteEvent":
        """Make an event; `organiser` is a name."""
        made = self.post("events", fields)
        return RemoteEvent(self, made["event"], made["version"])

    def get(self, path: str) -> Any:
        return json.loads(self.ask("GET", path))

    def post(self, path: str, body: Json, key: str = "") -> Any:
        """Send something once, also if its answer is lost and it has to be sent again."""
        key = key or secrets.token_hex(16)
        for left in reversed(range(TRIES)):
            try:
                return json.loads(self.ask("POST", path, body, key))
            except Unreachable:
                if not left:
                    raise
        raise AssertionError

    def ask(self, method: str, path: str, body: Json | None = None, key: str = "") -> bytes:
        """The answer as it is. Raises RequestRefused and Unreachable."""
        try:
            with urlopen(self._request(method, path, body, key), timeout=self.patience) as answer:  # noqa: S310
                found: bytes = answer.read()
        except HTTPError as no:
            raise _refused(no) from None
        except (URLError, HTTPException, OSError, ValueError) as problem:
            reason = getattr(problem, "reason", problem)
            raise Unreachable(f"{self.address}: {getattr(reason, 'strerror', None) or reason}") from None
        return found

    def stream(self, path: str) -> Iterator[str]:
        """The lines of a stream, until it ends."""
        try:
            with urlopen(self._request("GET", path), timeout=self.patience) as answer:  # noqa: S310
                for line in answer:
                    yield line.decode().rstrip("\n")
        except HTTPError as no:
            raise _refused(no) from None

    def _request(self, method: str, path: str, body: Json | None = None, key: str = "") -> Request:
        if not self.address.startswith(("http://", "https://")):
            raise Unreachable(f"{self.address} is no address of a site")
        sent = {"Accept-Language": self.lang, "Content-Type": "application/json"}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if key:
            sent["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        return Request(f"{self.address.rstrip('/')}/api/v1/{path}", data, sent, method=method)  # noqa: S310


@dataclass(slots=True)
class RemoteEvent:
    """One event of a site. `version` is the newest that this client has seen."""

    site: RemoteSite
    id: str
    version: int = field(default=0)

    def do(self, action: str, **fields: Any) -> Json:
        """Carry out one action by its name: `do("start-clock")`."""
        return self._sent(f"actions/{action}", fields)

    def several(self, actions: Sequence[Json], **more: Any) -> Json:
        """Carry out several actions as one step, which is undone together."""
        return self._sent("actions", {"actions": list(actions), **more})

    def _sent(self, path: str, body: Json) -> Json:
        if not self.version:
            self.offers()
        done: Json = self.site.post(f"events/{quote(self.id)}/{path}", {"version": self.version, **body})
        self.version = done["version"]
        return done

    def offers(self) -> Json:
        """What the token may do now, and why not the rest."""
        found: Json = self.site.get(f"events/{quote(self.id)}/offers")
        self.version = found["version"]
        return found

    def next_step(self) -> str:
        """The next step of the day, by name."""
        found = self.offers()["next"]
        return str(found["step"]) if found else ""

    def take_next_step(self, **choices: Any) -> str:
        """Take it, if it is one that actions take, and say what it was. `choices` change its first action."""
        found = self.offers()["next"]
        first, *rest = found["actions"]
        self.several([{**first, **choices}, *rest])
        return str(found["step"])

    def view(self, name: str, **query: int) -> Any:
        """A view by its name, as the token may see it: `view("round", round=2)`."""
        return self.site.get(f"events/{quote(self.id)}/views/{name}?{urlencode(query)}")

    def log(self) -> bytes:
        """The log as a file (.komandor)."""
        return self.site.ask("GET", f"events/{quote(self.id)}/log")

    def versions(self) -> Iterator[int]:
        """The version now, and each one that comes."""
        name = ""
        for line in self.site.stream(f"events/{quote(self.id)}/stream"):
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: ") and name == "version":
                yield int(line[6:].split()[0])


def _refused(no: HTTPError) -> RequestRefused:
    try:
        found = json.loads(no.read())
        told = found["reasons"]
        reasons = [GivenReason(one["code"], one["rule"], one["text"], one["field"]) for one in told]
        return RequestRefused(no.code, str(found["title"]), reasons, found["version"])
    except (ValueError, KeyError, TypeError, OSError):
        return RequestRefused(no.code, f"{no.code} {no.reason}", (), None)
