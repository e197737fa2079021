"""A service on this machine that gets messages, and behaves as it is told: fails, stalls, answers late."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Got:
    """One request as it arrived."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers.get("webhook-id", "")

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def signed_with(self, secret: str) -> bool:
        """Whether the signature is that of Standard Webhooks, computed here from its specification."""
        key = base64.b64decode(secret.split("_", 1)[1])
        text = b".".join((self.id.encode(), self.headers["webhook-timestamp"].encode(), self.body))
        wanted = base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
        return self.headers["webhook-signature"] == f"v1,{wanted}"


Answer = tuple[int, dict[str, str], bytes] | None
"""Status, headers, body; None closes the connection without a word."""
OK: Answer = (204, {}, b"")


@dataclass
class Receiver:
    """Everything that arrived, and what is answered: one entry of `plan` for each request, then 204."""

    url: str = ""
    got: list[Got] = field(default_factory=list)
    plan: list[Callable[[], Answer] | Answer] = field(default_factory=list)

    @property
    def once(self) -> list[Got]:
        """What a receiver keeps who ignores ids that it knows."""
        return list({one.id: one for one in reversed(self.got)}.values())[::-1]

    def answer(self, got: Got) -> Answer:
        self.got.append(got)
        planned = self.plan.pop(0) if self.plan else OK
        return planned() if callable(planned) else planned


@contextmanager
def receiving(given: Receiver | None = None) -> Iterator[Receiver]:
    """A receiver on a free port until the block ends."""
    receiver = given or Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # the sender was killed while it wrote: what nobody can read has not arrived
            answer = receiver.answer(Got({k.lower(): v for k, v in self.headers.items()}, body))
            if answer is None:
                return
            status, headers, said = answer
            with suppress(OSError):  # the sender was killed, or has given up
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(said))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
