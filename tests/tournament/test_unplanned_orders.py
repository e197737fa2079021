"""Steps that are each in order, in an order that nobody planned: no wrong end, no false accusation."""

import pytest

from komandor.app.handle import Refused
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.pairings import idle_players
from tests.support.checking import checked
from tests.support.event import Event, by, single, swiss
from tests.tournament.test_corrected_before_play import clean, corrected
from tests.tournament.test_open_place import follow, seeds

BONUS = {"points.bonus": True, "registration.late_entry": "yes"}


@pytest.mark.rule("COM-CUT-5", "COM-DROP-2")
def test_a_cut_is_not_made_again_when_all_but_one_have_left() -> None:
    event = Event("destiny", swiss(1), single(4)).register(5).announce().play_stage().cut()
    stays = seeds(event)[1]
    event.do(*(c.DropPlayer(n) for n in event.t.active() if n != stays))
    event.do(corrected(event, event.matches(1)[0]))
    assert next_step(event.t).code == "finish"
    event.do(c.CloseTournament())
    clean(event)


@pytest.mark.rule("COM-STRUCT-5")
def test_a_plan_is_announced_again_when_its_change_was_taken_back() -> None:
    event = Event("destiny", swiss(3)).register(4)
    event.do(c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 2, "cut": 0},)}, "so few")).announce()
    event.do(event.undo(e.EventChanged))
    event.refused(c.FreezeRound(), "structure.announce_again", "COM-STRUCT-5")
    event.announce().start()
    assert event.t.stages[1].rounds == 3
    clean(event)


@pytest.mark.rule("COM-DROP-5", "COM-CUT-3")
def test_who_was_replaced_in_a_cut_does_not_come_back_into_it() -> None:
    event = Event("destiny", swiss(1), swiss(2, 2)).register(4).announce().play_stage().cut()
    gone, third = seeds(event)[0], event.t.stages[2].standings_before[2]
    event.do(c.DropPlayer(gone), c.ReplaceSeed(gone, third, accepted=True)).draw().publish()
    event.refused(c.Rejoin(gone), "rejoin.other_stage", "COM-DROP-5")


@pytest.mark.rule("COM-DROP-4", "COM-CUT-3")
def test_who_comes_back_before_a_cut_is_played_is_seated_in_it() -> None:
    event = Event("destiny", swiss(1), swiss(2, 2)).register(4).announce().play_stage().cut()
    first, second = seeds(event)
    third = event.t.stages[2].standings_before[2]
    event.draw().publish().do(c.DropPlayer(first), c.ReplaceSeed(first, third, accepted=True))
    event.do(c.DropPlayer(third)).do(c.Rejoin(third))
    event.until("start_clock")
    assert event.player(third).missed == ()
    assert event.pairs() == {frozenset((second, third))}
    event.play_out()
    clean(event)


@pytest.mark.rule("COM-PREP-3")
def test_a_match_that_nobody_played_before_the_end_gets_no_result_after_it() -> None:
    event = Event("destiny", swiss(1), swiss(2, 2)).register(2).announce().play_stage().cut().draw().publish()
    match = event.matches()[0]
    event.do(c.DeclareNoShow(match.number, match.players)).do(c.CloseTournament())
    event.refused(corrected_to(event, match.number), "result.reopens", "COM-PREP-3")
    clean(event)


def corrected_to(event: Event, number: int) -> c.EnterResult:
    match = event.t.matches[number]
    return c.EnterResult(match=match.number, report=event.report(match, match.a), reason="they came")


@pytest.mark.rule("AMB-G46")
def test_bonus_points_are_for_those_who_sat_at_a_table() -> None:
    event = Event("destiny", swiss(3), settings=BONUS).register(4).announce().play_round()
    event.do(c.EnterLate("losses"))
    event.refused(c.GiveBonus(5, 2, "painted"), "bonus.not_in_standings", "AMB-G46")
    event.play_round().do(c.GiveBonus(5, 2, "painted"))


@pytest.mark.rule("AMB-G42")
def test_a_prize_is_taken_back_from_somebody_who_was_sent_away() -> None:
    event = Event("destiny", swiss(1)).register(4).do(c.AddPrize("mat", to="award")).do(c.GiveAward(1, 1))
    event.do(c.HandOutPrize(1, 1)).do(c.Disqualify(1, "stole it")).do(c.HandOutPrize(1, 1, done=False))
    clean(event)


@pytest.mark.rule("COM-PREP-3")
def test_an_end_that_is_brought_back_after_a_correction_is_written_again() -> None:
    event = Event("destiny", swiss(1)).register(4).announce().play_stage().do(c.CloseTournament())
    before = event.t.places
    event.do(event.undo(e.TournamentClosed))
    event.do(corrected(event, event.matches(1)[0]))
    event.do(event.undo(e.EventVoided))
    assert event.t.phase == "closed"
    assert event.t.places != before
    assert checked(event) == []


@pytest.mark.rule("COM-DROP-2")
def test_who_waits_for_somebody_who_came_back_is_not_paired_with_another() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().draw().publish()
    match, bye = event.in_round()[0], next(m for m in event.t.in_round(1) if m.kind == "bye")
    other = match.opponent(match.a)
    event.do(c.DropPlayer(match.a)).do(c.Rejoin(match.a))
    assert other not in idle_players(event.t)
    event.refused(c.PairLeftOver(other, bye.a, "both free"), "pair.has_opponent", "COM-DROP-2")


