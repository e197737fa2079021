"""One event opened from the terminal: the options that all commands share, and the one way to change it."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app.access import HOST, PUBLIC, Actor, roles_of
from komandor.app.card_data import CardData
from komandor.app.handle import Accepted, Answer, Refused, handle
from komandor.app.ledger import Ledger, Unreadable, event_of
from komandor.app.queries.everybody.names import names_of
from komandor.app.workflow import NO_CHOICES, Choices, commands_of, next_step
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language, as_command
from komandor.cli.exits import BadInput, RefusedByRule
from komandor.cli.on_site import SiteEvent, SiteRefused, event_on_site, site_of_folder
from komandor.cli.printing import echo
from komandor.cli.tournament_file import Opened
from komandor.client import RemoteSite
from komandor.core.reasons import Reason as Why
from komandor.core.reasons import Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventChanged, RoundDrawn, StructureAnnounced
from komandor.core.tournament.readings.regulations import in_own_rules
from komandor.core.tournament.readings.seats import draw_remarks
from komandor.core.tournament.readings.structure import idle_settings, round_lengths, structure_warnings
from komandor.core.tournament.state import Match, Tournament
from komandor.log.store import EventStore, Person, ReadOnly
from komandor.store import open_store
from komandor.store.data_folder import data_folder
from komandor.store.schema import OtherSchema
from komandor.texts import Speaker, round_in_log, seat_in_log, sentence

Event = Annotated[str | None, typer.Option(help="The event's id; not needed if there is only one event.")]
OnSite = Annotated[str, typer.Option("--site", help="Address of a running site where the event is.")]
OfSite = Annotated[
    str,
    typer.Option("--token", envvar="KOMANDOR_TOKEN", help="Token for that site. Better in KOMANDOR_TOKEN."),
]
Reason = Annotated[str, typer.Option(help="The reason. It stays in the log.")]


INPUT = {
    "event.unknown_game": "--game",
    "event.name_missing": "--name",
    "event.no_such_day": "--date",
    "event.unknown_kind": "--kind",
    "event.unknown_structure": "--structure",
    "level.unknown": "--level",
    **dict.fromkeys(("settings.unknown", "settings.choice", "settings.type", "settings.range"), "--setting"),
    **dict.fromkeys(("event.unknown_field", "event.wrong_kind", "player.unknown_field"), "--changes"),
    **dict.fromkeys(("event.unknown_names", "event.unknown_table_order"), "--changes"),
    "staff.unknown_role": "role",
    "player.unknown": "player",
    "match.unknown": "match",
    "call.unknown": "call",
    "staff.unknown": "staff",
    "component.unknown": "component",
}
"""Reasons that are about what was typed and about no rule: each with the field that its sentence names."""


@dataclass(slots=True)
class OpenEvent:
    """One event, opened for work: in a data folder, or (`site`) on a running site."""

    ledger: Ledger
    id: str
    as_json: bool
    lang: Lang
    folder: Path | None = None
    site: SiteEvent | None = None

    @property
    def t(self) -> Tournament:
        return self.ledger.load(self.id).state

    @property
    def held(self) -> Opened:
        return Opened(self.t, names_of(self.t, self.ledger.store.people(self.id)))

    @property
    def speaker(self) -> Speaker:
        t, held, game = self.t, self.held, self.t.edition.partition("@")[0]
        rounds, seats = (partial(name, t, self.lang.value) for name in (round_in_log, seat_in_log))
        return Speaker(
            lang=self.lang.value, names=held.full, staff=held.staff, game=game, rounds=rounds, seats=seats
        )

    def do(
        self,
        commands: c.Command | Sequence[c.Command],
        persons: Sequence[Person | None] = (),
        actor: Actor = HOST,
        namesake: bool = False,
    ) -> None:
        """Carry it out and print what happened; a refusal ends with its reasons and exit code 1."""
        self.show(self._answer(commands, persons, actor, namesake))

    def _answer(
        self,
        commands: c.Command | Sequence[c.Command],
        persons: Sequence[Person | None] = (),
        actor: Actor = HOST,
        namesake: bool = False,
    ) -> Answer:
        """What the store answers, or the site that writes to it."""
        wanted = (commands,) if isinstance(commands, c.Command) else tuple(commands)
        if self.site:
            return self._by_site(self.site, wanted, persons, namesake)
        id = secrets.token_hex(8)
        answer = handle(self.ledger, self.id, commands, actor, id, persons=persons, namesake=namesake)
        here = self.folder if in_use(answer) else None
        site = site_of_folder(here, self.id, actor, self.lang) if here else None
        if site is None:
            return answer
        return self._by_site(event_on_site(site, self.id, self.lang), wanted, persons, namesake)

    def _by_site(
        self,
        site: SiteEvent,
        commands: Sequence[c.Command],
        persons: Sequence[Person | None],
        namesake: bool,
    ) -> Accepted:
        with refusals_of_a_site():
            written = site.send(commands, persons, self.t.version, namesake)
        if self.site:
            self.ledger = site.ledger()
        records = tuple(one for one in self.ledger.store.read(self.id) if one.seq in written)
        return Accepted(records, self.t)

    def note(self, command: c.Command) -> None:
        """Carry it out and print nothing, unless it is refused."""
        answer = self._answer(command)
        if not isinstance(answer, Accepted):
            self.show(answer)

    def step(self, step: str, choices: Choices = NO_CHOICES) -> None:
        """Take a step of the organiser's day."""
        self.do(commands_of(self.t, step, choices))

    def show(self, answer: Answer, chosen: Iterable[str] = ()) -> None:
        """Print what happened, or end with the reasons why not; `chosen` are the settings that were typed."""
        if isinstance(answer, Refused):
            for reason in answer.refusal.reasons:
                if field := _typed_wrong(reason):
                    raise BadInput(f"{field}: {self.speaker.sentence(reason)}")
            raise RefusedByRule([ruled(self.speaker, reason) for reason in answer.refusal.reasons])
        assert isinstance(answer, Accepted)
        if not self.as_json:
            events, speaker = [event_of(record) for record in answer.records], self.speaker
            for event in events:
                echo(speaker.event(event))
            for remark in _remarks(answer.state, events, chosen):
                echo(ruled(self.speaker, remark))
            return
        lines = [{"seq": r.seq, "event": dict(r.payload)} for r in answer.records]
        now = {"event": self.id, "version": answer.version, "phase": answer.state.phase}
        output.json(now | {"next": next_step(answer.state).code, "records": lines})

    def tell(self, facts: Mapping[str, Any], words: Mapping[str, Sequence[str]]) -> None:
        """Print facts about the event: as JSON, or one line for each, in `words` where it has some."""
        if self.as_json:
            output.json(facts)
            return
        for key, value in facts.items():
            shown = words.get(key, [value])
            echo(f"{output.word('head', key, self.lang)}: {'; '.join(map(str, shown)) or '–'}")

    def match(self, table: int) -> Match:
        """The match at a table of the latest round."""
        found = [m for m in self.t.in_round(self.t.round_number) if m.table == table]
        if not found:
            raise output.wrong("table", why("typed.no_such_table", table=table), self.lang)
        return found[0]

    def seat(self, text: str) -> Actor:
        """Who `--as` names: the host, the public, a player, staff by number, or the first with a role."""
        if self.site:  # there the token says who acts
            if text not in ("host", str(self.site.actor)):
                raise output.wrong("--as", why("typed.token_says_who", name=str(self.site.actor)), self.lang)
            return self.site.actor
        staff = [Actor("staff", n) for n in self.t.staff]
        known = {role: one for one in reversed(staff) for role in roles_of(self.t, one)}
        known |= {str(one): one for one in (HOST, PUBLIC, *staff)}
        known |= {f"player:{n}": Actor("player", n) for n in self.t.players}
        if text not in known:
            raise output.wrong("--as", why("typed.nobody", name=text[:60]), self.lang)
        return known[text]


