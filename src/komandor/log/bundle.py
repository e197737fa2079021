"""A whole event in one file, `.komandor`: out and in.

Lines of JSON: a header; one line per record, exactly as hashed; the people, who
can be left out; and the SHA-256 of everything before. docs/reference/file-format.md
describes it for other programs.
"""

from collections.abc import Callable
from dataclasses import replace

from komandor.core.reasons import Refusal, refuse
from komandor.log.bundle_form import Bundle, write
from komandor.log.bundle_reader import parse
from komandor.log.record import withheld
from komandor.log.store import EventStore, TournamentExists

__all__ = ["Bundle", "export", "import_", "parse", "without_people", "without_secret", "write"]


def export(store: EventStore, tournament: str, with_people: bool = True, with_secret: bool = False) -> bytes:
    """One tournament as a file. The secret of the draws goes out only into the organiser's own backup."""
    people = store.people(tournament) if with_people else None
    secret = store.secret(tournament) if with_secret else None
    records = store.read(tournament)
    return write(
        Bundle(tournament, records if with_people else tuple(map(withheld, records)), people, secret)
    )


def without_people(data: bytes) -> bytes | Refusal:
    """The same file without people, sealed texts and secret: its chain is as valid as before."""
    bundle = parse(data)
    if isinstance(bundle, Refusal):
        return bundle
    return write(Bundle(bundle.tournament, tuple(map(withheld, bundle.records))))


def without_secret(data: bytes) -> bytes | Refusal:
    """The same file without the secret of the draws."""
    bundle = parse(data)
    return bundle if isinstance(bundle, Refusal) else write(replace(bundle, secret=None))


def import_(
    store: EventStore, data: bytes, check: Callable[[Bundle], Refusal | None] | None = None
) -> Bundle | Refusal:
    """Put a file's tournament into the store. `check` may refuse what the file's form cannot show:
    an event that nobody knows, a log that does not replay."""
    bundle = parse(data)
    if isinstance(bundle, Refusal):
        return bundle
    refused = check(bundle) if check else None
    if refused:
        return refused
    try:
        store.load(bundle.tournament, bundle.records, bundle.people or {}, bundle.secret)
    except TournamentExists:
        return refuse("file.tournament_exists", tournament=bundle.tournament)
    return bundle
