"""How people are called: in full to the staff, "Anna K." to everybody else.

Minors are never shown in full; whoever was erased is "#17".  Two people whose shown names
would be the same get their number beside it (T72).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from komandor.core.tournament.state import Tournament
from komandor.log.store import Person

SHOWS = ("short", "full", "nick")


@dataclass(frozen=True, slots=True)
class Names:
    """Display names by number: players from 1 up, staff at minus their number."""

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
    numbers = [*t.players, *(-n for n in t.staff)]
    full = {n: full_name(people.get(n), n) for n in numbers}
    public = {n: public_name(people.get(n), n) for n in numbers}
    return Names(_told_apart(full), _told_apart(public), people)


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
    """A team is called by its name, or by both of its members."""
    return str(person.get("team") or " + ".join(members))


def _told_apart(names: dict[int, str]) -> dict[int, str]:
    often = Counter(name for n, name in names.items() if n > 0)
    return {n: f"{name} ({n})" if n > 0 and often[name] > 1 else name for n, name in names.items()}


def sort_key(name: str) -> str:
    """Polish alphabetical order, whatever the machine's locale: ą after a, ł after l, ż last."""
    return "".join(_ORDER.get(ch, ch) for ch in name.casefold())


_ORDER = {ch: base + tail for ch, (base, tail) in {
    "ą": ("a", "~"), "ć": ("c", "~"), "ę": ("e", "~"), "ł": ("l", "~"), "ń": ("n", "~"), "ó": ("o", "~"),
    "ś": ("s", "~"), "ź": ("z", "~"), "ż": ("z", "~~"),
}.items()}  # fmt: skip
