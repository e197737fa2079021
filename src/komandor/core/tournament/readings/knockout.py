"""The bracket of a knock-out stage, put together from its seeds and the results so far."""

from dataclasses import dataclass, replace

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
from komandor.core.tournament.state import Match, Round, Stage, Tournament
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


def with_a_game(t: Tournament, stage: int, here: tuple[PlayerNo, ...]) -> tuple[PlayerNo, ...]:
    """Of those who are here, who can have a game in the next round: in a bracket not whoever is out."""
    if stage not in t.stages or t.stages[stage].kind.bracket is None:
        return here
    games = next_wave(t, t.stages[stage]).games
    return tuple(n for n in here if any(n in game.players for game in games))


Seats = tuple[int | None, tuple[PlayerNo, ...]]
"""A game of a bracket with whom it seats: two players, or one with a bye."""


def games_due(t: Tournament, round_: Round) -> set[Seats]:
    """The games and byes that a round of a bracket consists of, if it is paired now."""
    t = t.fork()
    t.rounds[round_.number] = replace(round_, matches=())
    wave = next_wave(t, t.stages[round_.stage])
    return {(g.number, g.players) for g in wave.games} | {
        (g.number, (g.winner,)) for g in wave.byes if isinstance(g.winner, int)
    }


def other_games_due(t: Tournament, round_: Round) -> tuple[tuple[PlayerNo, ...], tuple[PlayerNo, ...]]:
    """Who sits in a game that they no longer play, and who should sit in one; while nothing is played."""
    if t.stages[round_.stage].kind.bracket is None or not round_.matches or played_in(t, round_):
        return (), ()
    seated = {(m.game, m.players) for m in t.in_round(round_.number) if not m.is_bye}
    due = {one for one in games_due(t, round_) if len(one[1]) > 1}
    wrong, right = seated - due, due - seated
    return _players(wrong), _players(right)


def played_in(t: Tournament, round_: Round) -> bool:
    """Whether the round has begun: its clock has started, or a result is in."""
    return round_.clock is not None or any(m.result is not None for m in t.in_round(round_.number))


def _players(games: set[Seats]) -> tuple[PlayerNo, ...]:
    return tuple(sorted({n for _, players in games for n in players}))
