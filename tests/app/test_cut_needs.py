"""What standings say about the cut in the last Swiss round follows from points and open tables."""

from collections import Counter

from komandor.app.queries.everybody.cut_needs import cut_needs
from komandor.app.queries.everybody.standings import standings_view
from komandor.core.tournament import commands as c
from tests.support.event import Event, single, swiss


def last_round(game: str = "destiny", players: int = 16, size: int = 4) -> Event:
    return Event(game, swiss(3), single(size)).register(players).announce().play_round().play_round().start()


def test_undefeated_need_a_win_the_others_a_win_and_luck_and_the_beaten_are_out() -> None:
    """Sixteen players, two rounds played, one point a win: four have 2 points, eight 1, four 0."""
    event = last_round()
    needs = cut_needs(event.t)
    by_points = Counter((event.points(n), needs[n].code) for n in event.t.active())
    assert by_points == {(2, "win"): 4, (1, "must_win"): 8, (0, "out"): 4}
    leader = event.order()[0]
    assert needs[leader].table == event.match(leader).table


def test_an_even_game_between_two_who_need_only_a_win_is_a_coin() -> None:
    event = Event("destiny", swiss(2), single(2)).register(4).announce().play_round().start()
    first, second = event.order()[:2]
    assert event.opponent(first) == second
    assert {cut_needs(event.t)[n].code for n in (first, second)} == {"win"}
    event.do(event.won(first))
    assert cut_needs(event.t)[first].code == "in"
    assert cut_needs(event.t)[second].table is None


def test_nothing_is_said_before_the_last_round_without_a_cut_or_when_all_is_played() -> None:
    early = Event("destiny", swiss(3), single(4)).register(8).announce().play_round().start()
    assert cut_needs(early.t) == {}
    assert cut_needs(Event("destiny", swiss(2)).register(8).announce().play_round().start().t) == {}
    assert cut_needs(last_round().results().t) == {}


def test_the_line_stands_below_the_last_player_who_is_still_here() -> None:
    event = Event("destiny", swiss(3), single(4)).register(8).announce().play_round().play_round()
    fifth = event.order()[4]
    event.do(c.DropPlayer(event.order()[1]))
    assert standings_view(event.t).last_in == fifth
