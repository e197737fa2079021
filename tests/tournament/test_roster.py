"""Everybody keeps the number they were given, and what is written about them is of the right kind."""

from typing import Any

import pytest

from komandor.app.workflow import next_step
from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.log.bundle import export
from tests.support.event import ORGANISER, Event, by, double, single, swiss


def test_numbers_are_given_once_and_never_again() -> None:
    event = Event().register(3).do(c.WithdrawRegistration(3)).register(1)
    assert sorted(event.t.players) == [1, 2, 3, 4]
    event.do(event.undo())
    event.register(1)
    assert max(event.t.players) == 4


@pytest.mark.rule("SWL-PAIR-4")
def test_start_numbers_are_each_given_once_and_to_everybody() -> None:
    event = Event("star-wars-lcg", swiss(2), settings={"swl.start_numbers": "manual"})
    event.do(c.RegisterPlayer(start=7)).register(3)
    taken = event.refused(c.RegisterPlayer(start=7), "player.start_taken", "SWL-PAIR-4")
    assert taken.params["player"] == 1
    event.refused(c.AmendPlayer(2, {"start": 7}), "player.start_taken", "SWL-PAIR-4")
    event.do(c.AmendPlayer(1, {"start": 7})).do(c.AmendPlayer(2, {"start": 1}))
    missing = event.announce().refused(c.FreezeRound(), "round.starts_missing", "SWL-PAIR-4")
    assert missing.params["players"] == (3, 4)
    event.do(c.AmendPlayer(3, {"start": 4})).do(c.AmendPlayer(4, {"start": 3})).publish()
    assert [p.start for p in event.t.players.values()] == [7, 1, 4, 3]


WRONG: tuple[tuple[dict[str, Any], str, str | None], ...] = (
    ({"colour": "red"}, "player.unknown_field", None),
    ({"groups": "van"}, "player.wrong_kind", None),
    ({"fixed_table": "3"}, "player.wrong_kind", None),
    ({"awarded_byes": 1}, "player.wrong_kind", None),
    ({"awarded_byes": (0,)}, "player.bye_round", "COM-BYE-1"),
    ({"awarded_byes": (10**9,)}, "player.bye_round", "COM-BYE-1"),
    ({"fixed_table": -5}, "tables.number", None),
    ({"fixed_table": 10**9}, "tables.number", None),
    ({"start": 0}, "player.start_range", None),
    ({"start": 10**9}, "player.start_range", None),
    ({"staff": 9}, "staff.unknown", None),
)


@pytest.mark.parametrize(("changes", "code", "rule"), WRONG, ids=lambda x: str(x)[:30])
def test_what_cannot_be_written_is_refused(changes: dict[str, Any], code: str, rule: str | None) -> None:
    event = Event().register(2)
    event.refused(c.AmendPlayer(1, changes), code, rule)


def test_what_can_be_written_is() -> None:
    event = Event().register(2)
    event.do(c.AmendPlayer(1, {"groups": ("van",), "fixed_table": 4, "awarded_byes": (2,)}))
    one = event.player(1)
    assert (one.groups, one.fixed_table, one.awarded_byes) == (("van",), 4, (2,))
    event.refused(c.RegisterPlayer(awarded_byes=(0,)), "player.bye_round", "COM-BYE-1")
    event.refused(c.RegisterPlayer(fixed_table=10**9), "tables.number")
    event.refused(c.RegisterPlayer(start=-1), "player.start_range")
    for unknown in (c.AmendPlayer(9, {}), c.WithdrawRegistration(9), c.NoteFee(9, True), c.CheckIn((9,))):
        event.refused(unknown, "player.unknown")
    event.do(c.NoteFee(1, True, "cash"))
    assert (event.player(1).fee_paid, event.player(1).fee_note) == (True, "cash")


@pytest.mark.rule("COM-PAIR-1", "COM-STRUCT-5")
def test_who_is_not_here_is_not_drawn() -> None:
    event = Event("destiny", swiss(2)).register(5).do(c.CheckIn((1, 2, 3, 4)))
    event.refused(c.CheckIn((1,)), "check_in.nothing_to_do")
    event.announce()
    assert event.t.announced_players == 4
    absent = event.refused(c.FreezeRound(), "round.not_checked_in", "COM-PAIR-1")
    assert absent.params["players"] == (5,)
    event.do(c.WithdrawRegistration(5)).publish()
    assert sorted(n for m in event.in_round() for n in m.players) == [1, 2, 3, 4]


def test_who_is_on_the_waiting_list_plays_only_once_admitted() -> None:
    event = Event("destiny", swiss(2)).register(4)
    event.do(c.RegisterPlayer(waiting=True, checked_in=True), c.RegisterPlayer(waiting=True))
    assert waiting_list(event.t) == (5, 6)
    event.refused(c.CheckIn((5,)), "check_in.nothing_to_do")
    event.refused(c.AdmitPlayer(1), "player.not_waiting")
    event.do(c.AdmitPlayer(6))
    event.refused(c.AdmitPlayer(6), "player.not_waiting")
    assert (waiting_list(event.t), event.t.active()) == ((5,), (1, 2, 3, 4, 6))
    event.do(event.undo())
    assert waiting_list(event.t) == (5, 6)
    event.do(c.AdmitPlayer(6)).announce().publish()
    assert {n for m in event.in_round() for n in m.players} == {1, 2, 3, 4, 6}
    event.refused(c.Rejoin(5), "rejoin.never_played", "COM-DROP-3")
    event.refused(c.DropPlayer(5), "player.not_active", "COM-DROP-1")
    event.play_round().play_out()
    assert sorted(n for n, _ in event.t.places) == [1, 2, 3, 4, 6]
    file = export(event.store, event.id)
    assert check_bytes(file).violations == ()
    assert verify.verify(file).ok


