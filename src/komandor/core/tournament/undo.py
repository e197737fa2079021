"""Undo with a preview: what the tournament would be without some of its records.

Nothing is deleted: undo is an event, and undoing it is redo.  A record on which later ones depend
cannot be taken out; the refusal names the first later record that would no longer make sense.
"""

from collections.abc import Iterable, Sequence

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import EVENT_ROW_OF, evolve
from komandor.core.tournament.readings.leaders import staff_besides, without_ruler
from komandor.core.tournament.readings.lost_games import open_match, unfounded
from komandor.core.tournament.readings.scoring import under_another_first
from komandor.core.tournament.references import ROUND, number_of, references
from komandor.core.tournament.replay import Numbered, replay, voided
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import RoundStatus


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
    begins = EVENT_ROW_OF[type(event)].begins
    stage = begins(event) if begins else ""
    return why("undo.in_the_way", None, seq=seq, stage=stage, event=type(event).__name__)


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
    if code := next(filter(None, (EVENT_ROW_OF[type(known[seq])].undo_refused for seq in targets)), ""):
        return refuse(code)
    after = without(records, targets)
    if isinstance(after, Refusal):
        return after
    now = replay(records)
    if _organised(now) and not _organised(after):
        return refuse("staff.organiser_needed", "COM-ROLE-3")
    refused = (
        _rolled_again(records, now, after)
        or _closed_without(records, now, after)
        or _unfounded(records, now, after)
        or _deserted(records, now, after)
        or _unruled(now, after)
    )
    return refused or after


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
        left -= {seq for seq, event in records if EVENT_ROW_OF[type(event)].takes_back}
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
    closings = [(seq, x) for seq, x in records if round_made(x, "closed") in last]
    return Refusal((in_the_way(*closings[-1]),)) if closings else None


def _deserted(records: Sequence[Numbered], now: Tournament, after: Tournament) -> Refusal | None:
    """Who left before anybody played for the stage is to be replaced (COM-CUT-3): no game begins for them."""
    for number, player in sorted(after.players.items()):
        if player.left_at and _to_be_replaced(now, number) and open_match(after, number):
            return Refusal((in_the_way(player.left_at, dict(records)[player.left_at]),))
    return None


def _to_be_replaced(t: Tournament, player: PlayerNo) -> bool:
    """Whether the player sits in a match of which no game counts yet."""
    here = t.in_round(t.round_number) if t.rounds else ()
    seated = any(player in m.players and m.kind == "match" and not m.final for m in here)
    return seated and open_match(t, player) is None


def _unfounded(records: Sequence[Numbered], now: Tournament, after: Tournament) -> Refusal | None:
    """A result stays no longer than the rulings or the first player it rests on (AMB-G40, ARM-SETUP-5).

    Nor does a ruling or another first player come back beside it.
    """
    match = unfounded(now, after) or under_another_first(now, after)
    if match is None:
        return None
    gone, kinds = voided(records), (e.ResultReported, e.ResultEntered, e.ResultCorrected)
    found = [one for one in records if isinstance(one[1], kinds) and one[1].match == match.number]
    found = [one for one in found if one[0] not in gone]
    return Refusal((in_the_way(*found[-1]),)) if found else None


def _unruled(now: Tournament, after: Tournament) -> Refusal | None:
    """Nobody who plays is left without somebody on duty who may rule (COM-PART-2)."""
    already = {m.number for m in without_ruler(now)}
    tables = [m.table or 0 for m in without_ruler(after) if after.playing and m.number not in already]
    return refuse("undo.nobody_would_rule", "COM-PART-2", tables=tuple(tables)) if tables else None


def round_made(event: e.Event, status: RoundStatus) -> int:
    """The round that an event gives this status; 0 if it gives it to none."""
    return number_of(event, ROUND) if EVENT_ROW_OF[type(event)].round_status == status else 0


def _rolled_again(records: Sequence[Numbered], now: Tournament, after: Tournament) -> Refusal | None:
    """A draw is undone together with its freeze; otherwise the dice could be rolled again in secret."""
    open_ = [n for n, r in after.rounds.items() if not r.link and n in now.rounds and now.rounds[n].link]
    if not open_:
        return None
    frozen = [seq for seq, x in records if round_made(x, "frozen") == open_[0]]
    return refuse("undo.draw_with_its_freeze", None, round=open_[0], seq=frozen[-1])


def _makes_sense(t: Tournament, event: e.Event) -> bool:
    """Whether this event could happen to the tournament as it stands: asks the event's row."""
    row = EVENT_ROW_OF[type(event)]
    if (row.needs_phase and t.phase not in row.needs_phase) or (
        t.phase == "closed" and not row.after_the_end
    ):
        return False
    for thing, number in references(event):
        new = thing is row.makes and not thing.made_again  # a redo would give two things one number
        if number and (thing is not row.makes or new) and thing.exists(t, number) == new:
            return False
    return row.needs is None or row.needs(t, event)
