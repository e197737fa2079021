"""A player sees the one thing that is asked of them now, and nothing of a round that is not out."""

from komandor.app.queries.player.my_board import make_board
from komandor.app.queries.player.my_history import my_history
from komandor.app.queries.player.my_news import notifications
from komandor.app.queries.player.my_table import my_table
from komandor.core.tournament import commands as c
from tests.support.event import Event, by, single, swiss


def state(event: Event, me: int) -> str:
    return my_table(event.t, me, now(event), make_board(event.t)).state


def now(event: Event) -> int:
    return int(event.clock.timestamp() * 1000)


def test_from_registration_to_the_end() -> None:
    event = Event("destiny", swiss(2), single(2)).register(4)
    seen = [state(event, 1)]
    seen.append(state(event.announce(), 1))
    seen.append(state(event.draw(), 1))
    seen.append(state(event.publish(), 1))
    match, other = event.match(1).number, event.opponent(1)
    event.do(c.StartClock()).do(c.ReportResult(match, event.slip(1), event.match(1).players), by=by(1))
    seen.append(state(event, 1))
    assert state(event, other) == "confirm"
    event.do(c.DisputeResult(match, event.seen(match)), by=by(other))
    seen.append(state(event, 1))
    event.do(event.won(1))
    seen.append(state(event, 1))
    event.results().close()
    seen.append(state(event, 1))
    assert seen == ["registered", "soon", "soon", "playing", "sent", "disputed", "done", "waiting"]
    event.play_stage(1, other).cut()
    outside = next(n for n in event.t.players if n not in event.t.stages[2].seeds)
    assert state(event, outside) == "out"
    event.start()
    assert state(event, outside) == "out"
    event.results().close().do(c.CloseTournament())
    assert {state(event, n) for n in event.t.players} == {"finished"}


def test_byes_leavers_and_the_disqualified() -> None:
    event = Event("destiny", swiss(3)).register(6).do(c.WithdrawRegistration(6)).announce().start()
    alone = event.bye()
    assert alone is not None
    assert state(event, alone) == "bye"
    assert state(event, 6) == "withdrawn"
    event.results().close().do(c.DropPlayer(1)).do(c.Disqualify(2, "x"))
    assert (state(event, 1), state(event, 2)) == ("left", "disqualified")
    event.start().do(c.Rejoin(1))
    assert state(event, 1) == "not_seated"


def test_knocked_out_is_out_even_before_the_next_draw() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().play_round()
    losers = [n for m in event.in_round() for n in m.players if m.result and m.result.winner != n]
    assert {state(event, n) for n in losers} == {"out"}
    assert {state(event, n) for n in event.t.players if n not in losers} == {"waiting"}


def test_a_players_clock_has_the_extension_of_their_table() -> None:
    event = Event("destiny").register(4).announce().start()
    event.do(c.ExtendTable(event.match(1).number, 5))
    other = next(n for n in event.t.players if n not in event.match(1).players)
    board = make_board(event.t)
    mine, theirs = (my_table(event.t, n, now(event), board).clock.ends for n in (1, other))
    assert mine is not None
    assert theirs is not None
    assert mine - theirs == 5 * 60_000
    late = [my_table(event.t, n, theirs, board).clock.state for n in (1, other)]
    assert late == ["running", "over"], "a table with extra minutes still plays when the round's time is over"


def test_the_report_that_is_confirmed_is_the_one_that_was_seen() -> None:
    event = Event("destiny").register(4).announce().start()
    match, other = event.match(1).number, event.opponent(1)
    event.do(c.ReportResult(match, event.slip(1), event.match(1).players), by=by(1))
    first = my_table(event.t, other, now(event), make_board(event.t)).seen
    event.do(c.ReportResult(match, event.slip(other), event.match(1).players), by=by(1))
    assert my_table(event.t, other, now(event), make_board(event.t)).seen != first != ""


def test_a_drawn_round_is_not_on_the_phone() -> None:
    event = Event("destiny").register(4).announce().draw()
    view = my_table(event.t, 1, now(event), make_board(event.t))
    assert (view.match, view.opponent) == (None, None)
    assert my_history(event.t, 1).rounds == ()


def test_history_has_every_round_byes_and_misses_included() -> None:
    event = Event("conquest", swiss(4)).register(5).announce().play_round()
    me = event.bye()
    assert me is not None
    event.do(c.DropPlayer(me)).play_round().do(c.Rejoin(me)).play_round(me)
    rows = my_history(event.t, me).rounds
    assert [(r.round, r.kind, r.points) for r in rows] == [(1, "bye", 5), (2, "missed", 0), (3, "match", 5)]
    assert rows[2].opponent == event.opponent(me)


def test_what_is_worth_a_buzz_has_a_name_of_its_own() -> None:
    event = Event("destiny").register(4).announce().publish()

    def codes() -> list[str]:
        return [m.code for m in notifications(event.t, my_table(event.t, 1, now(event), make_board(event.t)))]

    assert codes() == ["published"]
    event.do(c.StartClock()).do(c.PostNotice("lunch")).do(c.ExtendTable(event.match(1).number, 3))
    assert codes() == ["published", "clock", "extension", "notice"]
    event.do(
        c.ReportResult(event.match(1).number, event.slip(1), event.match(1).players), by=by(event.opponent(1))
    )
    assert "reported" in codes()
