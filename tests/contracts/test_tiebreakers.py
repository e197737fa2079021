"""Every tie-breaker of `METRICS` is known where one has to be named, and the checker counts it too."""

from dataclasses import fields
from pathlib import Path

import pytest

from komandor.check import documents
from komandor.check.effects import EFFECTS
from komandor.check.standings import Tally, strengths, tally
from komandor.check.state import State
from komandor.check.whole_log import AFTER, BEFORE
from komandor.core.editions.schema import tiebreakers_of
from komandor.core.games import GAMES
from komandor.core.games.game import Rules
from komandor.core.standings.metrics import METRICS
from komandor.core.tournament.readings.standings import standings_of
from tests.editions.test_what_an_edition_changes import played_by, text_of
from tests.support.event import swiss

NUMBERS = {one.key for one in METRICS if one.compute} - {"points", "lot"}
"""Those that an edition can name and that are one number per player."""
REFERENCE = Path(__file__).parents[2] / "docs" / "algorithms" / "standings.md"


def test_the_checker_knows_every_tie_breaker():
    wrong = [
        f"{key}: add it to NUMBERS in src/komandor/check/documents.py"
        for key in NUMBERS - set(documents.NUMBERS)
    ]
    wrong += [
        f"{key}: is no tie-breaker any more; take it out of NUMBERS in src/komandor/check/documents.py"
        for key in set(documents.NUMBERS) - NUMBERS
    ]
    counted = {one.name for one in fields(Tally)}
    wrong += [
        f"{key}: add a field to Tally in src/komandor/check/standings.py and count it there"
        for key in NUMBERS - counted
    ]
    assert not wrong, "\n" + "\n".join(sorted(wrong))


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.data.id)
def test_the_checker_counts_what_the_standings_count(game: Rules):
    """An edition that names every tie-breaker its game can have: both sides come to the same numbers."""
    names = ", ".join(f'"{key}"' for key in tiebreakers_of(game))
    event = (
        played_by(text_of(game.data.id, f"tiebreakers = [{names}]"), swiss(4), dice=5).register(9).play_out()
    )
    st = State()
    for record in event.records:
        for part in (BEFORE, EFFECTS, AFTER):
            part.get(record["type"], lambda *_: None)(st, dict(record))
            st.tallies.clear()
    book = tally(st, 1)
    strengths(st, book)
    rows = standings_of(event.t, event.t.stages[1])
    for key in rows[0].values:
        ours = {row.player: row.values[key] for row in rows}
        theirs = {player: getattr(book[player], key) for player in ours}
        assert ours == theirs, (
            f"{key}: count it in src/komandor/core/standings/record.py and, without importing that, in tally "
            "or strengths of src/komandor/check/standings.py; the two come to different numbers"
        )
        assert any(ours.values()), (
            f"{key}: is 0 for everybody; count it in src/komandor/core/standings/record.py"
        )


def test_the_reference_explains_every_tie_breaker():
    told = REFERENCE.read_text(encoding="utf-8")
    wrong = [
        f"{one.key}: add a line to the table in docs/algorithms/standings.md"
        for one in METRICS
        if one.key != "points" and f"| `{one.key}` |" not in told
    ]
    assert not wrong, "\n" + "\n".join(wrong)
