"""One organiser, as many marshals and judges as one likes, and nobody rules in a game of their own."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.leaders import who_rules
from tests.support.event import ORGANISER, Event, by

COMMON = ["armada", "imperial-assault", "destiny", "conquest"]


@pytest.mark.rule("COM-ROLE-3")
def test_there_is_exactly_one_organiser_from_the_first_moment_to_the_last() -> None:
    event = Event("armada")
    assert event.t.staff[1].roles == ("organiser",)
    event.refused(c.AppointStaff(("organiser",)), "staff.one_organiser", "COM-ROLE-3")
    event.refused(c.AppointStaff(("judge",), 1), "staff.organiser_needed", "COM-ROLE-3")
    event.refused(c.DismissStaff(1), "staff.organiser_needed", "COM-ROLE-3")
    event.refused(c.AppointStaff(("second_organiser",)), "staff.one_organiser", "COM-ROLE-3")
    event.do(c.AppointStaff(("organiser", "marshal"), 1))
    lcg = Event("star-wars-lcg").do(c.AppointStaff(("second_organiser",)))
    assert lcg.t.staff[2].roles == ("second_organiser",)
    lcg.refused(c.AppointStaff(("judge", "second_organiser")), "staff.one_second_organiser", "SWL-GEN-7")
    lcg.do(c.AppointStaff(("second_organiser", "scorekeeper"), 2)).do(c.DismissStaff(2))
    lcg.do(c.AppointStaff(("second_organiser",)))


@pytest.mark.rule("COM-ROLE-6", "COM-ROLE-10")
@pytest.mark.parametrize("role", ["marshal", "judge"])
def test_any_number_of_marshals_and_judges_including_none(role: str) -> None:
    event = Event("armada").register(4)
    event.announce().play_round()
    for _ in range(7):
        event.staff(role)
    assert sum(role in s.roles for s in event.t.staff.values()) == 7
    event.play_round()


@pytest.mark.rule("COM-ROLE-1")
def test_roles_are_known_ones_and_change_during_the_day() -> None:
    event = Event("armada")
    event.refused(c.AppointStaff(("king",)), "staff.unknown_role", "COM-ROLE-1")
    event.refused(c.AppointStaff(()), "staff.unknown_role", "COM-ROLE-1")
    event.refused(c.AppointStaff(("judge",), 9), "staff.unknown")
    judge = event.staff("judge")
    event.do(c.AppointStaff(("judge", "scorekeeper"), judge.number))
    assert event.t.staff[2].roles == ("judge", "scorekeeper")
    event.do(c.DismissStaff(2))
    event.refused(c.DismissStaff(2), "staff.unknown")
    event.refused(c.SetDuty(2, True), "staff.unknown")
    event.do(c.AppointStaff(("judge",), 2))
    assert not event.t.staff[2].dismissed


@pytest.mark.rule("COM-PART-1")
@pytest.mark.parametrize("game", COMMON)
def test_at_casual_level_a_leader_plays_beside_another(game: str) -> None:
    event = Event(game)
    event.refused(c.RegisterPlayer(staff=1), "staff.no_other_leader", "COM-PART-1")
    event.staff("scorekeeper")
    event.refused(c.RegisterPlayer(staff=1), "staff.no_other_leader", "COM-PART-1")
    event.staff("judge")
    event.do(c.RegisterPlayer(staff=1))
    event.refused(c.RegisterPlayer(staff=99), "staff.unknown")


@pytest.mark.rule("COM-PART-4")
@pytest.mark.parametrize("game", COMMON)
@pytest.mark.parametrize("level", ["formal", "championship"])
def test_above_it_no_leader_plays_and_no_player_becomes_one(game: str, level: str) -> None:
    event = Event(game, level=level)
    event.staff("judge")
    event.refused(c.RegisterPlayer(staff=1), "staff.level_forbids", "COM-PART-4")
    event.staff("scorekeeper")
    event.do(c.RegisterPlayer(staff=3))
    event.refused(c.AppointStaff(("judge",), 3), "staff.level_forbids", "COM-PART-4")
    event.do(c.RegisterPlayer())
    event.refused(c.AmendPlayer(2, {"staff": 1}), "staff.level_forbids", "COM-PART-4")


@pytest.mark.rule("COM-PART-4")
def test_an_event_does_not_become_one_at_which_its_leaders_could_not_play() -> None:
    event = Event("armada", level="casual")
    event.staff("judge")
    event.do(c.RegisterPlayer(staff=1))
    event.refused(c.ChangeEvent({"level": "formal"}), "staff.level_forbids", "COM-PART-4")


@pytest.mark.rule("SWL-PART-1", "SWL-PART-2")
def test_the_card_game_wants_a_second_organiser_below_championships() -> None:
    event = Event("star-wars-lcg", level="formal", event_kind="store")
    event.staff("judge")
    event.refused(c.RegisterPlayer(staff=1), "staff.no_other_leader", "SWL-PART-1")
    event.staff("second_organiser")
    event.do(c.RegisterPlayer(staff=1))
    for kind in ("regional", "national", "world"):
        event.refused(c.ChangeEvent({"event_kind": kind}), "staff.event_forbids", "SWL-PART-2")
        big = Event("star-wars-lcg", level="formal", event_kind=kind)
        big.staff("second_organiser")
        judge = big.staff("judge")
        for staff in (1, judge.number):
            big.refused(c.RegisterPlayer(staff=staff), "staff.event_forbids", "SWL-PART-2")


def leader_plays(game: str = "destiny", *roles: str) -> tuple[Event, list[Actor]]:
    """The organiser is player 1; these others are there."""
    event = Event(game)
    others = [event.staff(role) for role in roles]
    event.do(c.RegisterPlayer(staff=1)).register(3)
    return event, others


@pytest.mark.rule("COM-PART-2")
def test_who_rules_in_a_playing_leaders_games_is_announced_before_the_start() -> None:
    event, _ = leader_plays("destiny", "judge", "scorekeeper")
    event.announce()
    event.refused(c.FreezeRound(), "staff.substitute_not_named", "COM-PART-2")
    for wrong in (1, 3):
        event.refused(c.NameSubstitute(1, wrong), "staff.substitute_must_be_another_leader", "COM-PART-2")
    event.refused(c.NameSubstitute(1, 9), "staff.unknown")
    event.do(c.NameSubstitute(1, 2)).draw()
    event.refused(c.DismissStaff(2), "staff.rules_for_another", "COM-PART-2")


@pytest.mark.rule("COM-PART-2")
def test_the_substitute_rules_in_the_leaders_match_and_nobody_else_does() -> None:
    event, (judge, other) = leader_plays("destiny", "judge", "judge")
    event.do(c.NameSubstitute(1, judge.number or 0)).announce().start()
    event.do(c.CallJudge(match=event.match(1).number), by=by(event.opponent(1)))
    assert who_rules(event.t, event.match(1)).ruled_by == (judge.number,)
    for wrong, code in ((ORGANISER, "ruling.own_match"), (other, "ruling.others_rule")):
        event.refused(c.TakeCall(1), code, "COM-PART-2", by=wrong)
        event.refused(c.GiveRuling(1, "mine"), code, "COM-PART-2", by=wrong)
    event.do(c.TakeCall(1), by=judge).do(c.GiveRuling(1, "so"), by=judge)
    event.refused(c.AppealRuling(1), "appeal.substitute_is_final", "COM-PART-2", by=by(1))
    event.refused(c.GiveFinalVerdict(1, "my own"), "ruling.own_match", "COM-PART-2")
    elsewhere = next(m for m in event.in_round() if 1 not in m.players)
    event.do(c.CallJudge(match=elsewhere.number)).do(c.GiveRuling(2, "so"), by=other)


@pytest.mark.rule("COM-PART-2")
def test_a_leader_settles_no_dispute_and_sets_no_score_in_their_own_match() -> None:
    event, (judge,) = leader_plays("destiny", "judge")
    event.do(c.NameSubstitute(1, 2)).announce().start()
    match, other = event.match(1), event.opponent(1)
    event.do(c.ReportResult(match.number, event.slip(other), match.players), by=by(other)).do(
        c.DisputeResult(match.number, event.seen(match.number)), by=by(1)
    )
    event.refused(event.won(1), "ruling.own_match", "COM-PART-2")
    event.do(event.won(other), by=judge)


@pytest.mark.rule("COM-PART-3")
def test_when_two_leaders_play_each_other_the_marshal_rules() -> None:
    event = Event("destiny")
    judge, marshal, other = event.staff("judge"), event.staff("marshal"), event.staff("judge")
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=judge.number))
    event.do(c.NameSubstitute(1, other.number or 0), c.NameSubstitute(judge.number or 0, other.number or 0))
    event.do(
        c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 1},), "structure": "custom"})
    ).announce().start()
    match = event.in_round()[0]
    assert who_rules(event.t, match).ruled_by == (marshal.number,)
    event.do(c.CallJudge(match=match.number))
    event.refused(c.GiveRuling(1, "so"), "ruling.others_rule", "COM-PART-3", by=other)
    event.do(c.GiveRuling(1, "so"), by=marshal)


@pytest.mark.rule("COM-PART-3")
def test_without_a_marshal_outside_the_pair_that_is_said() -> None:
    event = Event("destiny")
    judge, other = event.staff("judge"), event.staff("judge")
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=judge.number))
    event.do(c.NameSubstitute(1, other.number or 0), c.NameSubstitute(judge.number or 0, other.number or 0))
    event.do(
        c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 1},), "structure": "custom"})
    ).announce().start()
    answer = who_rules(event.t, event.in_round()[0])
    assert answer.ruled_by == (other.number,)
    assert [(r.code, r.rule) for r in answer.reasons] == [("staff.no_marshal_outside", "COM-PART-3")]


@pytest.mark.rule("COM-PART-2")
def test_a_leader_who_plays_neither_sanctions_nor_checks_nor_awaits_their_own_opponent() -> None:
    event, (judge,) = leader_plays("destiny", "judge")
    event.do(c.NameSubstitute(1, 2)).announce().start()
    match, other = event.match(1), event.opponent(1)
    elsewhere = next(m for m in event.in_round() if 1 not in m.players)
    for kind in ("match_loss", "game_loss", "warning"):
        wish = c.GiveSanction(player=other, kind=kind, reason="slow", match=match.number)
        event.refused(wish, "ruling.own_match", "COM-PART-2")
    event.refused(
        c.GiveSanction(player=other, kind="points", reason="slow", points=1), "ruling.own_match", "COM-PART-2"
    )
    event.refused(c.DeclareNoShow(match.number, (other,)), "ruling.own_match", "COM-PART-2")
    event.refused(
        c.RecordDeckCheck(player=other, legal=False, match=match.number), "ruling.own_match", "COM-PART-2"
    )
    event.do(c.ReportComponent(player=other, kind="lost", what="die", category="die"), by=by(other))
    event.refused(c.ResolveComponent(1, "conceded"), "ruling.own_match", "COM-PART-2")
    event.do(c.ResolveComponent(1, "conceded"), by=judge)
    event.do(c.GiveSanction(player=elsewhere.a, kind="match_loss", reason="slow", match=elsewhere.number))


@pytest.mark.rule("COM-COND-7")
def test_the_organiser_who_plays_still_decides_who_is_sent_away() -> None:
    event, _ = leader_plays("destiny", "judge")
    event.do(c.NameSubstitute(1, 2)).announce().start()
    other = event.opponent(1)
    event.do(c.GiveSanction(player=other, kind="removal", reason="threats"))
    assert not event.player(other).active


@pytest.mark.rule("COM-PART-1")
def test_one_leader_is_one_player() -> None:
    """A player is one person: whoever leads and plays is registered once, also by a later change."""
    event = Event("armada").do(c.AppointStaff(("judge",))).do(c.RegisterPlayer(staff=2)).register(3)
    refused = event.refused(c.RegisterPlayer(staff=2), "player.plays_already", "COM-PART-1")
    assert refused.params == {"staff": 2, "player": 1}
    event.refused(c.AmendPlayer(3, {"staff": 2}), "player.plays_already", "COM-PART-1")
    event.do(c.AmendPlayer(1, {"staff": 2}))
    event.do(c.WithdrawRegistration(1)).do(c.RegisterPlayer(staff=2))
