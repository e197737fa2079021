"""A page names choices in the words of its form; the terminal names them as they are typed there."""

import re

import pytest

from komandor.app.handle import Refused
from komandor.core.tournament import commands as c
from komandor.texts import sentence
from tests.support.event import Event, single, swiss
from tests.support.forms import Page
from tests.support.world import ORGANISER, client, opened, site_of

HELD = {
    "a reading": (
        "imperial-assault",
        "/c/cup/settings",
        "set.ia.bo3_level_at_time",
        "victory points over all games",
    ),
    "a kind of event": ("conquest", "/c/cup/settings", "event_kind", "one-off"),
    "a result": ("conquest", "/c/cup/match/1", "g0.end", "both lose (penalty)"),
}


@pytest.mark.parametrize("what", HELD)
def test_a_page_says_what_can_be_chosen_in_the_words_of_its_form(what: str) -> None:
    game, path, name, words = HELD[what]
    world = opened(game, swiss(2), single(4), level="casual").start()
    browser = client(site_of(world), world.link(ORGANISER))
    forms = Page(path, browser.get(path).content.decode()).forms
    form = next(f for f in forms if name in f.fields)
    answer = browser.post(form.action, form.fields | {name: "zz", "reason": "x"})
    assert answer.status_code == 422
    notice = answer.content.decode().partition('class="notice danger')[2].partition("</ul>")[0]
    assert words in notice
    assert not re.search(r"[a-z]_[a-z]", notice)


def test_the_terminal_says_choices_as_they_are_typed() -> None:
    event = Event("imperial-assault").register(4).announce().start()
    answer = event.ask(c.EnterResult(match=event.matches()[0].number, report={"end": "zz"}))
    assert isinstance(answer, Refused)
    said = [sentence(reason, "en", game="imperial-assault") for reason in answer.refusal.reasons]
    assert any("double_loss" in one for one in said)
