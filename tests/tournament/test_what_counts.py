"""The standings count what was played and confirmed, in its own stage, for whoever played it."""

import pytest

from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.meetings import met
from komandor.core.tournament.readings.standings import lines, standings_of
from tests.support.event import Event, by, single, swiss


@pytest.mark.rule("COM-PAIR-2")
def test_after_a_swap_who_met_whom_is_what_was_played() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().draw()
    one, two = event.in_round()[0], event.in_round()[1]
    event.do(c.SwapPlayers(one.a, two.a, "brothers")).play_round()
    assert met(event.t, 1)[one.a] == [two.b]
    assert met(event.t, 1)[two.a] == [one.b]
    event.draw()
    assert all(m.b not in met(event.t, 1)[m.a] for m in event.in_round() if m.b)


@pytest.mark.rule("COM-TB-2")
def test_a_correction_two_rounds_later_changes_the_table_at_once() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().play_round(1)
    match, other = event.match(1), event.opponent(1)
    slip = event.slip(other)
    event.play_round().play_round()
    before = {row.player: (row.points, row.values["sos"]) for row in standings_of(event.t)}
    event.do(c.EnterResult(match=match.number, report=slip, reason="the slip was misread"))
    after = {row.player: (row.points, row.values["sos"]) for row in standings_of(event.t)}
    assert (after[1][0], after[other][0]) == (before[1][0] - 1, before[other][0] + 1)
    opponents = met(event.t, 1)
    touched = (set(opponents[1]) ^ set(opponents[other])) - {1, other}  # who met both sees no difference
    assert touched
    assert all(after[n][1] != before[n][1] for n in touched), (
        "and the strength of schedule of those who met them"
    )


@pytest.mark.rule("COM-PTS-1")
def test_only_confirmed_results_count() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start()
    event.do(c.ReportResult(event.match(1).number, event.slip(1), event.match(1).players), by=by(1))
    missing = event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    assert event.match(1).table in missing.params["tables"]  # type: ignore[operator]
    assert {row.points for row in standings_of(event.t, provisional=True)} == {0}
    event.do(
        c.ConfirmResult(event.match(1).number, event.seen(event.match(1).number)), by=by(event.opponent(1))
    )
    assert event.points(1, provisional=True) == 1
    event.results().close()


@pytest.mark.rule("COM-TB-2")
def test_a_round_that_was_only_drawn_is_no_round() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().play_round()
    before = standings_of(event.t)
    event.start()
    assert standings_of(event.t) == before


@pytest.mark.rule("ARM-SCORE-6", "COM-PTS-1")
def test_points_and_margins_stay_with_the_player_wherever_they_sit() -> None:
    event = Event("armada", swiss(3)).register(4).announce()
    total = dict.fromkeys(event.t.players, (0, 0))
    for _ in range(3):
        event.start()
        for match in event.in_round():
            event.do(c.MoveTable(match.number, 20 + match.number))
            event.do(c.EnterResult(match=match.number, report={"end": "rounds", "scores": (50, 250)}))
        for match in event.in_round():
            assert match.b is not None
            (p, m), (q, k) = total[match.a], total[match.b]
            total[match.a], total[match.b] = (p + 3, m), (q + 8, k + 200)
        event.close()
    rows = {row.player: (row.points, row.values["mov"]) for row in standings_of(event.t)}
    assert rows == total


def test_a_drop_after_the_last_round_lifts_nobody() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().play_stage()
    before = event.order()
    event.do(c.DropPlayer(before[0])).do(c.CloseTournament())
    assert [n for n, _ in event.t.places] == before


def test_knock_out_games_are_not_in_the_swiss_table() -> None:
    event = Event("destiny", swiss(2), single(4)).register(6).announce().play_stage()
    before = standings_of(event.t)
    event.cut().play_out()
    assert standings_of(event.t) == before
    kinds = {line.outcome for line in lines(event.t, event.t.stages[1])}
    assert kinds <= {Outcome.WIN, Outcome.LOSS}


def test_two_events_of_one_name_share_no_numbers() -> None:
    first = Event("destiny", swiss(1)).register(4).announce().play_round()
    second = Event("destiny", swiss(1)).register(4).announce()
    assert first.t.name == second.t.name
    assert sum(row.points for row in standings_of(first.t)) == 2
    assert sum(row.points for row in standings_of(second.t)) == 0
