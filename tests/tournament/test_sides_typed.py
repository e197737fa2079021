"""Quick entry in the finals of Star Wars LCG says who played light, or asks: later sides depend on it."""

import pytest

from komandor.app.workflow import next_step
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import typed_slip
from tests.support.event import Event, double, swiss


def finals() -> Event:
    return Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut().start()


@pytest.mark.rule("SWL-SIDE-2")
@pytest.mark.parametrize("line", ["a", "b", "conc a"])
def test_a_line_without_the_light_side_asks_for_it(line: str) -> None:
    event = finals()
    asked = typed_slip(event.t, event.in_round()[0], line)
    assert isinstance(asked, Refusal)
    assert asked.reasons[0].code == "sides.who_was_light"
    assert asked.reasons[0].params["choices"] == (f"{line} l a", f"{line} l b")


@pytest.mark.rule("SWL-SIDE-2")
def test_a_line_with_the_light_side_records_it() -> None:
    event = finals()
    match = event.in_round()[0]
    slip = typed_slip(event.t, match, "a l b")
    assert slip == {"end": "win", "winner": "a", "light": "b"}
    event.do(c.EnterResult(match=match.number, report=slip))
    assert event.t.matches[match.number].first == match.b


@pytest.mark.rule("SWL-SIDE-2")
def test_before_the_round_is_closed_the_next_step_names_the_games_without_sides() -> None:
    event = finals()
    one, two = event.in_round()
    event.do(c.EnterResult(match=one.number, report={"end": "win", "winner": "a"}))
    event.do(c.EnterResult(match=two.number, report={"end": "win", "winner": "a", "light": "b"}))
    step = next_step(event.t)
    assert step.code == "close_round"
    assert [(hint.code, hint.params["match"]) for hint in step.hints] == [("sides.to_record", one.number)]
    event.do(c.ChooseSides(one.number, one.a))
    assert not next_step(event.t).hints


@pytest.mark.rule("SWL-SIDE-2")
def test_nothing_is_asked_where_the_side_is_known_or_no_game_was_played() -> None:
    event = finals()
    one, two = event.in_round()
    assert typed_slip(event.t, two, "dl") == {"end": "double_loss"}
    event.do(c.ChooseSides(one.number, one.a))
    assert typed_slip(event.t, event.t.matches[one.number], "a") == {"end": "win", "winner": "a"}
