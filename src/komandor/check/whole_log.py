"""Checks a whole log, record by record.

Each record is checked against the state at the time it was written, so a draw is judged by the
results known then: first what must be true before it takes effect, then its effect, then what must be true
after it.  After an undo the log is read again without the voided records, and the rest must still make sense.

A new event: `effects.py` says where it is to be written.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from komandor.check import draws, during_round, leaving, people, prizes, results, rounds, stages
from komandor.check.effects import EFFECTS, NO_EFFECT, Effect, voided
from komandor.check.state import Fields, State
from komandor.check.violation import Report, Violation

BEFORE: Mapping[str, Effect] = {
    **people.BEFORE,
    **leaving.BEFORE,
    **rounds.BEFORE,
    **draws.BEFORE,
    **during_round.BEFORE,
    **results.BEFORE,
    **stages.BEFORE,
    **prizes.BEFORE,
}
"""What must be true of an event in the state before it; what it changes is in `effects.EFFECTS`."""
AFTER: Mapping[str, Effect] = {**people.AFTER, **leaving.AFTER, **rounds.AFTER}
"""What must be true once it has taken effect."""

_SEATED = ("published", "running")
_ARRIVING = ("registration", "announced")
_BEFORE_A_DRAW = (*_ARRIVING, "running", "between", "cut")
_PLAYING = ("frozen", "drawn", *_SEATED, "between", "cut")
WHEN: Mapping[str, tuple[str, ...]] = {
    "tournament_created": ("",),
    "player_registered": _ARRIVING,
    "registration_withdrawn": _ARRIVING,
    "waiting_listed": _ARRIVING,
    "checked_in": _ARRIVING,
    "list_rules_set": _ARRIVING,
    "structure_announced": _ARRIVING,
    "pair_forbidden": _BEFORE_A_DRAW,
    "pair_allowed": _BEFORE_A_DRAW,
    "round_frozen": ("announced", "between", "cut"),
    "round_drawn": ("frozen", "drawn", "published"),
    "pairing_changed": ("drawn", *_SEATED),
    "round_published": ("drawn",),
    "mission_drawn": _SEATED,
    "clock_started": ("published",),
    "clock_paused": ("running",),
    "clock_resumed": ("running",),
    "clock_adjusted": ("running",),
    "result_reported": _SEATED,
    "result_confirmed": _SEATED,
    "result_disputed": _SEATED,
    "result_entered": _SEATED,
    "match_forfeited": _SEATED,
    "round_closed": _SEATED,
    "player_left": (*_ARRIVING, *_PLAYING),
    "player_disqualified": (*_ARRIVING, *_PLAYING),
    "leaving_announced": _SEATED,
    "player_returned": ("frozen", "drawn", *_SEATED, "between"),
    "player_entered_late": ("frozen", "drawn", *_SEATED, "between"),
    "bonus_given": ("between",),
    "cut_made": ("between",),
    "replacement_asked": ("cut", "frozen", "drawn", "published"),  # until the first clock starts (AMB-G18)
    "stage_shrunk": ("cut", "frozen", "drawn", "published"),
    "lists_published": ("frozen", "drawn", *_SEATED, "between", "cut", "closed"),
    "tournament_closed": ("between", "cut", "closed"),
    "raffle_drawn": ("published", "running", "between", "cut", "frozen", "drawn", "closed"),
}
"""The phases in which a record makes sense. Types that are not listed may come at any time."""


class Entry(NamedTuple):
    """One record: its number, its event, and the log's head before it ("" if unknown)."""

    seq: int
    event: Fields
    head: str = ""


def examine(log: Sequence[Entry]) -> Report:
    """Check all records of a log."""
    st, found, notes = State(), [], []
    known: list[Entry] = []
    for entry in log:
        known.append(entry)
        if entry.event.get("type") == "event_voided":
            before, st = st, _again(known)
            found += before.found
            notes += before.notes
            found += _void_faults(known, entry)
            found += [
                Violation("void.nonsense", v.rule, entry.seq, f"After this undo: {v.text}") for v in st.found
            ]
            st.found, st.notes = [], []
        else:
            _step(st, entry)
    _unfinished(st)
    return Report(
        tuple(found + st.found),
        tuple(notes + st.notes),
        len(log),
        len(st.rounds),
        sum(p.took_part for p in st.players.values()),
    )


def _step(st: State, entry: Entry) -> None:
    st.seq, st.head = entry.seq, entry.head
    kind = str(entry.event.get("type"))
    if kind not in EFFECTS and kind not in NO_EFFECT:
        st.fault("log.unknown", "", f"{kind} is not a known event.")
        return
    if not st.id and kind != "tournament_created":
        st.fault("order.not_created", "COM-STRUCT-1", f"{kind} comes before the tournament was created.")
    phases = WHEN.get(kind)
    if phases is not None and st.phase not in phases:
        st.fault("order.phase", "COM-PREP-3", f"{kind} does not fit phase {st.phase or 'before creation'}.")
    try:
        for part in (BEFORE, EFFECTS, AFTER):
            if kind in part:
                part[kind](st, entry.event)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as problem:
        st.fault("log.nonsense", "", f"{kind} is not understood here ({type(problem).__name__}: {problem}).")


# ── undo and redo ────────────────────────────────────────────────────────────


def _again(log: Sequence[Entry]) -> State:
    """The state without the voided records; of its violations, only those of order are kept."""
    out, st = voided([(one.seq, one.event) for one in log]), State(quiet=True)
    for entry in log:
        if entry.seq not in out and entry.event.get("type") != "event_voided":
            _step(st, entry)
    st.quiet = False
    st.found = [v for v in st.found if v.code.startswith(("order.", "log."))]
    return st


VOID_FAULTS = {
    "void.reason": "Records are undone without a reason.",
    "void.targets": "Records are undone that were undone before, or do not exist.",
    "void.creation": "The creation of the tournament is undone.",
}


def _void_faults(log: Sequence[Entry], entry: Entry) -> list[Violation]:
    targets = entry.event.get("targets") or ()
    before = voided([(one.seq, one.event) for one in log[:-1]])
    wrong = {
        "void.reason": not str(entry.event.get("reason", "")).strip(),
        "void.targets": not targets or any(t >= entry.seq or t < 1 or t in before for t in targets),
        "void.creation": 1 in targets,
    }
    return [Violation(code, "", entry.seq, VOID_FAULTS[code]) for code, found in wrong.items() if found]


def _unfinished(st: State) -> None:
    """Check what must be true at the end of every log."""
    for p in (p for p in st.players.values() if p.missed or p.granted):
        both = {m.round for m in st.matches.values() if p.number in m.players} & (p.missed | p.granted)
        if both:
            st.fault("people.missed_and_played", "COM-DROP-4", f"{p} missed and played {sorted(both)}.")
