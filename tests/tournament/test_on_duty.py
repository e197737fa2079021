"""Whoever must decide is on duty, or the next in rank decides; nobody plays where nobody may rule."""

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.queries.staff.judging import call_actions, sanctions_open_to
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.leaders import who_rules
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, by, single, swiss

COMMON = ["armada", "imperial-assault", "destiny", "conquest"]
ABOVE_A_WARNING = ("penalty", "game_loss", "match_loss", "points")


def appealed(game: str = "destiny") -> tuple[Event, Actor, Actor]:
    """A ruling of the judge was appealed; a marshal is there."""
    event = Event(game).register(4)
    judge, marshal = event.staff("judge"), event.staff("marshal")
    event.announce().start()
    match = event.match(1)
    event.do(c.CallJudge(match.number), by=by(match.a)).do(c.GiveRuling(1, "so"), by=judge)
    event.do(c.AppealRuling(1), by=by(match.b or 0))
    return event, judge, marshal


@pytest.mark.rule("AMB-G43", "COM-ROLE-5")
@pytest.mark.parametrize("game", COMMON)
@pytest.mark.parametrize("who", [ORGANISER, HOST], ids=str)
def test_the_verdict_is_the_marshals_while_one_is_on_duty(game: str, who: Actor) -> None:
    event, _, marshal = appealed(game)
    event.refused(c.GiveFinalVerdict(1, "mine"), "access.marshal_decides", "COM-ROLE-5", by=who)
    assert "verdict" not in call_actions(event.t, event.t.calls[1], who)
    event.do(c.GiveFinalVerdict(1, "so"), by=marshal)
    assert event.t.calls[1].verdict_by == marshal.number


@pytest.mark.rule("AMB-G43", "COM-ROLE-5", "COM-ROLE-9")
@pytest.mark.parametrize("gone", ["off duty", "dismissed"])
def test_without_one_on_duty_it_is_the_organisers(gone: str) -> None:
    event, _, marshal = appealed()
    number = marshal.number or 0
    event.do(c.SetDuty(number, False) if gone == "off duty" else c.DismissStaff(number))
    assert "verdict" in call_actions(event.t, event.t.calls[1], ORGANISER)
    event.do(c.GiveFinalVerdict(1, "mine"))
    assert event.t.calls[1].verdict_by == 1
    assert checked(event) == []


@pytest.mark.rule("AMB-G43")
def test_a_marshal_who_comes_back_or_a_second_one_has_the_word_again() -> None:
    event, _, marshal = appealed()
    second = event.staff("marshal")
    event.do(c.SetDuty(marshal.number or 0, False))
    event.refused(c.GiveFinalVerdict(1, "mine"), "access.marshal_decides", "COM-ROLE-5")
    event.do(c.SetDuty(second.number or 0, False)).do(c.SetDuty(marshal.number or 0, True))
    event.refused(c.GiveFinalVerdict(1, "mine"), "access.marshal_decides", "COM-ROLE-5")
    event.do(c.GiveFinalVerdict(1, "so"), by=marshal)


@pytest.mark.rule("AMB-G43", "COM-ROLE-8")
@pytest.mark.parametrize("game", COMMON)
def test_a_judge_warns_and_recommends(game: str) -> None:
    event = Event(game).register(4)
    judge, marshal = event.staff("judge"), event.staff("marshal")
    event.announce().start()
    match = event.match(1)
    wish = {
        k: c.GiveSanction(player=match.a, kind=k, reason="x", match=match.number, points=1)
        for k in ABOVE_A_WARNING
    }
    for command in wish.values():
        event.refused(command, "access.marshal_punishes", "COM-ROLE-8", by=judge)
    assert sanctions_open_to(event.t, match.a, judge, match.number) == ("warning",)
    event.do(c.GiveSanction(player=match.a, kind="warning", reason="x", match=match.number), by=judge)
    event.do(c.RecommendDisqualification(match.a, "x"), by=judge)
    check = c.RecordDeckCheck(player=match.a, legal=False, match=match.number, sanction="penalty")
    event.refused(check, "access.marshal_punishes", "COM-ROLE-8", by=judge)
    event.refused(
        c.GiveSanction(player=match.a, kind="removal", reason="x"),
        "access.organiser_removes",
        "COM-COND-7",
        by=judge,
    )
    event.refused(c.Disqualify(match.a, "x"), "access.role", "COM-ROLE-1", by=judge)
    assert set(ABOVE_A_WARNING) < set(sanctions_open_to(event.t, match.a, marshal, match.number))
    event.do(wish["points"], by=marshal).do(wish["match_loss"], by=marshal)
    assert event.winner(match.a) == match.b


@pytest.mark.rule("AMB-G43", "SWL-SANC-3")
def test_the_card_game_gives_judges_all_but_the_removal() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(6)
    judge = event.staff("judge")
    event.announce().start()
    match = event.match(1)
    open_to = sanctions_open_to(event.t, match.a, judge, match.number)
    assert set(open_to) == {"warning", *ABOVE_A_WARNING, "disqualification"}
    event.refused(
        c.GiveSanction(player=match.a, kind="removal", reason="x"),
        "access.organiser_removes",
        "SWL-SANC-1",
        by=judge,
    )
    event.do(c.Disqualify(match.a, "marked cards"), by=judge)
    assert event.player(match.a).status == "disqualified"
    scorekeeper = event.staff("scorekeeper")
    event.refused(c.Disqualify(match.b or 0, "x"), "access.role", "SWL-GEN-7", by=scorekeeper)
    event.do(c.SetDuty(judge.number or 0, False))
    event.refused(c.Disqualify(match.b or 0, "x"), "access.off_duty", "SWL-GEN-7", by=judge)


