"""Whatever waits for the staff is named until somebody takes it on, the longest wait first."""

from komandor.app.access import Actor
from komandor.app.queries.staff.attention import alerts
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from tests.support.world import JUDGE, MARSHAL, World, opened


def in_play() -> World:
    return opened("armada", players=6).announce().start()


def dispute(world: World, number: int) -> None:
    match = world.t.matches[number]
    report = c.ReportResult(match.number, {"end": "rounds", "scores": (200, 100)}, match.players)
    world.do(report, by=Actor("player", match.a))
    seen = report_code(world.t.matches[number].result)
    world.do(c.DisputeResult(match.number, seen), by=Actor("player", match.b))


def test_calls_disputes_and_recommendations_wait() -> None:
    world = in_play()
    assert alerts(world.t) == ()
    dispute(world, 1)
    world.do(c.CallJudge(2, kind="dispute", text=""), by=Actor("player", world.t.matches[2].a))
    world.do(c.RecommendDisqualification(5, "cheated"), by=MARSHAL)
    assert [(x.kind, x.table) for x in alerts(world.t)] == [
        ("call", 2),
        ("dispute", 1),
        ("disqualification", None),
    ]
    assert [x.kind for x in alerts(world.t, leads=False)] == ["call", "dispute"]
    assert [(r.code, r.params["table"]) for r in next_step(world.t).obstacles] == [
        ("step.judge_called", 2),
        ("step.disputed", 1),
    ]


def test_a_call_that_is_taken_waits_no_longer_and_an_appeal_does() -> None:
    world = in_play()
    caller = Actor("player", world.t.matches[2].a)
    world.do(c.CallJudge(2, kind="dispute", text=""), by=caller)
    world.do(c.TakeCall(1), by=JUDGE)
    assert alerts(world.t) == ()
    world.do(c.GiveRuling(1, "ruled"), by=JUDGE)
    world.do(c.AppealRuling(1), by=caller)
    assert [x.kind for x in alerts(world.t)] == ["appeal"]
