"""The reference of commands and events is what the registries say today, and names every one of them."""

import pytest

from komandor.app.reference import FOLDER, pages
from komandor.core.tournament.actions import COMMANDS, EVENTS
from komandor.log.codec import type_name
from komandor.simulate.reference import PAGE, page


@pytest.mark.parametrize("name", pages())
def test_the_page_is_printed_from_the_registry(name: str):
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], (
        "run: python -m komandor.app.reference"
    )


def test_the_page_of_axes_is_printed_from_the_registry():
    there = PAGE.read_text(encoding="utf-8")
    assert there == page(), "run: python -m komandor.simulate.reference"


def test_every_command_and_every_event_has_its_section():
    commands, events = pages()["commands.md"], pages()["events.md"]
    assert [f"\n## {one.__name__}\n" for one in COMMANDS if f"\n## {one.__name__}\n" not in commands] == []
    assert [one for one in EVENTS if f"\n## `{type_name(one)}`\n" not in events] == []
