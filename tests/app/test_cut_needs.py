"""What standings say about the cut in the last Swiss round follows from points and open tables."""

from collections import Counter

from komandor.app.queries.everybody.cut_needs import Share, cut_needs
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


def test_every_end_is_counted_where_few_games_are_open() -> None:
    """Eight players, two at 2 points who meet, four at 1, two at 0: the best two are in.

    Whoever wins the top table is in. Of the pairs of those with 1 point two end with 2 points beside the
    loser of the top table: three for one place, which tie-breakers decide.
    """
    event = last_round(players=8, size=2)
    needs = cut_needs(event.t)
    shares = {(event.points(n), need.share) for n, need in needs.items() if need.share}
    assert shares == {(2, Share(50, 50, 0)), (1, Share(0, 50, 0))}


def test_no_place_is_promised_to_those_whom_tie_breakers_part() -> None:
    """In any end no more are in by points than there are places, and with the level ones never fewer."""
    for game in ("destiny", "armada", "star-wars-lcg"):
        needs = cut_needs(last_round(game).t).values()
        certain = sum(need.code == "in" for need in needs)
        open_ = [need.share for need in needs if need.share]
        assert certain + sum(s.percent for s in open_) / 100 <= 4 + 0.1
        assert certain + sum(s.percent + s.level for s in open_) / 100 >= 4 - 0.1


def test_an_even_game_between_two_who_need_only_a_win_is_a_coin() -> None:
    event = Event("destiny", swiss(2), single(2)).register(4).announce().play_round().start()
    first, second = event.order()[:2]
    assert event.opponent(first) == second
    assert {cut_needs(event.t)[n].code for n in (first, second)} == {"win"}
    event.do(event.won(first))
    assert cut_needs(event.t)[first].code == "in"
    assert cut_needs(event.t)[second].table is None


def test_a_large_hall_or_a_game_with_margins_is_simulated_and_says_how_uncertain_it_is() -> None:
    needs = cut_needs(last_round("armada").t)
    errors = [need.share.error for need in needs.values() if isinstance(need.share, Share)]
    assert errors
    assert all(1 <= error <= 5 for error in errors)
    assert needs == cut_needs(last_round("armada").t), "the same event says the same"


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
