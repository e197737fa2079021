"""Something is undone and done otherwise, and the undo is undone: nothing takes the place of another."""

from komandor.core.ids import PlayerNo, PrizeNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.checking import checked
from tests.support.event import Event, swiss


def _done_otherwise(event: Event, first: c.Command, again: c.Command) -> None:
    """Something is undone and done otherwise; then the undo is undone, which would give both one number."""
    event.do(first)
    event.do(event.undo()).do(again)
    undo = next(seq for seq, x in reversed(event.loaded.history) if isinstance(x, e.EventVoided))
    event.refused(c.VoidEvents((undo,), "x"), "undo.in_the_way")


def test_a_redo_does_not_put_a_penalty_in_the_place_of_another():
    event = Event("star-wars-lcg").register(4).announce().start()
    taken = c.GiveSanction(player=PlayerNo(1), kind="points", reason="late", points=2)
    _done_otherwise(event, taken, c.GiveSanction(player=PlayerNo(2), kind="points", reason="late", points=3))
    assert [one.player for one in event.t.sanctions.values()] == [2]


def test_a_redo_does_not_put_a_proxy_or_an_incident_in_the_place_of_another():
    event = Event("destiny").register(4).announce().start()
    _done_otherwise(event, c.ReportIncident("seen"), c.ReportIncident("heard"))
    event.do(*(c.ReportComponent(player=PlayerNo(n), kind="damaged", what="a card") for n in (1, 2)))
    one, two = (c.MakeProxy(PlayerNo(n), "a card", "all", "Anna", "2026-11-14") for n in (1, 2))
    _done_otherwise(event, one, two)


def test_a_redo_does_not_settle_a_component_a_second_time():
    event = Event("destiny").register(4).announce().start()
    event.do(c.ReportComponent(player=PlayerNo(1), kind="damaged", what="a card"))
    number = next(iter(event.t.components))
    _done_otherwise(event, c.ResolveComponent(number, "replaced"), c.ResolveComponent(number, "proxy"))


def test_a_redo_does_not_stop_a_clock_that_stands():
    event = Event("destiny").register(4).announce().start()
    _done_otherwise(event, c.PauseClock(), c.PauseClock())


def test_a_prize_is_not_handed_out_twice_by_an_undo():
    event = Event("destiny").register(4).announce().start()
    event.do(c.AddPrize("a mat", "everyone"), c.HandOutPrize(PrizeNo(1), PlayerNo(1)))
    event.do(c.HandOutPrize(PrizeNo(1), PlayerNo(1), done=False))
    back = event.undo()
    event.do(c.HandOutPrize(PrizeNo(1), PlayerNo(1)))
    event.refused(back, "undo.in_the_way")


def test_an_award_that_went_to_somebody_else_was_not_handed_out_before():
    event = Event("destiny").register(4).announce().start()
    event.do(c.AddPrize("a mat", "award"), c.GiveAward(PrizeNo(1), PlayerNo(1)))
    event.do(c.HandOutPrize(PrizeNo(1), PlayerNo(1))).do(c.HandOutPrize(PrizeNo(1), PlayerNo(1), done=False))
    back = event.undo()
    event.do(c.GiveAward(PrizeNo(1), PlayerNo(2)))
    event.refused(back, "undo.in_the_way")


def test_nobody_leaves_twice_or_after_being_sent_away():
    """Whoever had left again by a redo of an earlier leaving could come back although they were sent away."""
    event = Event("destiny").register(6).announce().play_round()
    _done_otherwise(event, c.DropPlayer(PlayerNo(3)), c.DropPlayer(PlayerNo(3)))
    _done_otherwise(event, c.Disqualify(PlayerNo(4), "seen"), c.DropPlayer(PlayerNo(4)))
    _done_otherwise(event, c.Disqualify(PlayerNo(5), "seen"), c.Disqualify(PlayerNo(5), "heard"))
    event.do(c.Rejoin(PlayerNo(4)), c.Rejoin(PlayerNo(3)))
    assert checked(event) == []


