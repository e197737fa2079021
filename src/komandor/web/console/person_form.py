"""A person's erasable data from a form: names, contact, consent, how to be shown."""

from komandor.app.queries.everybody.names import SHOWS, split_name
from komandor.web.forms.fields import NAME, Fields


def person_from(fields: Fields, prefix: str = "") -> dict[str, object]:
    """First and last name (or one line "Anna Kowalska"), nick, club, contact, minor, consent."""

    def get(key: str) -> str:
        return fields.text(prefix + key, NAME, label=key)

    first, last = get("first"), get("last")
    if not first and not last and get("name"):
        first, last = split_name(get("name"))
    person: dict[str, object] = {"first": first, "last": last}
    for key in ("nick", "club", "contact", "team"):
        if get(key):
            person[key] = get(key)
    for key in ("minor", "consent"):
        if fields.ticked(prefix + key):
            person[key] = True
    if show := fields.choice(f"{prefix}show", (*SHOWS, ""), "", label="show"):
        person["show"] = show
    return person


def team_from(fields: Fields) -> dict[str, object]:
    """Two people who play together, and the name of their team if they have one."""
    members = [person_from(fields, "one_"), person_from(fields, "two_")]
    team = fields.text("team", NAME)
    return {"members": members, **({"team": team} if team else {})}