@contextmanager
def refusals_of_a_site() -> Iterator[None]:
    """What a site refuses ends as it does where the terminal writes itself."""
    try:
        yield
    except SiteRefused as no:
        for one in no.reasons:
            if field := _typed_wrong(Why(one.code, None, {"field": one.field})):
                raise BadInput(f"{field}: {one.text}") from None
        told = [f"{one.rule}: {one.text}" if one.rule else one.text for one in no.reasons]
        raise RefusedByRule(told) from None


def in_use(answer: Answer) -> bool:
    """Whether nothing was written because another program has the folder."""
    reasons = answer.refusal.reasons if isinstance(answer, Refused) else ()
    return any(reason.code == "store.in_use" for reason in reasons)


def _remarks(t: Tournament, events: Iterable[object], chosen: Iterable[str]) -> tuple[Why, ...]:
    """What the organiser should know after this: about the plan, or before the pairs are shown."""
    kinds = {type(event) for event in events}
    changes = [event.changes.get("settings") for event in events if isinstance(event, EventChanged)]
    keys = {*chosen, *(key for one in changes if isinstance(one, Mapping) for key in one)}
    told = (*round_lengths(t), *structure_warnings(t)) if StructureAnnounced in kinds else ()
    drawn = draw_remarks(t, t.rounds[t.round_number]) if RoundDrawn in kinds else ()
    return (*told, *idle_settings(t, keys), *in_own_rules(t, Refusal(drawn)).reasons)


