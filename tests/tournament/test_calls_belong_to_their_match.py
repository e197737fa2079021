"""A call for a judge belongs to its match and ends at the latest with its round, of which it asks."""

import pytest

from komandor.app.queries.player.my_board import make_board
from komandor.app.queries.player.my_table import my_table
from komandor.app.queries.staff.attention import alerts
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.judge_records import Call
from tests.support.checking import checked
from tests.support.event import Event, by, swiss


def called(state: str = "open") -> Event:
    """Round 1 is played to its end; table 1 has called a judge."""
    event = Event("destiny", swiss(3)).register(6)
    judge = event.staff("judge")
    event.announce().start()
    event.do(c.CallJudge(1, text="does it count?"), by=by(event.t.matches[1].a))
    if state == "taken":
        event.do(c.TakeCall(1), by=judge)
    if state == "appealed":
        event.do(c.GiveRuling(1, "no"), by=judge).do(c.AppealRuling(1), by=by(event.t.matches[1].a))
    return event.results()


@pytest.mark.rule("COM-COND-2")
@pytest.mark.parametrize("state", ["open", "taken", "appealed"])
def test_closing_asks_about_it_and_ends_it(state: str) -> None:
    event = called(state)
    reason = event.refused(c.CloseRound(), "round.calls_open", "COM-COND-2")
    assert reason.params["tables"] == (1,)
    step = next_step(event.t)
    assert (step.code, [r.code for r in step.obstacles]) == ("close_round", ["round.calls_open"])
    assert [call.number for call in step.calls] == [1]
    event.do(*commands_of(event.t, "close_round", Choices(calls=(1,))))
    assert event.t.calls[1].state == "closed"
    assert alerts(event.t) == ()
    event.start()
    assert not [call for call in _mine(event, event.t.matches[1].a) if call.pending]
    assert checked(event) == []


def _mine(event: Event, player: PlayerNo) -> tuple[Call, ...]:
    return my_table(event.t, player, 0, make_board(event.t)).calls


@pytest.mark.rule("COM-COND-2")
def test_a_call_that_opens_while_the_round_is_being_closed_is_asked_about() -> None:
    """The page of a second tab names the calls that it showed."""
    event = called()
    seen = commands_of(event.t, "close_round", Choices(calls=(1,)))
    event.do(c.CallJudge(2), by=by(event.t.matches[2].a))
    event.refused(seen[0], "round.calls_open", "COM-COND-2")
    event.do(c.GiveRuling(1, "yes")).do(c.GiveRuling(2, settled_by_players=True)).do(seen[0])
    assert [call.state for call in event.t.calls.values()] == ["ruled", "settled"], "they were answered"


@pytest.mark.rule("COM-COND-2")
def test_undo_of_the_close_opens_it_again() -> None:
    event = called().close()
    event.do(event.undo())
    assert event.t.calls[1].pending
    event.close()
    assert event.t.calls[1].state == "closed"
    assert checked(event) == []


@pytest.mark.rule("COM-COND-2")
def test_nobody_is_called_to_a_match_of_an_earlier_round_or_of_one_not_shown() -> None:
    event = called().close()
    caller = event.t.matches[1].a
    event.do(c.CallJudge(1, kind="deck_check"), by=by(caller))  # until the next round is shown
    event.draw()
    event.refused(c.CallJudge(event.match(caller).number), "match.unknown")
    event.publish()
    event.refused(c.CallJudge(1), "call.match_over", "COM-COND-2", by=by(caller))
    assert not _mine(event, caller), "what they play now is another match"
    event.do(c.GiveRuling(2, "legal"))


@pytest.mark.rule("COM-COND-2")
def test_the_calls_of_pairs_that_are_drawn_again_end() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().publish()
    event.do(c.CallJudge(1), c.CallJudge(2)).do(c.GiveRuling(2, "yes")).do(c.DrawRound())
    assert [call.state for call in event.t.calls.values()] == ["closed", "ruled"]
    assert [call.match for call in event.t.calls.values()] == [None, None], "other pairs have them"
    event.publish().results().close()
    assert checked(event) == []


@pytest.mark.rule("COM-COND-2")
def test_the_end_of_the_event_ends_what_was_called_after_the_last_round() -> None:
    event = Event("destiny", swiss(1)).register(4).announce().play_round().do(c.CallJudge(1))
    event.do(c.CloseTournament())
    assert event.t.calls[1].state == "closed"
    assert isinstance(dict(event.loaded.history)[event.t.version - 1], e.CallClosed)
    assert checked(event) == []
