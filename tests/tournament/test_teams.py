"""Two against two: teams play Swiss rounds without finals; two that are level play one match for it."""

from typing import Any

import pytest

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import round_minutes
from komandor.core.tournament.readings.scoring import typed_slip
from tests.support.event import Event, double, reasons, swiss

WITHOUT_A_WINNER = {
    "xx": ("report.missing", "SWL-2V2-5"),  # level: the third game is asked for
    "wlx": ("result.winner_needed", "SWL-2V2-5"),
    "xxx": ("result.winner_needed", "SWL-2V2-5"),
}


def teams(count: int, rounds: int, **wish: Any) -> Event:
    return Event("star-wars-lcg", swiss(rounds), teams=True, **wish).register(count, members=2).announce()


@pytest.mark.rule("SWL-2V2-2")
def test_a_team_is_two_people_and_a_player_is_one() -> None:
    event = Event("star-wars-lcg", swiss(2), teams=True)
    event.refused(c.RegisterPlayer(), "player.team_of_two", "SWL-2V2-2")
    event.refused(c.RegisterPlayer(members=3), "player.team_of_two", "SWL-2V2-2")
    event.do(c.RegisterPlayer(members=2))
    Event("star-wars-lcg", swiss(2)).refused(c.RegisterPlayer(members=2), "player.team_of_two", "SWL-2V2-2")
    for game in ("armada", "destiny"):
        refused = reasons(Event(game, swiss(2), teams=True).created)
        assert "event.no_teams" in [r.code for r in refused]


@pytest.mark.rule("SWL-2V2-4")
def test_there_are_no_finals() -> None:
    wish = Event("star-wars-lcg", swiss(2), double(4), teams=True)
    assert ("structure.teams_no_finals", "SWL-2V2-4") in [(r.code, r.rule) for r in reasons(wish.created)]


@pytest.mark.rule("SWL-2V2-8")
def test_round_time_is_80_to_100_minutes() -> None:
    for minutes in (80, 90, 100):
        event = teams(4, 2, minutes={"swiss": minutes}).start()
        assert event.t.rounds[1].clock
        assert event.t.rounds[1].clock.minutes == minutes
    for minutes in (79, 101):
        wish = Event("star-wars-lcg", swiss(2), teams=True, minutes={"swiss": minutes})
        assert [(r.code, r.rule) for r in reasons(wish.created)] == [("clock.out_of_range", "SWL-2V2-8")]


@pytest.mark.rule("SWL-2V2-7", "SWL-2V2-10")
@pytest.mark.parametrize(("setting", "points"), [(2, 5), (1, 4)])
def test_points_go_to_the_team_and_a_drawn_game_is_worth_what_the_event_says(
    setting: int, points: int
) -> None:
    event = teams(2, 1, settings={"swl.2v2_draw_points": setting}).start()
    match = event.in_round()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wd"))).close()
    assert (event.points(match.a), event.points(match.b or 0)) == (points, setting)


@pytest.mark.rule("SWL-2V2-5")
def test_the_most_points_win_when_nobody_is_level() -> None:
    event = teams(4, 2).play_stage(1)
    event.refused(c.MakeCut(), "cut.no_next_stage", "SWL-2V2-4")
    event.do(c.CloseTournament())
    assert event.t.places[0] == (1, 1)


def level_for_first(rounds: int = 1) -> Event:
    """Four teams after one round: two have six points each."""
    return teams(4, rounds).play_stage()


@pytest.mark.rule("SWL-2V2-5")
def test_two_level_teams_play_a_final_match_of_two_games_without_a_limit() -> None:
    event = level_for_first()
    first = event.order()[:2]
    due = event.refused(c.CloseTournament(), "close.final_match_due", "SWL-2V2-5")
    assert due.params["teams"] == tuple(first)
    event.cut()
    assert (event.t.stages[2].kind.key, event.t.stages[2].seeds) == ("final_match", tuple(first))
    event.start()
    assert round_minutes(event.t, 2) is None
    assert event.pairs() == {frozenset(first)}
    event.refused(c.CloseTournament(), "phase.not_now")
    event.do(c.EnterResult(match=event.match(first[1]).number, report=event.slip(first[1]))).close()
    event.refused(c.FreezeRound(), "round.bracket_complete", "SWL-2V2-5")
    event.do(c.CloseTournament())
    assert [n for n, _ in event.t.places][:2] == [first[1], first[0]]


@pytest.mark.rule("SWL-2V2-5")
def test_level_again_a_third_game_decides() -> None:
    event = level_for_first().cut().start()
    match = event.in_round()[0]
    answer = event.ask(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    assert not hasattr(answer, "records"), "a level final match is not over"
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wll"))).close().do(
        c.CloseTournament()
    )
    assert event.t.places[0] == (match.b, 1)


@pytest.mark.rule("SWL-2V2-5", "SWL-ERR-4")
def test_games_that_both_teams_lose_can_be_typed_and_somebody_still_wins() -> None:
    event = level_for_first().cut().start()
    match = event.in_round()[0]
    for line in ("xx", "wlx", "xxx"):
        slip = typed_slip(event.t, match, line)
        assert isinstance(slip, dict), line
        event.refused(c.EnterResult(match=match.number, report=slip), *WITHOUT_A_WINNER[line])
    assert isinstance(typed_slip(event.t, match, "wd"), Refusal), "there is no time limit"
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "xxl"))).close().do(
        c.CloseTournament()
    )
    assert event.t.places[0] == (match.b, 1)


@pytest.mark.rule("SWL-2V2-5")
def test_of_three_or_more_level_teams_the_best_two_by_the_tie_breakers_play() -> None:
    event = teams(6, 1).play_stage()
    assert len([n for n in event.t.players if event.points(n) == 6]) == 3
    event.cut()
    assert event.t.stages[2].seeds == tuple(event.order()[:2])


@pytest.mark.rule("SWL-2V2-5", "COM-ELIM-6")
def test_one_of_the_two_goes_home() -> None:
    event = level_for_first().cut()
    one, two = (n for n in event.t.stages[2].seeds if n)
    event.do(c.DropPlayer(one))
    event.refused(c.ReplaceSeed(one, 3, True), "cut.nobody_left", "COM-CUT-3")
    event.do(c.CloseTournament())
    assert event.t.places[0] == (two, 1)


@pytest.mark.rule("SWL-2V2-3", "COM-LIST-2")
def test_lists_of_all_four_decks_are_asked_for_where_they_are_required() -> None:
    event = teams(2, 1, settings={"lists.required": True})
    missing = event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2")
    assert missing.params["players"] == (1, 2)
