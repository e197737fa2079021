"""What the laws remember of a log besides the state: who is on duty, calls, components, what was annulled.

Nothing is judged here.  After an undo the memory is made again, like the state.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from komandor.check.entry import Entry
from komandor.check.state import Fields, State


@dataclass(slots=True)
class Component:
    player: int
    kind: str  # lost, damaged
    category: str
    resolution: str = ""


@dataclass(slots=True)
class Call:
    match: int | None
    player: int | None = None
    status: str = "open"  # open, taken, ruled, appealed, settled, final, closed


@dataclass(slots=True)
class Memory:
    step: int = 0  # the command whose records are read
    beside: list[Fields] = field(default_factory=list)  # its records so far
    off_duty: set[int] = field(default_factory=set)
    calls: dict[int, Call] = field(default_factory=dict)
    components: dict[int, Component] = field(default_factory=dict)
    annulled: set[int] = field(default_factory=set)  # matches whose result was taken away, or taken back
    returned: set[int] = field(default_factory=set)  # players who left and came back
    proxies: Counter[int] = field(default_factory=Counter)  # by player
    numbers: set[tuple[str, int]] = field(default_factory=set)  # what was numbered, and its number
    stopped: bool = False  # the clock of the round that is played
    slips: dict[int, str] = field(default_factory=dict)  # match → which side its slip names as first
    handed: set[tuple[int, int]] = field(default_factory=set)  # prize, player
    end_due: int = 0  # the command that corrected a result after the end, until the end is written again


def begin(seen: Memory, entry: Entry) -> None:
    """A record of another command begins a new list."""
    if not entry.step or entry.step != seen.step:
        seen.step, seen.beside = entry.step, []


def note(seen: Memory, st: State, entry: Entry) -> None:
    """Remember a record that has taken effect."""
    seen.beside.append(entry.event)
    if seen.end_due != entry.step:
        seen.end_due = 0
    if entry.kind in NUMBERED:
        seen.numbers.add((entry.kind, entry.event[NUMBERED[entry.kind]]))
    if entry.kind in NOTES:
        NOTES[entry.kind](seen, st, entry.event)


def _duty(seen: Memory, st: State, x: Fields) -> None:
    (seen.off_duty.discard if x["on_duty"] else seen.off_duty.add)(x["staff"])


def _appointed(seen: Memory, st: State, x: Fields) -> None:
    seen.off_duty.discard(x["staff"])


def _called(seen: Memory, st: State, x: Fields) -> None:
    seen.calls[x["call"]] = Call(x.get("match"), x.get("player"))


def _moved(status: str) -> Callable[[Memory, State, Fields], None]:
    def move(seen: Memory, st: State, x: Fields) -> None:
        if x["call"] in seen.calls:
            seen.calls[x["call"]].status = "settled" if x.get("settled_by_players") else status

    return move


def _reported(seen: Memory, st: State, x: Fields) -> None:
    if x.get("player") is not None and x.get("kind"):
        found = Component(x["player"], x["kind"], x.get("category", "card"))
        seen.components[x["component"]] = found


def _resolved(seen: Memory, st: State, x: Fields) -> None:
    if x["component"] in seen.components:
        seen.components[x["component"]].resolution = x["resolution"]


def _annulled(seen: Memory, st: State, x: Fields) -> None:
    seen.annulled.add(x["match"])


def _given(seen: Memory, st: State, x: Fields) -> None:
    seen.annulled.discard(x["match"])
    _slip(seen, st, x)


def _slip(seen: Memory, st: State, x: Fields) -> None:
    report = x.get("report") or {}
    seen.slips[x["match"]] = "" if x.get("override") else str(report.get("first", ""))


def _corrected(seen: Memory, st: State, x: Fields) -> None:
    _given(seen, st, x)
    seen.end_due = seen.step if st.phase == "closed" else 0


def _returned(seen: Memory, st: State, x: Fields) -> None:
    seen.returned.add(x["player"])


def _ended(seen: Memory, st: State, x: Fields) -> None:
    seen.end_due = 0


def _proxy(seen: Memory, st: State, x: Fields) -> None:
    seen.proxies[x.get("player") or 0] += 1


def _clock(stopped: bool) -> Callable[[Memory, State, Fields], None]:
    def move(seen: Memory, st: State, x: Fields) -> None:
        seen.stopped = stopped

    return move


def _handed(seen: Memory, st: State, x: Fields) -> None:
    (seen.handed.add if x.get("done", True) else seen.handed.discard)((x["prize"], x["player"]))


NUMBERED: Mapping[str, str] = {
    "judge_called": "call",
    "component_reported": "component",
    "sanction_given": "sanction",
    "proxy_made": "proxy",
    "incident_reported": "incident",
    "notice_posted": "notice",
}
"""What gets a number of its own, and the field that holds it."""
NOTES: Mapping[str, Callable[[Memory, State, Fields], None]] = {
    "duty_changed": _duty,
    "staff_appointed": _appointed,
    "judge_called": _called,
    "call_taken": _moved("taken"),
    "ruling_given": _moved("ruled"),
    "ruling_appealed": _moved("appealed"),
    "final_verdict_given": _moved("final"),
    "call_closed": _moved("closed"),
    "component_reported": _reported,
    "component_resolved": _resolved,
    "proxy_made": _proxy,
    "result_reported": _slip,
    "result_annulled": _annulled,
    "result_entered": _given,
    "result_corrected": _corrected,
    "match_forfeited": _given,
    "player_returned": _returned,
    "tournament_closed": _ended,
    "clock_started": _clock(False),
    "clock_paused": _clock(True),
    "clock_resumed": _clock(False),
    "prize_handed_out": _handed,
}
