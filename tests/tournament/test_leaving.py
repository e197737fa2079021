"""Whoever leaves is not paired again, keeps their results, and loses the open match to a bye."""

import pytest

from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.standings import standings_of
from tests.support.event import Event, single, swiss

BYE = {
    "armada": (8, 140),
    "imperial-assault": (1, 0),
    "destiny": (1, 0),
    "star-wars-lcg": (6, 0),
    "conquest": (5, 0),
}
games = pytest.mark.parametrize("game", BYE)


@pytest.mark.rule("COM-DROP-1")
def test_before_round_1_it_is_only_a_registration_taken_back() -> None:
    event = Event().register(6).do(c.DropPlayer(3)).do(c.WithdrawRegistration(4))
    assert event.player(3).status == event.player(4).status == "withdrawn"
    event.refused(c.DropPlayer(3), "player.not_active", "COM-DROP-1")
    event.refused(c.WithdrawRegistration(4), "player.not_active", "COM-DROP-1")
    event.announce().publish()
    assert {n for m in event.in_round() for n in m.players} == {1, 2, 5, 6}
    assert [row.player for row in standings_of(event.t) if row.player in (3, 4)] == []


@pytest.mark.rule("COM-DROP-1", "COM-PAIR-1")
def test_after_a_result_a_leaver_is_not_drawn_but_keeps_a_place_marked_as_left() -> None:
    event = Event("conquest").register(8).announce().play_round().do(c.DropPlayer(1))
    event.publish()
    assert 1 not in {n for m in event.in_round() for n in m.players}
    assert all(len(set(m.players)) == len(m.players) for m in event.in_round()), "nobody meets themselves"
    row = next(row for row in standings_of(event.t) if row.player == 1)
    assert (row.points, row.left, row.rank) == (5, True, event.order().index(1) + 1)
    event.refused(c.DropPlayer(1), "player.not_active", "COM-DROP-1")
    event.refused(c.DropPlayer(99), "player.unknown")
    event.refused(c.DropPlayer(2, "bored"), "drop.unknown_cause", "COM-DROP-1")


@games
@pytest.mark.rule("COM-DROP-1", "COM-BYE-1")
def test_during_a_round_the_opponent_wins_as_by_a_bye_and_they_have_not_met(game: str) -> None:
    event = Event(game, swiss(3)).register(4).announce().start()
    other = event.opponent(1)
    event.do(c.DropPlayer(1, game="not_played"))
    match = event.match(other)
    assert match.final
    assert match.result
    assert match.result.forfeit
    won = next(s for s in match.result.scores if s.player == other)
    assert (won.outcome, won.points, won.mov) == ("forfeit_win", *BYE[game])
    event.results().close()
    assert event.points(1) == 0
    row = next(row for row in standings_of(event.t) if row.player == other)
    assert row.values["sos"] == 0, "no opponent for the strength of schedule (AMB-G6)"


def test_with_a_result_in_hand_the_result_stays() -> None:
    event = Event().register(4).announce().start().results(1)
    before = event.match(1).result
    event.do(c.DropPlayer(1))
    assert event.match(1).result == before


@pytest.mark.rule("COM-DROP-2")
@games
def test_a_no_show_is_removed_and_who_came_wins(game: str) -> None:
    event = Event(game, swiss(3)).register(6).announce().publish()
    there = event.opponent(2)
    event.do(c.DeclareNoShow(event.match(2).number, (2,)))
    assert (event.player(2).status, event.player(2).cause) == ("left", "no_show")
    result = event.match(there).result
    assert result
    assert result.winner == there
    assert [(s.outcome, s.points) for s in result.scores if s.player == there] == [
        ("forfeit_win", BYE[game][0])
    ]
    assert [(s.outcome, s.points) for s in result.scores if s.player == 2] == [("forfeit_loss", 0)]
    event.play_round().publish()
    assert 2 not in {n for m in event.in_round() for n in m.players}


