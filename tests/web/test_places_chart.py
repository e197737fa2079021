"""The picture of places by round keeps its type large on the wall, however far down somebody began."""

from komandor.app.queries.everybody.progress import Path, Places
from komandor.core.ids import PlayerNo
from komandor.web.pictures.places_svg import ROW, chart

FIRST = (7, 18, 23, 25, 58, 72, 77, 100)
SECOND = (1, 2, 4, 9, 20, 24, 27, 29)
THIRD = (3, 1, 6, 7, 5, 8, 12, 14)
FAR = Places(
    (1, 2, 3, 4),
    tuple(
        Path(PlayerNo(n), (*places, n))
        for n, places in enumerate(zip(FIRST, SECOND, THIRD, strict=True), start=1)
    ),
    192,
)


def test_on_the_wall_far_places_close_up_at_the_bottom() -> None:
    made = chart(FAR, wide=True)
    assert made.height <= 14 * ROW, "a dozen rows below the heading"
    for n, column in enumerate((FIRST, SECOND, THIRD)):
        seen = {place: y for line in made.lines for _, y, place in line.dots[n : n + 1]}
        assert sorted(seen, key=lambda place: seen[place]) == sorted(column), "in order of places"
        assert len(set(seen.values())) == len(column), "no dot covers another"


def test_on_a_page_two_hundred_players_do_not_make_the_picture_taller_than_a_screen() -> None:
    first = (5, 11, 15, 20, 37, 57, 70, 72, 74, 75, 79, 81, 83, 85, 87, 122)
    second = (2, 12, 14, 16, 20, 23, 24, 33, 35, 37, 45, 48, 49, 68, 123, 126)
    third = (1, 2, 5, 6, 7, 9, 11, 16, 18, 19, 21, 23, 44, 48, 53, 66)
    paths = [
        Path(PlayerNo(n), (*places, n)) for n, places in enumerate(zip(first, second, third, strict=True), 1)
    ]
    made = chart(Places((1, 2, 3, 4), tuple(paths), 184))
    assert made.height <= 26 * ROW
    for n, column in enumerate((first, second, third)):
        seen = {place: y for line in made.lines for _, y, place in line.dots[n : n + 1]}
        assert sorted(seen, key=lambda place: seen[place]) == sorted(column), "in order of places"
        assert len(set(seen.values())) == len(column), "no dot covers another"


def test_near_places_stand_level_in_every_round() -> None:
    made = chart(FAR, wide=True)
    level: dict[int, set[int]] = {place: set() for place in (1, 2, 3, 4)}
    for line in made.lines:
        for _, y, place in line.dots:
            if place in level:
                level[place].add(y)
    assert all(len(heights) == 1 for heights in level.values()), level
