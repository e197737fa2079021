"""What a stream of the event shows, as the organiser chose it beside the log, and who agreed to be filmed.

The feature table is a match together with its players. Drawn again or swapped it is another table, so nobody
comes before a camera because somebody else had agreed. Consent is part of a person's erasable data
(`filmed`), set by the players themselves; without it a name is never shown in full.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, cast

from komandor.app.queries.everybody.names import Names, names_of
from komandor.app.queries.player.my_board import shown_round
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament.state import Match, Tournament
from komandor.log.store import EventStore, Fact, Person

SPACE = "stream"
OVERLAYS = ("table", "bracket", "standings", "clock")
Consent = Literal["yes", "no", "unasked", "minor"]


@dataclass(frozen=True, slots=True)
class OnStream:
    """The overlay that is shown ("" = none), and the match at the feature table with its players."""

    overlay: str = ""
    match: int = 0
    players: tuple[int, ...] = ()


def on_stream(store: EventStore, tournament: str) -> OnStream:
    return _read(store.get(SPACE, tournament) or {})


def change_stream(store: EventStore, tournament: str, change: Callable[[OnStream], OnStream]) -> None:
    """Change the overlay or the table and leave the other as it is, whoever changes that now."""
    store.change(SPACE, tournament, lambda kept: asdict(change(_read(kept))))


def _read(kept: Fact) -> OnStream:
    overlay, match, players = kept.get("overlay"), kept.get("match"), kept.get("players")
    return OnStream(
        overlay if isinstance(overlay, str) and overlay in OVERLAYS else "",
        match if isinstance(match, int) else 0,
        tuple(n for n in players if isinstance(n, int)) if isinstance(players, (list, tuple)) else (),
    )


def feature_match(t: Tournament, chosen: OnStream) -> Match | None:
    """The match at the feature table, until the next round is published or it has other players."""
    match, shown = t.matches.get(MatchNo(chosen.match)), shown_round(t)
    here = match is not None and shown is not None and match.round == shown.number
    return match if match is not None and here and match.players == chosen.players else None


def consent(person: Person | None) -> Consent:
    """Whether somebody agreed to be filmed. A minor cannot agree alone: the organiser asks a guardian."""
    members = _members(person or {})
    if any(member.get("minor") for member in members):
        return "minor"
    said = (person or {}).get("filmed")
    return "unasked" if said is None else "yes" if said is True else "no"


def not_agreed(names: Names, match: Match) -> tuple[Reason, ...]:
    """Why this table should not be filmed yet: one reason for each player who has not agreed."""
    return tuple(r for n in match.players for r in _doubt(n, consent(names.people.get(n))))


def _doubt(player: PlayerNo, said: Consent) -> tuple[Reason, ...]:
    match said:
        case "yes":
            return ()
        case "no":
            return (why("stream.consent_no", None, player=player),)
        case "minor":
            return (why("stream.consent_minor", None, player=player),)
        case "unasked":
            return (why("stream.consent_unasked", None, player=player),)


def names_on_stream(t: Tournament, names: Names) -> Names:
    """The names for overlays: whoever has not agreed to be filmed is never shown in full."""
    return names_of(t, {n: _as_agreed(person) if n > 0 else person for n, person in names.people.items()})


def _as_agreed(person: Person) -> Person:
    if consent(person) == "yes":
        return person
    short = _short(person)
    return {**short, "members": [_short(m) for m in _members(person)]} if person.get("members") else short


def _short(person: Person) -> dict[str, object]:
    """Without what would show the whole name; a nickname stays, it says less."""
    return {k: v for k, v in person.items() if k != "consent" and (k, v) != ("show", "full")}


def _members(person: Person) -> Sequence[Person]:
    return cast("Sequence[Person]", person.get("members") or [person])
