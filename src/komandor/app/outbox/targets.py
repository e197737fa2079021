"""Where the messages of an event go. Addresses and secrets are kept beside the log and never shown."""

import base64
import hashlib
import ipaddress
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Literal, get_args
from urllib.parse import urlsplit

import msgspec

from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.values import Topic
from komandor.log.store import EventStore

SPACE = "outbox_targets"
Kind = Literal["discord", "chat", "webhook"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TOPICS: tuple[Topic, ...] = get_args(Topic)
MOST = 10  # targets of one event
LONGEST_ADDRESS = 500
PREFIX = "whsec_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A service that hears of an event. `secret` signs what a webhook is sent; chats have none."""

    event: str
    id: str
    kind: Kind
    name: str
    address: str
    topics: tuple[Topic, ...]
    lang: Literal["pl", "en"]
    secret: str = ""
    gone: bool = False  # switched off: its address said that it is no more

    @property
    def key(self) -> str:
        return f"{self.event}/{self.id}"

    @property
    def host(self) -> str:
        """What may be shown of the address: an incoming webhook's path is its password."""
        return urlsplit(self.address).hostname or ""


def new_target(wanted: Target, secret: str = "") -> Target:
    """The target with an id and, for a webhook, a signing secret. The same `secret` gives the same two."""
    random = hashlib.sha256(secret.encode()).digest() if secret else secrets.token_bytes(32)
    key = base64.b64encode(random[:24]).decode()
    return replace(wanted, id=random[24:28].hex(), secret=PREFIX + key if wanted.kind == "webhook" else "")


def keep_target(store: EventStore, wanted: Target, hosted: bool, secret: str = "") -> Target | Refusal:
    """Begin to send there, or why not; `secret`: as `new_target` says, so that a form adds one target."""
    if problem := _unfit(wanted, hosted):
        return problem
    made = new_target(wanted, secret)
    if target_of(store, made.event, made.id):
        return made
    if len(targets_of(store, wanted.event)) >= MOST:
        return refuse("outbox.too_many", None, most=MOST)
    store.put(SPACE, made.key, asdict(made))
    return made


def _unfit(wanted: Target, hosted: bool) -> Refusal | None:
    try:
        parts = urlsplit(wanted.address)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return refuse("outbox.bad_address")
    odd = not wanted.address.isascii() or any(sign <= " " for sign in wanted.address)
    if not usable or odd or parts.username or len(wanted.address) > LONGEST_ADDRESS:
        return refuse("outbox.bad_address")
    if parts.scheme == "http" and (hosted or not nearby(parts.hostname or "")):
        return refuse("outbox.not_https")
    return None if wanted.topics else refuse("outbox.no_topic")


def nearby(host: str) -> bool:
    """Whether a host is this computer or in the local network, by its name or address."""
    if host == "localhost" or host.endswith((".local", ".lan", ".home.arpa")):
        return True
    try:
        return allowed(host, hosted=False) and ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def allowed(address: str, hosted: bool) -> bool:
    """Whether messages may go to this IP address. A hosted site sends to the public internet only: whoever
    runs an event there must not reach machines behind it. A laptop may also send into its own network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if ip.is_multicast or ip.is_link_local or ip.is_unspecified:
        return False
    return ip.is_global or (not hosted and ip.is_private)


def targets_of(store: EventStore, event: str) -> tuple[Target, ...]:
    return _read(store, f"{event}/")


def all_targets(store: EventStore) -> tuple[Target, ...]:
    return _read(store, "")


def target_of(store: EventStore, event: str, id: str) -> Target | None:
    kept = store.get(SPACE, f"{event}/{id}")
    return msgspec.convert(kept, Target) if kept else None


def switch(store: EventStore, target: Target, gone: bool) -> None:
    """Switch a target off or on again, unless it was removed meanwhile."""
    if not store.change(SPACE, target.key, lambda kept: {**kept, "gone": gone} if kept else {}):
        store.put(SPACE, target.key, None)


def _read(store: EventStore, prefix: str) -> tuple[Target, ...]:
    return tuple(msgspec.convert(kept, Target) for _, kept in store.items(SPACE, prefix) if kept)
