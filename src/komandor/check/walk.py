"""The whole log from its first record to its last.

Each record is checked against the log as it stood when it was written, so that a draw is judged
by the results that were known.  After an undo the log is read again without the voided records,
and what is left must still make sense.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from komandor.check import going, people, playing, results, rounds, stages
from komandor.check.violation import Report, Violation
from komandor.check.world import Fields, World

Step = Callable[[World, Fields], None]
STEPS: Mapping[str, Step] = {
    **people.STEPS, **going.STEPS, **rounds.STEPS, **playing.STEPS, **results.STEPS, **stages.STEPS,
}  # fmt: skip

_SEATED = ("published", "running")
_ARRIVING = ("registration", "announced")
_PLAYING = ("frozen", "drawn", *_SEATED, "between", "cut")
WHEN: Mapping[str, tuple[str, ...]] = {
    "tournament_created": ("",),
    "player_registered": _ARRIVING,
    "registration_withdrawn": _ARRIVING,
    "checked_in": _ARRIVING,
    "structure_announced": _ARRIVING,
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
    "player_left": _PLAYING,
    "player_returned": ("frozen", "drawn", *_SEATED, "between"),
    "player_entered_late": ("frozen", "drawn", *_SEATED, "between"),
    "cut_made": ("between",),
    "replacement_asked": ("cut", "frozen", "drawn", "published"),  # until the first clock starts (AMB-G18)
    "stage_shrunk": ("cut", "frozen", "drawn", "published"),
    "tournament_closed": ("between", "cut", "closed"),
}
"""In which phase of the tournament a record makes sense; what is not named may come at any time."""


class Entry(NamedTuple):
    """One record: its number, its event, and the log's head before it ("" where it is not known)."""

    seq: int
    event: Fields
    head: str = ""


def check_events(events: Sequence[Mapping[str, Any]]) -> list[Violation]:
    """Every violation in a plain list of events; an event's number is its place, from 1."""
    return list(examine([Entry(i, dict(event)) for i, event in enumerate(events, start=1)]).violations)


def examine(log: Sequence[Entry]) -> Report:
    w, found, notes = World(), [], []
    known: list[Entry] = []
    for entry in log:
        known.append(entry)
        if entry.event.get("type") == "event_voided":
            before, w = w, _again(known)
            found += before.found
            notes += before.notes
            found += _void_faults(known, entry)
            found += [
                Violation("void.nonsense", v.rule, entry.seq, f"After this undo: {v.text}") for v in w.found
            ]
            w.found, w.notes = [], []
        else:
            _step(w, entry)
    _unfinished(w)
    return Report(
        tuple(found + w.found), tuple(notes + w.notes), len(log), len(w.rounds),
        sum(p.status != "withdrawn" for p in w.players.values()),
    )  # fmt: skip


def _step(w: World, entry: Entry) -> None:
    w.seq, w.head = entry.seq, entry.head
    kind = str(entry.event.get("type"))
    if kind not in STEPS and kind not in SILENT:
        w.say("log.unknown", "", f"Nobody knows the event {kind}.")
        return
    if not w.id and kind != "tournament_created":
        w.say("order.not_created", "COM-STRUCT-1", f"{kind} comes before the tournament was created.")
    phases = WHEN.get(kind)
    if phases is not None and w.phase not in phases:
        w.say(
            "order.phase",
            "COM-PREP-3",
            f"{kind} does not belong in the phase {w.phase or 'before creation'}.",
        )
    try:
        STEPS.get(kind, _nothing)(w, entry.event)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as problem:
        w.say("log.nonsense", "", f"{kind} cannot be understood here ({type(problem).__name__}: {problem}).")


def _nothing(w: World, x: Fields) -> None:
    """Told to people, of no effect on results."""


SILENT = frozenset(
    "outline_attached checklist_ticked notice_posted notice_withdrawn duty_changed fee_noted list_checked "
    "clock_paused clock_resumed clock_adjusted table_extended disqualification_recommended judge_called "
    "call_taken ruling_given ruling_appealed final_verdict_given deck_checked component_reported "
    "component_resolved proxy_made incident_reported point_named".split()
)


# ── undo and redo ────────────────────────────────────────────────────────────


def voided(log: Sequence[Entry]) -> set[int]:
    """The records that count as not having happened; read from the end, a voided void voids nothing."""
    out: set[int] = set()
    for entry in reversed(log):
        if entry.event.get("type") == "event_voided" and entry.seq not in out:
            out.update(entry.event["targets"])
    return out


def _again(log: Sequence[Entry]) -> World:
    """The tournament without its voided records; only disorder is kept, not what was said before."""
    out, w = voided(log), World(quiet=True)
    for entry in log:
        if entry.seq not in out and entry.event.get("type") != "event_voided":
            _step(w, entry)
    w.quiet = False
    w.found = [v for v in w.found if v.code.startswith(("order.", "log."))]
    return w


def _void_faults(log: Sequence[Entry], entry: Entry) -> list[Violation]:
    targets = entry.event.get("targets") or ()
    before = voided(log[:-1])
    faults = []
    if not str(entry.event.get("reason", "")).strip():
        faults.append(Violation("void.reason", "", entry.seq, "Records are undone without a reason."))
    if not targets or any(t >= entry.seq or t < 1 or t in before for t in targets):
        faults.append(Violation("void.targets", "", entry.seq, "Records are undone that do not stand."))
    if 1 in targets:
        faults.append(Violation("void.creation", "", entry.seq, "The creation of the tournament is undone."))
    return faults


def _unfinished(w: World) -> None:
    """Things that must hold at the end of every log."""
    for p in (p for p in w.players.values() if p.missed or p.granted):
        both = {m.round for m in w.matches.values() if p.number in m.players} & (p.missed | p.granted)
        if both:
            w.say(
                "people.missed_and_played",
                "COM-DROP-4",
                f"Player {p.number} missed and played the rounds {sorted(both)}.",
            )
