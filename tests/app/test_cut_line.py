"""The cut line in words: places left for players level on points, what decides, and what is needed."""

from komandor.app.queries.everybody.cut_line import NEAR, cut_line
from komandor.app.queries.everybody.standings import standings_view
from komandor.core.tournament import commands as c
from tests.support.event import Event, single, swiss


def played(game: str, players: int, size: int) -> Event:
    return Event(game, swiss(3), single(size)).register(players).announce().play_round().play_round()


def test_the_places_left_are_counted_among_those_level_on_points() -> None:
    """Sixteen players after two rounds at one point a win: four have 2 points, eight 1, four 0."""
    line = cut_line(played("destiny", 16, 6).t)
    assert line is not None
    assert (line.places, line.level, line.points, line.next_points) == (2, 8, 1, 1)
    assert line.contested


def test_what_is_needed_is_the_number_of_the_last_who_is_in() -> None:
    event = played("armada", 16, 7)
    line, rows = cut_line(event.t), standings_view(event.t).rows
    assert line is not None
    assert [row.player for row in line.just_in] == event.order()[7 - NEAR : 7]
    assert [row.player for row in line.just_out] == event.order()[7 : 7 + NEAR]
    if line.contested and line.decides != "lot":
        assert line.needed == rows[6].values[line.decides]


def test_whoever_dropped_is_on_neither_side_of_the_line() -> None:
    event = played("destiny", 16, 4)
    gone = event.order()[3]
    event.do(c.DropPlayer(gone))
    line = cut_line(event.t)
    assert line is not None
    assert gone not in {row.player for row in (*line.just_in, *line.just_out)}


def test_no_line_where_everybody_goes_on() -> None:
    assert cut_line(played("destiny", 4, 4).t) is None