def test_who_came_is_not_away_by_a_redo_once_they_have_another_opponent():
    event = Event("destiny").register(5).announce().publish()
    match, alone = event.matches()[0], event.bye()
    both, one = (
        c.DeclareNoShow(match.number, match.players),
        c.DeclareNoShow(match.number, match.players[:1], pair_with=alone, reason="both are alone"),
    )
    _done_otherwise(event, both, one)
    event.results()
    assert checked(event) == []


def test_a_recommendation_waits_for_nobody_when_the_disqualification_came_back():
    event = Event("destiny").register(4).announce().play_round()
    event.do(c.Disqualify(PlayerNo(4), "seen"))
    event.do(event.undo())
    undone = event.undo()
    event.do(c.RecommendDisqualification(PlayerNo(4), "seen")).do(undone)
    assert event.t.recommendations == {}


def test_a_round_has_its_missions_once():
    event = Event("imperial-assault").register(4).announce().draw().do(c.PublishRound())
    shown = event.undo()
    _done_otherwise(event, c.DrawMission(), c.DrawMission())
    assert len(event.round.missions) == 1
    event.refused(shown, "undo.in_the_way")


def test_who_arrived_after_a_freeze_was_taken_back_has_not_arrived_after_it():
    for late in (c.CheckIn((PlayerNo(3),)), c.RegisterPlayer(), c.SubmitList(PlayerNo(3), {"deck": "x"})):
        event = Event("destiny").register(4).announce().freeze()
        event.do(event.undo())
        undone = event.undo()
        event.do(late).refused(undone, "undo.in_the_way")
        assert checked(event) == []


def test_an_end_does_not_come_back_before_what_was_done_since():
    """The champion loses points after the end was taken back; the old places do not stand again."""
    event = Event("star-wars-lcg", swiss(1)).register(4).announce().play_stage().do(c.CloseTournament())
    first = event.t.places[0][0]
    event.do(event.undo()).do(c.GiveSanction(player=first, kind="points", reason="late", points=6))
    reopened = next(seq for seq, x in reversed(event.loaded.history) if isinstance(x, e.EventVoided))
    event.refused(c.VoidEvents((reopened,), "x"), "undo.in_the_way")
    event.do(c.CloseTournament())
    assert event.t.places[0][0] != first
    event.refused(c.VoidEvents((reopened,), "x"), "undo.in_the_way")


def test_an_end_comes_back_as_it_was_and_names_are_kept_up_after_it():
    event = Event("armada", swiss(1)).register(4).announce().play_stage().do(c.CloseTournament())
    event.do(c.ChangePerson(PlayerNo(1)), persons=({"first": "Ola", "last": "Nowak"},))
    event.do(c.PostNotice("well played")).do(event.undo(e.TournamentClosed))
    event.do(event.undo())
    assert event.t.phase == "closed"


def test_a_result_does_not_come_back_under_a_match_that_was_paired_otherwise_since():
    event = Event("destiny").register(5).announce().start()
    event.do(event.undo())  # the clock: somebody turns out not to have come
    match, alone = event.open()[0], next(m for m in event.in_round() if m.kind == "bye")
    event.do(c.EnterResult(match=match.number, report=event.report(match, 2)))
    event.do(event.undo())
    pairs_with = c.DeclareNoShow(match.number, (match.a,), reason="seen by both", pair_with=alone.a)
    event.do(pairs_with)
    undo = next(seq for seq, x in reversed(event.loaded.history) if isinstance(x, e.EventVoided))
    event.refused(c.VoidEvents((undo,), "x"), "undo.in_the_way")


def test_who_came_back_twice_keeps_the_loss_that_the_first_return_wrote():
    event = Event("destiny", swiss(3)).register(6).announce().play_round()
    event.do(c.DropPlayer(PlayerNo(5)))
    event.draw().publish()
    event.do(c.Rejoin(PlayerNo(5)))
    back = event.undo()
    event.do(c.DropPlayer(PlayerNo(5))).do(c.Rejoin(PlayerNo(5)))
    assert event.t.players[PlayerNo(5)].missed == (2,)
    event.refused(back, "undo.in_the_way")
