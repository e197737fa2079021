"""The list of players for the organiser: who is present, who paid, who has the same name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from komandor.app.queries.everybody.names import Names, full_name, sort_key
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.state import Player, Tournament
from komandor.log.store import Person
from komandor.rulebook.finding import fold

Show = Literal["all", "absent", "present", "unpaid", "waiting", "left"]
SHOWS: tuple[Show, ...] = get_args(Show)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """One player. `find` is the text that the search field searches."""

    player: Player
    name: str
    club: str
    nick: str
    minor: bool
    erased: bool
    find: str
    members: tuple[str, ...] = ()  # the names of a team's people, where the team has a name of its own
    one_word: bool = False  # a list needs first name and surname (ARM-LIST-7)

    @property
    def number(self) -> PlayerNo:
        return self.player.number


@dataclass(frozen=True, slots=True)
class PeopleView:
    rows: tuple[PersonRow, ...]
    counts: Mapping[Show, int]
    show: Show
    by: str  # "name" or "number"
    last: PlayerNo | None  # the player added last


def people_view(t: Tournament, names: Names, show: str = "all", by: str = "name") -> PeopleView:
    """The registered players chosen by `show`, in alphabetical order or by number."""
    rows = [person_row(p, names) for p in t.players.values()]
    kinds: dict[Show, list[PersonRow]] = {one: [r for r in rows if _shown(r.player, one)] for one in SHOWS}
    chosen: Show = show if show in SHOWS else "all"
    ordered = sorted(
        kinds[chosen], key=lambda r: ("", "", r.number) if by == "number" else _alphabet(r, names)
    )
    counts = {one: len(kinds[one]) for one in SHOWS}
    return PeopleView(tuple(ordered), counts, chosen, by, max(t.players, default=None))


def name_key(name: str) -> str:
    """The name without case, diacritics and the order of its words: "Kowalska, Łucja" → "kowalska lucja"."""
    return " ".join(sorted(fold(name).split()))


def name_keys(person: Person | None) -> frozenset[str]:
    """The key of the person's name, or of the nickname where that is all; for a team those of its members."""
    members: Any = (person or {}).get("members") or [person or {}]
    names = (
        f"{one.get('first', '')} {one.get('last', '')}".strip() or one.get("nick", "") for one in members
    )
    return frozenset(filter(None, map(name_key, names)))


def names_taken(t: Tournament, people: Mapping[int, Person]) -> Mapping[str, tuple[PlayerNo, ...]]:
    """Who is registered or waits for a place, by the key of their name."""
    taken: dict[str, tuple[PlayerNo, ...]] = {}
    for n in (*t.active(), *waiting_list(t)):
        key = name_key(full_name(people.get(n), n))
        taken[key] = (*taken.get(key, ()), n)
    return taken


def same_name(t: Tournament, people: Mapping[int, Person], wanted: str) -> tuple[PlayerNo, ...]:
    """The players who already have this name."""
    return names_taken(t, people).get(name_key(wanted), ())


def who_waits(t: Tournament, people: Mapping[int, Person], wanted: Person | None) -> PlayerNo | None:
    """The first on the waiting list who has this person's name."""
    key = name_key(full_name(wanted, 0))
    named = (n for n in waiting_list(t) if n in people and name_key(full_name(people[n], n)) == key)
    return next(named, None)


def same_club(t: Tournament, people: Mapping[int, Person]) -> frozenset[MatchNo]:
    """The matches of the latest round in which both wrote the same club or city."""
    clubs = {n: fold(str((people.get(n) or {}).get("club", ""))).strip() for n in t.players}
    drawn = t.in_round(t.round_number)
    return frozenset(m.number for m in drawn if m.b is not None and clubs[m.a] and clubs[m.a] == clubs[m.b])


def groups_in_use(t: Tournament) -> tuple[str, ...]:
    """Travel groups already in use, as suggestions for the field."""
    return tuple(sorted({g for p in t.players.values() for g in p.groups}, key=sort_key))


def person_row(player: Player, names: Names) -> PersonRow:
    person = names.people.get(player.number) or {}
    name = names.of(player.number, staff_view=True)
    club, nick = str(person.get("club", "")), str(person.get("nick", ""))
    find = fold(" ".join([name, club, nick, str(player.number), *player.groups]))
    minor, members = bool(person.get("minor")), _members(person)
    find = " ".join((find, *map(fold, members)))
    return PersonRow(
        player=player,
        name=name,
        club=club,
        nick=nick,
        minor=minor,
        erased=not person,
        find=find,
        members=members,
        one_word=one_word(person),
    )


def one_word(person: Person | None) -> bool:
    """Whether somebody is known by one word only, where lists ask for first name and surname (ARM-LIST-7)."""
    members: Any = (person or {}).get("members") or [person or {}]
    return any(bool(one.get("first")) != bool(one.get("last")) for one in members)


def _members(person: Person) -> tuple[str, ...]:
    """The people of a team that goes by another name."""
    members: Any = person.get("members")
    return tuple(full_name(one, 0) for one in members) if person.get("team") and members else ()


def _shown(p: Player, show: Show) -> bool:
    tests: dict[Show, bool] = {
        "all": not p.outside,
        "absent": p.active and not p.checked_in,
        "present": p.active and p.checked_in,
        "unpaid": p.active and not p.fee_paid,
        "waiting": p.status == "waiting_list",
        "left": p.status in ("withdrawn", "left", "disqualified"),
    }
    return tests[show]


def _alphabet(row: PersonRow, names: Names) -> tuple[str, str, int]:
    """A sort key: last name; for teams their name or their first member."""
    person = names.people.get(row.number) or {}
    members = person.get("members")
    one: Mapping[str, object] = members[0] if isinstance(members, (list, tuple)) and members else person
    last = str(person.get("team") or one.get("last") or one.get("first") or row.name)
    return sort_key(last), sort_key(str(one.get("first", ""))), row.number
