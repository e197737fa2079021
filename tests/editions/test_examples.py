"""An event of each example edition is played, verified, and imported where nobody has the edition."""

from pathlib import Path

import pytest

from komandor.app.imports import unfit
from komandor.app.ledger import Ledger
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.core.editions import Edition, read_edition
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.standings import standings_of
from komandor.log.bundle import Bundle, import_
from komandor.simulate import simulate
from komandor.store.memory import MemoryStore

FOLDER = Path(__file__).parents[2] / "examples" / "editions"
FILES = sorted(FOLDER.glob("*.toml"))
QUIET = {"players": 9, "level": "casual", "ending": "closed", "teams": 0, "parity": "any"}


def example(name: str) -> Edition:
    edition = read_edition((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert isinstance(edition, Edition), edition
    return edition


def test_there_are_three_examples():
    assert {path.stem.partition("-")[0] for path in FILES} == {"armada", "imperial", "destiny"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
@pytest.mark.parametrize("structure", ["basic", "swiss+single"])
def test_a_whole_event_stands_without_the_edition(path: Path, structure: str):
    made = simulate(f"{path.stem} {structure}", {**QUIET, "structure": structure}, example(path.stem))
    file = made.file()
    assert check_bytes(file).violations == ()
    assert verify(file).ok
    elsewhere = MemoryStore()
    assert isinstance(import_(elsewhere, file, unfit), Bundle)
    t = Ledger(elsewhere).load(made.hall.id).state
    assert rules(t).id == example(path.stem).id != rules(t).data.id
    assert t.phase == "closed"
    assert standings_of(t, t.stages[1]) == standings_of(made.state, made.state.stages[1])
