"""A result needs both players or a leader, and stands by player, never by seat."""

from dataclasses import replace

import pytest

from komandor.app.workflow import commands_of
from komandor.core.lots import chain
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.events import ResultConfirmed, ResultDisputed, ResultReported
from komandor.core.tournament.values import Scored
from tests.support.event import Event, by, swiss
from tests.tournament.examples import context


def _running(game: str = "armada", players: int = 4) -> Event:
    return Event(game).register(players).announce().start()


def test_a_report_waits_for_the_opponent():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    assert not event.t.matches[match.number].final
    event.refused(
        c.ConfirmResult(match.number, event.seen(match.number)), "result.opponent_confirms", by=by(match.a)
    )
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), by=by(match.b))
    result = event.result(match)
    assert (result.status, result.winner) == ("final", match.a)
    assert event.last == [ResultConfirmed(match.number, match.b)]


def test_an_equal_second_report_confirms_the_first():
    event = _running()
    match = event.matches()[0]
    slip = event.report(match, match.b)
    event.do(c.ReportResult(match.number, slip, match.players), by=by(match.a))
    event.do(c.ReportResult(match.number, slip, match.players), by=by(match.b))
    assert event.last == [ResultConfirmed(match.number, match.b)]


def test_another_second_report_is_a_dispute_and_both_are_kept():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    event.do(c.ReportResult(match.number, event.report(match, match.b), match.players), by=by(match.b))
    assert [type(e) for e in event.last] == [ResultReported, ResultDisputed]
    kept = event.t.matches[match.number]
    assert event.result(match).status == "disputed"
    assert [r.winner for r in kept.disputed] == [match.a]
    event.refused(
        c.ConfirmResult(match.number, event.seen(match.number)), "result.nothing_to_confirm", by=by(match.a)
    )
    event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    event.do(event.won(match.a))
    assert event.result(match).winner == match.a


def test_the_opponent_disputes_with_a_word():
    event = _running()
    match = event.matches()[0]
    event.refused(
        c.DisputeResult(match.number, event.seen(match.number)), "result.nothing_to_confirm", by=by(match.b)
    )
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    event.do(c.DisputeResult(match.number, event.seen(match.number), "it was 120"), by=by(match.b))
    assert event.result(match).note == "it was 120"


def test_players_may_settle_a_dispute_by_reporting_again():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    event.do(c.DisputeResult(match.number, event.seen(match.number)), by=by(match.b))
    event.do(c.ReportResult(match.number, event.report(match, match.b), match.players), by=by(match.a))
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), by=by(match.b))
    assert event.result(match).winner == match.b


def test_a_dispute_ends_as_soon_as_both_say_the_same():
    """Most disputes are typing errors: whoever typed wrong sends the other's result, and it counts."""
    for mistaken in ("a", "b"):
        event = _running()
        match = event.matches()[0]
        slips = {"a": event.report(match, match.a), "b": event.report(match, match.b)}
        for side in ("a", "b"):
            event.do(c.ReportResult(match.number, slips[side], match.players), by=by(getattr(match, side)))
        assert event.result(match).status == "disputed"
        right = "b" if mistaken == "a" else "a"
        event.do(c.ReportResult(match.number, slips[right], match.players), by=by(getattr(match, mistaken)))
        assert event.result(match).status == "final"
        assert event.result(match).winner == getattr(match, right)


def test_who_said_not_so_and_then_reports_the_same_agrees():
    event = _running()
    match = event.matches()[0]
    slip = event.report(match, match.a)
    event.do(c.ReportResult(match.number, slip, match.players), by=by(match.a))
    event.do(c.DisputeResult(match.number, event.seen(match.number), "not so"), by=by(match.b))
    event.do(c.ReportResult(match.number, slip, match.players), by=by(match.b))
    assert event.last == [ResultConfirmed(match.number, match.b)]
    assert event.result(match).note == "", "nobody is told of a doubt that is over"


def test_saying_the_same_again_does_not_end_a_dispute():
    event = _running()
    match = event.matches()[0]
    slips = {n: event.report(match, n) for n in match.players}
    for player in match.players:
        event.do(c.ReportResult(match.number, slips[player], match.players), by=by(player))
    for player in match.players:
        again = c.ReportResult(match.number, slips[player], match.players)
        event.refused(again, "result.reported_already", by=by(player))
    assert event.result(match).status == "disputed"


def test_what_was_said_before_an_annulment_is_not_taken_for_an_agreement():
    event = _running("star-wars-lcg")
    match = event.matches()[0]
    slips = {n: event.report(match, n) for n in match.players}
    for player in match.players:
        event.do(c.ReportResult(match.number, slips[player], match.players), by=by(player))
    event.do(event.won(match.a))
    event.do(
        c.RecordDeckCheck(player=match.a, legal=False, match=match.number, note="41", sanction="warning")
    )
    event.do(c.ReportResult(match.number, slips[match.b], match.players), by=by(match.a))
    assert event.result(match).status == "reported"


