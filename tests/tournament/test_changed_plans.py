"""What was announced changes only with a reason, and never what was played or cut already."""

import pytest

from komandor.app.handle import Refused
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventChanged
from komandor.core.tournament.values import StagePlan
from tests.support.event import Event, double, single, swiss


def plan(*stages: StagePlan) -> c.ChangeEvent:
    rows = tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages)
    return c.ChangeEvent({"stages": rows}, "the hall closes at eight")


@pytest.mark.rule("COM-PREP-3", "COM-STRUCT-4")
def test_rounds_and_a_cut_may_still_be_added_or_dropped() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().play_round()
    event.do(plan(swiss(2), single(4)))
    (changed,) = event.last
    assert isinstance(changed, EventChanged)
    assert (changed.reason, changed.exception) == ("the hall closes at eight", True)
    event.play_stage().cut().play_out()
    assert [r.stage for _, r in sorted(event.t.rounds.items())] == [1, 1, 2, 2]
    short = (
        Event("destiny", swiss(3), single(4))
        .register(8)
        .announce()
        .play_round()
        .play_round()
        .do(plan(swiss(2)))
    )
    assert next_step(short.t).code == "finish"


@pytest.mark.rule("COM-PREP-3")
def test_a_round_that_was_drawn_is_not_planned_away() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().play_round().freeze()
    refused = event.refused(plan(swiss(1)), "structure.stage_begun", "COM-PREP-3")
    assert refused.params["rounds"] == 2
    event.refused(plan(single(4)), "structure.stage_begun", "COM-PREP-3")


@pytest.mark.rule("COM-PREP-3", "COM-CUT-2")
def test_a_cut_that_was_made_keeps_its_size_and_its_swiss_rounds() -> None:
    event = Event("destiny", swiss(2), single(4)).register(10).announce().play_stage().cut()
    for other in ((swiss(2), single(8)), (swiss(3), single(4)), (swiss(1), single(4)), (swiss(2),)):
        event.refused(plan(*other), "structure.stage_begun", "COM-PREP-3")
    event.do(plan(swiss(2), single(4)))


@pytest.mark.rule("COM-PREP-3")
def test_without_a_reason_nothing_changes_once_rounds_are_played() -> None:
    event = Event("destiny", swiss(3)).register(8).announce()
    event.do(c.ChangeEvent({"minutes": {"swiss": 40}}))
    event.play_round()
    for changes in (
        {"minutes": {"swiss": 45}},
        {"settings": {"registration.late_entry": True}},
        {"level": "formal"},
    ):
        event.refused(c.ChangeEvent(changes), "event.change_needs_reason", "COM-PREP-3")
    event.do(c.ChangeEvent({"place": "the room next door"}))


@pytest.mark.rule("COM-STRUCT-4")
def test_a_plan_without_stages_after_the_announcement_is_refused() -> None:
    """Clearing every line of the editor after the announcement took every page of the event away."""
    event = Event("destiny", swiss(2)).register(8).announce()
    event.refused(plan(), "structure.custom_unsaid", "COM-STRUCT-4")
    assert event.t.announced == (swiss(2),)
    event.play_out()


@pytest.mark.rule("SWL-STRUCT-4")
def test_a_plan_without_stages_is_the_proposed_one_where_the_document_has_no_table() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(8).announce().do(plan())
    assert event.t.announced == (swiss(3),)
    event.play_out()


@pytest.mark.rule("COM-STRUCT-4")
@pytest.mark.parametrize("announced", [False, True])
def test_stages_are_read_whatever_the_structure_is_called(announced: bool) -> None:
    event = Event("destiny", swiss(2)).register(8)
    event = event.announce() if announced else event
    stages = ({"kind": "bogus", "rounds": 3},)
    event.refused(
        c.ChangeEvent({"structure": "basic", "stages": stages}), "structure.unknown_stage", "COM-STRUCT-4"
    )


@pytest.mark.rule("SWL-DE-3", "SWL-FIN-2", "SWL-2V2-4")
def test_what_could_not_be_announced_is_not_planned_after_the_announcement() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(20).announce()
    event.refused(plan(double()), "structure.double_sizes", "SWL-DE-3")
    event.refused(plan(single(4)), "structure.all_begin", "SWL-FIN-2")
    teams = Event("star-wars-lcg", swiss(2), teams=True).register(8)
    teams.refused(plan(single()), "structure.teams_no_finals", "SWL-2V2-4")
    teams.announce().play_round()
    teams.refused(plan(swiss(2), single(4)), "structure.teams_no_finals", "SWL-2V2-4")


@pytest.mark.rule("SWL-DE-3", "SWL-FIN-2")
@pytest.mark.parametrize(
    ("stage", "code", "rule"),
    [(double(), "structure.double_sizes", "SWL-DE-3"), (single(16), "structure.all_begin", "SWL-FIN-2")],
)
def test_a_knockout_that_more_players_joined_than_it_holds_is_not_drawn(
    stage: StagePlan, code: str, rule: str
) -> None:
    event = Event("star-wars-lcg", stage).register(16).announce().register(1)
    event.refused(c.FreezeRound(), code, rule)


@pytest.mark.rule("SWL-DE-3")
def test_a_plan_without_room_for_all_who_began_is_not_brought_back() -> None:
    """Double elimination was announced for four; twenty came and play Swiss rounds instead."""
    event = Event("star-wars-lcg", double(4)).register(4).announce().register(20)
    event.do(plan(swiss(2)))
    changed = len(event.log)
    event.draw()
    assert isinstance(event.ask(c.VoidEvents((changed,), "a mistake")), Refused)
