"""The one door for writing: load → access → decide → append → answer.

Web, phones, terminal, demonstration and simulator all come through here.  `command_id` is the same
for the same form (`stored_id`), so that a double tap is answered and not repeated; an answer is
given only after the store has committed.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from komandor.app.access import HOST, Actor, forbidden
from komandor.app.clean_names import clean_person
from komandor.app.leader_names import leader_by_phone, with_leaders_noted
from komandor.app.ledger import Ledger, Loaded
from komandor.app.outbox.messages import outgoing
from komandor.app.personal_data import forgotten, person_named, seats_taken_over
from komandor.app.self_service import registration_refused
from komandor.core.ids import EVENT_ID, PlayerNo
from komandor.core.lots import LINKS, chain
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import needs
from komandor.core.tournament.action import Command, Context, Event
from komandor.core.tournament.actions import ACTION_OF, EVENT_ROW_OF, decide, evolve
from komandor.core.tournament.commands import CreateTournament
from komandor.core.tournament.needs import Need
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.log.codec import TooMuch, encode
from komandor.log.record import Recorded
from komandor.log.sealing import name_text
from komandor.log.store import Conflict, Person, Puts, ReadOnly

TRIES = 50
AT_THE_DESK = ("host", "staff")
"""Who may say that somebody is another person of the same name."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """It stands in the log. `again`: it did already, from an earlier tap."""

    records: tuple[Recorded, ...]
    state: Tournament
    again: bool = False

    @property
    def version(self) -> int:
        return self.state.version


@dataclass(frozen=True, slots=True)
class Refused:
    """No, with every reason; nothing was written."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Stale:
    """The page that asked is older than the log: here is the news; look again before deciding."""

    version: int
    news: tuple[Recorded, ...]


Answer = Accepted | Refused | Stale


def now() -> datetime:
    return datetime.now(UTC)


def handle(
    ledger: Ledger,
    tournament: str,
    commands: Command | Sequence[Command],
    actor: Actor,
    command_id: str,
    *,
    seen_version: int | None = None,
    at: datetime | None = None,
    persons: Sequence[Person | None] = (),
    namesake: bool = False,
    exactly: bool = False,
    key: str = "",
) -> Answer:
    """Carry out one command, or several as one step that is undone together.

    `persons`: for each command the data of the person it is about, where it is new. `namesake`: the desk
    says that these are other people than the leaders or players who have the same names. `exactly`: only if
    the log is at the version seen, whatever the command. `key`: how no other id in this log may begin.
    """
    wanted = (commands,) if isinstance(commands, Command) else tuple(commands)
    at = at or now()
    cleaned = tuple(person and clean_person(person) for person in persons)
    given = (*cleaned, *(None,) * (len(wanted) - len(persons)))
    namesake = namesake and actor.kind in AT_THE_DESK
    asked = Asked(tuple(zip(wanted, given, strict=False)), actor, at, namesake, exactly, key)
    try:
        if (answer := _attempt(ledger, tournament, asked, command_id, seen_version)) is not None:
            return answer
        with ledger.turn(tournament):
            for _ in range(TRIES):
                answer = _attempt(ledger, tournament, asked, command_id, seen_version, in_turn=True)
                if answer is not None:
                    return answer
    except ReadOnly as problem:
        return Refused(cannot_be_saved(problem))
    return Refused(refuse("store.busy"))


