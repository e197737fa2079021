"""An undo is a record and can be undone; what later records depend on is refused, and they are named."""

from functools import cache
from typing import cast

import pytest

from komandor.app.access import Actor
from komandor.app.ledger import event_of
from komandor.app.undo_targets import end_of_step, targets_after, undo_targets
from komandor.app.workflow import next_step
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.replay import replay, voided
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.undo import check, whole_steps
from komandor.core.tournament.values import StagePlan
from komandor.simulate import simulate
from tests.support.checking import checked
from tests.support.dump import dump
from tests.support.event import Event, reasons, single, swiss
from tests.support.sampling import quick_first


def _without_the_trace(t: Tournament) -> Tournament:
    """The state but for what says that something was undone."""
    twin = t.fork()
    twin.version, twin.voids = 0, {}
    return twin


Log = list[tuple[int, e.Event]]


@cache
def _played(seed: int) -> tuple[Log, dict[str, tuple[int, ...]]]:
    """A whole event: its log, and the records of every command that stands."""
    made = simulate(f"undo-{seed}", {"size": "tiny", "players": 5, "ending": "closed"})
    log = list(enumerate(map(event_of, made.records), start=1))
    commands: dict[str, tuple[int, ...]] = {}
    for record in made.records:
        if record.seq not in voided(log):
            commands[record.command_id] = (*commands.get(record.command_id, ()), record.seq)
    return log, commands


@cache
def _tried(seed: int) -> dict[str, Tournament | Refusal]:
    """What undoing each command of the event gives."""
    log, commands = _played(seed)
    return {name: check(log, targets) for name, targets in commands.items()}


@pytest.mark.parametrize("seed", quick_first(range(6), 1))
def test_after_undo_and_redo_everything_is_as_before(seed: int) -> None:
    """Tried with every command of a whole event that can be undone."""
    log, commands = _played(seed)
    before = _without_the_trace(replay(log))
    tried = _tried(seed).items()
    possible = {commands[name]: after for name, after in tried if not isinstance(after, Refusal)}
    assert len(possible) >= 5
    for targets, after in possible.items():
        undone = [*log, (len(log) + 1, e.EventVoided(targets, "a mistake"))]
        assert _without_the_trace(replay(undone)) == _without_the_trace(after)
        again = check(undone, (len(undone),))
        assert not isinstance(again, Refusal)
        assert _without_the_trace(again) == before


@pytest.mark.parametrize("seed", quick_first(range(6), 1))
def test_a_refusal_names_what_has_to_be_undone_first(seed: int) -> None:
    """Taking out what each refusal names, one after another, leads to an undo that is possible."""
    log, commands = _played(seed)
    command_of = {seq: name for name, seqs in commands.items() for seq in seqs}
    refused = [name for name, after in list(_tried(seed).items())[1:] if isinstance(after, Refusal)]
    assert len(refused) >= 5
    for name in refused[::6]:
        chosen = {name}
        while isinstance(answer := check(log, _records(commands, chosen)), Refusal):
            (reason,) = answer.reasons
            in_the_way = command_of[cast("int", reason.params["seq"])]
            assert in_the_way not in chosen
            chosen.add(in_the_way)


def test_the_creation_is_never_undone() -> None:
    log, commands = _played(0)
    answer = check(log, _records(commands, set(commands)))
    assert isinstance(answer, Refusal)
    assert [r.code for r in answer.reasons] == ["undo.creation"]


def _records(commands: dict[str, tuple[int, ...]], chosen: set[str]) -> tuple[int, ...]:
    return tuple(sorted(seq for name in chosen for seq in commands[name]))


def test_a_result_is_undone_and_the_standings_follow():
    event = Event("armada").register(4).announce().start().results()
    match = event.matches()[-1]
    event.do(event.undo())
    assert event.t.matches[match.number].result is None
    event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    event.do(event.undo())
    event.do(c.CloseRound())


