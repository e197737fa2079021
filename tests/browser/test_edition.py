"""An event of an edition that the organiser loads runs in the browser from creation to final standings."""

from collections.abc import Callable

from tests.browser.edition_story import play
from tests.browser.pages import Desk


def test_unplayed_games_are_lost_by_both(desk_in: Callable[[str], Desk]) -> None:
    play(desk_in("pl"), "imperial-assault-75-minutes")
