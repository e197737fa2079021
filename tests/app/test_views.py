"""What pages, paper and command line show is one record each, computed from the event and nothing else."""

from komandor.app.queries.everybody.bracket import bracket_view
from komandor.app.queries.everybody.history import entries
from komandor.app.queries.everybody.names import names_of
from komandor.app.queries.everybody.rounds import clock_view, round_view
from komandor.app.queries.everybody.standings import standings_view
from komandor.app.queries.staff.people import people_view
from komandor.core.tournament import commands as c
from tests.support.event import Event, by, double, single, swiss

MINUTE = 60_000


def now(event: Event) -> int:
    return int(event.clock.timestamp() * 1000)


def test_rows_by_table_byes_last_and_what_is_missing() -> None:
    event = Event("conquest", swiss(3), tables="7-9").register(5).announce().start()
    view = round_view(event.t, 1, now(event))
    assert [r.table for r in view.rows] == [7, 8, None]
    assert [r.status for r in view.rows] == ["missing", "missing", "bye"]
    assert (view.rows[-1].a.scored, view.rows[-1].b) == (5, None)
    first = view.rows[0]
    event.do(
        c.ReportResult(first.match, event.slip(first.a.player), event.match(first.a.player).players),
        by=by(first.a.player),
    )
    view = round_view(event.t, 1, now(event))
    assert (view.rows[0].status, view.rows[0].reported_by) == ("reported", first.a.player)
    assert first.b is not None
    event.do(c.DisputeResult(first.match, event.seen(first.match)), by=by(first.b.player))
    view = round_view(event.t, 1, now(event))
    assert [r.match for r in view.disputed] == [first.match]
    assert len(view.missing) == 2
    event.results().close()
    rows = round_view(event.t, 1, now(event)).rows
    assert [(r.status, r.winner, r.a.scored) for r in rows[:2]] == [
        ("final", min(r.a.player, r.b.player), 5 if r.a.player < r.b.player else 0) for r in rows[:2] if r.b
    ]


def test_after_a_cut_the_standings_are_not_the_final_places_though_the_order_is_the_same() -> None:
    """What decided a place was the final, not the tie-breaker that the standings name."""
    event = Event("destiny", swiss(2), single(2)).register(4).announce().play_stage()
    first = standings_view(event.t).rows[0].player
    event.play_out(first)
    view = standings_view(event.t)
    assert [row.player for row in view.rows] == [player for player, _ in event.t.places]
    assert not view.ends_as(event.t.places)
    alone = Event("destiny", swiss(2)).register(4).announce().play_out()
    assert standings_view(alone.t).ends_as(alone.t.places)


def test_points_in_a_round_are_those_before_it() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().play_round().play_round()
    for number, most in ((1, 0), (2, 1)):
        seats = [s for r in round_view(event.t, number, now(event)).rows for s in (r.a, r.b) if s]
        assert max(s.points for s in seats) == most
        assert sum(s.points for s in seats) == 2 * most


def test_the_clock_waits_runs_stands_and_ends() -> None:
    event = Event("destiny").register(4).announce().publish()
    assert clock_view(event.t, event.t.rounds[1], now(event)).state == "waiting"
    event.do(c.StartClock())
    begun = now(event)
    view = clock_view(event.t, event.t.rounds[1], begun)
    assert (view.state, view.minutes, view.ends) == ("running", 35, begun + 35 * MINUTE)
    event.later(10).do(c.PauseClock())
    view = clock_view(event.t, event.t.rounds[1], begun + 99 * MINUTE)
    assert (view.state, view.left) == ("paused", begun + 35 * MINUTE - now(event))
    paused = now(event)
    event.later(20).do(c.ResumeClock())
    ends = begun + 35 * MINUTE + now(event) - paused
    assert clock_view(event.t, event.t.rounds[1], now(event)).ends == ends
    assert clock_view(event.t, event.t.rounds[1], ends - 1).state == "running"
    assert clock_view(event.t, event.t.rounds[1], ends).state == "over"
    event.do(c.AdjustClock(-5))
    assert clock_view(event.t, event.t.rounds[1], ends).ends == ends - 5 * MINUTE
    event.results().close()
    assert clock_view(event.t, event.t.rounds[1], ends).state == "none"


