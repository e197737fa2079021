"""How people are named: in full to the staff, "Anna K." to everybody else.

Minors are never shown in full; erased people are "#17".  If two people would have the same
shown name, their numbers are added (T72).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from komandor.app.clean_names import LONGEST, clean_person
from komandor.core.tournament.state import Tournament
from komandor.log.store import Person

SHOWS = ("short", "full", "nick")


@dataclass(frozen=True, slots=True)
class Names:
    """Names by number. Players have positive numbers, staff their number with a minus sign."""

    full: Mapping[int, str]
    public: Mapping[int, str]
    people: Mapping[int, Person] = field(default_factory=dict)

    def of(self, number: int | None, staff_view: bool = False) -> str:
        if number is None:
            return "–"
        return (self.full if staff_view else self.public).get(number, f"#{abs(number)}")

    def staff(self, number: int | None, staff_view: bool = False) -> str:
        return self.of(-number if number else None, staff_view)


def names_of(t: Tournament, people: Mapping[int, Person]) -> Names:
    people = {n: clean_person(person, LONGEST) for n, person in people.items()}
    numbers = [*t.players, *(-n for n in t.staff)]
    full = {n: full_name(people.get(n), n) for n in numbers}
    public = {n: public_name(people.get(n), n) for n in numbers}
    return Names(_distinct(full), _distinct(public), people)


def split_name(line: str) -> tuple[str, str]:
    """ "Anna Maria Kowalska" → ("Anna Maria", "Kowalska"); "Kowalska, Anna" → ("Anna", "Kowalska")."""
    if "," in line:
        last, _, first = line.partition(",")
        return first.strip(), last.strip()
    first, _, last = line.strip().rpartition(" ")
    return (first, last) if first else (last, "")


def full_name(person: Person | None, number: int) -> str:
    if not person:
        return f"#{abs(number)}"
    if members := person.get("members"):
        return _team(person, [full_name(m, number) for m in members])  # type: ignore[attr-defined]
    name = f"{person.get('first', '')} {person.get('last', '')}".strip()
    return name or str(person.get("nick") or f"#{abs(number)}")


def public_name(person: Person | None, number: int) -> str:
    if not person:
        return f"#{abs(number)}"
    if members := person.get("members"):
        return _team(person, [public_name(m, number) for m in members])  # type: ignore[attr-defined]
    show = person.get("show", "short")
    if show == "nick" and person.get("nick"):
        return str(person["nick"])
    if show == "full" and not person.get("minor"):
        return full_name(person, number)
    first, last = str(person.get("first", "")).strip(), str(person.get("last", "")).strip()
    short = f"{first} {last[:1]}." if first and last else first or (f"{last[:1]}." if last else "")
    return short or str(person.get("nick") or f"#{abs(number)}")


def _team(person: Person, members: list[str]) -> str:
    """The name of a team, or the names of both members."""
    return str(person.get("team") or " + ".join(members))


def _distinct(names: dict[int, str]) -> dict[int, str]:
    """Add the number to names that several players share."""
    often = Counter(name for n, name in names.items() if n > 0)
    return {n: f"{name} ({n})" if n > 0 and often[name] > 1 else name for n, name in names.items()}


def sort_key(name: str) -> str:
    """A sort key for Polish alphabetical order on every machine: ą after a, ł after l, ż last."""
    return "".join(_ORDER.get(ch, ch) for ch in name.casefold())


_ORDER = dict(pair.split(":") for pair in "ą:a~ ć:c~ ę:e~ ł:l~ ń:n~ ó:o~ ś:s~ ź:z~ ż:z~~".split())
