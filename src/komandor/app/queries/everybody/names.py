"""How people are named: in full to the staff, to everybody else as the event's one setting says.

The setting (`PublicNames`): "Anna K.", "Kowalska A.", or in full those who agreed.  A person may ask for
something else.  Minors are never shown in full; erased people are "#17".  If two people would have the
same shown name, the initial grows until they differ ("Anna Kowals.", "Anna Kowalc."), never to the whole
surname, and only then numbers are added; whoever is no longer registered changes nobody's name.
Lists go by surname, as far as it is shown.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from komandor.app.clean_names import LONGEST, clean_person
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import PublicNames
from komandor.log.store import Person

SHOWS = ("short", "full", "nick")


class Shown(NamedTuple):
    """A name as it is shown, and the texts by which lists are sorted: surname first."""

    text: str
    order: tuple[str, str]
    members: str = ""  # who plays in a team with a name of its own: "Anna K. + Jan B."
    number: str = ""  # after a name that several share: "(3)"

    @property
    def listed(self) -> str:
        """What it is sorted by, then the rest."""
        return " ".join(part for part in (*self.order, self.number) if part) or self.text


@dataclass(frozen=True, slots=True)
class Names:
    """Names by number. Players have positive numbers, staff their number with a minus sign."""

    full: Mapping[int, Shown]
    public: Mapping[int, Shown]
    people: Mapping[int, Person] = field(default_factory=dict)

    def of(self, number: int | None, staff_view: bool = False) -> str:
        if number is None:
            return "–"
        shown = (self.full if staff_view else self.public).get(number)
        return shown.text if shown else f"#{abs(number)}"

    def staff(self, number: int | None, staff_view: bool = False) -> str:
        return self.of(-number if number else None, staff_view)

    def order(self, number: int, staff_view: bool = False) -> tuple[str, str, int]:
        """Sort key: by surname in Polish order, then by first name, then by number."""
        shown = (self.full if staff_view else self.public).get(number)
        last, first = shown.order if shown else ("", "")
        return sort_key(last), sort_key(first), number

    def members(self, number: int | None, staff_view: bool = False) -> str:
        """Who plays in this team, where its name does not say so; empty for everybody else."""
        shown = (self.full if staff_view else self.public).get(number or 0)
        return shown.members if shown else ""

    def listed(self, number: int, staff_view: bool = False) -> str:
        """The name as a list by surname has it, so that it can be scanned: "K. Anna", "Kowalska Anna"."""
        shown = (self.full if staff_view else self.public).get(number)
        return shown.listed if shown else self.of(number, staff_view)

    def letter(self, number: int, staff_view: bool = False) -> str:
        """The first letter of what the player is sorted by."""
        shown = (self.full if staff_view else self.public).get(number)
        return shown.order[0][:1].upper() if shown else ""


def names_of(t: Tournament, people: Mapping[int, Person]) -> Names:
    as_staff = {n: people[-p.staff] for n, p in t.players.items() if p.staff and -p.staff in people}
    people = {n: clean_person(person, LONGEST) for n, person in (as_staff | dict(people)).items()}
    numbers = [*t.players, *(-n for n in t.staff)]
    full = {n: _whole(people.get(n), n) for n in numbers}
    short = {n: shown_name(people.get(n), n, t.public_names) for n in numbers}
    gone = {n for n, player in t.players.items() if player.status == "withdrawn"}
    shown = _longer({n: s for n, s in short.items() if n not in gone}, people, t.public_names)
    return Names(_numbered(full), short | _numbered(shown), people)


def split_name(line: str) -> tuple[str, str]:
    """ "Anna Maria Kowalska" → ("Anna Maria", "Kowalska"); "Kowalska, Anna" → ("Anna", "Kowalska")."""
    if "," in line:
        last, _, first = line.partition(",")
        return first.strip(), last.strip()
    first, _, last = line.strip().rpartition(" ")
    return (first, last) if first else (last, "")


def full_name(person: Person | None, number: int) -> str:
    return _whole(person, number).text


def public_name(person: Person | None, number: int, form: PublicNames = "short") -> str:
    return shown_name(person, number, form).text


def _whole(person: Person | None, number: int) -> Shown:
    if not person:
        return Shown(f"#{abs(number)}", ("", ""))
    if members := person.get("members"):
        return _team(person, [_whole(m, number) for m in members])  # type: ignore[attr-defined]
    first, last = _parts(person)
    name = f"{first} {last}".strip() or str(person.get("nick") or f"#{abs(number)}")
    return Shown(name, (last or name, first))


def shown_name(person: Person | None, number: int, form: PublicNames, letters: int = 1) -> Shown:
    """The name for everybody, with so many letters of the part that is shortened."""
    if not person:
        return Shown(f"#{abs(number)}", ("", ""))
    if members := person.get("members"):
        return _team(person, [shown_name(m, number, form, letters) for m in members])  # type: ignore[attr-defined]
    show = person.get("show") or ("full" if form == "full" and person.get("consent") else "short")
    if show == "nick" and person.get("nick"):
        return Shown(str(person["nick"]), (str(person["nick"]), ""))
    if show == "full" and not person.get("minor"):
        return _whole(person, number)
    return _short(person, number, form, letters)


def _short(person: Person, number: int, form: PublicNames, letters: int) -> Shown:
    """ "Anna K." or "Kowalska A."; never expands an initial into a full name."""
    first, last = _parts(person)
    if not first or not last:
        only = first or (f"{last[:1]}." if last else str(person.get("nick") or f"#{abs(number)}"))
        return Shown(only, (only, ""))
    return _shortened(first, last, form, letters)


def _shortened(first: str, last: str, form: PublicNames, letters: int) -> Shown:
    whole, cut = (last, first) if form == "surname" else (first, last)
    initial = f"{cut[: max(1, min(letters, len(cut) - 1))]}."
    return Shown(f"{whole} {initial}", (whole, initial) if form == "surname" else (initial, whole))


def _parts(person: Person) -> tuple[str, str]:
    return str(person.get("first", "")).strip(), str(person.get("last", "")).strip()


def _team(person: Person, members: list[Shown]) -> Shown:
    """The name of a team, or the names of both members."""
    both = " + ".join(m.text for m in members)
    name = str(person.get("team") or both)
    return Shown(name, (name, ""), both if name != both else "")


def _longer(names: dict[int, Shown], people: Mapping[int, Person], form: PublicNames) -> dict[int, Shown]:
    """Grow the initials of players who share a shown name, a letter at a time, until they differ."""
    whole = {n: _parts(people.get(n, {}))[::-1] for n in names}
    taken, fresh = set(whole.values()), set(names)
    mistaken: set[int] = set()  # "Anna Kowal." of Anna Kowalska would be taken for Anna Kowal
    for letters in (*range(2, max((len(part) for pair in taken for part in pair), default=0)), 1):
        mistaken = (mistaken - fresh) | {n for n in fresh if n > 0 and _mistaken(names[n], whole[n], taken)}
        growing = _shared(names) | mistaken  # with 1 at last: where nothing helps, as short as before
        if not growing:
            break
        names |= {n: shown_name(people.get(n), n, form, letters) for n in growing}
        fresh = growing
    return names


def _mistaken(shown: Shown, whole: tuple[str, str], taken: set[tuple[str, str]]) -> bool:
    """Whether a shortened name reads as the whole name of somebody else."""
    read = shown.order[0].removesuffix("."), shown.order[1].removesuffix(".")
    return read != whole and read in taken


def _numbered(names: dict[int, Shown]) -> dict[int, Shown]:
    """Add the number to names that several players share."""
    alike = _shared(names)
    return {
        n: s._replace(text=f"{s.text} ({n})", number=f"({n})") if n in alike else s for n, s in names.items()
    }


def _shared(names: Mapping[int, Shown]) -> set[int]:
    """Players, not staff, whose shown name another player has as well."""
    often = Counter(shown.text for n, shown in names.items() if n > 0)
    return {n for n, shown in names.items() if n > 0 and often[shown.text] > 1}


def sort_key(name: str) -> str:
    """A sort key for Polish alphabetical order on every machine: ą after a, ł after l, ż last."""
    return "".join(_ORDER.get(ch, ch) for ch in name.casefold())


_ORDER = dict(pair.split(":") for pair in "ą:a~ ć:c~ ę:e~ ł:l~ ń:n~ ó:o~ ś:s~ ź:z~ ż:z~~".split())
