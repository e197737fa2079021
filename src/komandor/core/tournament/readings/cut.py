"""Qualified players: who left before the first game, who is asked next, which teams are level."""

from collections.abc import Sequence

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.readings.attendance import begun, open_results, staying
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.state import Stage, Tournament
from komandor.core.tournament.values import StagePlan


def results_due(t: Tournament) -> list[Reason]:
    """Only complete rounds count (AMB-G9): an annulled result is replaced first (SWL-CHECK-2)."""
    return [
        why("round.results_missing", "COM-PTS-1", round=m.round, tables=(m.table or 0,))
        for m in open_results(t)
    ]


def cut_size(stages: Sequence[StagePlan]) -> int:
    """How many players the cut of these stages takes; 0 without one."""
    return next((stage.cut for stage in stages[1:] if stage.cut), 0)


def rounds_left(t: Tournament, stage: Stage) -> int:
    return stage.kind.rounds(t, stage) - len(t.rounds_of(stage.number))


def stage_to_follow(t: Tournament, stage: Stage) -> Refusal | None:
    """What is still to be played of a stage that counts in the standings, and what has to come after it."""
    if len(staying(t, stage)) < 2:
        return None
    if (left := rounds_left(t, stage)) > 0:
        return refuse("close.rounds_left", "COM-PREP-3", rounds=left)
    if stage.number < len(t.announced):
        return refuse("close.cut_due", "COM-CUT-2")
    if t.teams and teams_level(t):
        return refuse("close.final_match_due", "SWL-2V2-5", teams=teams_level(t))
    return None


def teams_level(t: Tournament) -> tuple[PlayerNo, ...]:
    """Two teams level on points for first place; of more, the best two by SWL-TB (SWL-2V2-5, AMB-S13)."""
    here = _present_on_top(t)
    return here[:2] if len(here) > 1 else ()


def title_left_to(t: Tournament) -> PlayerNo | None:
    """The only one left of the teams level for first place: the final match is theirs (AMB-G42)."""
    here = _present_on_top(t)
    return here[0] if t.teams and len(here) == 1 else None


def _present_on_top(t: Tournament) -> tuple[PlayerNo, ...]:
    rows = standings_of(t)
    return tuple(row.player for row in rows if row.points == rows[0].points and not row.left)


def leavers(t: Tournament) -> tuple[PlayerNo, ...]:
    """Qualified players who left before any game of the stage, best seed first (AMB-G18)."""
    stage = t.stage
    if stage is None or not awaiting(t, stage):
        return ()
    return tuple(n for n in stage.seeded if not t.players[n].active)


def awaiting(t: Tournament, stage: Stage) -> bool:
    """Whether a gap in the stage is still filled: until its first clock starts (COM-CUT-3, AMB-G18)."""
    return stage.number > 1 and stage.kind.replaces_leavers and not begun(t, stage) and t.phase != "closed"


def closed_up(t: Tournament) -> tuple[PlayerNo, ...]:
    """The seeds that close up because nobody is left to fill a gap (AMB-G30); empty if they need not."""
    gone, stage = leavers(t), t.stage
    if not gone or stage is None or next_in_line(t) is not None:
        return ()
    left = tuple(n for n in stage.seeded if n not in gone)
    return left if len(left) > 1 else ()


def next_in_line(t: Tournament) -> PlayerNo | None:
    """Who is asked now: the next in the frozen standings who is still here and has not declined."""
    stage = t.stage
    if stage is None:
        return None
    out = {*stage.seeds, *stage.declined}
    return next((n for n in stage.standings_before if n not in out and t.players[n].active), None)


def cut_due(t: Tournament) -> list[Reason]:
    """Why the first games of a stage wait: a gap is to be filled, or the standings are others by now."""
    return [*replacements_due(t), *([why("cut.outdated", "COM-CUT-5")] if cut_outdated(t) else [])]


def replacements_due(t: Tournament) -> list[Reason]:
    asked = next_in_line(t)
    if asked is None:
        return []
    return [why("cut.replacement_due", "COM-CUT-3", leaver=n, player=asked) for n in leavers(t)]


def cut_outdated(t: Tournament) -> bool:
    """Whether a correction or a deduction since the cut has changed who qualifies, or in which order.

    Where all but one have left, nobody plays for it any more.
    """
    stage = t.stage
    if stage is None or stage.number == 1 or begun(t, stage) or t.phase == "closed":
        return False
    if sum(t.players[n].active for n in stage.standings_before) < 2:
        return False
    if t.teams:
        return set(stage.seeds) != set(teams_level(t) or stage.seeds) and _all_here(t, stage)
    now, before = _down_to_the_last_seed(t, stage)
    return now != before


def cut_would_differ(t: Tournament) -> bool:
    """Whether the standings now would let others into a stage that has been played already."""
    stage = t.stage
    if stage is None or stage.number == 1 or not begun(t, stage):
        return False
    if t.teams:
        return len({row.points for row in standings_of(t) if row.player in stage.seeds}) > 1
    now, before = _down_to_the_last_seed(t, stage)
    return set(now) != set(before)


def seeds_would_differ(t: Tournament) -> bool:
    """Whether by the standings now the seeds of a stage that is being played come in another order."""
    stage = t.stage
    if stage is None or stage.number == 1 or t.teams or not begun(t, stage):
        return False
    now, before = _down_to_the_last_seed(t, stage)
    return now != before


def _all_here(t: Tournament, stage: Stage) -> bool:
    return all(t.players[n].active for n in stage.seeded)


def _down_to_the_last_seed(t: Tournament, stage: Stage) -> tuple[list[PlayerNo], list[PlayerNo]]:
    """The standings now and at the cut, as far down as somebody qualified.

    Disqualified players have no place any more; that alone changes nothing (AMB-G32), also where the others
    are then compared with each other again (SWL-TB-2).
    """
    now = [row.player for row in standings_of(t, t.stages[stage.number - 1])]
    before = [n for n in stage.standings_before if n in now]
    if len(before) < len(stage.standings_before) and rules(t).data.ranking == "place_one_by_one":
        return before, before
    last = max((before.index(n) for n in stage.seeds if n in before), default=-1)
    return now[: last + 1], before[: last + 1]