def _typed_wrong(reason: Why) -> str | None:
    """The field that a reason is about, where what was typed is wrong and no rule refuses it."""
    if reason.code.startswith("report."):
        return f"report.{reason.params.get('field', '')}".rstrip(".")
    return INPUT.get(reason.code)


def ruled(speaker: Speaker, reason: Why) -> str:
    """The reason as the terminal prints it: the rule's ID, then the sentence."""
    return f"{reason.rule}: {speaker.sentence(reason)}" if reason.rule else speaker.sentence(reason)


def on_event(function: Callable[..., None], options: Iterable[Parameter] = ()) -> Callable[..., None]:
    """The function as a sub-command: it is given the opened event, and takes the shared options as well."""

    def command(
        data: Data = None,
        database: Database = None,
        event: Event = None,
        as_json: AsJson = False,
        lang: Language = Lang.EN,
        site: OnSite = "",
        token: OfSite = "",
        **given: Any,
    ) -> None:
        if site:
            found = event_on_site(RemoteSite(site, token, lang.value), event, lang)
            function(OpenEvent(found.ledger(), found.remote.id, as_json, lang, site=found), **given)
            return
        with open_event(data, event, as_json, lang, database) as at:
            function(at, **given)

    return as_command(function, command, options)


@dataclass(frozen=True, slots=True)
class OpenStore:
    """A store of events, opened for work."""

    store: EventStore
    folder: Path
    option: str  # the one that named it: --data or --database
    as_json: bool
    lang: Lang


def on_store(function: Callable[..., None]) -> Callable[..., None]:
    """The function as a sub-command: it is given the opened store, and takes the shared options as well."""

    def command(
        data: Data = None,
        database: Database = None,
        as_json: AsJson = False,
        lang: Language = Lang.EN,
        **given: Any,
    ) -> None:
        with opened_store(data, lang, database) as store:
            option = "--database" if database else "--data"
            function(OpenStore(store, data or data_folder(), option, as_json, lang), **given)

    return as_command(function, command)


@contextmanager
def open_event(
    data: Path | None, event: str | None, as_json: bool, lang: Lang, database: str | None = None
) -> Iterator[OpenEvent]:
    with opened_store(data, lang, database) as store:
        ledger, folder = Ledger(store, CardData(store)), data or data_folder()
        yield OpenEvent(ledger, _which(store, event, lang), as_json, lang, folder)


@contextmanager
def opened_store(
    data: Path | None, lang: Lang = Lang.EN, database: str | None = None
) -> Iterator[EventStore]:
    """The store in this folder, or the database. What it cannot read or save ends in one sentence."""
    folder = data or data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = open_store(database or folder)
    except OSError as problem:
        raise output.unread("--data", folder, problem, lang) from None
    except OtherSchema as problem:
        raise output.wrong("--database" if database else "--data", problem.reason, lang) from None
    except ValueError as problem:
        raise BadInput(f"{'--database' if database else '--data'}: {problem}") from None
    try:
        yield store
    except Unreadable as problem:
        raise BadInput(f"--event: {sentence(problem.reason, lang.value)}") from None
    except ReadOnly as problem:
        raise RefusedByRule([sentence(why(problem.code), lang.value)]) from None
    finally:
        store.close()


def _which(store: EventStore, event: str | None, lang: Lang) -> str:
    known = tuple(store.tournaments())
    if event is not None and event not in known:
        raise output.wrong("--event", why("typed.no_such_event", name=event[:60]), lang)
    if event is None and len(known) != 1:
        reason = why("typed.which_event", events=known) if known else why("typed.no_events")
        raise output.wrong("--event", reason, lang)
    return event or known[0]
