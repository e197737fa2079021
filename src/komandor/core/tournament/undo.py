"""Undo with a preview: what would be if these records had not happened.

Nothing is deleted: undo is an event, and undoing it is redo.  A record that
later ones lean on cannot be taken out; the refusal names the one in the way.
"""

from collections.abc import Iterable, Sequence

from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import events as e
from komandor.core.tournament.evolve import evolve
from komandor.core.tournament.replay import Numbered, voided
from komandor.core.tournament.state import Phase, Tournament

NEEDS_PHASE: dict[type[e.Event], tuple[Phase, ...]] = {
    e.StructureAnnounced: ("registration", "announced"),
    e.RoundFrozen: ("announced", "between", "cut"),
    e.RoundDrawn: ("frozen", "drawn", "published"),
    e.RoundPublished: ("drawn",),
    e.ClockStarted: ("published",),
    e.ClockPaused: ("running",),
    e.ClockResumed: ("running",),
    e.ClockAdjusted: ("running",),
    e.RoundClosed: ("published", "running"),
    e.CutMade: ("between",),
    e.ReplacementAsked: ("cut",),
    e.TournamentClosed: ("between", "closed"),
}
"""Which events make sense in which phase, when the log is replayed without some of its records."""


def without(records: Sequence[Numbered], targets: Iterable[int]) -> Tournament | Refusal:
    """The tournament as it would be, or the record that stands in the way."""
    gone = frozenset(targets)
    void = e.EventVoided(tuple(sorted(gone)), "")
    out = voided((*records, (records[-1][0] + 1, void)))
    t = Tournament()
    for seq, event in records:
        if seq in out:
            t.version = seq
            continue
        if problem := _nonsense(t, event, seq):
            return Refusal((problem,))
        evolve(t, event, seq)
    return t


def check(records: Sequence[Numbered], targets: tuple[int, ...]) -> Tournament | Refusal:
    """May these be undone? The state after it, or every reason why not."""
    known = dict(records)
    missing = [seq for seq in targets if seq not in known]
    if missing or not targets:
        return refuse("undo.unknown", None, seq=missing[0] if missing else 0)
    gone = voided(records)
    twice = [seq for seq in targets if seq in gone]
    if twice:
        return refuse("undo.already", None, seq=twice[0])
    if any(isinstance(known[seq], e.TournamentCreated) for seq in targets):
        return refuse("undo.creation")
    return without(records, targets)


def _nonsense(t: Tournament, event: e.Event, seq: int) -> Reason | None:
    """Why this record would make no sense now; None if it still does."""
    allowed = NEEDS_PHASE.get(type(event))
    name = type(event).__name__
    if allowed and t.phase not in allowed:
        return why("undo.in_the_way", None, seq=seq, event=name)
    if isinstance(event, e.RoundClosed) and any(not m.final for m in t.in_round(event.round)):
        return why("undo.in_the_way", None, seq=seq, event=name)
    if not all(_known(t, key, value) for key, value in _references(event)):
        return why("undo.in_the_way", None, seq=seq, event=name)
    return None


_TABLES = {
    "match": "matches",
    "player": "players",
    "staff": "staff",
    "call": "calls",
    "component": "components",
    "round": "rounds",
    "notice": "notices",
}
_MAKES: dict[type[e.Event], str] = {
    e.PlayerRegistered: "player",
    e.PlayerEnteredLate: "player",
    e.StaffAppointed: "staff",
    e.JudgeCalled: "call",
    e.ComponentReported: "component",
    e.RoundFrozen: "round",
    e.NoticePosted: "notice",
}


def _references(event: e.Event) -> Iterable[tuple[str, object]]:
    made = _MAKES.get(type(event))
    for key in _TABLES:
        if key != made and (value := getattr(event, key, None)) is not None:
            yield key, value
    for key in ("a", "b"):
        yield from (
            ("player", getattr(m, key)) for m in getattr(event, "matches", ()) if getattr(m, key) is not None
        )
    yield from (("match", m.match) for m in getattr(event, "before", ()))
    yield from (("player", s.player) for s in getattr(event, "scores", ()))


def _known(t: Tournament, key: str, value: object) -> bool:
    if key in ("round", "staff") and value == 0:
        return True
    return value in getattr(t, _TABLES[key])
