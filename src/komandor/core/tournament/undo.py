"""Undo with a preview: what would be if these records had not happened.

Nothing is deleted: undo is an event, and undoing it is redo.  A record that
later ones lean on cannot be taken out; the refusal names the one in the way.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import events as e
from komandor.core.tournament.evolve import evolve
from komandor.core.tournament.facts import open_results, playing
from komandor.core.tournament.knockout import next_wave
from komandor.core.tournament.replay import Numbered, replay, voided
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
    e.ReplacementAsked: ("cut", "frozen", "drawn", "published"),
    e.StageShrunk: ("cut", "frozen", "drawn", "published"),
    e.TournamentClosed: ("between", "cut", "closed"),
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
    after = without(records, targets)
    return after if isinstance(after, Refusal) else _rolled_again(records, after) or after


def _rolled_again(records: Sequence[Numbered], after: Tournament) -> Refusal | None:
    """A draw is taken back with its freeze or not at all: else the dice could be rolled again unseen."""
    now = replay(records)
    open_ = [n for n, r in after.rounds.items() if not r.link and n in now.rounds and now.rounds[n].link]
    if not open_:
        return None
    frozen = [seq for seq, x in records if isinstance(x, e.RoundFrozen) and x.round == open_[0]]
    return refuse("undo.draw_with_its_freeze", None, round=open_[0], seq=frozen[-1])


def _nonsense(t: Tournament, event: e.Event, seq: int) -> Reason | None:
    """Why this record would make no sense now; None if it still does."""
    allowed = NEEDS_PHASE.get(type(event))
    name = type(event).__name__
    if allowed and t.phase not in allowed:
        return why("undo.in_the_way", None, seq=seq, event=name)
    if not all(_known(t, key, value) for key, value in _references(event)):
        return why("undo.in_the_way", None, seq=seq, event=name)
    holds = HOLDS.get(type(event))
    if holds and not holds(t, event):
        return why("undo.in_the_way", None, seq=seq, event=name)
    return None


def _same_stage_due(t: Tournament, x: e.RoundFrozen) -> bool:
    """A later stage has to have been made by its cut; rounds follow one another."""
    return x.round == max(t.rounds, default=0) + 1 and (x.stage == 1 or x.stage in t.stages)


def _bracket_as_drawn(t: Tournament, x: e.RoundDrawn) -> bool:
    """A drawn knock-out round consists of the games that are due, with the players who are in them; a Swiss
    stage keeps the tie-break lots that its first draw brought (AMB-G8)."""
    stage = t.stages[x.stage]
    if stage.kind not in ("single", "double"):
        return stage.kind != "swiss" or bool(x.lots or stage.lots)
    t = t.fork()
    t.rounds[x.round] = replace(t.rounds[x.round], matches=())
    if x.seeds:
        t.stages[x.stage] = replace(stage, seeds=x.seeds)
    wave = next_wave(t, t.stages[x.stage])
    due = {(g.number, g.players) for g in wave.games} | {(g.number, (g.winner,)) for g in wave.byes}
    return due == {(m.game, (m.a,) if m.b is None else (m.a, m.b)) for m in x.matches}


def _seated_once(t: Tournament, x: e.RoundPublished) -> bool:
    """Everybody who is here sits in a Swiss round that was shown, and nobody else (COM-PAIR-1)."""
    round_ = t.rounds[x.round]
    stage = t.stages[round_.stage]
    seated = sorted(n for m in t.in_round(x.round) for n in m.players)
    return stage.kind != "swiss" or seated == sorted(playing(t, stage))


def _complete(t: Tournament, x: e.RoundClosed) -> bool:
    return all(m.final for m in t.in_round(x.round))


def _all_here(t: Tournament, x: e.CutMade) -> bool:
    stage = t.stages.get(x.stage - 1)
    return stage is not None and not open_results(t) and all(t.players[n].active for n in x.seeds)


def _there(t: Tournament, x: e.ResultConfirmed | e.ResultDisputed) -> bool:
    result = t.matches[x.match].result
    return result is not None and result.status == "reported"


Scored = e.ResultReported | e.ResultEntered | e.ResultCorrected | e.MatchForfeited


def _own_match(t: Tournament, x: Scored) -> bool:
    """A result is one of the two who sit at the match, in a round that was shown."""
    match = t.matches[x.match]
    shown = t.rounds[match.round].status not in ("frozen", "drawn")
    return shown and {s.player for s in x.scores} == set(match.players)


def _gone(t: Tournament, x: e.PlayerReturned) -> bool:
    return t.players[x.player].status == "left"


def _was_bye(t: Tournament, x: e.PlayerEnteredLate) -> bool:
    return bool(t.rounds) and (x.match is None or t.matches[x.match].kind == "bye")


def _as_before(t: Tournament, x: e.PairingChanged) -> bool:
    return all(t.matches[m.match].drawn() == m for m in x.before)


def _clock_stands(t: Tournament, x: e.ClockResumed) -> bool:
    clock = t.rounds[x.round].clock
    return clock is not None and clock.paused_at is not None


HOLDS: dict[type[e.Event], Callable[[Tournament, Any], bool]] = {
    e.RoundFrozen: _same_stage_due,
    e.RoundDrawn: _bracket_as_drawn,
    e.RoundPublished: _seated_once,
    e.RoundClosed: _complete,
    e.CutMade: _all_here,
    e.ResultReported: _own_match,
    e.ResultEntered: _own_match,
    e.ResultCorrected: _own_match,
    e.MatchForfeited: _own_match,
    e.ResultConfirmed: _there,
    e.ResultDisputed: _there,
    e.PlayerReturned: _gone,
    e.PlayerEnteredLate: _was_bye,
    e.PairingChanged: _as_before,
    e.ClockResumed: _clock_stands,
}
"""What must be so when an event happens, beside its phase and the things it names."""


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
    for key in ("order", "seeds", "standings", "absent"):
        yield from (("player", n) for n in getattr(event, key, ()) if n is not None)
    for key in ("lots", "places"):
        yield from (("player", n) for n, _ in getattr(event, key, ()))


def _known(t: Tournament, key: str, value: object) -> bool:
    if key in ("round", "staff") and value == 0:
        return True
    return value in getattr(t, _TABLES[key])
