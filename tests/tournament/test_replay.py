"""The same log gives the same state, byte for byte: under every hash seed and from every store."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from komandor.app.ledger import Ledger, event_of
from komandor.core.tournament.replay import replay
from komandor.log.bundle import import_, parse
from komandor.simulate import simulate
from komandor.store import open_store
from tests.support.dump import digest, dump

SEEDS = ("11", "22", "33")
PROGRAM = """
import sys
from komandor.simulate import simulate
from tests.support.dump import digest
import hashlib
wish = {"size": "small", "drops": 100, "undos": 50, "reports": 500, "structure": "swiss+single"}
made = simulate("replay", wish)
print(hashlib.sha256(made.file()).hexdigest(), digest(made.state))
"""


def _run(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_three_hash_seeds_give_the_same_file_and_the_same_state():
    assert len({_run(seed) for seed in SEEDS}) == 1


def _busy():
    return simulate("stores", {"size": "small", "drops": 100, "undos": 50, "swaps": 300, "late": 500})


@pytest.mark.parametrize("where", ["memory", "sqlite", "postgres"])
def test_every_store_gives_the_same_state(where: str, tmp_path: Path, request: pytest.FixtureRequest):
    made = _busy()
    place = {"memory": "memory:", "sqlite": str(tmp_path)}.get(where) or request.getfixturevalue(
        "postgres_database"
    )
    store = open_store(place)
    try:
        import_(store, made.file())
        assert dump(Ledger(store).load(made.hall.id).state) == dump(made.state)
    finally:
        store.close()


def test_carried_on_event_by_event_or_replayed_at_once_is_the_same():
    made = _busy()
    assert dump(replay((r.seq, event_of(r)) for r in made.records)) == dump(made.state)


def test_out_and_in_again_is_the_same_tournament():
    made = _busy()
    bundle = parse(made.file())
    assert digest(replay((r.seq, event_of(r)) for r in bundle.records)) == digest(made.state)  # type: ignore[union-attr]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not():
    one, two, other = (simulate(seed, {"size": "tiny"}).file() for seed in ("s1", "s1", "s2"))
    assert one == two
    assert one != other