def test_an_undo_needs_a_reason_and_a_record_that_stands():
    event = Event("armada").register(4)
    event.refused(c.VoidEvents((3,), " "), "undo.reason_missing")
    event.refused(c.VoidEvents((99,), "x"), "undo.unknown")
    event.refused(c.VoidEvents((), "x"), "undo.unknown")
    event.refused(c.VoidEvents((1,), "x"), "undo.creation")
    undo = event.undo()
    event.do(undo)
    event.refused(undo, "undo.already")


@pytest.mark.rule("COM-ROLE-3")
def test_undo_never_leaves_an_event_without_its_organiser():
    event = Event("armada").register(4)
    appointed = next(seq for seq, x in event.loaded.history if isinstance(x, e.StaffAppointed))
    event.refused(c.VoidEvents((appointed,), "x"), "staff.organiser_needed", "COM-ROLE-3")
    event.do(c.AppointStaff(("organiser", "judge"), event.t.staff[1].number))
    event.do(event.undo())
    assert event.t.staff[1].roles == ("organiser",)


def test_the_end_does_not_outlive_what_made_it_possible():
    """A finalist who left is taken back after the end: the final is due again, so the end goes first."""
    event = Event("armada", swiss(1), single(4)).register(4).announce().play_stage().cut()
    event.play_round().do(c.DropPlayer(event.order()[0])).until("done")
    reason = event.refused(event.undo(e.PlayerLeft), "undo.in_the_way")
    assert _name(event, reason) == "TournamentClosed"
    event.do(event.undo(e.PlayerLeft, e.TournamentClosed))
    assert next_step(event.t).code == "draw"


def _name(event: Event, reason) -> str:
    return type(dict(event.loaded.history)[reason.params["seq"]]).__name__


@pytest.mark.parametrize(
    ("what", "in_the_way"),
    [
        ("StructureAnnounced", "RoundFrozen"),
        ("RoundFrozen", "RoundDrawn"),
        ("RoundPublished", "ClockStarted"),
        ("ResultEntered", "RoundClosed"),
        ("RoundClosed", "RoundFrozen"),
    ],
)
def test_what_later_records_lean_on_cannot_be_taken_out(what: str, in_the_way: str):
    event = Event("armada").register(4).announce().play_round().start()
    seq = next(seq for seq, x in event.loaded.history if type(x).__name__ == what)
    reason = event.refused(c.VoidEvents((seq,), "x"), "undo.in_the_way")
    assert _name(event, reason) == in_the_way
    assert reason.params["event"] == in_the_way


def test_a_player_who_sits_at_a_table_cannot_be_unregistered():
    event = Event("armada").register(4).announce().draw()
    seq = next(seq for seq, x in event.loaded.history if type(x).__name__ == "PlayerRegistered")
    reason = event.refused(c.VoidEvents((seq,), "x"), "undo.in_the_way")
    assert _name(event, reason) == "RoundFrozen", "it names those who are here"


def test_a_drop_cannot_be_undone_once_a_round_was_published_without_the_player():
    event = Event("armada").register(8).announce().play_round()
    event.do(c.DropPlayer(3))
    undo = event.undo()
    event.draw()
    event.do(c.PublishRound())
    reason = event.refused(undo, "undo.in_the_way")
    assert _name(event, reason) == "RoundPublished"


def test_a_drop_undone_before_the_publication_asks_for_another_draw():
    event = Event("armada").register(8).announce().play_round()
    event.do(c.DropPlayer(3))
    undo = event.undo()
    event.draw()
    event.do(undo)
    event.refused(c.PublishRound(), "round.draw_again", "COM-PAIR-1")
    event.do(c.DrawRound())
    event.do(c.PublishRound())


def test_the_cut_cannot_be_undone_under_its_bracket():
    event = Event("armada", swiss(1), single(2)).register(4).announce().play_stage().cut()
    undo = event.undo()
    event.freeze()
    reason = event.refused(undo, "undo.in_the_way")
    assert _name(event, reason) == "RoundFrozen"