@pytest.mark.rule("COM-DROP-2", "COM-PAIR-6")
def test_whose_result_was_reported_gets_no_other_opponent_as_a_no_show() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().draw().publish()
    match, bye = event.in_round()[0], event.bye()
    event.do(c.ReportResult(match.number, event.report(match, match.a), match.players), by=by(match.a))
    absent = c.DeclareNoShow(match.number, (match.b or 0,), pair_with=bye, reason="both are alone")
    event.refused(absent, "draw.results_in", None)
    event.do(c.DeclareNoShow(match.number, (match.b or 0,)))
    clean(event)


@pytest.mark.rule("COM-DROP-2", "COM-PAIR-1")
def test_a_no_show_is_not_undone_under_the_new_opponent_of_who_came() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().draw().publish()
    match, alone = event.in_round()[0], event.bye()
    event.do(c.DeclareNoShow(match.number, (match.a,)))
    absent = event.undo()
    event.do(c.PairLeftOver(match.b or 0, alone or 0, "both are alone"))
    event.refused(absent, "undo.in_the_way")
    event.do(c.StartClock()).results().close()
    clean(event)


@pytest.mark.rule("COM-DROP-2", "COM-DROP-1")
def test_a_no_show_does_not_come_back_over_the_new_opponent_of_who_came_after_all() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().draw().publish()
    match, alone = event.in_round()[0], event.bye()
    event.do(c.DeclareNoShow(match.number, (match.a,)))
    event.do(event.undo())
    undone = event.undo()
    event.do(c.DeclareNoShow(match.number, (match.b or 0,), pair_with=alone, reason="both are alone"))
    event.refused(undone, "undo.in_the_way")
    event.do(c.StartClock()).results().close()
    clean(event)


@pytest.mark.rule("COM-PAIR-1")
def test_a_result_does_not_come_back_under_a_round_that_was_drawn_again_since() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().draw().publish()
    event.do(event.won(event.in_round()[0].a))
    event.do(event.undo())
    undone = event.undo()
    event.do(c.DrawRound())
    event.refused(undone, "undo.in_the_way")
    clean(event)


@pytest.mark.rule("COM-PAIR-1")
def test_pairs_do_not_come_back_without_who_came_while_they_were_drawn_again() -> None:
    event = Event("conquest", swiss(2), settings={"registration.late_entry": "yes"}).register(6).announce()
    event.play_round().draw().publish().do(c.DrawRound())
    again = event.undo(e.RoundDrawn)
    event.do(c.EnterLate("losses"))
    event.refused(again, "undo.in_the_way")
    follow(event)
    clean(event)


@pytest.mark.rule("COM-PTS-1")
def test_the_report_with_which_somebody_agreed_is_not_undone_under_them() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start()
    match = event.in_round()[0]
    other = match.b or 0
    mine, theirs = (
        c.ReportResult(match.number, event.report(match, n), match.players) for n in match.players
    )
    event.do(mine, by=by(match.a)).do(theirs, by=by(other))
    undone = event.undo(e.ResultReported)
    event.do(theirs, by=by(match.a))
    event.refused(undone, "undo.in_the_way")
    assert event.winner(match.a) == other


@pytest.mark.rule("COM-CUT-3")
def test_a_clock_does_not_come_back_under_a_seed_who_left_to_be_replaced() -> None:
    event = Event("destiny", swiss(1), single(4)).register(5).announce().play_stage().cut().start()
    event.do(event.undo())
    undone = event.undo()
    event.do(c.DropPlayer(seeds(event)[0]))
    event.refused(undone, "undo.in_the_way")
    follow(event)
    clean(event)


@pytest.mark.rule("COM-PAIR-6")
def test_a_clock_does_not_come_back_under_seats_that_were_swapped_since() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start()
    event.do(event.undo())
    undone, (one, two) = event.undo(), event.in_round()
    event.do(c.SwapPlayers(one.a, two.a, "they came in one car"))
    event.refused(undone, "undo.in_the_way")
    event.do(c.StartClock()).results().close()
    clean(event)


@pytest.mark.rule("COM-MAT-2")
def test_a_match_does_not_go_back_to_a_table_that_another_has() -> None:
    event = Event("destiny", swiss(2)).register(5).announce().draw().publish()
    match = max(event.in_round(), key=lambda m: m.table or 0)
    event.do(c.MoveTable(match.number, 9, "broken")).do(c.EnterLate("play_now"))
    taken = next(m for m in event.matches() if 6 in m.players)
    moved = next(n for n, one in enumerate(event.log, 1) if isinstance(one, e.PairingChanged))
    assert taken.table == match.table
    assert isinstance(event.ask(c.VoidEvents((moved,), "not broken")), Refused)
    clean(event)


@pytest.mark.rule("COM-PREP-3")
def test_a_longer_plan_is_not_taken_back_under_its_rounds() -> None:
    event = Event("destiny", swiss(1)).register(4).announce().start()
    event.do(c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 2, "cut": 0},)}, "time is left"))
    event.results().close().freeze()
    changed = next(n for n, one in enumerate(event.log, 1) if isinstance(one, e.EventChanged))
    assert isinstance(event.ask(c.VoidEvents((changed,), "no time")), Refused)


@pytest.mark.rule("COM-DROP-5")
def test_an_end_is_not_brought_back_over_somebody_who_has_come_back_since() -> None:
    event = Event("destiny", swiss(1)).register(4).announce().play_stage().do(c.DropPlayer(1))
    event.do(c.CloseTournament())
    event.do(event.undo(e.TournamentClosed)).do(c.Rejoin(1))
    undone = max(n for n, one in enumerate(event.log, 1) if isinstance(one, e.EventVoided))
    assert isinstance(event.ask(c.VoidEvents((undone,), "it was over")), Refused)
