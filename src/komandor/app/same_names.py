"""Players who are registered twice under one name: one person, whose registrations are merged, or two people.

Phones take every name alike, so that nobody learns who else is registered; the desk is asked before round 1.
"""

from collections.abc import Mapping, Sequence

from komandor.app.access import Actor
from komandor.app.identity import move_links
from komandor.app.queries.staff.people import names_taken
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Person

SPACE = "told_apart"
Namesakes = tuple[PlayerNo, ...]


def namesakes(store: EventStore, t: Tournament, people: Mapping[int, Person]) -> tuple[Namesakes, ...]:
    """Before round 1: players of one name, unless the desk has said that they are different people."""
    if not t.arriving:
        return ()
    alike = [tuple(sorted(those)) for those in names_taken(t, people).values() if len(those) > 1]
    apart = (store.get(SPACE, t.id) or {}) if alike else {}
    return tuple(sorted(those for those in alike if _key(those) not in apart))


def asks(those: Namesakes) -> Reason:
    """The question that the desk is asked."""
    return why("player.same_name", None, players=those)


def tell_apart(store: EventStore, tournament: str, those: Sequence[PlayerNo]) -> None:
    """They are different people: nobody is asked about them again."""
    store.change(SPACE, tournament, lambda kept: {**kept, _key(those): True})


def merged(t: Tournament, those: Sequence[PlayerNo]) -> tuple[PlayerNo, list[c.Command]]:
    """Who stays, and the commands that make one registration of several: checked in and paid if one was."""
    players = [t.players[n] for n in those]
    stays = min(players, key=lambda p: (not p.lists, p.status != "in", not p.checked_in, p.number))
    commands: list[c.Command] = [c.WithdrawRegistration(p.number) for p in players if p != stays]
    if stays.status == "in" and not stays.checked_in and any(p.checked_in for p in players):
        commands.append(c.CheckIn((stays.number,)))
    if not stays.fee_paid and any(p.fee_paid for p in players):
        commands.append(c.NoteFee(stays.number, True, stays.fee_note))
    return stays.number, commands


def move_phones(store: EventStore, tournament: str, those: Sequence[PlayerNo], stays: PlayerNo) -> None:
    """Whatever phone was signed in as one of them is signed in as the one who stays, also after an undo."""
    for other in those:
        if other != stays:
            move_links(store, tournament, Actor("player", other), Actor("player", stays))


def _key(those: Sequence[PlayerNo]) -> str:
    return "-".join(map(str, sorted(those)))
