"""A log of an earlier release means today what it meant then, and every later release finds it in order."""

from pathlib import Path

import pytest

from komandor.app.ledger import event_of
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.core.games import GAMES
from komandor.core.tournament.replay import replay
from komandor.log.bundle import Bundle, parse, write
from komandor.log.record import withheld
from tests.golden.summary import digest, summary

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.komandor"))


def _bundle(path: Path) -> Bundle:
    bundle = parse(path.read_bytes())
    assert isinstance(bundle, Bundle)
    return bundle


def test_every_game_has_a_golden_log():
    assert {game.data.id for game in GAMES} == {path.stem.partition("-")[2] for path in LOGS}


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_replay_gives_the_state_that_was_written_down(path: Path):
    state = replay((r.seq, event_of(r)) for r in _bundle(path).records)
    assert digest(state) == path.with_suffix(".sha256").read_text().strip()


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_reading_and_writing_gives_the_same_bytes(path: Path):
    assert write(_bundle(path)) == path.read_bytes()


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_the_checker_and_the_verifier_find_it_in_order(path: Path):
    assert check_bytes(path.read_bytes()).violations == ()
    assert verify(path.read_bytes()).ok


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_replay_needs_no_closed_part(path: Path):
    """Without its closed parts a log means the same of what counts."""
    records = _bundle(path).records
    bare = tuple(map(withheld, records))
    assert sum(r.parts.sealed != "" for r in bare) > 10
    before, after = (summary(replay((r.seq, event_of(r)) for r in log)) for log in (records, bare))
    for text in ("lists", "sanctions"):
        before.pop(text), after.pop(text)
    assert after == before
