"""What the terminal asks of a running site: keys of the host, and tokens with which it then works there.

Only one process may write to a data folder, so the terminal asks that process. Whoever can read the secret
of the folder may ask: the request is signed with it, and holds for half a minute.
"""

import hashlib
import hmac
import json
import os
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from komandor.app.access import HOST, Actor
from komandor.app.api_tokens import Scope, forget_ended, new_token
from komandor.app.identity import HOST_EVENT, host_keys, new_host_key, revoke_host_keys
from komandor.log.store import EventStore

PATH = "/local/keys"
SIGNATURE = "x-komandor-signature"
NOTE = "running.json"
HALF_A_MINUTE = 30
A_MINUTE = timedelta(minutes=1)
PATIENCE = 10


class NobodyThere(OSError):
    """No site of this folder answers on this machine."""


def leave_note(folder: Path, port: int) -> None:
    """Say in the data folder where its site runs; readable by its owner only."""
    with suppress(OSError):
        (folder / NOTE).unlink(missing_ok=True)
        note = os.open(folder / NOTE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(note, "w") as file:
            json.dump({"port": port, "pid": os.getpid()}, file)


def address(folder: Path) -> str:
    """Where the site of this folder runs on this machine, as its note says."""
    return f"http://127.0.0.1:{int(json.loads((folder / NOTE).read_text())['port'])}"


def ask(folder: Path, secret: str, question: dict[str, Any]) -> dict[str, Any]:
    """Ask the site that runs on this folder. Raises NobodyThere."""
    body = json.dumps({**question, "at": time.time()}).encode()
    try:
        request = Request(f"{address(folder)}{PATH}", body, {SIGNATURE: _signed(secret, body)})  # noqa: S310
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
    except (OSError, URLError, ValueError, KeyError) as problem:
        raise NobodyThere(str(problem)) from None
    return found


def answer(store: EventStore, secret: str, signature: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """Status and answer for a request that came through the door."""
    if not hmac.compare_digest(signature, _signed(secret, body)):
        return 403, {"error": "not signed with the secret of this site"}
    try:
        asked = json.loads(body)
        fresh = abs(time.time() - float(asked["at"])) < HALF_A_MINUTE
        return (200, done(store, asked)) if fresh else (403, {"error": "too old"})
    except (ValueError, KeyError, TypeError):
        return 400, {"error": "not understood"}


def done(store: EventStore, asked: dict[str, Any]) -> dict[str, Any]:
    """Make a key or a token, or close some keys, and say which or how many."""
    if asked["do"] == "token":
        forget_ended(store)
        actor = Actor(asked["kind"], asked["number"])
        event = HOST_EVENT if actor == HOST else str(asked["event"])
        scope: Scope = "host" if actor == HOST else "run"
        return {"token": new_token(store, event, actor, scope, "terminal", A_MINUTE)}
    if asked["do"] == "new":
        lasts = timedelta(days=int(asked["days"])) if asked.get("days") else None
        return {"link": new_host_key(store, str(asked.get("label", ""))[:200], lasts)}
    wanted = {str(key) for key in asked["keys"]}
    return {"closed": revoke_host_keys(store, wanted & {one.id for one in host_keys(store)})}


def _signed(secret: str, body: bytes) -> str:
    return hmac.new(f"local door {secret}".encode(), body, hashlib.sha256).hexdigest()
