"""Playing a bracket in a test: who wins is a function of the two players."""

from collections.abc import Callable, Collection, Sequence

from komandor.core.brackets import BracketPlan, BracketState, Result, double, run, single
from komandor.core.brackets.plan import BracketMatch, Seed, Slot, WinnerOf

Pick = Callable[[int, int], int]


def plan_of(kind: str, players: int) -> BracketPlan:
    plan = {"single": single, "double": double}[kind](players)
    assert isinstance(plan, BracketPlan), plan
    return plan


def slot(one: Slot) -> str:
    """Where a player comes from, as the posters have it: 3, W5, L2."""
    if isinstance(one, Seed):
        return str(one.number)
    return f"{'W' if isinstance(one, WinnerOf) else 'L'}{one.game}"


def written(match: BracketMatch) -> str:
    """A game as the posters have it: G5 W1–W2."""
    return f"G{match.number} {slot(match.a)}–{slot(match.b)}"


def stand(
    plan: BracketPlan,
    seeds: Sequence[int | None],
    results: dict[int, Result],
    withdrawn: Collection[int] = (),
) -> BracketState:
    state = run(plan, seeds, results, withdrawn)
    assert isinstance(state, BracketState), state
    return state


def playable(state: BracketState) -> tuple[int, ...]:
    """Games that can be played now."""
    return tuple(game.number for game in state.games if game.status == "playable")


def losses(state: BracketState) -> dict[int, int]:
    """How many games each seeded player has lost."""
    count: dict[int, int] = {seed: 0 for seed in state.seeds if seed is not None}
    for game in state.games:
        lost = game.players if game.status == "double_loss" else (game.loser,)
        for player in lost:
            if isinstance(player, int) and game.status != "bye":
                count[player] += 1
    return count


def play_out(kind: str, players: int, pick: Pick = min, withdrawn: Collection[int] = ()) -> BracketState:
    """All games of a bracket of players 1…n, seed by seed, as `pick` decides."""
    plan, seeds = plan_of(kind, players), list(range(1, players + 1))
    results: dict[int, Result] = {}
    state = stand(plan, seeds, results, withdrawn)
    while playable(state):
        for number in playable(state):
            game = state.by_number[number]
            assert isinstance(game.a, int)
            assert isinstance(game.b, int)
            results[number] = pick(game.a, game.b)
        state = stand(plan, seeds, results, withdrawn)
    return state
