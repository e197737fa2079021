"""Simulated tournaments over all axes are in order for the independent checker and for the verifier of draws.

A sample here; `KOMANDOR_CAMPAIGN=20000 ./test tests/tournament/test_simulated.py` asks thousands.
"""

import os
from random import Random

import pytest

from komandor.app.ledger import event_of
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.cli.exits import BAD_INPUT
from komandor.cli.main import main
from komandor.core.tournament.events import PlayerEnteredLate
from komandor.core.tournament.replay import replay
from komandor.simulate import AXES, choose, simulate
from komandor.simulate.axes import BY_NAME, Value
from tests.support.sampling import quick_first

SAMPLE = int(os.environ.get("KOMANDOR_CAMPAIGN", "120"))
PARTS = 6
SIZES = ("tiny", "small", "tiny", "small", "middle")


@pytest.mark.parametrize("part", quick_first(range(PARTS), 1))
def test_a_sample_is_in_order(part: int):
    for seed in range(part * SAMPLE // PARTS, (part + 1) * SAMPLE // PARTS):
        made = simulate(seed, {"size": "large" if seed % 500 == 499 else SIZES[seed % len(SIZES)]})
        found = check_bytes(made.file()).violations
        assert found == (), f"komandor simulate --seed {seed}: {[str(v) for v in found[:3]]}"
        assert verify(made.file()).ok, seed
        assert replay(enumerate(map(event_of, made.records), start=1)) == made.state, seed


def test_there_are_at_least_twenty_four_axes_each_with_a_name_of_its_own():
    assert len(AXES) >= 24
    assert len(BY_NAME) == len(AXES)
    assert all(axis.help and axis.range for axis in AXES)


def test_chance_reaches_every_value_of_every_axis():
    plans = [choose(Random(seed)) for seed in range(400)]
    for axis in AXES:
        seen = {plan[axis.name] for plan in plans}
        assert set(axis.values) <= seen, axis.name
        assert not axis.rate or (0 in seen and len(seen) > 5), axis.name
    assert {plan["players"] for plan in plans} >= {2, 3}
    assert max(int(plan["players"]) for plan in plans) > 500


def test_what_was_asked_for_is_what_comes():
    asked: dict[str, Value] = {
        "game": "conquest",
        "players": 7,
        "structure": "single",
        "randomness": "beacon",
        "hall": "ranges",
    }
    made = simulate("asked", asked)
    assert asked.items() <= made.plan.items()
    assert made.state.edition.startswith("conquest")
    assert len(made.state.players) == 7
    assert made.state.tables == "1-4,11-30,50-999"
    assert all(r.public_source == "beacon" for r in made.state.rounds.values())


@pytest.mark.parametrize(("reset", "games"), [("always", 7), ("never", 6)])
def test_a_final_is_repeated_or_not_as_the_axis_says(reset: str, games: int):
    calm: dict[str, Value] = {axis.name: 0 for axis in AXES if axis.rate}
    wish = calm | {"game": "star-wars-lcg", "players": 4, "structure": "double", "reset": reset, "teams": 0}
    made = simulate("reset", wish | {"ending": "closed", "end_corrections": 0, "check_in": "used"})
    assert sum(1 for m in made.state.matches.values() if m.kind == "match") == games


def test_start_numbers_are_not_given_twice_when_the_announcement_is_undone():
    options: dict[str, Value] = {"game": "star-wars-lcg", "teams": 0, "size": "tiny", "structure": "swiss"}
    made = simulate(19, {**options, "settings": "random", "undos": 300})
    numbers = [player.start for player in made.state.players.values() if player.start]
    assert numbers
    assert len(numbers) == len(set(numbers))


def test_a_given_structure_with_finals_is_not_played_in_teams():
    """SWL-2V2-4: two against two has no finals, so whatever the seed says of teams gives way."""
    given: dict[str, Value] = {"game": "star-wars-lcg", "structure": "swiss+single"}
    assert {choose(Random(seed), given)["teams"] for seed in range(20)} == {0}


def test_teams_with_finals_are_refused_in_a_sentence(tmp_path, capsys):
    """Nothing is written, and the rule is named."""
    asked = ["simulate", "--game", "star-wars-lcg", "--teams", "1", "--structure", "swiss+double"]
    assert main([*asked, "-o", str(tmp_path / "cup.komandor")]) == BAD_INPUT
    assert "SWL-2V2-4" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("choice", ["losses", "play_now", "awarded_bye"])
def test_a_late_entry_gets_what_was_asked_for_and_the_event_ends(choice: str):
    given: dict[str, Value] = {
        "game": "destiny",
        "structure": "swiss+swiss",
        "players": 9,
        "ending": "closed",
    }
    made = [simulate(f"late {seed}", {**given, "late": 700, "late_choice": choice}) for seed in range(3)]
    entered = [
        event for one in made for event in map(event_of, one.records) if type(event) is PlayerEnteredLate
    ]
    assert {event.choice for event in entered} == {choice}
    assert {one.state.phase for one in made} == {"closed"}
