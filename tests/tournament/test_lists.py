"""One list for the whole tournament: handed in before it, locked when it starts, amended only in the open."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event

LIST = {"text": "the fleet"}


@pytest.mark.rule("COM-LIST-1", "COM-LIST-2", "COM-MAT-6")
def test_where_lists_are_required_nobody_plays_without_one():
    event = Event("armada", settings={"lists.required": True}).register(4).announce()
    event.do(c.SubmitList(1, LIST))
    reason = event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2")
    assert reason.params["players"] == (2, 3, 4)
    for n in (2, 3, 4):
        event.do(c.SubmitList(n, LIST))
    event.freeze()


@pytest.mark.rule("COM-LIST-1")
def test_where_they_are_not_required_nobody_is_asked():
    assert Event("armada").register(4).announce().freeze().t.phase == "frozen"


@pytest.mark.rule("COM-MAT-7", "SWL-COND-7", "ARM-LIST-1", "IA-LIST-1", "DES-LIST-1", "CON-LIST-4")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"])
def test_lists_are_locked_when_round_one_is_frozen(game: str):
    event = Event(game).register(4).announce()
    event.do(c.SubmitList(1, LIST))
    event.do(c.SubmitList(1, {"text": "another"}))
    assert [v.content["text"] for v in event.t.players[1].lists] == ["the fleet", "another"]
    event.freeze()
    event.refused(c.SubmitList(1, LIST), "phase.not_now")
    event.draw().publish()
    event.refused(c.SubmitList(1, LIST), "phase.not_now")


@pytest.mark.rule("COM-LIST-5", "COM-LIST-6")
def test_an_amendment_keeps_both_versions_its_reason_and_its_weight():
    event = Event("armada").register(4).announce()
    event.do(c.SubmitList(1, LIST))
    event.freeze()
    event.refused(c.AmendList(1, {"text": "x"}, " "), "list.reason_missing", "COM-LIST-5")
    event.do(c.AmendList(1, {"text": "as used"}, "an upgrade was missing", significant=True))
    first, second = event.t.players[1].lists
    assert (first.content, first.amended) == (LIST, False)
    assert (second.content, second.amended, second.reason) == (
        {"text": "as used"},
        True,
        "an upgrade was missing",
    )
    assert second.significant


def test_a_list_is_checked_only_when_there_is_one_and_a_new_one_is_unchecked():
    event = Event("armada").register(2)
    event.refused(c.CheckList(1, "legal"), "list.none", "COM-LIST-1")
    event.refused(c.SubmitList(1, {}), "list.empty", "COM-LIST-2")
    event.refused(c.SubmitList(9, LIST), "player.unknown")
    event.do(c.SubmitList(1, LIST))
    event.do(c.CheckList(1, "legal"))
    verdicts = [event.t.players[1].list_verdict]
    event.do(c.SubmitList(1, {"text": "new"}))
    assert [*verdicts, event.t.players[1].list_verdict] == ["legal", ""]


@pytest.mark.rule("COM-COND-6")
def test_lists_from_a_form_are_kept_as_they_were():
    event = Event("armada").register(1)
    content = {"ships": [{"name": "ISD", "points": 120}]}
    event.do(c.SubmitList(1, content))
    content["ships"].append({"name": "late", "points": 0})
    assert event.t.players[1].lists[0].content == {"ships": ({"name": "ISD", "points": 120},)}