def test_nobody_reports_for_others_and_nothing_after_the_end():
    event = _running()
    one, two = event.matches()
    slip = event.report(one, one.a)
    report = c.ReportResult(one.number, slip, one.players)
    event.refused(report, "access.not_your_match", "COM-ROLE-1", by=by(two.a))
    answer = decide(event.t, report, context(event, player=two.a))
    assert isinstance(answer, Refusal)
    assert [r.code for r in answer.reasons] == ["result.not_your_match"], "nor past the door"
    event.do(event.won(one.a))
    event.refused(report, "result.already_final", by=by(one.b))
    event.refused(c.ConfirmResult(one.number, event.seen(one.number)), "result.already_final", by=by(one.b))
    event.refused(c.EnterResult(match=99, report=slip), "match.unknown")


def test_a_bye_needs_no_result_and_takes_none():
    event = _running(players=5)
    bye = next(m for m in event.t.in_round(1) if m.kind == "bye")
    event.refused(c.EnterResult(match=bye.number, report={}), "result.of_bye")
    event.refused(c.ReportResult(bye.number, {}, bye.players), "result.of_bye", by=by(bye.a))


@pytest.mark.rule("COM-COND-8")
def test_a_double_loss_is_a_leaders_sanction_not_a_players_report():
    event = _running()
    match = event.matches()[0]
    both = {"end": "double_loss"}
    event.refused(
        c.ReportResult(match.number, both, match.players), "result.leaders_only", "COM-COND-8", by=by(match.a)
    )
    event.do(c.EnterResult(match=match.number, report=both, reason="both cheated"))
    assert [s.points for s in event.result(match).scores] == [0, 0]


def _drawn_from(event: Event) -> object:
    """The next round as it is drawn with the same random numbers, whatever the log's hash is."""
    t = event.t.fork()
    link = chain(bytes(32), event.id)[max(t.rounds) + 1].hex()
    for command in commands_of(t, "draw"):
        happened = decide(t, command, replace(context(event), link=link))
        assert not isinstance(happened, Refusal)
        for one in happened:
            evolve(t, one, t.version + 1)
    return t.matches


def test_the_order_in_which_results_arrive_changes_neither_standings_nor_draw():
    orders = []
    for backwards in (False, True):
        event = _running(players=8)
        for match in sorted(event.matches(), key=lambda m: m.number, reverse=backwards):
            event.do(event.won(min(match.players)))
        event.do(c.CloseRound())
        orders.append((event.order(), _drawn_from(event)))
    assert orders[0] == orders[1]


def test_an_organiser_sets_the_arithmetic_aside_only_with_a_reason():
    event = _running()
    match = event.matches()[0]
    scores = (Scored(match.b, Outcome.WIN, 9, 250), Scored(match.a, Outcome.LOSS, 2))
    event.refused(c.EnterResult(match=match.number, scores=scores, winner=match.b), "result.reason_missing")
    event.do(c.EnterResult(match=match.number, scores=scores, winner=match.b, reason="the sheet was lost"))
    result = event.result(match)
    assert result.override
    assert [s.player for s in result.scores] == [match.a, match.b]
    assert result.note == "the sheet was lost"


@pytest.mark.parametrize(
    ("scores", "winner", "code", "rule"),
    [
        ((Scored(1, Outcome.WIN, 9),), 1, "result.scores_of_both", None),
        ((Scored(1, Outcome.WIN, 9), Scored(2, Outcome.LOSS, 0)), 3, "result.winner_not_here", "COM-ELIM-7"),
    ],
)
def test_an_override_still_names_both_players(scores, winner, code, rule):
    event = Event("armada", swiss(1)).register(3).do(c.WithdrawRegistration(3)).announce().start()
    event.refused(c.EnterResult(match=1, scores=scores, winner=winner, reason="x"), code, rule)


def test_a_result_is_not_entered_before_the_pairing_is_shown():
    event = Event("armada").register(4).announce().draw()
    event.refused(c.EnterResult(match=1, report={}), "match.unknown")


def test_only_the_report_that_was_shown_is_confirmed_or_disputed() -> None:
    """The first player sends another report while the second looks at the first one."""
    event = Event("armada").register(4).announce().start()
    match = event.matches()[0]
    event.do(c.ReportResult(match.number, event.report(match, match.b), match.players), by=by(match.a))
    shown = event.seen(match.number)
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    for answer in (c.ConfirmResult(match.number, shown), c.DisputeResult(match.number, shown)):
        event.refused(answer, "result.report_changed", by=by(match.b))
    event.do(c.ConfirmResult(match.number, event.seen(match.number)), by=by(match.b))
    assert event.result(match).winner == match.a


def test_a_result_is_about_the_two_whom_the_sender_saw_at_the_table() -> None:
    """Two players were swapped after the form had been opened."""
    event = Event("armada").register(4).announce().publish()
    one, two = event.matches()
    slip = event.report(one, one.a)
    event.do(c.SwapPlayers(one.b, two.b, "family"))
    report = c.ReportResult(one.number, slip, one.players)
    event.refused(report, "result.players_changed", by=by(one.a))
    event.refused(c.EnterResult(match=one.number, report=slip, between=one.players), "result.players_changed")
    now = event.match(one.a)
    event.do(c.ReportResult(now.number, slip, now.players), by=by(one.a))
