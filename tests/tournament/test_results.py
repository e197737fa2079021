"""A result needs both players or a leader, and stands by player, never by seat."""

import pytest

from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import ResultConfirmed, ResultDisputed, ResultReported, Scored
from tests.tournament.event import Event, stages


def _running(game: str = "armada", players: int = 4) -> Event:
    return Event(game).register(players).announce().start()


def test_a_report_waits_for_the_opponent():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), player=match.a)
    assert not event.t.matches[match.number].final
    event.refused(
        c.ConfirmResult(match.number, event.seen(match.number)), "result.opponent_confirms", player=match.a
    )
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), player=match.b)
    result = event.result(match)
    assert (result.status, result.winner, result.confirmed_by) == ("final", match.a, match.b)


def test_an_equal_second_report_confirms_the_first():
    event = _running()
    match = event.matches()[0]
    slip = event.report(match, match.b)
    event.do(c.ReportResult(match.number, slip, match.players), player=match.a)
    assert event.do(c.ReportResult(match.number, slip, match.players), player=match.b) == (
        ResultConfirmed(match.number, match.b),
    )


def test_another_second_report_is_a_dispute_and_both_are_kept():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), player=match.a)
    happened = event.do(
        c.ReportResult(match.number, event.report(match, match.b), match.players), player=match.b
    )
    assert [type(e) for e in happened] == [ResultReported, ResultDisputed]
    kept = event.t.matches[match.number]
    assert event.result(match).status == "disputed"
    assert [r.winner for r in kept.disputed] == [match.a]
    event.refused(
        c.ConfirmResult(match.number, event.seen(match.number)), "result.nothing_to_confirm", player=match.a
    )
    event.refused(c.CloseRound(), "round.results_missing")
    event.wins(match, match.a)
    assert event.result(match).winner == match.a


def test_the_opponent_disputes_with_a_word():
    event = _running()
    match = event.matches()[0]
    event.refused(
        c.DisputeResult(match.number, event.seen(match.number)), "result.nothing_to_confirm", player=match.b
    )
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), player=match.a)
    event.do(c.DisputeResult(match.number, event.seen(match.number), "it was 120"), player=match.b)
    assert event.result(match).note == "it was 120"


def test_players_may_settle_a_dispute_by_reporting_again():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), player=match.a)
    event.do(c.DisputeResult(match.number, event.seen(match.number)), player=match.b)
    event.do(c.ReportResult(match.number, event.report(match, match.b), match.players), player=match.a)
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), player=match.b)
    assert event.result(match).winner == match.b


def test_nobody_reports_for_others_and_nothing_after_the_end():
    event = _running()
    one, two = event.matches()
    slip = event.report(one, one.a)
    event.refused(c.ReportResult(one.number, slip, one.players), "result.not_your_match", player=two.a)
    event.wins(one, one.a)
    event.refused(c.ReportResult(one.number, slip, one.players), "result.already_final", player=one.b)
    event.refused(c.ConfirmResult(one.number, event.seen(one.number)), "result.already_final", player=one.b)
    event.refused(c.ReportResult(99, slip, one.players), "match.unknown", player=one.a)


def test_a_bye_needs_no_result_and_takes_none():
    event = _running(players=5)
    bye = next(m for m in event.t.in_round(1) if m.kind == "bye")
    event.refused(c.EnterResult(bye.number, {}), "match.unknown")


@pytest.mark.rule("COM-COND-8")
def test_a_double_loss_is_a_leaders_sanction_not_a_players_report():
    event = _running()
    match = event.matches()[0]
    both = {"end": "double_loss"}
    event.refused(
        c.ReportResult(match.number, both, match.players), "result.leaders_only", "COM-COND-8", player=match.a
    )
    event.do(c.EnterResult(match.number, both))
    assert [s.points for s in event.result(match).scores] == [0, 0]


@pytest.mark.rule("COM-PTS-1")
def test_t48_a_round_closes_only_on_confirmed_results():
    event = _running()
    one, two = event.matches()
    event.wins(two, two.a)
    event.do(c.ReportResult(one.number, event.report(one, one.a), one.players), player=one.a)
    reason = event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    assert reason.params["tables"] == (one.table,)
    event.do(c.ConfirmResult(one.number, event.seen(one.number)), player=one.b)
    event.do(c.CloseRound())


def test_t55_scores_stand_by_player_whichever_seat_he_has():
    event = _running()
    for match in event.matches():
        event.wins(match, match.b)
        by_player = {s.player: s.outcome for s in event.result(match).scores}
        assert by_player == {match.a: "loss", match.b: "win"}


def test_the_order_in_which_results_arrive_changes_neither_standings_nor_draw():
    orders = []
    for backwards in (False, True):
        event = _running(players=8)
        for match in sorted(event.matches(), key=lambda m: m.number, reverse=backwards):
            event.wins(match, min(match.players))
        event.do(c.CloseRound())
        orders.append((event.order(), event.draw().t.matches))
    assert orders[0] == orders[1]


def test_an_organiser_sets_the_arithmetic_aside_only_with_a_reason():
    event = _running()
    match = event.matches()[0]
    scores = (Scored(match.b, Outcome.WIN, 9, 250), Scored(match.a, Outcome.LOSS, 2))
    event.refused(c.EnterResult(match.number, scores=scores, winner=match.b), "result.reason_missing")
    event.do(c.EnterResult(match.number, scores=scores, winner=match.b, reason="the sheet was lost"))
    result = event.result(match)
    assert result.override
    assert [s.player for s in result.scores] == [match.a, match.b]
    assert "the sheet was lost" in event.t.exceptions.values()


@pytest.mark.parametrize(
    ("scores", "winner", "code"),
    [
        ((Scored(1, Outcome.WIN, 9),), 1, "result.scores_of_both"),
        ((Scored(1, Outcome.WIN, 9), Scored(2, Outcome.LOSS, 0)), 3, "result.winner_not_here"),
    ],
)
def test_an_override_still_names_both_players(scores, winner, code):
    event = Event(stages=stages("swiss 1")).register(2).announce().start()
    event.refused(c.EnterResult(1, scores=scores, winner=winner, reason="x"), code)


def test_a_result_is_not_entered_before_the_pairing_is_shown():
    event = Event().register(4).announce().draw()
    event.refused(c.EnterResult(1, {}), "match.unknown")


def test_only_the_report_that_was_shown_is_confirmed_or_disputed() -> None:
    """The first player sends another report while the second looks at the first one."""
    event = Event().register(4).announce().start()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.b), match.players), player=match.a)
    shown = event.seen(match.number)
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), player=match.a)
    for answer in (c.ConfirmResult(match.number, shown), c.DisputeResult(match.number, shown)):
        event.refused(answer, "result.report_changed", player=match.b)
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), player=match.b)
    assert event.result(match).winner == match.a


def test_a_result_is_about_the_two_whom_the_sender_saw_at_the_table() -> None:
    """Two players were swapped after the form had been opened."""
    event = Event().register(4).announce().publish()
    one, two = event.matches()
    slip = event.report(one, one.a)
    event.do(c.SwapPlayers(one.b, two.b, "family"))
    report = c.ReportResult(one.number, slip, one.players)
    event.refused(report, "result.players_changed", player=one.a)
    event.refused(c.EnterResult(one.number, slip, between=one.players), "result.players_changed")
    now = event.match_of(one.a)
    event.do(c.ReportResult(now.number, slip, now.players), player=one.a)
