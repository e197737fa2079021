"""Where the events are, and the one way to change one: ask, and print what became of it."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from komandor.app.access import HOST
from komandor.app.day import next_step
from komandor.app.handle import Accepted, Answer, Refused, handle
from komandor.app.ledger import Ledger, Unreadable, event_of
from komandor.app.queries.names import names_of
from komandor.cli.engine import output
from komandor.cli.engine.options import Lang
from komandor.cli.exits import BadInput, RefusedByRule
from komandor.cli.tournament_file import Opened
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Match
from komandor.log.store import EventStore, Person, ReadOnly
from komandor.store import open_store
from komandor.store.data_folder import data_folder
from komandor.texts import Speaker, sentence

Data = Annotated[Path | None, typer.Option(help="Folder for events; your own data folder if not given.")]
Event = Annotated[str | None, typer.Option(help="The event's id; not needed where there is only one.")]
Reason = Annotated[str, typer.Option(help="Why; stands in the log for ever.")]


@dataclass(frozen=True, slots=True)
class Desk:
    """One event, opened for work."""

    ledger: Ledger
    id: str
    as_json: bool
    lang: Lang

    @property
    def held(self) -> Opened:
        state = self.ledger.load(self.id).state
        return Opened(state, names_of(state, self.ledger.store.people(self.id)))

    def do(self, commands: c.Command | Sequence[c.Command], persons: Sequence[Person | None] = ()) -> None:
        """Carry it out and say so, or the reasons with their rules and exit code 1."""
        answer = handle(self.ledger, self.id, commands, HOST, secrets.token_hex(8), persons=persons)
        self.tell(answer)

    def tell(self, answer: Answer) -> None:
        done = accepted(answer, self.lang, self.held)
        events = [event_of(r) for r in done.records]
        speaker = Speaker(self.lang.value, self.held.full)
        if self.as_json:
            lines = [{"seq": r.seq, "event": dict(r.payload)} for r in done.records]
            step = next_step(done.state)
            output.json({"event": self.id, "version": done.version, "phase": done.state.phase,
                      "next": step.code, "records": lines})  # fmt: skip
            return
        for event in events:
            typer.echo(speaker.event(event))

    def match(self, table: int) -> Match:
        """The match at a table of the latest round."""
        t = self.held.state
        found = [m for m in t.in_round(max(t.rounds, default=0)) if m.table == table]
        if not found:
            raise BadInput(f"table: nobody sits at table {table} in the latest round")
        return found[0]


def accepted(answer: Answer, lang: Lang, held: Opened) -> Accepted:
    if isinstance(answer, Refused):
        speaker = Speaker(lang.value, held.full, game=held.state.edition.partition("@")[0])
        raise RefusedByRule([_line(speaker, r) for r in answer.refusal.reasons])
    assert isinstance(answer, Accepted)
    return answer


def _line(speaker: Speaker, reason: object) -> str:
    rule, said = reason.rule, speaker.sentence(reason)  # type: ignore[attr-defined,arg-type]
    return f"{rule}: {said}" if rule else said


@contextmanager
def desk(data: Path | None, event: str | None, as_json: bool, lang: Lang) -> Iterator[Desk]:
    with opened_store(data) as store:
        try:
            yield Desk(Ledger(store), _which(store, event), as_json, lang)
        except Unreadable as problem:
            raise BadInput(f"--event: {sentence(problem.reason, lang.value)}") from None


@contextmanager
def opened_store(data: Path | None) -> Iterator[EventStore]:
    folder = data or data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = open_store(folder)
    except (ValueError, OSError) as problem:
        raise BadInput(f"--data: {problem}") from None
    except ReadOnly as problem:
        raise BadInput(f"--data: {problem}") from None
    try:
        yield store
    finally:
        store.close()


def _which(store: EventStore, event: str | None) -> str:
    known = store.tournaments()
    if event is not None:
        if event not in known:
            raise BadInput(f'--event: no event is called "{event[:60]}"')
        return event
    if len(known) != 1:
        raise BadInput(f"--event: name one of {', '.join(known)}" if known else "--event: there is none yet")
    return known[0]
