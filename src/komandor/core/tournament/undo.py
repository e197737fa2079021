"""Undo with a preview: what the tournament would be without some of its records.

Nothing is deleted: undo is an event, and undoing it is redo.  A record on which later ones depend
cannot be taken out; the refusal names the first later record that would no longer make sense.
"""

from collections.abc import Iterable, Sequence

from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import EVENT_ROW_OF, evolve
from komandor.core.tournament.actions.named import exists, named_by
from komandor.core.tournament.readings.leaders import staff_besides
from komandor.core.tournament.replay import Numbered, replay, voided
from komandor.core.tournament.state import Tournament


def without(records: Sequence[Numbered], targets: Iterable[int]) -> Tournament | Refusal:
    """The tournament as it would be without these records, or the record that stands in the way."""
    gone = frozenset(targets)
    void = e.EventVoided(tuple(sorted(gone)), "")
    out = voided((*records, (records[-1][0] + 1, void)))
    t = Tournament()
    for seq, event in records:
        if seq in out:
            t.version = seq
            continue
        if not _makes_sense(t, event):
            return Refusal((in_the_way(seq, event),))
        evolve(t, event, seq)
    return t


def in_the_way(seq: int, event: e.Event) -> Reason:
    return why("undo.in_the_way", None, seq=seq, event=type(event).__name__)


def check(records: Sequence[Numbered], targets: tuple[int, ...]) -> Tournament | Refusal:
    """The tournament after undoing these records, or every reason why they cannot be undone."""
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
    if isinstance(after, Refusal):
        return after
    if any(isinstance(known[seq], e.StaffAppointed) for seq in targets) and not _organised(after):
        return refuse("staff.organiser_needed", "COM-ROLE-3")
    now = replay(records)
    return _rolled_again(records, now, after) or _closed_without(records, now, after) or after


def whole_steps(records: Sequence[Numbered], steps: Sequence[str], targets: Iterable[int]) -> tuple[int, ...]:
    """Every record that still counts of the steps that wrote these; `steps` names the step of each record."""
    gone, chosen = voided(records), {steps[seq - 1] for seq in targets}
    return tuple(seq for seq, _ in records if seq not in gone and steps[seq - 1] in chosen)


def parted(
    records: Sequence[Numbered], steps: Sequence[str], targets: Iterable[int], after: Tournament
) -> Refusal | None:
    """Whether records of the same steps would be left behind; the refusal names them.

    An undo after the end wrote the new places too. They go without it when the end itself goes.
    """
    left = set(whole_steps(records, steps, targets)) - set(targets)
    if after.phase != "closed":
        left -= {seq for seq, event in records if isinstance(event, e.EventVoided)}
    return refuse("undo.part_of_step", None, seqs=tuple(sorted(left))) if left else None


def _organised(t: Tournament) -> bool:
    return any("organiser" in one.roles for one in staff_besides(t))


def _closed_without(records: Sequence[Numbered], now: Tournament, after: Tournament) -> Refusal | None:
    """Who said that a round is their last left when it was closed; afterwards that is not brought back."""
    before = {n: p.leaves_after for n, p in now.players.items() if p.active}
    last = {
        p.leaves_after
        for n, p in after.players.items()
        if p.active and n in before and p.leaves_after != before[n]
    }
    last &= {n for n, r in after.rounds.items() if r.status == "closed"}
    closings = [(seq, x) for seq, x in records if isinstance(x, e.RoundClosed) and x.round in last]
    return Refusal((in_the_way(*closings[-1]),)) if closings else None


def _rolled_again(records: Sequence[Numbered], now: Tournament, after: Tournament) -> Refusal | None:
    """A draw is undone together with its freeze; otherwise the dice could be rolled again in secret."""
    open_ = [n for n, r in after.rounds.items() if not r.link and n in now.rounds and now.rounds[n].link]
    if not open_:
        return None
    frozen = [seq for seq, x in records if isinstance(x, e.RoundFrozen) and x.round == open_[0]]
    return refuse("undo.draw_with_its_freeze", None, round=open_[0], seq=frozen[-1])


def _makes_sense(t: Tournament, event: e.Event) -> bool:
    """Whether this event could happen to the tournament as it stands: asks the event's row."""
    row = EVENT_ROW_OF[type(event)]
    if row.needs_phase and t.phase not in row.needs_phase:
        return False
    if not all(_exists(t, key, value) for key, value in _named_things(event, row.makes)):
        return False
    if row.makes not in MADE_AGAIN and _exists(t, row.makes, getattr(event, row.makes)):
        return False  # a redo would give two things one number
    return row.needs is None or row.needs(t, event)


MADE_AGAIN = ("", "staff", "round")
"""What an event may make although it is there: staff get other roles, a round is frozen again."""


def _named_things(event: e.Event, made: str) -> Iterable[tuple[str, int]]:
    """The things that an event names, except the one that it makes: (kind, number)."""
    yield from ((key, number) for key, number in named_by(event) if key != made)
    for match in getattr(event, "matches", ()):
        yield from (("player", n) for n in (match.a, match.b) if n is not None)
    yield from (("match", m.match) for m in getattr(event, "before", ()))
    yield from (("player", s.player) for s in getattr(event, "scores", ()))
    for key in ("order", "entrants", "seeds", "standings", "absent", "winners"):
        yield from (("player", n) for n in getattr(event, key, ()) if n is not None)
    for key in ("lots", "places"):
        yield from (("player", n) for n, _ in getattr(event, key, ()))


def _exists(t: Tournament, key: str, number: int) -> bool:
    if key in ("round", "staff") and number == 0:
        return True  # before round 1; by the host
    return exists(t, key, number)