def stored_id(form: str, sender: str, content: str) -> str:
    """The id of a command as the store keeps it: the same only for the same form, sender and content."""
    return hashlib.sha256(repr((form, sender, content)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Asked:
    """Commands, each with the person it is about; who asks, and when; whether the desk knows them apart;
    whether they ask for the very version that they have seen; under which key."""

    commands: tuple[tuple[Command, Person | None], ...]
    actor: Actor
    at: datetime
    namesake: bool
    exactly: bool
    key: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of all commands; whose data is new or erased, and which event of the list names them."""

    events: list[Event]
    people: dict[int, Person | None]
    named_at: dict[int, int]


def _attempt(
    ledger: Ledger,
    tournament: str,
    asked: Asked,
    command_id: str,
    seen: int | None,
    *,
    in_turn: bool = False,
) -> Answer | None:
    if ledger.followed(tournament):
        return Refused(refuse("event.followed"))
    loaded = ledger.load(tournament)  # first: what is written after this is found, or conflicts
    if done := ledger.store.by_command(tournament, command_id):
        return _answered_before(ledger.load(tournament).state, done, asked.actor)
    if asked.key and ledger.store.key_used(asked.key, tournament):
        return Refused(refuse("command.key_used"))
    newest = asked.exactly or any(ACTION_OF[type(command)].newest_state for command, _ in asked.commands)
    if newest and seen is not None and (seen < loaded.version or (asked.exactly and seen > loaded.version)):
        return Stale(loaded.version, ledger.store.read(tournament, seen))
    decided = _decide_all(ledger, loaded, asked)
    if isinstance(decided, Refusal):
        return Refused(decided)
    texts = _written(decided.events)
    if isinstance(texts, Refusal):
        return Refused(texts)
    stamp = asked.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    people, puts = decided.people, _facts(ledger, loaded, decided, asked)
    rows = (EVENT_ROW_OF[type(decided.events[at])] for at in decided.named_at.values())
    amended = any(people.values()) and any(row.makes is None for row in rows)
    names = _names(decided, ledger.store.people(tournament) if amended else {})
    by = str(asked.actor)
    answer = ledger.store.append(
        tournament, loaded.version, stamp, by, command_id, texts, people or None, puts or None, names, in_turn
    )
    if isinstance(answer, Conflict):
        return None
    return Accepted(answer.records, ledger.carry_on(tournament, answer.records).state, answer.again)


def _facts(ledger: Ledger, loaded: Loaded, decided: Decided, asked: Asked) -> Puts:
    """What is written beside the log with these events: seats, links of who is erased, messages to send."""
    puts = seats_taken_over(ledger.store, loaded, decided.events)
    for number in (n for n, person in decided.people.items() if person is None):
        puts = {**puts, **forgotten(ledger.store, loaded, PlayerNo(number))}
    now = int(asked.at.timestamp() * 1000)
    return {**puts, **outgoing(ledger.store, loaded, decided.events, now)}


def _answered_before(t: Tournament, done: tuple[Recorded, ...], actor: Actor) -> Answer:
    """The answer to a command that was sent again."""
    if done[0].by != str(actor):  # an id alone gives nobody what another person's command brought
        return Refused(refuse("command.not_yours"))
    if any(record.seq in t.voids for record in done):  # it is not so, whoever sends it again
        return Refused(refuse("command.taken_back"))
    return Accepted(done, t, again=True)


def _written(events: Sequence[Event]) -> tuple[str, ...] | Refusal:
    """The events as the log keeps them. Refused: what no file can carry, as "\\ud800" or 10^20 in JSON."""
    try:
        texts = tuple(map(encode, events))
        "".join(texts).encode()
    except TooMuch:
        return refuse("command.too_much")
    except UnicodeEncodeError:
        return refuse("command.half_a_sign")
    return texts


def _names(decided: Decided, before: Mapping[int, Person]) -> dict[int, str]:
    """Which event seals which name: of a player who is new, or whose name has changed."""
    new = {n: name_text(person) for n, person in decided.people.items() if person and n > 0}
    due = {n: name for n, name in new.items() if n not in before or name != name_text(before[n])}
    return {decided.named_at[n]: name for n, name in due.items()}


def _decide_all(ledger: Ledger, loaded: Loaded, asked: Asked) -> Decided | Refusal:
    several = len(asked.commands) > 1
    t = loaded.state.fork() if several else loaded.state
    compared = any(person for _, person in asked.commands) and not asked.namesake
    known: dict[int, Person | None] = dict(ledger.store.people(t.id)) if compared else {}
    out = Decided([], {}, {})
    for command, person in asked.commands:
        if no := forbidden(t, command, asked.actor):
            return no
        ctx = _context(Inquiry(ledger, loaded, t, command, asked))
        if isinstance(ctx, Refusal):
            return ctx
        answer = decide(t, command, ctx)
        if isinstance(answer, Refusal):
            return answer
        erases = ACTION_OF[type(command)].erases
        erased = erases is not None and erases(command)
        number = person_number(answer) if person is not None or erased else 0
        if compared and person and not erased:
            noted = with_leaders_noted(t, answer, known, number, person, ctx)
            if not isinstance(noted, Refusal):
                answer = noted
            elif asked.actor.kind in AT_THE_DESK:  # phones do not show who leads; round 1 waits for the desk
                return noted
        if number:
            out.people[number] = known[number] = None if erased else person
            out.named_at[number] = len(out.events) + [*map(person_named, answer)].index(number)
        for event in answer if several else ():
            evolve(t, event, t.version + 1)
        out.events.extend(answer)
    return out


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One command for which something is fetched from outside."""

    ledger: Ledger
    loaded: Loaded
    t: Tournament
    command: Any
    asked: Asked

    @property
    def now(self) -> int:
        return int(self.asked.at.timestamp() * 1000)


Given = Mapping[str, Any] | Refusal
"""Fields of the context, or why what is needed is not there."""


def _link(x: Inquiry) -> Given:
    secret, number = x.ledger.store.secret(x.t.id), x.t.round_number
    links = chain(secret, x.t.id) if secret else ()
    return {"link": links[number].hex() if number < len(links) else ""}


def _history(x: Inquiry) -> Given:
    log, notes = tuple(x.loaded.history), x.loaded.notes
    return {"history": log, "steps": tuple(notes[seq - 1].command_id for seq, _ in log)}


def _cards(x: Inquiry) -> Given:
    """The cards of the event's pack, or of the one that the command chooses."""
    pack = getattr(x.command, "pack", x.t.list_rules.pack)
    return {"cards": x.ledger.cards(rules(x.t).data.id, pack)}


def _open_registration(x: Inquiry) -> Given:
    by_phone = x.asked.actor.kind == "public"
    return (registration_refused(x.ledger.store, x.t, x.now, x.command.waiting) if by_phone else None) or {}


def _known_leaders(x: Inquiry) -> Given:
    begins = not x.t.rounds and not x.asked.namesake
    return (leader_by_phone(x.ledger.store, x.t, x.now) if begins else None) or {}


PROVIDERS: Mapping[Need, Callable[[Inquiry], Given]] = {
    needs.LINK: _link,
    needs.SEED: lambda x: {"seed": (x.ledger.store.secret(x.t.id) or b"").hex()},
    needs.HISTORY: _history,
    needs.CARDS: _cards,
    needs.OPEN_REGISTRATION: _open_registration,
    needs.KNOWN_LEADERS: _known_leaders,
}


def _context(x: Inquiry) -> Context | Refusal:
    """The time, who asks, and exactly what the row of the command needs."""
    given: dict[str, Any] = {}
    for need in ACTION_OF[type(x.command)].needs:
        provided = PROVIDERS[need](x)
        if isinstance(provided, Refusal):
            return provided
        given |= provided
    actor = x.asked.actor
    return Context(now=x.now, head=x.loaded.head, staff=actor.acts_as, player=actor.player, **given)


def person_number(events: Sequence[Event]) -> int:
    """Where the person's erasable data belongs: players by number, staff by minus theirs."""
    if number := next(filter(None, map(person_named, events)), 0):
        return number
    raise ValueError("no person in these events")


def create(
    ledger: Ledger,
    wanted: CreateTournament,
    *,
    organiser: Person | None = None,
    actor: Actor = HOST,
    command_id: str = "",
    at: datetime | None = None,
    seed: bytes | None = None,
) -> Answer:
    """A new tournament: its seed is made and kept aside, its commitment published (docs/algorithms)."""
    tournament = wanted.id or new_id()
    if not EVENT_ID.fullmatch(tournament):
        return Refused(refuse("event.bad_id", None, id=tournament[:60]))
    store = ledger.store
    if store.version(tournament) and not store.by_command(tournament, command_id):
        return Refused(refuse("event.exists", None, id=tournament))
    wanted = replace(wanted, id=tournament)
    tried = decide(Tournament(), wanted, Context(now=0))
    problem = tried if isinstance(tried, Refusal) else _written(tried)
    if isinstance(problem, Refusal):
        return Refused(problem)
    try:
        store.create(tournament)
        # that of another press, or of a try that was cut short, if there is one
        secret = store.keep_secret(tournament, seed or secrets.token_bytes(32))
    except ReadOnly as gone:
        return Refused(cannot_be_saved(gone))
    wanted = replace(wanted, commitment=chain(secret, tournament, LINKS)[0].hex())
    persons = (organiser,) if organiser else ()
    return handle(
        ledger, tournament, wanted, actor, command_id or secrets.token_hex(8), at=at, persons=persons
    )


def cannot_be_saved(problem: ReadOnly) -> Refusal:
    """What every face says about a full disk, a read-only database or a server that does not answer."""
    return refuse(problem.code)


def new_id() -> str:
    """Short, lower case, without letters that look alike: people read it from a wall."""
    return id_from(secrets.token_bytes(8))


def id_from(many: bytes) -> str:
    """Such an id made from eight bytes, the same from the same."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(letters[one % len(letters)] for one in many[:8])
