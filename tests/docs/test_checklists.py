"""Every reminder comes from a rule that binds the game it is shown for."""

import pytest

from komandor.rulebook import rule
from komandor.rulebook.checklists import MOMENTS, checklists, setup_steps
from komandor.rulebook.register import LANGUAGES, PARTS

GAMES = tuple(part for part in PARTS if part != "common")
LEVELS = ("casual", "formal", "championship")


def items(game):
    listed = (item for level in LEVELS for checklist in checklists(game, level) for item in checklist.items)
    return [*listed, *setup_steps(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_item_names_a_rule_of_its_game_and_speaks_both_languages(game):
    for item in items(game):
        entry = rule(item.rule)
        assert entry is not None, item
        assert game in entry.games, item
        assert all(item.text[lang] for lang in LANGUAGES), item


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_event_has_something_to_do_at_every_moment(game, level):
    day = checklists(game, level)
    assert tuple(checklist.moment for checklist in day) == MOMENTS
    assert [checklist.moment for checklist in day if not checklist.items] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_set_up_steps_leave_out_no_rule_of_the_set_up(game):
    told = {item.rule for item in setup_steps(game)} | {item.rule for item in items(game)}
    prefix = {"armada": "ARM", "imperial-assault": "IA", "destiny": "DES", "star-wars-lcg": "SWL"}.get(
        game, "CON"
    )
    numbers = range(1, 20)
    assert [id for n in numbers if rule(id := f"{prefix}-SETUP-{n}") and id not in told] == []


def test_sleeves_are_demanded_only_above_casual():
    def rules_at(level):
        return {item.rule for checklist in checklists("destiny", level) for item in checklist.items}

    assert "DES-SLV-1" not in rules_at("casual")
    assert "DES-SLV-1" in rules_at("formal") & rules_at("championship")


def test_two_against_two_has_steps_of_its_own():
    assert "SWL-2V2-6" in {item.rule for item in setup_steps("star-wars-lcg", teams=True)}
    assert setup_steps("armada", teams=True) == ()