def test_a_correction_cannot_be_undone_under_the_games_drawn_from_it():
    event = Event("armada", single()).register(4).announce().play_round()
    match = event.matches()[0]
    other = match.a if event.result(match).winner == match.b else match.b
    event.do(c.EnterResult(match=match.number, report=event.report(match, other), reason="misread"))
    undo = event.undo()
    event.draw()
    reason = event.refused(undo, "undo.in_the_way")
    assert _name(event, reason) == "RoundDrawn"


def test_a_draw_is_undone_with_its_freeze_or_not_at_all():
    event = Event("armada").register(4).announce()
    event.do(c.FreezeRound("dice"))
    event.do(c.DrawRound("1-2-3-4"))
    reason = event.refused(event.undo(), "undo.draw_with_its_freeze")
    assert (reason.params["seq"],) == event.undo(e.RoundFrozen).targets
    assert undo_targets(event.ledger, event.id) == event.undo(e.RoundFrozen, e.RoundDrawn).targets
    event.do(event.undo(e.RoundFrozen, e.RoundDrawn))
    assert event.t.phase == "announced"
    assert event.t.rounds == {}


def test_a_second_draw_may_be_undone_the_first_still_stands():
    event = Event("armada").register(5).announce().draw()
    before = dump(event.t.matches)
    event.do(c.DrawRound())
    event.do(event.undo())
    assert event.t.phase == "drawn"
    assert dump(event.t.matches) == before


def test_an_undo_after_the_end_brings_new_places_with_it():
    event = Event("armada", swiss(1)).register(2).announce().play_round()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.report(match, 2), reason="misread"))
    undo = event.undo()
    event.do(c.CloseTournament())
    assert event.t.places == ((2, 1), (1, 2))
    happened = event.do(undo).last
    assert [type(x).__name__ for x in happened] == ["EventVoided", "TournamentClosed"]
    assert event.t.places == ((1, 1), (2, 2))


@pytest.mark.parametrize("cut", [(), (single(2),)])
def test_a_shorter_plan_by_which_the_event_ended_stays_after_the_end(cut: tuple[StagePlan, ...]):
    event = Event("destiny", swiss(1 if cut else 2), *cut).register(4).announce()
    event.do(c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 1},)}, "the hall closes"))
    undo = event.undo()
    event.play_round().do(c.CloseTournament())
    reason = event.refused(undo, "undo.in_the_way")
    assert reason.params["event"] == "TournamentClosed"


@pytest.mark.parametrize("going", [c.DropPlayer(1), c.Disqualify(1, "conduct")])
def test_an_earlier_end_is_not_brought_back_before_what_happened_since(going: c.Command):
    event = Event("destiny", swiss(1)).register(4).announce().play_round().do(c.CloseTournament())
    event.do(event.undo())
    again = event.undo()
    event.do(going)
    event.do(c.CloseTournament())
    gone = max(seq for seq, x in event.loaded.history if isinstance(x, e.PlayerLeft | e.PlayerDisqualified))
    assert event.refused(again, "undo.in_the_way").params["seq"] == gone


def _leaver() -> tuple[Event, int, int]:
    """Closing the round wrote also that a player left: two records of one step."""
    event = Event("armada").register(6).announce().start()
    event.do(c.LeaveAfterRound(1, True)).results().do(c.CloseRound())
    kinds = {type(x): seq for seq, x in event.loaded.history}
    return event, kinds[e.RoundClosed], kinds[e.PlayerLeft]


def test_one_record_of_a_step_is_not_undone_without_the_others():
    event, closed, left = _leaver()
    reason = event.refused(c.VoidEvents((left,), "stays"), "undo.part_of_step")
    assert closed in cast("tuple[int, ...]", reason.params["seqs"])
    whole = undo_targets(event.ledger, event.id)
    assert {closed, left} <= set(whole)
    assert {*cast("tuple[int, ...]", reason.params["seqs"]), left} == set(whole)
    event.do(c.VoidEvents(whole, "one more result"))
    assert event.t.phase == "running"
    assert event.t.players[PlayerNo(1)].active


