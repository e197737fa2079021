"""A match lost by sanction is lost whatever a slip says, and somebody still wins a knock-out."""

from typing import Any

import pytest

from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from tests.support.checking import checked
from tests.support.event import Event, single, swiss

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def match_loss(player: int, match: int) -> c.GiveSanction:
    return c.GiveSanction(player=player, kind="match_loss", reason="collusion", match=match, corrects=True)


@pytest.mark.rule("COM-COND-8", "SWL-SANC-3")
@pytest.mark.parametrize("game", GAMES)
def test_a_match_taken_from_both_players_is_won_by_nobody(game: str) -> None:
    """Two players who agree on a result may both be punished; the second sanction is no gift to the first."""
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    judge = event.staff("judge")
    event.do(match_loss(match.a, match.number))
    second = match_loss(match.b, match.number)
    if game != "star-wars-lcg":  # only its document knows a double loss (AMB-G25)
        event.refused(second, "access.organiser_punishes", "COM-COND-8", by=judge)
    event.do(second)
    assert {s.outcome for s in event.result(match).scores} == {Outcome.DOUBLE_LOSS}
    assert event.do(match_loss(match.a, match.number)).result(match).winner is None
    event.results().close()
    assert [event.points(n) for n in match.players] == [0, 0]
    assert checked(event) == []


@pytest.mark.rule("COM-ELIM-7")
def test_in_a_single_elimination_the_organiser_names_a_winner_instead() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    event.refused(match_loss(match.b, match.number), "result.winner_needed", "COM-ELIM-7")


@pytest.mark.rule("SWL-SANC-3", "COM-COND-8")
@pytest.mark.parametrize("game", GAMES)
def test_no_slip_gives_back_a_match_that_a_sanction_took(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    rule = "SWL-SANC-1" if game == "star-wars-lcg" else "COM-COND-8"
    event.refused(event.won(match.a, "he asked"), "result.game_lost", rule)
    event.do(event.won(match.b, "the slip came late"))
    assert event.result(match).winner == match.b
    assert checked(event) == []


@pytest.mark.rule("SWL-SANC-3")
def test_a_match_lost_by_sanction_is_both_of_its_games() -> None:
    event = Event("star-wars-lcg", swiss(1)).register(2).announce().start()
    match = event.matches()[0]
    event.do(match_loss(match.a, match.number))
    split: Any = {"games": [{"end": "win", "winner": "a"}, {"end": "win", "winner": "b"}]}
    late = c.EnterResult(match=match.number, report=split, reason="late")
    assert event.refused(late, "result.game_lost", "SWL-SANC-1").params["games"] == 2


@pytest.mark.rule("COM-CUT-5")
def test_a_disqualification_after_the_cut_only_leaves_a_gap() -> None:
    event = Event("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut()
    first, fifth = event.t.stages[2].standings_before[0], event.t.stages[2].standings_before[4]
    event.do(c.Disqualify(first, "threats")).do(c.ReplaceSeed(first, fifth, True)).play_out()
    assert checked(event) == []
