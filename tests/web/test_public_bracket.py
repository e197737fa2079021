"""The picture of a bracket holds every game once, no box on another, and a line for every winner."""

import re

import pytest

from komandor.app.queries.everybody.bracket import BracketView, bracket_view
from komandor.core.tournament.values import StagePlan
from komandor.web.pictures.bracket_svg import DOWN, TALL, WIDE, picture
from tests.support.event import double, single, swiss
from tests.support.world import World, site_of

SIZES = [
    ("single", 2),
    ("single", 4),
    ("single", 6),
    ("single", 16),
    ("double", 4),
    ("double", 8),
    ("double", 16),
]


def bracket(kind: str, size: int, rounds: int = 0) -> BracketView:
    finals = {"single": single, "double": double}[kind](size)
    event = World("star-wars-lcg", swiss(1), finals).people(18).announce().play_stage().cut()
    for _ in range(rounds):
        event.play_round()
    return bracket_view(event.t, event.t.stages[2])


def test_an_open_place_says_which_game_fills_it() -> None:
    world = World("star-wars-lcg", swiss(1), double(4)).people(8).announce().play_stage().cut()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/bracket") or (None, {})
    assert page is not None
    text = str(page.render(site, "en", **parts))
    assert {"winner of 1", "loser of 1", "winner of 2", "loser of 2"} <= set(
        re.findall(r"(?:winner|loser) of \w+", text)
    )
    assert "Of(" not in text


@pytest.mark.rule("COM-ELIM-3")
def test_every_round_of_a_single_elimination_numbers_its_games_from_1() -> None:
    """On the page, the projector and paper: "this pair is now the new game 1"; two brackets have a poster."""
    world = World("armada", swiss(1), single(8)).people(8).announce().play_stage().cut()
    labels = [(g.round, g.label) for g in bracket_view(world.t, world.t.stages[2]).games]
    assert labels == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)]
    site = site_of(world)
    for path in ("/t/cup/bracket", "/t/cup/screen/part/bracket"):
        page, parts = site.pages.find(path) or (None, {})
        assert page is not None, path
        numbers = re.findall(r'class="bracket-number"[^>]*>\s*(\d+)', str(page.render(site, "en", **parts)))
        assert set(numbers) == {"1", "2", "3", "4"}, path
        shown = str(page.render(site, "en", **parts))
        assert {"winner of QF 1", "winner of QF 4", "winner of SF 2"} <= set(
            re.findall(r"winner of [\w ]+\w", shown)
        ), "the final has a game 1, and so have the rounds before it"
    poster = [g.label for g in bracket("double", 4).games]
    assert poster == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(("finals", "named"), [(single(4), False), (double(4), True)])
def test_only_double_elimination_has_an_upper_bracket(finals: StagePlan, named: bool) -> None:
    world = World("star-wars-lcg", swiss(1), finals).people(8).announce().play_stage().cut()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/bracket") or (None, {})
    assert page is not None
    assert ("upper bracket" in str(page.render(site, "en", **parts)).lower()) is named


def test_once_the_cut_is_made_the_page_of_the_event_shows_the_bracket_and_no_old_standings() -> None:
    world = World("star-wars-lcg", swiss(1), single(4)).people(8).announce().play_stage()
    site = site_of(world)
    page, parts = site.pages.find("/t/cup/") or (None, {})
    assert page is not None
    assert "Standings after round 1" in str(page.render(site, "en", **parts))
    world.cut()
    for _ in range(2):  # before the semi-final, and between it and the final
        text = str(page.render(site, "en", **parts))
        assert "Semi-final" in text
        assert "winner of SF 1" in text or world.t.rounds.keys() >= {2}
        assert "Standings after round 1" not in text
        world.play_round()


@pytest.mark.parametrize(("kind", "size"), SIZES)
def test_every_game_has_a_place_of_its_own(kind: str, size: int) -> None:
    view = bracket(kind, size)
    drawn = picture(view)
    assert sorted(b.game.number for b in drawn.boxes) == sorted(g.number for g in view.games)
    for one in drawn.boxes:
        assert 0 <= one.x <= drawn.width - WIDE
        assert 0 <= one.y <= drawn.height - TALL
        for other in drawn.boxes:
            apart = abs(one.x - other.x) >= WIDE or abs(one.y - other.y) >= TALL + DOWN // 2
            assert one is other or apart, (one.game.number, other.game.number)


@pytest.mark.parametrize(("kind", "size"), SIZES)
def test_winners_go_to_the_right_along_a_line(kind: str, size: int) -> None:
    view = bracket(kind, size)
    drawn = picture(view)
    at = {b.game.number: b for b in drawn.boxes}
    assert len(drawn.lines) == sum(len(g.feeds) for g in view.games)
    assert all(at[n].x + WIDE <= at[g.number].x for g in view.games for n in g.feeds)


def test_a_game_stands_between_those_that_lead_to_it() -> None:
    view = bracket("single", 8)
    at = {b.game.number: b.y for b in picture(view).boxes}
    fed = [game for game in view.games if game.feeds]
    assert len(fed) == 3
    for game in fed:
        low, high = sorted(at[n] for n in game.feeds)
        assert low < at[game.number] < high


def test_a_part_of_the_bracket_leaves_out_what_is_decided() -> None:
    view = bracket("double", 8, rounds=2)
    left = picture(view, first_round=3, sides=("lower", "final"))
    assert left.boxes
    assert all(b.game.round >= 3 and b.game.side in ("lower", "final") for b in left.boxes)