@pytest.mark.parametrize("said", ["leaves", "stays after all"])
def test_that_a_round_was_somebodys_last_is_not_brought_back_after_it_was_closed(said: str):
    """The round was closed without it; whoever leaves now says so anew (COM-DROP-1)."""
    event = Event("armada").register(6).announce().start().do(c.LeaveAfterRound(1, True))
    event.do(event.undo() if said == "leaves" else c.LeaveAfterRound(1, False))
    again = event.undo()
    event.results().close()
    closed = max(seq for seq, x in event.loaded.history if isinstance(x, e.RoundClosed))
    reason = event.refused(again, "undo.in_the_way")
    assert (reason.params["seq"], reason.params["event"]) == (closed, "RoundClosed")
    assert event.t.players[PlayerNo(1)].leaves_after is None


def test_what_is_left_of_a_step_undone_in_part_by_an_older_version_is_its_whole():
    event, closed, left = _leaver()
    old = e.EventVoided((left,), "as an older version let")
    log = [*event.loaded.history, (event.t.version + 1, old)]
    steps = (*(note.command_id for note in event.loaded.notes), "old")
    assert replay(log).players[PlayerNo(1)].active
    rest = whole_steps(log, steps, (closed,))
    assert closed in rest
    assert left not in rest


def test_going_back_behind_an_undo_that_brought_new_places_leaves_the_undo():
    event = Event("armada", swiss(1)).register(2).announce().play_round()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.report(match, 2), reason="misread"))
    undo, before = event.undo(), event.t.version - 1
    event.do(c.CloseTournament()).do(undo)
    closing = event.t.version
    event.refused(c.VoidEvents((closing,), "only the places"), "undo.part_of_step")
    event.do(c.VoidEvents(targets_after(event.ledger, event.id, before), "back"))
    assert event.t.phase == "between"


def test_points_of_the_log_have_names():
    event = Event("armada")
    event.refused(c.NamePoint("  "), "point.name_missing")
    event.do(c.NamePoint("before lunch"))
    assert list(event.t.points_named.values()) == ["before lunch"]


def test_nothing_is_ever_deleted():
    event = Event("armada").register(2).register(1)
    length = len(event.log)
    event.do(event.undo())
    assert len(event.log) == length + 1
    assert sorted(event.t.voids) == [length]
    assert len(event.t.players) == 2


def _reported(event: Event, winner: int) -> None:
    """Both phones report that this player won."""
    for n in event.match(PlayerNo(winner)).players:
        match = event.match(PlayerNo(winner))
        event.do(
            c.ReportResult(match.number, event.report(match, PlayerNo(winner)), match.players),
            by=Actor("player", n),
        )


def test_a_result_taken_back_is_not_brought_back_beside_another():
    """The desk enters a result and undoes it, both phones report another: the undo stays an undo."""
    event = Event("destiny", swiss(1)).register(4).announce().start()
    match = event.matches()[0]
    event.do(event.won(match.a)).do(event.undo())
    again = c.VoidEvents((event.t.version,), "it was right")
    _reported(event, match.b)
    reported = event.t.version - 1
    (reason,) = reasons(event.ask(again))
    assert (reason.code, reason.params["seq"]) == ("undo.in_the_way", reported)
    assert event.result(match).winner == match.b
    assert checked(event) == []


def test_a_report_that_was_disputed_and_then_agreed_with_hinders_no_undo():
    event = Event("destiny", swiss(1)).register(4).announce().start()
    match = event.matches()[0]
    for who, winner in ((match.a, match.a), (match.b, match.b), (match.a, match.b)):
        report = event.report(match, winner)
        event.do(c.ReportResult(match.number, report, match.players), by=Actor("player", who))
    other = event.open()[0]
    event.do(event.won(other.a)).do(event.undo())
    assert event.result(match).winner == match.b
    assert checked(event) == []


def test_nobody_goes_back_to_the_middle_of_a_step():
    event = Event("armada").register(6).register(2)
    first_of_six = event.t.version - 7
    targets = targets_after(event.ledger, event.id, first_of_six)
    assert targets == tuple(range(first_of_six + 6, event.t.version + 1)), "the six stay, as they came"
    assert end_of_step(event.ledger, event.id, first_of_six) == first_of_six + 5
