"""Random people who do random things in random order never bring an event where no event may be.

A sample here; a campaign is `python -m bench.explorer --seconds 3600`.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.explorer import laws
from bench.explorer.campaign import Fault, explained, walked
from bench.explorer.counts import table
from komandor.cli.main import main
from komandor.core.tournament.actions import ACTIONS
from komandor.core.tournament.state import Tournament
from tests.support.sampling import quick_first

PARTS, EACH = 8, 12


@pytest.mark.parametrize("part", quick_first(range(PARTS), 2))
def test_a_sample_finds_nothing(part: int):
    for seed in range(part * EACH, (part + 1) * EACH):
        faults = walked(seed).faults
        assert not faults, f"python -m bench.explorer --walk {seed}\n" + "\n".join(explained(faults[0]))


def test_the_same_seed_is_the_same_walk():
    assert walked(5) == walked(5)


def test_every_action_is_tried_and_counted():
    counts, all_of_them = walked(1).counts, {row.name for row in ACTIONS}
    for seed in range(2, 60):
        counts = counts + walked(seed).counts if {row[0] for row in counts} < all_of_them else counts
    assert {row[0] for row in counts} == all_of_them
    lines = [*table(counts, walked(1).refusals)]
    assert [line.split()[0] for line in lines[1 : len(ACTIONS) + 1]] == [row.name for row in ACTIONS]
    seldom = [line for line in lines if " times. " in line]
    assert seldom
    assert not [line for line in seldom if re.search(r"“[a-z_.]+”", line)], "sentences, not codes"


def _nobody_is_disqualified(_: Tournament, after: Tournament, __: laws.Names) -> Iterator[str]:
    gone = [n for n, p in after.players.items() if p.status == "disqualified"]
    if gone:
        yield f"player {gone[0]}"


@pytest.mark.slow
def test_what_is_found_is_shrunk_to_what_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """With a law that a disqualification breaks: a few lines lead there."""
    monkeypatch.setattr(laws, "LAWS", (_nobody_is_disqualified,))
    seed, fault = next((n, one) for n in range(100) for one in walked(n).faults)
    assert fault.sign == "law: _nobody_is_disqualified", fault
    lines = [*explained(Fault(fault.sign, fault.text, seed, fault.steps))]
    typed = [line.split("#")[0] for line in lines if line.startswith("    komandor")]
    assert len(typed) <= 9, lines
    assert "disqualif" in typed[-1], lines
    monkeypatch.chdir(Path(__file__).parents[2])  # where the example editions are
    for line in typed:
        assert main([*shlex.split(line)[1:], "--data", str(tmp_path)]) == 0, (line, capsys.readouterr())
