"""Checks a whole log, record by record.

Each record is checked against the state at the time it was written, so a draw is judged by the
results known then: first what must be true before it takes effect, then its effect, then what must be true
after it.  After an undo the log is read again without the voided records, and the rest must still make sense.

A new event: `effects.py` says where it is to be written.
"""

from collections.abc import Iterable, Mapping, Sequence

from komandor.check import draws, during_round, laws, leaving, people, prizes, results, rounds, stages
from komandor.check.effects import EFFECTS, NO_EFFECT, Effect, voided
from komandor.check.entry import Entry
from komandor.check.laws.memory import Memory, begin, note
from komandor.check.state import State, UnknownKind
from komandor.check.violation import Report, Violation

__all__ = ["AFTER", "BEFORE", "WHEN", "Checking", "Entry", "examine"]

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
    "list_deadline_set": _ARRIVING,
    "list_submitted": _ARRIVING,
    "structure_announced": _ARRIVING,
    "pair_forbidden": _BEFORE_A_DRAW,
    "pair_allowed": _BEFORE_A_DRAW,
    "round_frozen": ("announced", "between", "cut"),
    "round_drawn": ("frozen", "drawn", "published"),
    "pairing_changed": ("drawn", *_SEATED),
    "pairings_kept": ("drawn", "published"),
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
    "cut_made": ("between", "cut", "frozen", "drawn", "published"),  # again until the first game (AMB-G45)
    "replacement_asked": ("cut", "frozen", "drawn", "published"),  # until the first clock starts (AMB-G18)
    "stage_shrunk": ("cut", "frozen", "drawn", "published"),
    "lists_published": ("frozen", "drawn", *_SEATED, "between", "cut", "closed"),
    "tournament_closed": ("between", "cut", "frozen", "drawn", "published", "closed"),
    "raffle_drawn": ("published", "running", "between", "cut", "frozen", "drawn", "closed"),
}
"""The phases in which a record makes sense. Types that are not listed may come at any time."""


class Checking:
    """A log that is read and checked record by record, and can be asked at any time what was found."""

    def __init__(self) -> None:
        self._state, self._seen = State(), Memory()
        self._known: list[Entry] = []
        self._found: list[Violation] = []
        self._notes: list[Violation] = []

    def take(self, entry: Entry) -> tuple[Violation, ...]:
        """Read the next record, and say which violations it brings."""
        self._known.append(entry)
        if entry.event.get("type") == "event_voided":
            begin(self._seen, entry)
            found = [*laws.ask(laws.BEFORE, self._state, self._seen, entry)]
            found += _void_faults(self._known, entry)
            self._state, self._seen = _again(self._known)
            found += [
                Violation("void.nonsense", v.rule, entry.seq, f"After this undo: {v.text}")
                for v in self._state.found
            ]
        else:
            _step(self._state, self._seen, entry)
            found = self._state.found
        self._found += found
        self._notes += self._state.notes
        self._state.found, self._state.notes = [], []
        return tuple(found)

    def report(self) -> Report:
        """Everything found so far, with what must be true whenever a log ends."""
        _unfinished(self._state)
        last, self._state.found = [*self._state.found, *laws.ask_last(self._state, self._seen)], []
        return Report(
            (*self._found, *last),
            tuple(self._notes),
            len(self._known),
            len(self._state.rounds),
            sum(p.took_part for p in self._state.players.values()),
        )


def examine(log: Iterable[Entry]) -> Report:
    """Check all records of a log."""
    checking = Checking()
    for entry in log:
        checking.take(entry)
    return checking.report()


PREPARING = ("round_frozen", "round_drawn", "round_published", "clock_started")
"""Records of a round that is not closed yet: nobody has other points by them."""


def _step(st: State, seen: Memory, entry: Entry) -> None:
    st.seq, st.head = entry.seq, entry.head
    if st.beyond:
        return
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
        begin(seen, entry)
        st.found += laws.ask(laws.BEFORE, st, seen, entry)
        for part in (BEFORE, EFFECTS, AFTER):
            if kind in part:
                part[kind](st, entry.event)
            if kind not in PREPARING:
                st.tallies.clear()
        note(seen, st, entry)
        st.found += laws.ask(laws.AFTER, st, seen, entry)
    except UnknownKind as unknown:
        st.beyond = True
        text = (
            f"This checker does not know stages of the kind {unknown}; nothing after this record is judged."
        )
        st.fault("log.unknown_stage", "", text)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as problem:
        st.fault("log.nonsense", "", f"{kind} is not understood here ({type(problem).__name__}: {problem}).")


# ── undo and redo ────────────────────────────────────────────────────────────

OF_ORDER = ("order.", "log.", "law.")
"""What may not be wrong with the records that are left after an undo: their order, and the laws that last.
Whether a score was right was asked when it was written."""


COUNTING = ("result_entered", "result_confirmed", "result_corrected")
"""By these a result counts; taken back, it is entered again, also of somebody who has left since."""


def _again(log: Sequence[Entry]) -> tuple[State, Memory]:
    """The state without the voided records; of its violations, only those of order are kept."""
    out, st, seen = voided([(one.seq, one.event) for one in log]), State(quiet=True), Memory()
    for entry in log:
        if entry.seq not in out and entry.event.get("type") != "event_voided":
            _step(st, seen, entry)
    st.quiet = False
    seen.end_due = log[-1].step if seen.end_due else 0  # the undo that brings the end back writes it again
    st.found = [v for v in st.found if v.code.startswith(OF_ORDER)]
    back = {one.event.get("match") for one in log if one.seq in out and one.event.get("type") in COUNTING}
    seen.annulled |= {n for n in back if n in st.matches and not st.matches[n].final}
    return st, seen


VOID_FAULTS = {
    "void.reason": "Records are undone without a reason.",
    "void.targets": "Records are undone that were undone before, or do not exist.",
    "void.creation": "The creation of the tournament is undone.",
    "void.part": "Part of what one command wrote is undone, and the rest stays.",
}


def _void_faults(log: Sequence[Entry], entry: Entry) -> list[Violation]:
    targets = entry.event.get("targets") or ()
    before = voided([(one.seq, one.event) for one in log[:-1]])
    wrong = {
        "void.reason": not str(entry.event.get("reason", "")).strip(),
        "void.targets": not targets or any(t >= entry.seq or t < 1 or t in before for t in targets),
        "void.creation": 1 in targets,
        "void.part": _parted(log, set(targets), before),
    }
    return [Violation(code, "", entry.seq, VOID_FAULTS[code]) for code, found in wrong.items() if found]


def _parted(log: Sequence[Entry], targets: set[int], before: set[int]) -> bool:
    """Whether records of a command stay; an undo stays without the places it wrote, if the end goes too."""
    steps = {one.step for one in log[:-1] if one.seq in targets and one.step}
    return any(
        one.step in steps and one.seq not in targets | before and one.event.get("type") != "event_voided"
        for one in log[:-1]
    )


def _unfinished(st: State) -> None:
    """Check what must be true at the end of every log."""
    for p in (p for p in st.players.values() if p.missed or p.granted):
        both = {m.round for m in st.matches.values() if p.number in m.players} & (p.missed | p.granted)
        if both:
            st.fault("people.missed_and_played", "COM-DROP-4", f"{p} missed and played {sorted(both)}.")
