"""A person's erasable data from a form: names, contact, consent, how to be shown."""

from collections.abc import Mapping

from komandor.app.queries.names import SHOWS

LONGEST = 80


def person_from(data: Mapping[str, str], prefix: str = "") -> dict[str, object]:
    """First and last name (or one line "Anna Kowalska"), nick, club, contact, minor, consent."""

    def get(key: str) -> str:
        return str(data.get(prefix + key, "") or "").strip()[:LONGEST]

    first, last = get("first"), get("last")
    if not first and not last and get("name"):
        first, last = split_name(get("name"))
    person: dict[str, object] = {"first": first, "last": last}
    for key in ("nick", "club", "contact", "team"):
        if get(key):
            person[key] = get(key)
    if get("minor"):
        person["minor"] = True
    if get("consent"):
        person["consent"] = True
    if get("show") in SHOWS:
        person["show"] = get("show")
    return person


def split_name(line: str) -> tuple[str, str]:
    """ "Anna Maria Kowalska" → ("Anna Maria", "Kowalska"); "Kowalska, Anna" → ("Anna", "Kowalska")."""
    if "," in line:
        last, _, first = line.partition(",")
        return first.strip(), last.strip()
    first, _, last = line.strip().rpartition(" ")
    return (first, last) if first else (last, "")