@pytest.mark.rule("COM-DROP-2")
def test_nobody_came_both_are_removed_and_nobody_wins() -> None:
    event = Event().register(4).announce().start()
    match = event.match(1)
    event.do(c.DeclareNoShow(match.number, match.players))
    after = event.match(1)
    assert after.result
    assert after.result.winner is None
    assert {s.points for s in after.result.scores} == {0}
    assert [event.player(n).status for n in match.players] == ["left", "left"]


@pytest.mark.rule("COM-DROP-2")
def test_somebody_named_twice_as_absent_leaves_once() -> None:
    event = Event().register(4).announce().start()
    match = event.match(1)
    event.do(c.DeclareNoShow(match.number, (match.a, match.a)))
    assert [x.player for x in event.log if isinstance(x, e.PlayerLeft)] == [match.a]
    assert [x.absent for x in event.log if isinstance(x, e.MatchForfeited)] == [(match.a,)]


@pytest.mark.rule("COM-DROP-2")
def test_a_no_show_is_declared_at_their_own_open_table() -> None:
    event = Event().register(5).announce().start()
    match = next(m for m in event.in_round() if m.b is not None)
    other = next(n for n in event.t.active() if n not in match.players)
    event.refused(c.DeclareNoShow(match.number, (other,)), "no_show.not_at_this_table", "COM-DROP-2")
    event.refused(c.DeclareNoShow(match.number, ()), "no_show.not_at_this_table", "COM-DROP-2")
    event.refused(c.DeclareNoShow(99, (1,)), "match.unknown")
    bye = event.bye()
    assert bye is not None
    event.refused(c.DeclareNoShow(event.match(bye).number, (bye,)), "result.already_final", "COM-DROP-2")
    event.results()
    event.refused(c.DeclareNoShow(match.number, (match.a,)), "result.already_final", "COM-DROP-2")


@pytest.mark.rule("COM-DROP-2", "COM-BYE-4")
def test_a_forfeit_win_does_not_use_up_the_right_to_a_bye() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start()
    winner = event.opponent(4)
    event.do(c.DeclareNoShow(event.match(4).number, (4,))).results().close()
    for n in event.t.active():
        if n != winner:
            event.do(c.AmendPlayer(n, {"awarded_byes": (2,)}))
    event.publish()
    assert event.bye() == winner


@pytest.mark.rule("COM-ELIM-6", "COM-DROP-1")
def test_in_a_knock_out_under_way_the_opponent_moves_on_and_nobody_is_asked() -> None:
    event = Event("destiny", swiss(1), single(4)).register(8).announce().play_stage().cut().start()
    other = event.opponent(event.t.stages[2].seeds[0] or 0)
    gone = event.opponent(other)
    event.do(c.DropPlayer(gone)).results().close()
    event.refused(c.ReplaceSeed(gone, 5, True), "phase.not_now")
    event.publish()
    assert other in {n for m in event.in_round() for n in m.players}
    assert not [x for x in event.log if isinstance(x, e.ReplacementAsked)]


@pytest.mark.rule("COM-ELIM-6")
def test_between_knock_out_rounds_the_next_opponent_has_a_bye() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().play_round()
    finalists = [
        n
        for n in event.t.stages[2].seeds
        if n and all(m.result.winner == n for m in event.in_round() if n in m.players and m.result)
    ]
    event.do(c.DropPlayer(finalists[0]))
    event.refused(c.FreezeRound(), "round.bracket_complete", "COM-ELIM-1")
    event.do(c.CloseTournament())
    assert event.t.places[0] == (finalists[1], 1)
    assert event.t.places[1] == (finalists[0], 2)


@pytest.mark.rule("COM-PAIR-1")
@pytest.mark.parametrize("left", [0, 1])
def test_all_but_one_or_everybody_goes_home(left: int) -> None:
    event = Event("destiny", swiss(3)).register(4).announce().play_round()
    for n in list(event.t.active())[left:]:
        event.do(c.DropPlayer(n))
    if not left:
        event.refused(c.FreezeRound(), "round.nobody_left", "COM-PAIR-1")
        assert next_step(event.t).code == "finish"
    else:
        event.publish()
        assert [m.kind for m in event.in_round()] == ["bye"]
        event.close()
    event.do(c.CloseTournament())
    assert sorted(n for n, _ in event.t.places) == [1, 2, 3, 4]