def test_standings_say_the_line_of_the_cut_and_what_decided() -> None:
    event = Event("destiny", swiss(2), single(2)).register(6).announce().play_round()
    view = standings_view(event.t)
    assert (view.cut, view.after_round, view.columns) == (2, 1, ("sos", "esos"))
    assert [r.place for r in view.rows] == [1, 2, 3, 4, 5, 6]
    assert [r.in_cut for r in view.rows] == [True, True, False, False, False, False]
    event.do(c.DropPlayer(view.rows[0].player))
    again = standings_view(event.t)
    assert [(r.status, r.in_cut) for r in again.rows][:3] == [("left", False), ("in", True), ("in", True)]
    event.play_stage().cut().play_out()
    finals = {r.player: r.final for r in standings_view(event.t).rows}
    assert finals == dict(event.t.places)


def test_provisional_standings_have_the_open_round() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results()
    assert {r.points for r in standings_view(event.t).rows} == {0}
    assert {r.points for r in standings_view(event.t, provisional=True).rows} == {0, 1}


def test_a_bracket_in_columns_with_where_people_will_come_from() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    view = bracket_view(event.t, event.t.stages[2])
    s = event.t.stages[2].seeds
    first, second, final = view.games
    assert (first.a.player, first.a.seed, first.b.player, first.b.seed) == (s[0], 1, s[3], 4)
    assert (second.a.player, second.b.player) == (s[1], s[2])
    assert (final.a.source, final.b.source, final.side, final.feeds) == ("W1", "W2", "final", (1, 2))
    assert first.table == event.match(s[0] or 0).table
    event.results(*(n for n in s if n)).close()
    view = bracket_view(event.t, event.t.stages[2])
    assert (view.games[0].a.won, view.games[0].b.lost) == (True, True)
    assert (view.games[2].a.player, view.games[2].b.player) == (s[0], s[1])
    assert view.champion is None
    event.play_out(s[0] or 0)
    assert bracket_view(event.t, event.t.stages[2]).champion == s[0]


def test_a_double_elimination_has_two_halves_and_a_bye_an_empty_place() -> None:
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut()
    view = bracket_view(event.t, event.t.stages[2])
    assert [g.number for g in view.games_of("upper")] == [1, 2, 3]
    assert [g.number for g in view.games_of("lower")] == [4, 5]
    assert view.games[3].a.source == "L1"
    three = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage()
    three.do(c.DropPlayer(4)).cut()  # a cut for more than are there is refused at the announcement (AMB-A3)
    first = bracket_view(three.t, three.t.stages[2]).games[0]
    assert (first.a.player, first.b.empty, first.status) == (three.t.stages[2].seeds[0], True, "bye")


def test_before_a_bracket_is_drawn_it_is_empty() -> None:
    event = Event("destiny", single()).register(4).announce().freeze()
    one = bracket_view(event.t, event.t.stages[1])
    assert one.champion is None


def test_the_log_as_people_read_it() -> None:
    event = Event("destiny").register(4).do(c.PostNotice("lunch")).do(c.NamePoint("before lunch"))
    event.do(event.undo())
    log = entries(event.loaded)
    assert [x.seq for x in log] == list(range(1, event.t.version + 1))
    assert [x.type for x in log[-3:]] == ["notice_posted", "point_named", "event_voided"]
    assert [x.voided for x in log[-3:]] == [False, True, False]
    assert log[0].by == "host"


def test_the_roster_by_name_and_who_is_where() -> None:
    event = Event("destiny")
    people = [
        {"first": "Żaneta", "last": "Ącka"},
        {"first": "Adam", "last": "Zet"},
        {"first": "Bo", "last": "Adel"},
    ]
    event.do(*(c.RegisterPlayer() for _ in people), persons=people)
    event.do(c.CheckIn((1,))).do(c.NoteFee(2, True))
    names = names_of(event.t, event.ledger.store.people(event.id))
    view = people_view(event.t, names)
    assert [r.number for r in view.rows] == [3, 1, 2], "Adel, Ącka, Zet"
    assert (view.counts["present"], view.counts["absent"], view.counts["unpaid"]) == (1, 2, 2)
    assert [r.number for r in people_view(event.t, names, "unpaid", "number").rows] == [1, 3]
    event.do(c.WithdrawRegistration(3))
    assert [r.number for r in people_view(event.t, names, "left").rows] == [3]
