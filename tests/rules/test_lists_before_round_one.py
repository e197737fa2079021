"""A required list that is not in order stops round 1 until the organiser says why."""

from pathlib import Path
from typing import Any

import pytest

from komandor.app.workflow import Choices, commands_of, next_step
from komandor.cli.exits import REFUSED
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import RoundFrozen
from tests.cli.terminal import Run
from tests.support.event import Event, swiss
from tests.support.world import ORGANISER, World, client, site_of

SHIP = {"name": "Victory", "points": 300}

FLEET: dict[str, Any] = {
    "player": "Anna",
    "faction": "imperial",
    "ships": (SHIP,),
    "commander": ({"name": "Tarkin", "points": 38},),
    "objectives": tuple(
        {"name": f"{kind} 1", "category": kind} for kind in ("assault", "defense", "navigation")
    ),
    "total": 338,
}

TOO_BIG = {**FLEET, "ships": ({"name": "Victory", "points": 412},), "total": 450}

INCOMPLETE = {"player": "Anna"}


def with_lists(**lists: Any) -> Event:
    """Four players: 1 and 2 with a good list, 3 and 4 as given (third, fourth)."""
    event = Event("armada", settings={"lists.required": True}).register(4).announce()
    for number, name in enumerate(("first", "second", "third", "fourth"), start=1):
        content = lists.get(name, FLEET)
        if content:
            event.do(c.SubmitList(number, content))
    return event


def test_good_lists_stop_nobody() -> None:
    assert with_lists().freeze().t.phase == "frozen"


@pytest.mark.rule("COM-MAT-6", "ARM-LIST-2")
def test_a_fleet_over_400_points_stops_round_one() -> None:
    event = with_lists(third=TOO_BIG)
    reason = event.refused(c.FreezeRound(), "round.lists_with_problems", "COM-MAT-6")
    assert reason.params["players"] == (3,)
    event.do(c.CheckList(3, "legal", "one ship stays at home")).freeze()


@pytest.mark.rule("COM-MAT-6")
def test_the_verdict_illegal_stops_round_one_whatever_the_list_says() -> None:
    event = with_lists().do(c.CheckList(4, "illegal"))
    assert event.refused(c.FreezeRound(), "round.lists_illegal", "COM-MAT-6").params["players"] == (4,)


@pytest.mark.rule("COM-MAT-6", "COM-LIST-2")
def test_all_of_them_are_named_at_once_and_shown_as_obstacles() -> None:
    event = with_lists(second=INCOMPLETE, third=None).do(c.CheckList(4, "illegal"))
    step = next_step(event.t)
    assert step.code == "draw"
    assert [(r.code, r.params["players"]) for r in step.obstacles] == [
        ("round.lists_missing", (3,)),
        ("round.lists_with_problems", (2,)),
        ("round.lists_illegal", (4,)),
    ]


@pytest.mark.rule("COM-MAT-6", "COM-LIST-2")
def test_the_organiser_names_each_player_and_a_reason_which_is_logged() -> None:
    event = with_lists(second=INCOMPLETE, third=None)
    some = event.refused(
        c.FreezeRound(despite_lists=(2,), reason="late train"), "round.lists_missing", "COM-LIST-2"
    )
    assert some.params["players"] == (3,)
    event.refused(c.FreezeRound(despite_lists=(2, 3)), "round.lists_reason_missing", "COM-MAT-6")
    event.do(*commands_of(event.t, "draw", Choices(despite_lists=(1, 2, 3), reason="late train")))
    frozen = next(x for x in event.log if isinstance(x, RoundFrozen))
    assert (frozen.despite_lists, frozen.reason) == ((2, 3), "late train"), "1 has a good list"


@pytest.mark.rule("COM-LIST-1")
def test_where_lists_are_not_required_nobody_is_stopped() -> None:
    event = Event("armada").register(4).announce().do(c.SubmitList(1, TOO_BIG))
    event.do(c.CheckList(1, "illegal")).freeze()
    frozen = event.log[-1]
    assert isinstance(frozen, RoundFrozen)
    assert (frozen.despite_lists, frozen.reason) == ((), "")


@pytest.mark.rule("COM-MAT-6")
def test_the_console_offers_it_with_who_and_why() -> None:
    world = World("armada", swiss(1), settings={"lists.required": True}).people(2).announce()
    world.do(c.SubmitList(1, FLEET)).do(c.SubmitList(2, TOO_BIG))
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get("/c/cup/").content.decode()
    assert 'name="despite_lists" value="2"' in page
    assert 'name="despite_lists" value="1"' not in page
    assert "AMB-G39" in page
    draw = {"code": "draw", "seen": str(world.t.version)}
    assert "COM-MAT-6" in desk.post("/c/cup/step", draw).content.decode()
    desk.post("/c/cup/step", draw | {"despite_lists": "2", "list_reason": "plays one ship less"})
    assert world.t.phase == "drawn"


@pytest.mark.rule("COM-MAT-6", "COM-LIST-2")
def test_lists_are_handed_in_and_excused_from_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path / "data", capsys)
    about = ("--game", "armada", "--name", "Cup", "--date", "2026-11-15", "--setting", "lists.required=true")
    run.event("new", *about, "--stage", "swiss 1")
    run.event("register", "Anna Nowak", "Jan Kowalski", "Ewa Żak")
    run.event("announce")
    file = tmp_path / "fleet.json"
    file.write_text('{"player": "Anna", "faction": "imperial"}', encoding="utf-8")
    run.do("submit-list", "--player", "1", "--content", f"@{file}")
    run.do("submit-list", "--player", "2", "--content", '{"player": "Jan"}')
    run.do("check-list", "--player", "2", "--verdict", "legal", "--note", "seen on paper")
    shown = run.event("show")["obstacles"]
    assert len(shown) == 2
    assert "Ewa Żak" in shown[0]
    assert "Anna Nowak" in shown[1]
    assert run("event", "draw")[0] == REFUSED
    answer = run.event("draw", "--despite-lists", "1,3", "--reason", "they are writing them now")
    assert answer["phase"] == "drawn"
    assert run("event", "do", "submit-list", "--player", "3", "--content", "@no-such-file")[0] == 2


@pytest.mark.rule("SWL-2V2-3")
def test_teams_hand_in_lists_before_round_1() -> None:
    """Two against two starts only with all lists; one against one may choose."""
    event = Event("star-wars-lcg", teams=True, settings=None).register(4).announce()
    assert event.t.settings["lists.required"] is True
    event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2")
    Event("star-wars-lcg").register(4).announce().start()
