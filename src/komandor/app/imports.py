"""Whether an event from a file may stand beside the others: its form is right, but somebody else wrote it."""

import json
from collections.abc import Sequence

from komandor.app.ledger import Loaded, Unreadable, opened
from komandor.app.same_fields import same_fields
from komandor.core.editions import digest_of
from komandor.core.ids import EVENT_ID
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.events import TournamentCreated
from komandor.core.tournament.references import PLAYER, number_of
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import MOST_ROUNDS
from komandor.log.bundle import Bundle
from komandor.log.codec import encode, type_name
from komandor.log.record import Recorded
from komandor.log.sealing import NAMED, ROWS, SHOWN, name_text
from komandor.log.store import Person

LONGEST = 1000  # characters of one field of a person
MOST_FIELDS = 40
NEW_PLAYER = {kind for kind, row in ROWS.items() if row.makes is PLAYER}
MOST_PLAYER = 100_000  # a number of a player, as the verifiers take it; each costs a lot
LAST_MOMENT = 10**14  # milliseconds since 1970
LONGEST_TIME = 100_000  # minutes
BOUNDS = {"at": (0, LAST_MOMENT), "until": (0, LAST_MOMENT), "minutes": (-LONGEST_TIME, LONGEST_TIME)}
"""Numbers by their field: pages cannot show what lies beyond."""


def unfit(bundle: Bundle) -> Refusal | None:
    """Why this event cannot be taken in: its id, its log, its settings or its people; None if it can."""
    if not EVENT_ID.fullmatch(bundle.tournament):
        return refuse("event.bad_id", None, id=bundle.tournament[:60])
    try:
        loaded = opened(bundle.records)
    except Unreadable as problem:
        return refuse("file.does_not_replay", None, problem=str(problem)[:200])
    return (
        unfit_log(bundle.tournament, bundle.records, loaded) or _people_unfit(bundle) or _names_unfit(bundle)
    )


def unfit_log(tournament: str, records: Sequence[Recorded], loaded: Loaded) -> Refusal | None:
    """Why this log cannot be taken in after `records`, the last ones or all of it, were added to it."""
    t = loaded.state
    created = [event for _, event in loaded.history[:1] if isinstance(event, TournamentCreated)]
    if not created or t.id != tournament:
        return refuse("file.no_creation")
    if created[0].edition_digest != (digest_of(t.edition_text) if t.edition_text else ""):
        return refuse("file.edition_digest")
    return _numbers_unfit(records, loaded) or _unknown_players(t) or _settings_unfit(t)


def _numbers_unfit(records: Sequence[Recorded], loaded: Loaded) -> Refusal | None:
    """Refuse numbers that only a forger writes: times beyond all clocks, players whom nobody knows."""
    t, before = loaded.state, records[0].seq - 1 if records else 0
    if max(t.players, default=0) > MOST_PLAYER:
        return refuse("file.does_not_replay", None, problem=f"player {max(t.players)}")
    players: set[object] = {
        number_of(x, PLAYER) for _, x in loaded.history[:before] if type_name(type(x)) in NEW_PLAYER
    }
    for record in records:
        payload, kind = record.payload, str(record.payload["type"])
        players |= {payload.get("player")} if kind in NEW_PLAYER else set()
        known = players if "player" in SHOWN.get(kind, {"player"}) else players | {0}  # 0: withheld
        for field, value in payload.items():
            if type(value) is int and not _fits(field, value, known):
                return refuse("file.does_not_replay", None, problem=f"record {record.seq}: {field} {value}")
    return None


def _fits(field: str, value: int, known: set[object]) -> bool:
    low, high = BOUNDS.get(field, (value, value))
    return low <= value <= high and (field != "player" or value in known)


def _unknown_players(t: Tournament) -> Refusal | None:
    """Refuse a log whose matches are played by strangers, or have scores of others than play them."""
    for match in t.matches.values():
        scored = {score.player for score in match.result.scores} if match.result else set()
        for player in (*match.players, *(scored - set(match.players))):
            if player not in t.players or player not in match.players:
                problem = f"match {match.number} is not played by {player}"
                return refuse("file.does_not_replay", None, problem=problem[:200])
    return None


def _settings_unfit(t: Tournament) -> Refusal | None:
    """Ask whether an event with these settings could be created here now."""
    plans = [(stage_kind(s.kind), s.rounds) for s in (*t.custom, *t.announced)]
    begun = [(s.kind, s.rounds) for s in t.stages.values()]
    if wrong := [n for kind, n in (*plans, *begun) if not kind.planned_rounds <= n <= MOST_ROUNDS]:
        return refuse("structure.rounds_range", "COM-STRUCT-4", stage=1, rounds=wrong[0], most=MOST_ROUNDS)
    try:
        answer = decide(Tournament(), _creation(t), c.Context(now=0))
        if isinstance(answer, Refusal):
            return answer
        encode(answer[0])
    except (AttributeError, TypeError, ValueError) as problem:  # a field holds something of another kind
        return refuse("file.does_not_replay", None, problem=str(problem)[:200])
    return None


def _people_unfit(bundle: Bundle) -> Refusal | None:
    for number, person in (bundle.people or {}).items():
        if not is_person(person):
            return refuse("file.person_unfit", None, person=number)
    return None


def _names_unfit(bundle: Bundle) -> Refusal | None:
    """Whether people have other names than the log has sealed for them."""
    sealed: dict[int, str] = {}
    for record in bundle.records:
        closed = json.loads(record.parts.closed) if record.parts.closed else {}
        if "name" in closed:
            sealed[int(str(record.payload["player"]))] = closed["name"]
        elif record.parts.sealed and record.payload["type"] in NAMED:
            sealed.pop(int(str(record.payload["player"])), None)
    for number, person in (bundle.people or {}).items():
        if number in sealed and sealed[number] != name_text(person):
            return refuse("file.names", None, person=number)
    return None


def _creation(t: Tournament) -> c.CreateTournament:
    """The command that would make an event with these settings now.

    An outline comes after the creation and may allow other missions: then they are not asked about here.
    """
    missions = () if t.outline_overrides else t.missions
    return same_fields(c.CreateTournament, t, game=t.edition, stages=t.custom, missions=missions)


def is_person(person: Person, team: bool = True) -> bool:
    """Names, contacts and consents: texts and ticks, and the two members of a team."""
    members = person.get("members") if team else None
    plain = {key: value for key, value in person.items() if key != "members" or not team}
    return (
        len(person) <= MOST_FIELDS
        and all(isinstance(v, bool) or (isinstance(v, str) and len(v) <= LONGEST) for v in plain.values())
        and (
            members is None
            or (
                isinstance(members, list)
                and len(members) == 2
                and all(isinstance(m, dict) and is_person(m, team=False) for m in members)
            )
        )
    )
