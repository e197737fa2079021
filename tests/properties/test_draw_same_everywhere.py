"""The same entrants and the same key give the same draw: in any order, process and hash seed."""

import os
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant, Method
from tests.core.pairing.draws import ARMADA, ONE, draw, handmade, played

SCRIPT = """
import random
from komandor.core.lots import Lots
from tests.core.pairing.draws import draw, ARMADA, handmade, played
for entrants in (handmade(random.Random(3), 18), played(random.Random(4), 21, 6, ARMADA)):
    for method in ("random", "fold"):
        made = draw(entrants, Lots(b"k"), round=7, method=method)
        print(made.pairs, made.bye, made.floats, made.rematches)
"""


def test_every_process_and_hash_seed_agrees() -> None:
    said = set()
    for seed in ("0", "1", "4242"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, check=True)
        said.add(done.stdout)
    assert len(said) == 1


@given(st.integers(0, 10_000), st.sampled_from(["random", "fold"]), st.randoms(use_true_random=False))
def test_the_order_of_entrants_does_not_matter(seed: int, method: Method, shuffler: random.Random) -> None:
    entrants = handmade(random.Random(seed), 3 + seed % 14)
    mixed = list(entrants)
    shuffler.shuffle(mixed)
    one = draw(entrants, Lots(b"k"), round=1 + seed % 3, method=method, apart_round1=True)
    two = draw(mixed, Lots(b"k"), round=1 + seed % 3, method=method, apart_round1=True)
    assert (one.pairs, one.bye, one.floats) == (two.pairs, two.bye, two.floats)


def test_another_key_is_another_draw() -> None:
    entrants = [Entrant(player=p, points=0, rank=p) for p in range(1, 33)]
    assert len({draw(entrants, Lots(bytes([i])), round=1).pairs for i in range(20)}) == 20


def test_a_player_twice_in_the_field_is_a_bug() -> None:
    with pytest.raises(ValueError, match="twice"):
        draw([Entrant(player=1), Entrant(player=1)], Lots(b""), round=1)


@pytest.mark.parametrize("seed", range(6))
def test_every_player_has_a_reason_with_a_rule(seed: int) -> None:
    scale = (ONE, ARMADA)[seed % 2]
    entrants = played(random.Random(seed), 11 + seed, 5, scale)
    made = draw(entrants, Lots(b"k"), round=6)
    for entrant in entrants:
        reason = made.reasons[entrant.player]
        assert reason.rule
        assert reason.params["player"] == entrant.player
