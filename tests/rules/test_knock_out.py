"""A knock-out follows its own standings and the numbers of the bracket, also after a replacement."""

from typing import Any

import pytest

from komandor.core.explain import why_opponent, why_place
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.events import CutMade, RoundDrawn, RoundFrozen, RoundPublished
from tests.cli.terminal import Run
from tests.support.checking import checked
from tests.support.event import Event, single, swiss


def begun(run: Run, game: str, players: int, *more: str) -> None:
    """Round 1 of a new event is published."""
    run.event("new", "--game", game, "--name", "Cup", "--date", "2026-11-14", *more)
    run.event("register", *(f"Gracz Nr{n}" for n in range(players)))
    for step in ("announce", "draw", "publish"):
        run.event(step)


def rows(run: Run) -> list[dict[str, Any]]:
    return list(run.event("pairings")["pairings"])


@pytest.mark.rule("IA-SETUP-1", "COM-CUT-3")
@pytest.mark.parametrize("replaced", [True, False])
def test_a_knock_out_round_is_published_again(run: Run, replaced: bool) -> None:
    """After a drop before the first clock the pairs are drawn and shown again, with the round's mission."""
    begun(run, "imperial-assault", 6, "--stage", "swiss 1", "--stage", "single 4")
    run.event("clock", "start")
    for row in rows(run):
        run.event("result", str(row["table"]), "a")
    run.event("close")
    run.event("cut")
    for step in ("draw", "publish"):
        run.event(step)
    first = [row["player"] for row in run.event("standings")["standings"]]
    run.event("drop", str(first[0]))
    for asked in first[4:5] if replaced else first[4:]:
        run.event("replace", str(first[0]), str(asked), *(() if replaced else ("--declined",)))
    for step in (("draw",), ("publish",), ("clock", "start")):
        run.event(*step)
    drawn = [r for r in run.event("log")["records"] if r["event"]["type"] == "mission_drawn"]
    assert len(drawn) == 2, "one for the Swiss round, one for the knock-out round"


@pytest.mark.rule("IA-SETUP-1", "COM-CUT-3")
def test_a_round_is_published_again_after_a_replacement() -> None:
    """A redraw before the first knock-out game keeps the mission of the round, and it can be published."""
    event = Event("imperial-assault", swiss(1), single(4)).register(6).announce().play_stage().cut()
    event.publish()
    mission = event.round.mission
    leaver = event.t.stages[2].seeds[0] or 0
    event.do(c.DropPlayer(leaver))
    asked = next(n for n in event.t.stages[2].standings_before if n not in event.t.stages[2].seeds)
    event.do(c.ReplaceSeed(leaver, asked, True)).do(c.DrawRound()).take("publish")
    assert event.round.mission == mission
    event.start()


@pytest.mark.rule("COM-ELIM-3")
def test_the_final_is_the_new_game_1_of_its_round() -> None:
    """Every knock-out round numbers its pairs from 1, as the documents do."""
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut()
    event.start().results().close().start()
    final = event.in_round()[0]
    told = why_opponent(event.t, final.round, final.a)
    assert (told.code, told.params["game"], told.params["round"]) == ("explain.knockout_game", 1, 2)
    out = why_place(event.results().close().t, max(final.players))
    assert (out.code, out.params["game"], out.params["round"]) == ("explain.out_in_game", 1, 2)


@pytest.mark.rule("COM-CUT-5")
@pytest.mark.parametrize(
    ("how", "moment", "undone"),
    [
        ("corrected", "cut", (CutMade,)),
        ("deducted", "cut", (CutMade,)),
        ("corrected", "drawn", (CutMade, RoundFrozen, RoundDrawn)),
        ("corrected", "published", (CutMade, RoundFrozen, RoundDrawn, RoundPublished)),
    ],
)
def test_a_cut_made_from_other_standings_is_not_played(
    how: str, moment: str, undone: tuple[type[e.Event], ...]
) -> None:
    """The cut is that of the last Swiss standings: what changes them before the first game changes it."""
    event = Event("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut()
    {"cut": lambda: event, "drawn": event.draw, "published": event.publish}[moment]()
    best = event.t.stages[2].standings_before[0]
    match = next(m for m in event.matches(2) if best in m.players)
    slip = event.report(match, match.opponent(best))
    lost = c.EnterResult(match=match.number, report=slip, reason="misread")
    taken = c.GiveSanction(player=best, kind="points", points=9, reason="found out")
    event.do(lost if how == "corrected" else taken)
    step = {"cut": c.FreezeRound(), "drawn": c.PublishRound(), "published": c.StartClock()}[moment]
    event.refused(step, "cut.outdated", "COM-CUT-5")
    event.do(event.undo(*undone)).cut()
    assert event.t.stages[2].seeds[0] != best
    event.play_out()
    assert checked(event) == []