@pytest.mark.rule("COM-STRUCT-5")
def test_one_alone_is_no_tournament() -> None:
    event = Event("destiny", swiss(2)).register(1)
    event.refused(c.AnnounceStructure(), "structure.too_few", "COM-STRUCT-5")
    event.register(1).announce().do(c.WithdrawRegistration(2))
    event.refused(c.FreezeRound(), "structure.too_few", "COM-STRUCT-5")


def test_notices_are_posted_and_taken_down() -> None:
    event = Event()
    event.refused(c.PostNotice("  "), "notice.empty")
    event.do(c.PostNotice("lunch at one"))
    event.refused(c.WithdrawNotice(2), "notice.unknown")
    event.do(c.WithdrawNotice(1))
    event.refused(c.WithdrawNotice(1), "notice.unknown")


def test_the_outline_and_the_checklist_are_kept() -> None:
    event = Event().do(c.AttachOutline("as printed", "top 8")).do(c.TickChecklist("tables"))
    assert (event.t.outline, event.t.outline_overrides, event.t.ticked) == (
        "as printed",
        "top 8",
        {"tables": True},
    )
    event.do(c.TickChecklist("tables", False))
    assert event.t.ticked == {"tables": False}


@pytest.mark.rule("COM-ELIM-4", "SWL-DE-3")
@pytest.mark.parametrize("players", [4, 6, 8])
def test_a_double_elimination_from_the_start_is_seeded_by_lot(players: int) -> None:
    seeds = set()
    for k in range(4):
        event = Event("star-wars-lcg", double(), seed=bytes([k]) * 32).register(players).announce().draw()
        seeds.add(event.t.stages[1].seeds)
        assert sorted(n or 0 for n in event.t.stages[1].seeds) == list(range(1, players + 1))
    assert len(seeds) > 1
    event.play_round().play_out()
    assert len(event.t.places) == players


@pytest.mark.rule("COM-ROLE-13")
def test_a_verdict_says_something_and_a_call_from_nowhere_is_its_callers() -> None:
    event = Event().register(4)
    event.do(c.CallJudge(table=3), by=by(1)).do(c.GiveRuling(1, "so"))
    event.refused(c.AppealRuling(1), "appeal.not_your_match", "COM-ROLE-13", by=by(2))
    event.do(c.AppealRuling(1), by=by(1))
    event.refused(c.GiveFinalVerdict(1, " "), "ruling.empty", "COM-ROLE-13")


@pytest.mark.rule("SWL-PART-1", "COM-PART-2")
def test_in_the_card_game_a_judge_plays_without_a_substitute_and_others_rule() -> None:
    event = Event("star-wars-lcg", swiss(1))
    judge = event.staff("judge")
    event.do(c.RegisterPlayer(staff=judge.number)).register(3).announce().start()
    event.do(c.CallJudge(match=event.match(1).number))
    event.refused(c.GiveRuling(1, "mine"), "ruling.own_match", "SWL-PART-1", by=judge)
    event.do(c.GiveRuling(1, "so"), by=ORGANISER)


@pytest.mark.rule("SWL-CHECK-2", "COM-PTS-1")
def test_a_result_annulled_after_the_freeze_stops_the_draw_the_cut_and_the_end() -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_round()
    match = event.match(1)
    slip = event.slip(1)
    event.freeze().do(c.RecordDeckCheck(player=1, legal=False, match=match.number, sanction="warning"))
    event.refused(c.DrawRound(), "round.results_missing", "COM-PTS-1")
    event.do(c.EnterResult(match=match.number, report=slip, reason="as it was")).play_round()
    event.do(c.RecordDeckCheck(player=1, legal=False, match=event.match(1).number, sanction="warning"))
    event.refused(c.MakeCut(), "round.results_missing", "COM-PTS-1")
    event.refused(c.CloseTournament(), "round.results_missing", "COM-PTS-1")


@pytest.mark.rule("COM-ELIM-6", "COM-LOST-5")
def test_a_component_missed_too_late_does_not_take_a_bracket_game_away() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.in_round()[0]
    broken = c.ReportComponent(player=match.a, kind="damaged", what="die", category="die")
    event.do(broken).results(match.a).do(c.ResolveComponent(1, "removed"))
    assert event.result(match).winner == match.a, "the game was won; the next one is a bye for the other"
    assert event.close().take("finish").t.phase == "closed"


@pytest.mark.rule("SWL-2V2-5")
def test_a_final_match_to_which_nobody_came_leaves_the_table_as_it_was() -> None:
    event = Event("star-wars-lcg", swiss(1), teams=True).register(4, members=2).announce().play_stage().cut()
    event.start().do(c.DeclareNoShow(event.in_round()[0].number, event.in_round()[0].players)).close()
    event.refused(c.FreezeRound(), "round.nobody_left", "COM-PAIR-1")
    assert next_step(event.t).code == "finish"
    event.do(c.CloseTournament())
    assert [n for n, _ in event.t.places] == event.order()
