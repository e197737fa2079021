"""What a round is called: round 2 of 5, quarter-final, semi-final, final, lower bracket 2, repeated final.

The kind of its stage gives the name in parts, and `texts.round_title` turns it into words.
"""

from komandor.core.tournament.readings.knockout import plan
from komandor.core.tournament.stage_kind import RoundName, RoundPart
from komandor.core.tournament.stage_kinds import kinds_of
from komandor.core.tournament.stage_kinds.bracket_names import name_in
from komandor.core.tournament.state import Stage, Tournament


def round_name(t: Tournament, number: int) -> RoundName:
    """The name of a round that was begun; one that is still to be seated is called like the next one."""
    round_ = t.rounds[number]
    stage = t.stages[round_.stage]
    return stage.kind.name(t, stage, round_)


def next_round_name(t: Tournament) -> RoundName:
    """The name of the round that would be begun now."""
    stage = t.stage
    if stage is not None:
        return stage.kind.name(t, stage, None)
    for kind in kinds_of(t.announced[:1]):  # the rounds of a bracket are named when it is drawn
        return () if kind.eliminates else kind.planned(t.announced[0], t.announced_players)[0][1]
    return (RoundPart("swiss", 1),)


def pairs_follow_from_seeds(t: Tournament) -> bool:
    """Whether nothing is drawn in the next round, because the seeds of its bracket are known."""
    return t.stage is not None and t.stage.kind.eliminates and bool(t.stage.seeds)


def game_name(stage: Stage, game: int | None) -> RoundPart:
    """The name of the round of its bracket that a game belongs to."""
    return name_in(plan(stage), game)