def organiser_plays(*others: str, game: str = "destiny", rounds: int = 3) -> tuple[Event, list[Actor]]:
    """The organiser is player 1; the first of these others rules in those matches."""
    event = Event(game, swiss(rounds), single(2))
    staff = [event.staff(role) for role in others]
    event.do(c.RegisterPlayer(staff=1), c.NameSubstitute(1, staff[0].number or 0)).register(3)
    return event.announce(), staff


@pytest.mark.rule("COM-PART-2", "COM-ROLE-9")
def test_no_round_is_drawn_while_the_substitute_is_off_duty() -> None:
    event, (judge,) = organiser_plays("judge")
    number = judge.number or 0
    event.do(c.SetDuty(number, False), by=judge)
    event.refused(c.FreezeRound(), "staff.substitute_off_duty", "COM-PART-2")
    event.do(c.SetDuty(number, True)).play_round()
    event.do(c.SetDuty(number, False), by=judge)
    event.refused(c.FreezeRound(), "staff.substitute_off_duty", "COM-PART-2")
    other = event.staff("judge")
    event.do(c.NameSubstitute(1, other.number or 0)).play_round()


@pytest.mark.rule("SWL-PART-1")
def test_in_the_card_game_it_is_the_second_organiser() -> None:
    event, (second, _) = organiser_plays("second_organiser", "judge", game="star-wars-lcg")
    event.do(c.SetDuty(second.number or 0, False))
    event.refused(c.FreezeRound(), "staff.substitute_off_duty", "SWL-PART-1")
    event.do(c.SetDuty(second.number or 0, True)).start()
    assert who_rules(event.t, event.match(1)).ruled_by == (second.number,)


@pytest.mark.rule("COM-PART-2")
def test_who_is_out_of_the_knock_out_holds_up_no_draw() -> None:
    event, (judge,) = organiser_plays("judge", rounds=1)
    event.play_stage(2, 3, 4).cut()
    assert 1 not in event.t.stages[2].seeds
    event.do(c.SetDuty(judge.number or 0, False)).draw()


@pytest.mark.rule("COM-PART-2")
def test_the_last_who_may_rule_stays_until_the_leaders_game_is_over() -> None:
    event, (judge,) = organiser_plays("judge")
    number = judge.number or 0
    event.start()
    for who in (ORGANISER, judge):
        event.refused(c.SetDuty(number, False), "staff.nobody_would_rule", "COM-PART-2", by=who)
    for way in (c.AppointStaff(("scorekeeper",), number), c.DismissStaff(number)):
        event.refused(way, "staff.rules_for_another", "COM-PART-2")
    event.do(event.won(1), by=judge)
    event.do(c.SetDuty(number, False), by=judge)


@pytest.mark.rule("COM-PART-2", "AMB-G43")
def test_another_on_duty_rules_instead() -> None:
    event, (judge, other) = organiser_plays("judge", "judge")
    event.start()
    match, opponent = event.match(1), event.opponent(1)
    event.do(c.CallJudge(match.number), by=by(opponent)).do(c.TakeCall(1), by=judge)
    event.refused(c.GiveRuling(1, "so"), "ruling.others_rule", "COM-PART-2", by=other)
    event.do(c.SetDuty(judge.number or 0, False), by=judge)
    assert (event.t.calls[1].state, event.t.calls[1].staff) == ("open", None), "nobody is on the way"
    assert who_rules(event.t, match).ruled_by == (other.number,)
    event.refused(c.SetDuty(other.number or 0, False), "staff.nobody_would_rule", "COM-PART-2", by=other)
    event.do(c.TakeCall(1), by=other).do(c.GiveRuling(1, "so"), by=other)
    loss = c.GiveSanction(player=opponent, kind="match_loss", reason="x", match=match.number)
    event.refused(loss, "ruling.own_match", "COM-PART-2")
    event.refused(loss, "access.marshal_punishes", "COM-ROLE-8", by=other)
    event.do(loss, by=event.staff("marshal"))
    assert event.winner(1) == 1
    assert checked(event) == []


@pytest.mark.rule("COM-PART-2")
def test_a_round_that_was_drawn_is_not_shown_while_nobody_may_rule() -> None:
    event, (judge,) = organiser_plays("judge")
    event.draw().do(c.SetDuty(judge.number or 0, False))
    event.refused(c.PublishRound(), "staff.nobody_at_table", "COM-PART-2")
    event.do(c.SetDuty(judge.number or 0, True)).publish()


@pytest.mark.rule("COM-ROLE-9")
def test_calls_of_whoever_goes_wait_for_others_and_undo_brings_them_back() -> None:
    for gone in (c.SetDuty(2, False), c.DismissStaff(2)):
        event = Event("destiny").register(4)
        judge = event.staff("judge")
        event.announce().start().do(c.CallJudge(1), c.CallJudge(2)).do(c.TakeCall(1), by=judge)
        event.do(gone)
        assert [call.state for call in event.t.calls.values()] == ["open", "open"]
        event.do(event.undo())
        assert [call.state for call in event.t.calls.values()] == ["taken", "open"]
        event.do(gone).do(c.AppointStaff(("judge",), 2)).do(c.SetDuty(2, True)).do(c.TakeCall(1), by=judge)
        assert event.t.calls[1].state == "taken"


@pytest.mark.rule("COM-ROLE-9")
def test_whoever_is_appointed_again_is_on_duty() -> None:
    event = (
        Event("destiny")
        .do(c.AppointStaff(("judge",)))
        .do(c.DismissStaff(2))
        .do(c.AppointStaff(("judge",), 2))
    )
    assert event.t.staff[2].on_duty
    event.do(c.SetDuty(2, False)).do(c.AppointStaff(("judge", "scorekeeper"), 2))
    assert event.t.staff[2].on_duty
