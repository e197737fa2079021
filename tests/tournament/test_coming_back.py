"""Whoever comes back has a loss for every missed round: only in the same stage, never once disqualified."""

from fractions import Fraction

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.meetings import byes, met
from komandor.core.tournament.readings.standings import standings_of
from tests.support.checking import checked
from tests.support.event import Event, reasons, single, swiss


@pytest.mark.rule("COM-DROP-3", "COM-DROP-4")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"])
def test_two_missed_rounds_are_two_losses_worth_nothing(game: str) -> None:
    event = Event(game, swiss(4)).register(6).announce().play_round(6).do(c.DropPlayer(6))
    had = event.points(6)
    event.play_round().play_round().do(c.Rejoin(6))
    assert (event.player(6).status, event.player(6).missed) == ("in", (2, 3))
    assert event.points(6) == had
    event.publish()
    assert 6 in {n for m in event.in_round() for n in m.players}


@pytest.mark.rule("COM-DROP-4")
def test_armada_may_give_a_missed_round_points() -> None:
    event = Event("armada", swiss(3), settings={"armada.missed_round_tp": 2})
    event.register(6).announce().play_round(6).do(c.DropPlayer(6))
    had = event.points(6)
    event.play_round().do(c.Rejoin(6))
    assert event.points(6) == had + 2


@pytest.mark.rule("COM-DROP-4", "COM-TB-2")
def test_a_missed_round_is_no_round_in_the_strength_of_schedule_unless_the_event_says_so() -> None:
    def strength(count: bool) -> Fraction:
        event = Event("destiny", swiss(3), settings={"sos.count_missed_rounds_after_rejoin": count})
        event.register(4).announce().play_round(4)
        first = event.opponent(4)
        event.do(c.DropPlayer(4)).play_round(first).do(c.Rejoin(4))
        opponents = len(met(event.t, 1)[first])
        row = next(row for row in standings_of(event.t) if row.player == first)
        return Fraction(row.values["sos"] * opponents)

    assert strength(False) - strength(True) == Fraction(1, 2), "one point in one round, or in two"


@pytest.mark.rule("COM-BYE-4", "COM-DROP-4")
def test_leaving_and_coming_back_brings_no_second_bye() -> None:
    event = Event("destiny", swiss(4)).register(5).announce().play_round()
    lucky = event.bye()
    assert lucky is not None
    event.do(c.DropPlayer(lucky)).play_round().do(c.Rejoin(lucky))
    assert byes(event.t)[lucky] == 1
    event.publish()
    assert event.bye() not in (None, lucky)


@pytest.mark.rule("COM-DROP-3")
def test_who_is_here_or_never_played_cannot_come_back() -> None:
    event = Event().register(6).do(c.WithdrawRegistration(6)).announce().play_round()
    event.refused(c.Rejoin(1), "rejoin.is_here", "COM-DROP-3")
    event.refused(c.Rejoin(6), "rejoin.never_played", "COM-DROP-3")
    event.refused(c.Rejoin(99), "player.unknown")


@pytest.mark.rule("COM-DROP-6", "COM-COND-7")
def test_the_disqualified_and_those_removed_for_conduct_never_come_back() -> None:
    event = Event().register(8).announce().play_round()
    event.do(c.Disqualify(1, "cheating")).do(c.GiveSanction(player=2, kind="removal", reason="abuse")).do(
        c.DropPlayer(3, "conduct")
    )
    for n in (1, 2, 3):
        event.refused(c.Rejoin(n), "rejoin.disqualified", "COM-DROP-6")
    event.do(c.DropPlayer(4, "lost_component")).do(c.Rejoin(4))


@pytest.mark.rule("COM-DROP-5")
def test_only_in_the_stage_in_which_they_left() -> None:
    event = (
        Event("destiny", swiss(2), swiss(2, cut=4)).register(6).announce().play_round().do(c.DropPlayer(6))
    )
    event.play_stage().cut()
    assert event.t.phase == "cut"
    event.publish()
    event.refused(c.Rejoin(6), "rejoin.other_stage", "COM-DROP-5")
    gone = event.t.stages[2].seeds[0] or 0
    event.do(c.StartClock()).do(c.DropPlayer(gone, game="not_played")).do(c.Rejoin(gone))
    knock = Event("destiny", swiss(1), single(4)).register(6).announce().play_stage().cut().start()
    left = knock.t.stages[2].seeds[0] or 0
    knock.do(c.DropPlayer(left))
    knock.refused(c.Rejoin(left), "rejoin.other_stage", "COM-DROP-5")


def test_into_a_published_round_nobody_comes_back_but_into_the_next() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().play_round().do(c.DropPlayer(6)).start()
    before = event.pairs()
    event.do(c.Rejoin(6))
    assert event.pairs() == before
    assert event.player(6).missed == (2,), "the round under way was missed"
    event.results().close().publish()
    assert 6 in {n for m in event.in_round() for n in m.players}


def test_into_a_drawn_round_they_come_when_it_is_drawn_again() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().play_round().do(c.DropPlayer(6)).draw()
    event.do(c.Rejoin(6))
    assert event.player(6).missed == ()
    reason = event.refused(c.PublishRound(), "round.draw_again", "COM-PAIR-1")
    assert reason.params["missing"] == (6,)
    event.do(c.DrawRound()).do(c.PublishRound())


def test_twice_away_every_missed_round_counts_once() -> None:
    event = Event("destiny", swiss(5)).register(6).announce().play_round()
    for _ in range(2):
        event.do(c.DropPlayer(6)).play_round().do(c.Rejoin(6))
    assert event.player(6).missed == (2, 3)


@pytest.mark.rule("COM-DROP-3")
def test_who_comes_back_in_the_round_that_was_to_be_their_last_stays() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().start().do(c.LeaveAfterRound(1))
    event.do(c.DropPlayer(1, game="not_played")).do(c.Rejoin(1)).results().close()
    assert event.player(1).active


@pytest.mark.rule("COM-DROP-5")
def test_who_was_removed_before_round_1_left_in_the_first_stage() -> None:
    event = Event("destiny", swiss(1), swiss(1, 4)).register(7)
    for number in (6, 7):
        event.do(c.ReportComponent(player=number, kind="lost", what="a die"))
        event.do(c.ResolveComponent(max(event.t.components), "removed"))
    event.announce().publish().do(c.Rejoin(7))
    assert checked(event) == []
    event.play_stage().cut().play_round()
    event.refused(c.Rejoin(6), "rejoin.other_stage", "COM-DROP-5")


@pytest.mark.rule("COM-DROP-3")
def test_whoever_still_plays_is_not_said_to_have_left_for_good() -> None:
    event = Event("destiny", swiss(1), single(2)).register(4).announce().play_stage().cut().start()
    answer = event.ask(c.Rejoin(event.in_round()[0].a))
    assert [one.code for one in reasons(answer)] == ["rejoin.is_here"]
