"""A form that would change nothing is no fault: the page says so in passing, and nothing is recorded."""

from komandor.core.tournament import commands as c
from tests.support.words import desk_of, text_of
from tests.support.world import opened


def test_a_save_without_a_change_is_said_and_is_no_error() -> None:
    world = opened("armada").do(c.SetListRules(on="2018-01-01"))
    desk, version = desk_of(world), world.t.version
    form = {"do": "cards", "on": "2018-01-01", "command_id": "t"}
    answer = desk.post("/c/cup/lists", form, follow=True)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'class="toast info"' in page
    assert "Nothing to save: it is already set this way." in text_of(page)
    assert 'class="notice danger"' not in page
    assert world.t.version == version
