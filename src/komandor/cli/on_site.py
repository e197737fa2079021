"""The terminal at an event of a running site: it reads the log from there, and sends what it would write.

Only one process may write to a data folder. While a site runs on it, the terminal asks that site through its
local door for a token that ends after a minute; a site elsewhere is named by `--site`, with a `--token`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from komandor.app.access import HOST, Actor
from komandor.app.card_data import CardData
from komandor.app.ledger import Ledger
from komandor.app.typed_actions import MADE_HERE, dashed, names_in
from komandor.cli.engine import output
from komandor.cli.engine.options import Lang
from komandor.cli.exits import BadInput
from komandor.client import GivenReason, RemoteEvent, RemoteSite, RequestRefused, Unreachable
from komandor.core.reasons import Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from komandor.log.bundle import import_
from komandor.log.codec import QUICK
from komandor.log.store import Person
from komandor.store.data_folder import secret_of
from komandor.store.memory import MemoryStore

NO_ENTRY = (401, 403)


@dataclass(frozen=True, slots=True)
class SiteRefused(Exception):
    """The site said no, for these reasons."""

    reasons: tuple[GivenReason, ...]


@dataclass(frozen=True, slots=True)
class SiteEvent:
    """One event of a running site, in somebody's name."""

    remote: RemoteEvent
    actor: Actor

    def ledger(self) -> Ledger:
        """The event as the site has it now."""
        store = MemoryStore()
        found = import_(store, self.remote.log())
        if isinstance(found, Refusal):
            raise Unreachable(f"{self.remote.site.address}: {found.reasons[0].code}")
        return Ledger(store, CardData(store))

    def send(
        self, commands: Sequence[c.Command], persons: Sequence[Person | None], seen: int, namesake: bool
    ) -> frozenset[int]:
        """Let the site do it as one step, and say which records that brought. Raises SiteRefused."""
        given = [*persons, *(None,) * (len(commands) - len(persons))]
        actions = [_sent(command, person) for command, person in zip(commands, given, strict=True)]
        self.remote.version = seen
        with answering():
            done = self.remote.several(actions, another_person=namesake)
        return frozenset(record["seq"] for record in done["records"])


@contextmanager
def answering() -> Iterator[None]:
    """Raise SiteRefused for a refusal of the site, BadInput for a wrong token or if nothing answers."""
    try:
        yield
    except RequestRefused as no:
        if no.status in NO_ENTRY:
            raise BadInput(f"--token: {no}") from None
        raise SiteRefused(no.reasons) from None
    except Unreachable as problem:
        raise BadInput(f"--site: {problem}") from None


def new_on_site(site: RemoteSite, wanted: c.CreateTournament, organiser: str) -> SiteEvent:
    """A new event there. Raises SiteRefused."""
    fields = {name: one for name, one in QUICK.unstructure(wanted).items() if name not in MADE_HERE}
    with answering():
        made = site.create(**fields, **({"organiser": organiser} if organiser else {}))
    return SiteEvent(made, HOST)


def _sent(command: c.Command, person: Person | None) -> dict[str, object]:
    """A command as the API takes it."""
    row = ACTION_OF[type(command)]
    names = {"names": names_in(person)} if person and row.names else {}
    return {"action": dashed(row), **QUICK.unstructure(command), **names}


def site_of_folder(folder: Path, event: str, actor: Actor, lang: Lang) -> RemoteSite | None:
    """The site that runs on this data folder, asked in this name; None if none answers."""
    from komandor.web.server import local_door

    seat = {"event": event, "kind": actor.kind, "number": actor.number}
    try:
        made = local_door.ask(folder, secret_of(folder), {"do": "token", **seat})
    except local_door.NobodyThere:
        return None
    return RemoteSite(local_door.address(folder), made["token"], lang.value)


def event_on_site(site: RemoteSite, event: str | None, lang: Lang) -> SiteEvent:
    """The event of a site, and the person for whom the token stands."""
    try:
        known = [str(one["id"]) for one in site.events()] if event is None else [event]
        if len(known) != 1:
            reason = why("typed.which_event", events=tuple(known)) if known else why("typed.no_events")
            raise output.wrong("--event", reason, lang)
        remote = site.event(known[0])
        kind, _, number = str(remote.offers()["actor"]).partition(":")
    except RequestRefused as no:
        raise BadInput(f"{'--token' if no.status in NO_ENTRY else '--event'}: {no}") from None
    except Unreachable as problem:
        raise BadInput(f"--site: {problem}") from None
    return SiteEvent(remote, Actor(kind, int(number)) if number else HOST)  # type: ignore[arg-type]
