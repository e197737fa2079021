"""Results round by round, records and places by round are what was played."""

import pytest

from komandor.app.queries.everybody.progress import Record, places_by_round, record_of, results
from komandor.app.queries.everybody.standings import standings_view
from komandor.core.games import GAMES
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.standings.ranking import ranks_by_round as core_ranks_by_round
from komandor.core.standings.record import Adjustment, Growing, RoundLine
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import latest_swiss, ranks_by_round, standings_of
from tests.support.dice_event import DiceEvent
from tests.support.event import Event, swiss


def test_a_record_counts_byes_as_won_and_hides_draws_that_were_not_there() -> None:
    assert str(record_of(("win", "bye", "loss", "missed"))) == "2–2"
    assert str(record_of(("win", "draw", "loss"))) == "1–1–1"
    assert record_of(()) == Record(0, 0, 0)


def test_dots_stand_for_the_results_of_each_round_and_places_for_the_standings_then() -> None:
    event = Event("destiny", swiss(3)).register(5).announce()
    tables = []
    for _ in range(3):
        event.play_round()
        tables.append({r.player: r.place for r in standings_view(event.t).rows})
    found = results(event.t)
    for n, player in event.t.players.items():
        mine = [m for m in event.t.matches.values() if n in m.players]
        byes = sum(m.kind == "bye" for m in mine)
        assert len(found[n]) == len(mine) == 3
        assert (found[n].count("bye"), player.number) == (byes, n)
        won = sum(s.points for m in mine if m.result for s in m.result.scores if s.player == n)
        assert found[n].count("win") == won, "in Destiny a match won is one point"
    places = places_by_round(event.t)
    assert places is not None
    assert (places.rounds, places.others) == ((1, 2, 3), 0)
    assert {p.player: p.places for p in places.paths} == {
        n: tuple(t[n] for t in tables) for n in event.t.players
    }
    assert [p.places[-1] for p in places.paths] == sorted(tables[-1].values())


def test_a_big_field_shows_the_best_and_says_how_many_are_left_out() -> None:
    event = Event("destiny", swiss(2)).register(20).announce()
    event.play_round()
    assert places_by_round(event.t) is None, "one round is no way yet"
    event.play_round()
    places = places_by_round(event.t, most=8)
    assert places is not None
    assert (len(places.paths), places.others) == (8, 12)


@pytest.mark.parametrize("game", [rules.data.id for rules in GAMES])
def test_places_by_round_are_those_of_the_standings_after_each_round(game: str) -> None:
    event = DiceEvent(game, swiss(4), dice=7).register(11).announce()
    for number in range(1, 5):
        event.start()
        for match in event.open():
            event.do(c.EnterResult(match=match.number, report=event.random_report(match)))
        if number == 2:
            event.do(c.GiveSanction(player=PlayerNo(3), kind="points", points=2, reason="twice late"))
        event.close()
        if number == 3:
            event.do(c.DropPlayer(PlayerNo(5)))
    stage = latest_swiss(event.t)
    assert stage is not None
    for number, found in enumerate(ranks_by_round(event.t, stage), start=1):
        rows = standings_of(event.t, stage, upto=number)
        assert list(found.items()) == [(row.player, row.rank) for row in rows]


def test_places_by_round_count_bonus_points_and_sanctions_of_whoever_has_not_played_yet() -> None:
    lines = [
        [RoundLine(PlayerNo(1), PlayerNo(2), Outcome.WIN, 1), RoundLine(PlayerNo(2), None, Outcome.LOSS, 0)]
    ]
    seen: list[bool] = []

    def adjusted(at: int, so_far: Growing) -> list[Adjustment]:
        seen.extend(so_far.has(PlayerNo(n)) for n in (1, 2, 3))
        return [(PlayerNo(3), False, -5)]

    data, everybody = GAMES[0].data, [PlayerNo(n) for n in (1, 2, 3)]
    (found,) = core_ranks_by_round(data, lines, adjusted, {}, (), {}, everybody[:2], everybody)
    assert seen == [True, True, False], "the third has no line"
    assert found == {1: 1, 2: 2}, "nobody is ranked for bonus points alone"
