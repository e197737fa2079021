"""Every cut and bracket written down in the files beside this one is played out as it stands there."""

from pathlib import Path

import pytest

from komandor.core.brackets import BracketPlan, BracketState, Result, double, places, run, single
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import leavers, next_in_line
from tests.core.brackets.play import playable
from tests.scenarios.lines import scenarios, statements
from tests.support import event as whole


@pytest.mark.rule("COM-CUT-3", "COM-CUT-4", "COM-ELIM-1", "COM-ELIM-2", "COM-ELIM-3", "COM-ELIM-6")
@pytest.mark.rule("SWL-DE-1", "SWL-DE-2", "SWL-FINAL-2")
@pytest.mark.parametrize("file", scenarios(Path(__file__).parent))
def test_scenario(file: Path) -> None:
    story = Story()
    for word, rest in statements(file):
        getattr(story, f"do_{word}")(rest)


class Story:
    """Reads a scenario aloud; one method per word.

    `cut` plays a real event up to the cut: the first name is the player who is first in its standings.
    """

    event: whole.Event
    plan: BracketPlan
    names: dict[int, str]
    seeds: tuple[int | None, ...]

    def __init__(self) -> None:
        self.results: dict[int, Result] = {}
        self.withdrawn: set[int] = set()

    def do_title(self, _: str) -> None: ...

    do_rules = do_title

    def do_cut(self, text: str) -> None:
        game, size, _, *names = text.split()
        event = whole.Event(game, whole.swiss(2), whole.single(int(size))).register(len(names)).announce()
        self.event = event.play_stage().cut()
        self.names = dict(zip(event.order(), names, strict=True))

    def do_leaves(self, name: str) -> None:
        self.event.do(c.DropPlayer(self.number(name)))

    def do_asked(self, name: str) -> None:
        assert next_in_line(self.event.t) == self.number(name)

    def do_accepts(self, name: str) -> None:
        self.event.do(c.ReplaceSeed(leavers(self.event.t)[0], self.number(name), True))

    def do_seeds(self, text: str) -> None:
        assert not leavers(self.event.t)
        self.seeds = self.event.t.stages[2].seeds
        assert [self.name(player) for player in self.seeds] == text.split()

    def do_seeded(self, text: str) -> None:
        self.names = dict(enumerate(text.split(), start=1))
        self.seeds = tuple(self.names)

    def do_bracket(self, kind: str) -> None:
        plan = {"single": single, "double": double}[kind](len(self.seeds))
        assert isinstance(plan, BracketPlan)
        self.plan = plan

    def do_won(self, text: str) -> None:
        for game, name in (part.split() for part in text.split(", ")):
            assert int(game) in playable(self.state), f"game {game} cannot be played yet"
            self.results[int(game)] = self.number(name)

    def do_withdraws(self, name: str) -> None:
        self.withdrawn.add(self.number(name))

    def do_games(self, text: str) -> None:
        for number, pair in (part.split() for part in text.split(", ")):
            game = self.state.by_number[int(number)]
            assert f"{self.name(game.a)}-{self.name(game.b)}" == pair
            assert game.status == "playable"

    def do_byes(self, text: str) -> None:
        for number, name in (part.split() for part in text.split(", ")):
            game = self.state.by_number[int(number)]
            assert (game.status, self.name(game.winner)) == ("bye", name)

    def do_skipped(self, number: str) -> None:
        assert self.state.by_number[int(number)].status == "not_needed"

    def do_places(self, text: str) -> None:
        assert self.state.complete
        found = {self.name(player): place for player, place in places(self.state).items()}
        assert sorted(found, key=lambda name: found[name] or 0) == text.split()

    @property
    def state(self) -> BracketState:
        state = run(self.plan, self.seeds, self.results, self.withdrawn)
        assert isinstance(state, BracketState), state
        return state

    def number(self, name: str) -> int:
        return next(number for number, known in self.names.items() if known == name)

    def name(self, player: object) -> str:
        assert isinstance(player, int), player
        return self.names[player]
