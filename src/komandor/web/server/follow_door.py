"""Where a hall sends its event to: `GET` and `POST /follow/<event>` with a publishing key.

`GET` says what is here, `POST` brings what follows (`app.parcels`). No cookie counts here, and no page.
"""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import unquote

import msgspec

from komandor.app.following import had, is_key, opening, receive
from komandor.app.handle import cannot_be_saved
from komandor.app.ledger import Unreadable
from komandor.app.parcels import PATH, SCHEME, Had, Reply, refused
from komandor.core.reasons import Refusal
from komandor.log.store import ReadOnly
from komandor.web.server.site import Site

STATUS = {"follow.key": HTTPStatus.FORBIDDEN, "follow.forked": HTTPStatus.CONFLICT}


def key_in(headers: Mapping[bytes, bytes]) -> str:
    """The publishing key of a request; empty if it has none."""
    sent = headers.get(b"authorization", b"").decode("latin-1")
    return sent.removeprefix(SCHEME) if sent.startswith(SCHEME) and len(sent) < 100 else ""


def answer(
    site: Site, method: str, path: str, headers: Mapping[bytes, bytes], body: bytes
) -> tuple[int, dict[str, object]]:
    """Status and answer for a request of a hall."""
    if method not in ("GET", "POST"):
        return HTTPStatus.METHOD_NOT_ALLOWED, {}
    tournament, key = unquote(path.removeprefix(PATH)), key_in(headers)
    try:
        made = _made(site, method, tournament, key, body)
    except Unreadable as problem:
        made = Refusal((problem.reason,))
    except ReadOnly as problem:
        return HTTPStatus.SERVICE_UNAVAILABLE, msgspec.to_builtins(refused(cannot_be_saved(problem)))
    if isinstance(made, Refusal):
        status = STATUS.get(made.reasons[0].code, HTTPStatus.UNPROCESSABLE_ENTITY)
        return status, msgspec.to_builtins(refused(made))
    return HTTPStatus.OK, msgspec.to_builtins(Reply(had=made))


def _made(site: Site, method: str, tournament: str, key: str, body: bytes) -> Had | Refusal:
    ledger = site.services.ledger
    if method == "GET":
        return opening(site.store, key, tournament) or had(ledger, tournament)
    before = site.store.version(tournament)
    made = receive(ledger, key, tournament, body)
    if site.store.version(tournament) == before and site.store.get("followed", tournament):
        site.services.forget_names(tournament)
        site.planned(tournament)  # names, texts or a break: pages change although the log has not grown
    return made


def granted(site: Site, headers: Mapping[bytes, bytes]) -> bool:
    """Whether this sender may send more than a form."""
    key = key_in(headers)
    return bool(key) and is_key(site.store, key)
