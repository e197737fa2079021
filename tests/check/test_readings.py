"""The independent checker finds a log that breaks these readings, with code and tables of its own."""

from typing import Any

import pytest

from komandor.core.tournament import commands as c
from tests.check.events import check_events
from tests.support.dice_event import DiceEvent, Log
from tests.support.event import single, swiss


def codes(log: Log) -> list[str]:
    return [violation.code for violation in check_events(log)]


def of_type(log: Log, name: str) -> dict[str, Any]:
    return next(x for x in reversed(log) if x["type"] == name)


@pytest.mark.rule("SWL-SANC-3")
def test_a_slip_without_the_lost_game() -> None:
    event = DiceEvent("star-wars-lcg", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    log = event.records
    assert codes(log) == []
    entered = of_type(log, "result_entered")
    entered["report"]["games"][1]["winner"] = "a"
    entered |= {"winner": match.a}
    for score, outcome, points in zip(entered["scores"], ("win", "loss"), (6, 0), strict=True):
        score |= {"outcome": outcome, "points": points}
    assert codes(log) == ["law.results.rulings", "score.game_loss"]


@pytest.mark.rule("SWL-CHECK-3")
def test_a_deck_that_ends_somebodys_event_before_it_has_begun() -> None:
    event = DiceEvent("star-wars-lcg", swiss(2)).register(5).announce()
    event.do(c.RecordDeckCheck(player=1, legal=False, note="40 cards", mendable=False))
    log = event.records
    assert codes(log) == []
    of_type(log, "player_left")["cause"] = "drop"
    assert codes(log) == ["order.phase"], "who goes before round 1 takes back a registration"


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize("table", [None, 1])
def test_a_late_entrant_without_a_free_table(table: int | None) -> None:
    event = DiceEvent("armada", swiss(3), settings={"registration.late_entry": True})
    log = event.register(5).announce().publish().do(c.EnterLate("play_now")).records
    assert codes(log) == []
    of_type(log, "player_entered_late")["table"] = table
    assert "late.table" in codes(log)


@pytest.mark.rule("SWL-CHECK-3")
def test_a_return_with_a_deck_that_cannot_be_made_legal() -> None:
    event = DiceEvent("star-wars-lcg", swiss(3)).register(6).announce().start()
    event.do(c.DropPlayer(1, game="not_played")).do(c.Rejoin(1))
    log = event.records
    assert codes(log) == []
    of_type(log, "player_left")["cause"] = "illegal_deck"
    assert codes(log) == ["rejoin.disqualified"]


@pytest.mark.rule("COM-DROP-2")
def test_only_who_left_disappears_from_the_pairs() -> None:
    event = DiceEvent("armada", swiss(3)).register(5).announce().publish()
    bye, match = event.bye() or 0, event.matches()[0]
    again = c.DeclareNoShow(match.number, match.players[:1], pair_with=bye, reason="no opponents")
    log = event.do(again).records
    assert codes(log) == []
    of_type(log, "pairing_changed")["after"] = []
    assert "draw.change_players" in codes(log)


@pytest.mark.rule("COM-TB-2", "COM-COND-8")
@pytest.mark.parametrize("reading", ["sos.count_forfeits", "sanction.points_enter_sos"])
def test_the_ranking_of_the_checker_follows_the_recorded_reading(reading: str) -> None:
    """Read with the other reading, at least one of some events was not ranked as its draw says."""
    other = 0
    for dice in range(12):
        event = DiceEvent("destiny", swiss(4), dice=dice).register(9).announce().play_round().start()
        match = next(m for m in event.matches() if event.points(m.a))
        event.do(c.DeclareNoShow(match.number, (match.a,))).results().close()
        event.do(c.GiveSanction(player=match.b, kind="points", reason="slow", points=1))
        log = event.play_out().records
        assert codes(log) == []
        log[0]["settings"][reading] = True
        other += bool(codes(log))
    assert other


@pytest.mark.rule("COM-CUT-5")
def test_a_stage_that_begins_with_the_cut_of_other_standings() -> None:
    """The engine stops it, so a correction that came during the games is moved before their clock."""
    event = DiceEvent("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut().start()
    best = event.t.stages[2].standings_before[0]
    match = next(m for m in event.matches(2) if best in m.players)
    winner = match.opponent(best) if match.result.winner == best else best
    slip = event.report(match, winner)
    event.do(c.EnterResult(match=match.number, report=slip, reason="misread"))
    log = list(event.records)
    assert codes(log) == [], "the games have begun, so the cut stands"
    clock = max(at for at, one in enumerate(log) if one["type"] == "clock_started")
    log.insert(clock, log.pop())
    assert "cut.outdated" in codes(log)
