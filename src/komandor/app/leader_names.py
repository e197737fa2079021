"""Leaders who also play are recognised by their names, whoever writes them down (COM-PART-4).

Names never stand in the log, so the core cannot compare them; the one door does.
"""

from collections.abc import Mapping
from typing import Any

from komandor.app.ledger import event_of
from komandor.app.personal_data import person_named
from komandor.app.queries.staff.people import name_keys
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Refusal, refuse, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.events import Event
from komandor.core.tournament.state import Tournament
from komandor.log.store import EventStore, Person

People = Mapping[int, Person | None]


def leader_called(t: Tournament, people: People, keys: frozenset[str]) -> StaffNo | None:
    """The leader who has one of these names and is not known to play."""
    called = (n for n, s in t.staff.items() if s.leads and keys & name_keys(people.get(-n)))
    return next((n for n in called if n not in _playing(t)), None)  # looked up for the few who are called so


def _playing(t: Tournament) -> set[StaffNo | None]:
    return {p.staff for p in t.players.values() if p.active}


def _names_of_leaders(t: Tournament, people: People) -> dict[StaffNo, frozenset[str]]:
    """The names of the leaders who are not known to play."""
    play = _playing(t)
    free = (n for n, s in t.staff.items() if s.leads and n not in play)
    return {n: name_keys(people.get(-n)) for n in free}


def player_called(t: Tournament, people: People, keys: frozenset[str]) -> PlayerNo | None:
    """The player who has one of these names and is not known to be on the staff."""
    free = (n for n in t.active() if t.players[n].staff is None)
    return next((n for n in free if keys & name_keys(people.get(n))), None)


def with_leaders_noted(
    t: Tournament, events: tuple[Event, ...], people: People, number: int, person: Person, ctx: c.Context
) -> tuple[Event, ...] | Refusal:
    """The events plus a record that this player is a leader; or a refusal if leaders may not play.

    `number` is the player's, or minus that of somebody on the staff; `people` are those known so far.
    """
    if t.phase == "closed":
        return events
    if number > 0 and (twice := _in_a_team_already(t, people, PlayerNo(number), person)):
        return twice
    after = t.fork()
    for event in events:
        evolve(after, event, after.version + 1)
    both = _both(t, after, people, number, person)
    if both is None:
        return events
    player, staff = both
    noted = decide(after, c.AmendPlayer(player, {"staff": staff}), ctx)
    if not isinstance(noted, Refusal):
        return (*events, *noted)
    rule = noted.reasons[0].rule
    leads = why("staff.same_name_leads", rule, staff=staff)
    plays = why("staff.same_name_plays", rule, player=player)
    return Refusal((leads if number > 0 else plays, *noted.reasons))


def _in_a_team_already(t: Tournament, people: People, number: PlayerNo, person: Person) -> Refusal | None:
    """Two different people make a team, and nobody plays in two (SWL-2V2-2)."""
    members: Any = person.get("members")
    if not members:
        return None
    names = [name_keys(one) for one in members]
    if len(names) > len(set(names)):
        return refuse("staff.same_name_twice", "SWL-2V2-2")
    own = frozenset().union(*names) - name_keys(people.get(number))
    others = (n for n in t.active() if n != number and own & name_keys(people.get(n)))
    other = next(others, None)
    return None if other is None else refuse("staff.same_name_in_team", "SWL-2V2-2", player=other)


def leader_by_phone(store: EventStore, t: Tournament, now: int) -> Refusal | None:
    """Why round 1 waits: a player from a phone has the name of a leader who may not play (COM-PART-4)."""
    people = store.people(t.id)
    leaders = _names_of_leaders(t, people)
    for player in (n for n in t.active() if t.players[n].staff is None):
        keys = name_keys(people.get(player))
        leader = next((n for n, own in leaders.items() if keys & own), None)
        noted = decide(t, c.AmendPlayer(player, {"staff": leader}), c.Context(now=now)) if leader else ()
        if isinstance(noted, Refusal) and _written_by_phone(store, t.id, player):
            return Refusal(
                (why("staff.same_name_plays", noted.reasons[0].rule, player=player), *noted.reasons)
            )
    return None


def _written_by_phone(store: EventStore, tournament: str, player: PlayerNo) -> bool:
    """Whether the player's name was last written by a phone, so that the desk has not seen to it."""
    events = ((record.by, event_of(record)) for record in store.read(tournament))
    by = [by for by, event in events if person_named(event) == player]
    return bool(by) and by[-1] in ("public", f"player:{player}")


def _both(
    t: Tournament, after: Tournament, people: People, number: int, person: Person
) -> tuple[PlayerNo, StaffNo] | None:
    """The player and the leader who have one name now; None if they had it before, or nobody has."""
    new = name_keys(person) - name_keys(people.get(number))
    if number > 0:
        player, leader = PlayerNo(number), leader_called(t, people, new)
        return (player, leader) if leader and after.players[player].staff is None else None
    staff = StaffNo(-number)
    promoted = staff not in t.staff or not t.staff[staff].leads
    named = player_called(t, people, name_keys(person) if promoted else new)
    return (named, staff) if named and after.staff[staff].leads else None
