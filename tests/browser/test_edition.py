"""An event of an edition that the organiser loads runs in the browser from creation to final standings.

Its file is imported where nobody has the edition, and is checked and verified there.
"""

from collections.abc import Callable

import pytest

from komandor.app.imports import unfit
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.log.bundle import Bundle, export, import_
from komandor.store import open_store
from tests.browser.edition_story import play
from tests.browser.pages import Desk
from tests.support.site import Served


@pytest.mark.parametrize(
    ("name", "lang"),
    [
        ("imperial-assault-75-minutes", "pl"),  # unplayed games are lost by both
        pytest.param("armada-four-factions", "en", marks=pytest.mark.slow),
        pytest.param("destiny-best-of-three", "pl", marks=pytest.mark.slow),
    ],
)
def test_a_loaded_edition_is_played(
    desk_in: Callable[[str], Desk], site_served: Served, name: str, lang: str
) -> None:
    desk = desk_in(lang)
    play(desk, name)
    file = export(site_served.site.store, desk.id)
    assert isinstance(import_(open_store("memory:"), file, unfit), Bundle)
    assert check_bytes(file).violations == ()
    assert verify(file).ok
