"""Every part of a bracket that the wall shows is read from the back of the hall, and nobody is left out."""

import pytest

from komandor.app.queries.everybody.bracket import BracketView, bracket_view
from komandor.core.tournament.values import StagePlan
from komandor.web.pictures.bracket_svg import Picture
from komandor.web.pictures.projector_bracket import projector_pages
from tests.support.event import Event, double, single, swiss

WALL = (1240, 560)  # what a wall of 1280 × 720 has for a picture
NAME = 22  # the height of a name's type in the picture


def view_of(event: Event) -> BracketView:
    return bracket_view(event.t, event.t.stages[max(event.t.stages)])


def type_of(page: Picture) -> float:
    """How high a name is on that wall, in pixels."""
    return NAME * min(WALL[0] / page.width, WALL[1] / page.height)


@pytest.mark.parametrize(
    "stage", [single(8), single(16), single(32), double(4), double(8), double(16)], ids=str
)
def test_in_every_round_names_are_large_and_everybody_who_plays_is_shown(stage: StagePlan) -> None:
    event = Event("star-wars-lcg", swiss(1), stage).register(32).announce().play_stage().cut()
    while event.t.phase != "closed":
        view = view_of(event)
        pages = projector_pages(view)
        assert min(map(type_of, pages)) >= 720 / 40
        shown = {box.game.number for page in pages for box in page.boxes}
        assert {g.number for g in view.games if g.status == "playable"} <= shown
        if event.until("results", "done").t.phase != "closed":
            event.results()


def test_a_small_bracket_is_one_picture_from_beginning_to_end() -> None:
    event = Event("destiny", swiss(1), single(4)).register(8).announce().play_stage().cut()
    assert len(projector_pages(view_of(event))) == 1
    event.play_out()
    assert len(projector_pages(view_of(event))) == 1


def test_in_the_final_the_way_to_it_is_shown_with_scores() -> None:
    event = Event("destiny", swiss(1), single(8)).register(16).announce().play_stage().cut()
    event.play_round().play_round()
    view = view_of(event)
    (page,) = projector_pages(view)
    assert page.columns == 3, "quarter-finals, semi-finals, final"
    played = [box.game for box in page.boxes if box.game.status == "played"]
    assert len(played) == 6
    assert all(side.score is not None for game in played for side in (game.a, game.b))


@pytest.mark.parametrize("size", [4, 8])
def test_the_final_of_two_brackets_has_both_ways_to_it(size: int) -> None:
    """Whoever comes from above has a game before the final too."""
    event = Event("star-wars-lcg", swiss(1), double(size)).register(2 * size).announce().play_stage().cut()
    while (view := view_of(event)).games_of("final")[0].status == "waiting":
        event.play_round()
    finals = {view.games_of(side)[-1].number for side in ("upper", "lower", "final")}
    assert any(finals <= {box.game.number for box in page.boxes} for page in projector_pages(view))
    event.play_out()
    assert any(finals <= {box.game.number for box in page.boxes} for page in projector_pages(view_of(event)))


def test_the_way_of_the_champion_is_marked_from_the_first_game_to_the_final() -> None:
    event = Event("destiny", swiss(1), single(8)).register(16).play_out()
    view = view_of(event)
    (page,) = projector_pages(view)
    own = [box.game for box in page.boxes if box.champion]
    assert [game.round for game in sorted(own, key=lambda g: g.round)] == sorted(
        {g.round for g in view.games}
    )
    assert all(view.champion in (game.a.player, game.b.player) for game in own)
    assert len(page.champion) == len(own) - 1
    assert set(page.champion) <= set(page.lines)
