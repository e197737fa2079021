"""The bracket of a knock-out stage, put together from its seeds and the results so far."""

from dataclasses import dataclass

from komandor.core.brackets import (
    DOUBLE_LOSS,
    BracketGame,
    BracketPlan,
    BracketState,
    Result,
    run,
)
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament.state import Match, Stage, Tournament
from komandor.core.tournament.values import both_lost


def plan(stage: Stage) -> BracketPlan:
    """The games of the stage: as many places as players, rounded up (AMB-G30, AMB-G31)."""
    assert stage.kind.bracket
    made = stage.kind.bracket.plan(len(stage.seeds))
    assert isinstance(made, BracketPlan), made
    return made


def matches(t: Tournament, stage: Stage) -> tuple[Match, ...]:
    return tuple(t.matches[n] for r in t.rounds_of(stage.number) for n in r.matches)


def results(t: Tournament, stage: Stage) -> dict[int, Result]:
    """Winner (or double loss) of every decided game, by game number."""
    out: dict[int, Result] = {}
    for match in matches(t, stage):
        if match.game is None or match.kind != "match" or not match.result or not match.final:
            continue
        if both_lost(match.result.scores):
            out[match.game] = DOUBLE_LOSS
        elif match.result.winner is not None:
            out[match.game] = match.result.winner
    return out


def gone(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who left, in the order in which they did."""
    away = (n for n in stage.seeded if not t.players[n].active)
    return tuple(sorted(away, key=lambda n: t.players[n].left_at or 0))


def bracket(t: Tournament, stage: Stage, changed: dict[int, Result] | None = None) -> BracketState | Refusal:
    """The stage's bracket now; `changed` tries other results on."""
    return run(plan(stage), stage.seeds, {**results(t, stage), **(changed or {})}, gone(t, stage))


def bracket_now(t: Tournament, stage: Stage) -> BracketState:
    state = bracket(t, stage)
    assert isinstance(state, BracketState), state
    return state


@dataclass(frozen=True, slots=True)
class Wave:
    """What the next knock-out round consists of: games to play, and byes that move on by themselves."""

    games: tuple[BracketGame, ...]
    byes: tuple[BracketGame, ...]


def next_wave(t: Tournament, stage: Stage) -> Wave:
    """The bracket's first round that has games to play: these, and its byes (COM-PAIR-1, COM-ELIM-4).

    Two players with byes wait for the others, though their own game could be played at once.
    """
    state = bracket_now(t, stage)
    seated = {m.game for m in matches(t, stage)}
    first = min((g.round for g in state.games if g.status == "playable"), default=0)
    games = tuple(g for g in state.games if g.status == "playable" and g.round == first)
    busy = {n for g in games for n in g.players}
    byes: list[BracketGame] = []
    for g in state.games:
        due = g.status == "bye" and g.round == first and g.number not in seated
        if due and isinstance(g.winner, int) and t.players[g.winner].active and g.winner not in busy:
            busy.add(g.winner)
            byes.append(g)
    return Wave(games, tuple(byes))
