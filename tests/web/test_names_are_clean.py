"""No name that comes in, by whichever way, can turn, cover or break what stands around it."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komandor.app.clean_names import one_line
from komandor.core.tournament import commands as c
from tests.support.world import ORGANISER, client, opened, site_of

UGLY = "Zo\u202efia\u200b\u2028\x07\U000e0041\u3164 " + "\u20dd" * 40 + "\u0336" * 40
"""A direction, a space without width, a line's end, a bell, a tag, a blank letter, piles of marks."""
SIGNS = set(UGLY) - set("Zofia ")


@pytest.mark.parametrize("text", [f"{UGLY};Kowal", f"first;last\n{UGLY};Kowal", f"{UGLY} Kowal"])
def test_names_of_an_uploaded_list_are_cleaned(text: str) -> None:
    world = opened()
    form = {"do": "take", "take": ["1", "2"], "file": BytesIO(text.encode())}
    assert client(site_of(world), world.link(ORGANISER)).post("/c/cup/people/bring", form).status_code == 302
    assert world.store.people("cup")[7] == {"first": "Zofia", "last": "Kowal"}


def test_the_one_door_cleans_what_any_face_writes() -> None:
    world = opened()
    world.do(c.RegisterPlayer(), persons=({"first": UGLY, "last": "O\nfiara", "contact": "a\u202eb"},))
    assert world.store.people("cup")[7] == {"first": "Zofia", "last": "O fiara", "contact": "ab"}


def test_what_an_older_version_or_a_file_holds_is_shown_clean_and_cut() -> None:
    world = opened()
    held = {7: {"first": UGLY, "last": "X" * 900}}
    world.do(c.RegisterPlayer())
    world.store.append("cup", world.t.version, "2026-11-14T09:00:00Z", "host", "old", (), held)
    page = client(site_of(world), world.link(ORGANISER)).get("/c/cup/people").content.decode()
    assert "Zofia" in page
    assert not set(page) & SIGNS
    assert "X" * 81 not in page


@given(st.text(max_size=40))
def test_a_cleaned_name_stays_as_it_is(text: str) -> None:
    clean = one_line(text)
    assert one_line(clean) == clean
    assert clean.isprintable()
