"""Standings count rounds that were played, and a sanction is the punished player's own (AMB-G36, AMB-G38)."""

from fractions import Fraction

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from tests.core.standings.rounds import board
from tests.support.checking import checked
from tests.support.event import Event, swiss


def sos(event: Event, player: int) -> object:
    return next(row.values["sos"] for row in standings_of(event.t) if row.player == player)


def two_rounds_with_a_no_show(**settings: bool) -> tuple[Event, int, int]:
    """The winner of round 1 does not come to round 2; back come both players of that match of round 1."""
    event = Event("destiny", swiss(3), settings=settings).register(6).announce().play_round()
    absent = event.matches(1)[0].result.winner
    loser = event.matches(1)[0].opponent(absent)
    event.start().do(c.DeclareNoShow(event.match(absent).number, (absent,)))
    return event.results(loser).close(), absent, loser


@pytest.mark.rule("COM-TB-2")
def test_no_show_round_is_not_a_round_played() -> None:
    event, _, loser = two_rounds_with_a_no_show()
    rival = event.opponent(loser)
    shares = [Fraction(1, 1), Fraction(event.points(rival), 2)]
    assert sos(event, loser) == sum(shares) / 2
    assert checked(event) == []


@pytest.mark.rule("COM-TB-2")
def test_both_kinds_of_missed_round_are_turned_on_together() -> None:
    event, _, loser = two_rounds_with_a_no_show(**{"sos.count_missed_rounds_after_rejoin": True})
    shares = [Fraction(1, 2), Fraction(event.points(event.opponent(loser)), 2)]
    assert sos(event, loser) == sum(shares) / 2
    assert checked(event) == []


@pytest.mark.rule("COM-TB-2")
def test_dv_23_no_show_and_strength_of_schedule() -> None:
    made = board(
        "destiny", "C-E 1:0, B-D 1:0, A-F 1:0", "C forfeit_loss 0, E-D 1:0, F forfeit_win 1, A-B 1:0"
    )
    assert made.table()["E"].values["sos"] == Fraction(1, 2)


@pytest.mark.rule("COM-COND-8")
def test_points_never_fall_below_zero_and_opponents_keep_their_strength() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().play_round()
    punished = event.order()[0]
    before = {n: sos(event, n) for n in range(1, 5)}
    event.do(c.GiveSanction(player=punished, kind="points", reason="cheating", points=9))
    assert event.points(punished) == 0
    assert {n: sos(event, n) for n in range(1, 5)} == before
    assert checked(event.start()) == [], "the checker ranks for the draw in the same way"


@pytest.mark.rule("SWL-SANC-3")
def test_a_setting_lets_the_deduction_enter_the_strength_of_schedule() -> None:
    event = Event("star-wars-lcg", swiss(3), settings={"sanction.points_enter_sos": True})
    event.register(4).announce().play_round()
    punished = event.order()[0]
    rival = event.opponent(punished)
    event.do(c.GiveSanction(player=punished, kind="points", reason="cheating", points=9))
    assert (event.points(punished), sos(event, rival)) == (0, 0)
    assert checked(event.start()) == []
