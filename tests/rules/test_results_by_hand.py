"""A result by hand is one that could be: winner, outcomes and points agree, and no points are impossible."""

import pytest

from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import Scored
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, double, single, swiss
from tests.support.world import client, opened, site_of

Line = tuple[str, int] | tuple[str, int, int]


def by_hand(match: Match, a: Line, b: Line, winner: int | None = None) -> c.EnterResult:
    scores = tuple(
        Scored(n, Outcome(line[0]), *line[1:]) for n, line in zip(match.players, (a, b), strict=True)
    )
    return c.EnterResult(match=match.number, scores=scores, winner=winner, reason="a ruling")


@pytest.mark.rule("COM-ELIM-7", "COM-PTS-1")
@pytest.mark.parametrize(
    ("a", "b", "side"),
    [
        (("loss", 0), ("win", 5), "a"),
        (("win", 5), ("loss", 0), "b"),
        (("win", 5), ("win", 5), "a"),
        (("loss", 0), ("loss", 0), "a"),
        (("double_loss", 0), ("loss", 0), "b"),
        (("double_loss", 0), ("double_loss", 0), "a"),
        (("bye", 5), ("loss", 0), None),
    ],
)
@pytest.mark.parametrize("stage", ["swiss", "knock-out"])
def test_the_winner_is_who_has_won(a: Line, b: Line, side: str | None, stage: str) -> None:
    event = Event("conquest", swiss(1), single(4)).register(4).announce()
    event = event.start() if stage == "swiss" else event.play_stage().cut().start()
    match = event.matches()[0]
    winner = {"a": match.a, "b": match.b, None: None}[side]
    event.refused(by_hand(match, a, b, winner), "result.outcomes_differ", "CON-SCORE-1")


@pytest.mark.rule("COM-PTS-1")
@pytest.mark.parametrize("stage", ["swiss", "knock-out"])
def test_who_has_won_need_not_be_said_twice(stage: str) -> None:
    event = Event("conquest", swiss(1), single(4)).register(4).announce()
    event = event.start() if stage == "swiss" else event.play_stage().cut().start()
    match = event.matches()[0]
    event.do(by_hand(match, ("loss", 0), ("win", 5)))
    assert event.winner(match.a) == match.b
    assert checked(event) == []


@pytest.mark.rule("COM-PTS-1", "ARM-SCORE-5")
@pytest.mark.parametrize(
    ("game", "rule", "a", "b"),
    [
        ("conquest", "CON-SCORE-1", ("win", 5), ("loss", -3)),
        ("conquest", "CON-SCORE-1", ("win", 50), ("loss", 0)),
        ("conquest", "CON-SCORE-1", ("win", 0), ("loss", 0)),
        ("armada", "ARM-SCORE-5", ("win", 55), ("loss", 0)),
        ("armada", "ARM-SCORE-5", ("win", 11), ("loss", 0)),
        ("armada", "ARM-SCORE-5", ("win", 8, 401), ("loss", 0)),
        ("armada", "ARM-SCORE-5", ("win", 8, -1), ("loss", 0)),
        ("armada", "ARM-SCORE-5", ("win", 8), ("loss", 6)),
        ("armada", "ARM-SCORE-5", ("win", 8), ("loss", 0, 20)),
        ("destiny", "DES-SCORE-1", ("win", 2), ("loss", 0)),
        ("destiny", "DES-SCORE-1", ("win", 1, 5), ("loss", 0)),
        ("star-wars-lcg", "SWL-SCORE-1", ("win", 7), ("loss", 0)),
        ("star-wars-lcg", "SWL-SCORE-1", ("win", 3), ("loss", 3)),
        ("star-wars-lcg", "SWL-SCORE-1", ("draw", 3), ("draw", 2)),
        ("star-wars-lcg", "SWL-SCORE-1", ("draw", 6), ("draw", 6)),
    ],
)
def test_no_points_are_impossible(game: str, rule: str, a: Line, b: Line) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    winner = match.a if a[0] == "win" else None
    event.refused(by_hand(match, a, b, winner), "result.points_impossible", rule)


@pytest.mark.rule("COM-ELIM-7")
@pytest.mark.parametrize(
    ("game", "rule", "a", "b"),
    [
        ("armada", "ARM-SCORE-5", ("win", 1), ("loss", 2)),
        ("armada", "ARM-SCORE-5", ("loss", 4), ("win", 0)),
        ("star-wars-lcg", "SWL-SCORE-1", ("win", 0), ("loss", 3)),
    ],
)
def test_a_knock_out_is_not_won_with_fewer_points_than_the_loser(
    game: str, rule: str, a: Line, b: Line
) -> None:
    event = Event(game, swiss(1), double(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.refused(by_hand(match, a, b), "result.points_impossible", rule)
    event.do(by_hand(match, (a[0], 0), (b[0], 0)))
    assert checked(event) == []


@pytest.mark.rule("COM-PTS-1")
@pytest.mark.parametrize(
    ("game", "a", "b"),
    [
        ("armada", ("win", 10, 400), ("loss", 1)),
        ("armada", ("conceded", 0), ("win", 8, 140)),
        ("imperial-assault", ("loss", 0), ("win", 1)),
        ("star-wars-lcg", ("draw", 3), ("draw", 3)),
        ("star-wars-lcg", ("win", 3), ("loss", 0)),
        ("conquest", ("modified_win", 4), ("loss", 0)),
        ("conquest", ("double_loss", 0), ("double_loss", 0)),
    ],
)
def test_what_can_be_stands_as_typed(game: str, a: Line, b: Line) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(by_hand(match, a, b))
    assert [s.points for s in event.result(match).scores] == [a[1], b[1]]
    assert checked(event) == []


@pytest.mark.rule("COM-PTS-1")
def test_the_page_asks_for_outcomes_and_points_that_can_be() -> None:
    world = opened("armada").start()
    match = world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    page = desk.get(f"/c/cup/match/{match.number}").content.decode().split("/override")[1]
    assert 'max="10"' in page.split('name="points.a"')[1].split(">")[0]
    assert 'name="winner"' not in page, "the outcome says who has won"
    fields = {"outcome.a": "loss", "outcome.b": "win", "points.a": "4", "points.b": "7", "reason": "x"}
    assert desk.post(f"/c/cup/match/{match.number}/override", fields | {"points.b": "55"}).status_code == 422
    desk.post(f"/c/cup/match/{match.number}/override", fields)
    assert world.winner(match.a) == match.b
