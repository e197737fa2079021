"""The picture of places by round has one scale: neighbouring places are equally far apart everywhere."""

import re
from itertools import pairwise

import pytest

from komandor.app.queries.everybody.progress import Path, Places
from komandor.core.ids import PlayerNo
from komandor.web.pictures.places_svg import HALL_LABEL, HALL_LABELLED, LABEL, LABELLED, Chart, chart
from tests.support.event import swiss
from tests.support.world import World, site_of


def field(players: int) -> Places:
    """Four rounds in which everybody is somewhere else each time."""
    numbers = range(1, players + 1)
    orders = [[(n * k) % (players + 1) or 1 for n in numbers] for k in (7, 5, 3, 1)]
    paths = tuple(Path(PlayerNo(n), tuple(order[n - 1] for order in orders)) for n in numbers)
    return Places((1, 2, 3, 4), paths, 0)


def heights(made: Chart) -> dict[int, set[float]]:
    out: dict[int, set[float]] = {}
    for place, y in [*((p, y) for line in made.lines for _, y, p in line.dots), *made.ticks]:
        out.setdefault(place, set()).add(y)
    return out


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("players", [8, 24, 64, 200])
def test_each_place_has_one_height_and_all_are_equally_far_apart(players: int, wide: bool) -> None:
    made = chart(field(players), wide)
    seen = heights(made)
    assert all(len(ys) == 1 for ys in seen.values()), seen
    for place, ys in seen.items():
        assert abs(min(ys) - (made.first + (place - 1) * made.unit)) < 0.1
    assert {1, players} <= {place for place, _ in made.ticks}


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("players", [8, 24, 64, 200])
def test_names_never_cover_each_other_and_stand_in_order(players: int, wide: bool) -> None:
    made = chart(field(players), wide)
    gap, most = (HALL_LABEL, HALL_LABELLED) if wide else (LABEL, LABELLED)
    assert all(b.label - a.label > gap - 0.1 for a, b in pairwise(made.lines))
    assert [line.place for line in made.lines] == sorted(line.place for line in made.lines)
    assert len(made.lines) >= min(players, most)
    assert made.height <= 660, "it fits a screen"
    assert made.width == 960


def test_those_without_a_name_have_a_line_too() -> None:
    made = chart(field(64))
    assert made.rest.count("M") == 64 - LABELLED


def test_the_page_has_the_picture_its_text_and_its_table() -> None:
    world = World("destiny", swiss(3)).people(40).announce().play_round().play_round()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/standings") or (None, {})
    assert page is not None
    text = str(page.render(site, "en", **parts))
    rows = re.findall(r"<tr data-find=[^>]*>\s*<th", text)
    assert len(rows) == 40, "everybody's places are in the table"
    assert re.search(r'<svg class="places"[^>]*role="img"\s+aria-label="\s*\w+', text)
    assert 'data-search="places-rows"' in text, "whoever has no name in the picture can be looked for"
