"""A later ruling wins, at any time, and everything that follows from it follows by itself."""

from typing import Any

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.events import ResultCorrected, TournamentClosed
from komandor.core.tournament.readings.standings import standings_of
from tests.support.event import Event, single, swiss


def _other(event: Event, match) -> Any:
    return match.a if event.result(match).winner == match.b else match.b


def test_a_correction_needs_a_reason_and_keeps_the_earlier_result():
    event = Event("armada").register(4).announce().play_round()
    match = event.matches()[0]
    slip = event.report(match, _other(event, match))
    event.refused(c.EnterResult(match=match.number, report=slip), "result.reason_missing")
    (fixed,) = event.do(c.EnterResult(match=match.number, report=slip, reason="columns swapped")).last
    assert isinstance(fixed, ResultCorrected)
    kept = event.t.matches[match.number]
    assert event.result(match).corrected
    assert len(kept.disputed) == 1
    assert event.result(match).note == "columns swapped"


def test_a_result_of_round_one_is_corrected_while_round_three_is_played():
    event = Event("destiny").register(8).announce().play_round().play_round().start()
    match = event.matches(1)[0]
    loser = _other(event, match)
    before = event.points(loser)
    seats = [m.players for m in event.t.in_round(3)]
    event.do(c.EnterResult(match=match.number, report=event.report(match, loser), reason="misread"))
    assert event.points(loser) == before + 1
    assert [m.players for m in event.t.in_round(3)] == seats, "what was drawn stays"


def test_a_correction_after_the_end_brings_new_places():
    event = Event("armada", swiss(1)).register(2).announce().play_round()
    event.do(c.CloseTournament())
    assert event.t.places == ((1, 1), (2, 2))
    match = event.matches()[0]
    happened = event.do(
        c.EnterResult(match=match.number, report=event.report(match, 2), reason="misread")
    ).last
    assert [type(x) for x in happened] == [ResultCorrected, TournamentClosed]
    assert event.t.places == ((2, 1), (1, 2))


def test_a_closed_stage_stays_as_it_was_for_the_cut():
    event = Event("armada", swiss(1), single(2)).register(4).announce().play_stage().cut()
    stage = event.t.stages[2]
    match = event.matches(1)[0]
    event.do(
        c.EnterResult(match=match.number, report=event.report(match, _other(event, match)), reason="misread")
    )
    assert event.t.stages[2] == stage


@pytest.mark.rule("ARM-SCORE-6")
def test_points_and_margins_of_the_rounds_add_up():
    event = Event("armada").register(5).announce().play_round().play_round()
    for row in standings_of(event.t):
        own = [
            s for m in event.t.matches.values() if m.result for s in m.result.scores if s.player == row.player
        ]
        byes = [n for r in (1, 2) for n in event.byes(r)].count(row.player)
        assert row.points == sum(s.points for s in own) + 8 * byes
        assert row.values["mov"] == sum(s.mov for s in own) + 140 * byes
