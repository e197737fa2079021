"""What the organiser lets people do by themselves with their phones, and the Wi-Fi that these need.

Kept beside the log: it decides no game.

Registration by phone is open while people arrive unless the organiser closes it, sets times for it or a
limit of places that is reached; check-in by phone is closed unless the organiser opens it.
"""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Literal

from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Fact

SPACE = "self_service"
Registration = Literal["open", "closed", "not_yet", "over", "full"]
"""Registration by phone now: `not_yet` before its time, `over` after it, `closed` by hand or by round 1."""


@dataclass(frozen=True, slots=True)
class SelfService:
    """The two switches, `registration` from the poster and `check_in`; times in milliseconds since 1970."""

    registration: bool = True
    check_in: bool = False
    opens: int | None = None
    closes: int | None = None
    places: int | None = None  # beyond this number phones go to the waiting list; the desk may go on
    fees: bool = False  # the desk notes who has paid
    wifi_name: str = ""  # of the hall's network, for posters, slips and the projector
    wifi_password: str = ""  # empty: an open network

    @property
    def wifi_code(self) -> str:
        """What a phone's camera reads to join the network; empty if it is not known."""
        if not self.wifi_name:
            return ""
        kind = "WPA" if self.wifi_password else "nopass"
        return f"WIFI:T:{kind};S:{_escaped(self.wifi_name)};P:{_escaped(self.wifi_password)};;"


def _escaped(text: str) -> str:
    """The text with a backslash before each sign that has a meaning in such a code."""
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def fees_shown(phones: SelfService, t: Tournament) -> bool:
    """Whether there is a fee: the desk said so, or somebody's was noted."""
    return phones.fees or any(p.fee_paid or p.fee_note for p in t.players.values())


def self_service_of(store: EventStore, tournament: str) -> SelfService:
    """The switches, times and limit of an event as they are set now."""
    return _read(store.get(SPACE, tournament) or {})


def _read(kept: Fact) -> SelfService:
    opens, closes, places = (
        value if isinstance(value := kept.get(name), int) else None for name in ("opens", "closes", "places")
    )
    registration, check_in = bool(kept.get("registration", True)), bool(kept.get("check_in", False))
    wifi = (str(kept.get(key, "")) for key in ("wifi_name", "wifi_password"))
    return SelfService(registration, check_in, opens, closes, places, bool(kept.get("fees", False)), *wifi)


def keep_self_service(store: EventStore, tournament: str, switches: SelfService) -> None:
    store.put(SPACE, tournament, asdict(switches))


def change_self_service(
    store: EventStore, tournament: str, change: Callable[[SelfService], SelfService]
) -> None:
    """Change some of the switches and leave the others as they are, whoever changes those now."""
    store.change(SPACE, tournament, lambda kept: asdict(change(_read(kept))))


def switched(phones: SelfService, now: int, **switch: bool) -> SelfService:
    """With one switch turned; opening registration by hand takes away a time that would keep it closed."""
    turned = SelfService(**{**asdict(phones), **switch})
    if not switch.get("registration"):
        return turned
    opens = None if turned.opens is not None and turned.opens > now else turned.opens
    closes = None if turned.closes is not None and turned.closes <= now else turned.closes
    return replace(turned, opens=opens, closes=closes)


def registration_now(phones: SelfService, t: Tournament, now: int) -> Registration:
    """Whether people can register with their phones at this moment, or why not."""
    if t.phase not in ACTION_OF[c.RegisterPlayer].when or not phones.registration:
        return "closed"
    if phones.opens is not None and now < phones.opens:
        return "not_yet"
    if phones.closes is not None and now >= phones.closes:
        return "over"
    return "full" if free_places(phones, t) == 0 else "open"


def free_places(phones: SelfService, t: Tournament, promised: bool = True) -> int | None:
    """How many places nobody has; those for people on the waiting list count as taken if `promised`.

    None without a limit.
    """
    if phones.places is None:
        return None
    taken = len(t.active()) + (len(waiting_list(t)) if promised else 0)
    return max(0, phones.places - taken)


def registration_refused(store: EventStore, t: Tournament, now: int, waiting: bool) -> Refusal | None:
    """Why a phone cannot register now, or not put itself on the waiting list. Asked of the very state that
    the registration is added to, so that the last place is given once."""
    phones = self_service_of(store, t.id)
    match registration_now(phones, t, now):
        case "open":
            return None
        case "full" if waiting:
            return None
        case "not_yet":
            return refuse("player.registration_not_yet", None, at=_local(phones.opens))
        case "over":
            return refuse("player.registration_over", None, at=_local(phones.closes))
        case "full":
            return refuse("player.registration_full", None, players=len(t.active()), places=phones.places)
        case _:
            return refuse("player.register_at_the_desk")


def _local(at: int | None) -> str:
    """A moment on this machine's clock: "2026-11-14 18:00"."""
    return datetime.fromtimestamp((at or 0) / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def check_in_open(store: EventStore, t: Tournament) -> bool:
    """Whether players can check in with their phones now."""
    return t.phase in ACTION_OF[c.CheckIn].when and self_service_of(store, t.id).check_in
