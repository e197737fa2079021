"""The bracket of a knock-out stage, put together from its seeds and the results so far."""

from dataclasses import dataclass

from komandor.core.brackets import (
    DOUBLE_LOSS,
    BracketGame,
    BracketPlan,
    BracketState,
    Result,
    double,
    run,
    single,
)
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal
from komandor.core.tournament.state import Match, Stage, Tournament


def plan(stage: Stage) -> BracketPlan:
    """The games of the stage: as many places as players, rounded up (AMB-G30, AMB-G31)."""
    made = (double if stage.kind == "double" else single)(len(stage.seeds))
    assert isinstance(made, BracketPlan), made
    return made


def matches(t: Tournament, stage: Stage) -> tuple[Match, ...]:
    numbers = (m for _, r in sorted(t.rounds.items()) if r.stage == stage.number for m in r.matches)
    return tuple(t.matches[n] for n in numbers)


def results(t: Tournament, stage: Stage) -> dict[int, Result]:
    """Winner (or double loss) of every decided game, by game number."""
    out: dict[int, Result] = {}
    for match in matches(t, stage):
        if match.game is None or match.kind != "match" or not match.result or not match.final:
            continue
        if all(s.outcome == Outcome.DOUBLE_LOSS for s in match.result.scores):
            out[match.game] = DOUBLE_LOSS
        elif match.result.winner is not None:
            out[match.game] = match.result.winner
    return out


def gone(t: Tournament, stage: Stage) -> frozenset[PlayerNo]:
    return frozenset(n for n in stage.seeds if n is not None and not t.players[n].active)


def bracket(t: Tournament, stage: Stage, changed: dict[int, Result] | None = None) -> BracketState | Refusal:
    """The stage's bracket now; `changed` tries other results on (T65)."""
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
    """Every game that can be played now, and one bye for each player who moves on without one (COM-PAIR-1)."""
    state = bracket_now(t, stage)
    seated = {m.game for m in matches(t, stage)}
    games = tuple(g for g in state.games if g.status == "playable")
    rounds = {g.round for g in games}
    busy = {n for g in games for n in g.players}
    byes: list[BracketGame] = []
    for g in state.games:
        due = g.status == "bye" and g.round in rounds and g.number not in seated
        if due and isinstance(g.winner, int) and g.winner not in busy:
            busy.add(g.winner)
            byes.append(g)
    return Wave(games, tuple(byes))
