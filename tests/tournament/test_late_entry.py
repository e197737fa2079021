"""Who comes late has losses, plays the bye player, or has the bye that nobody has: the organiser chooses."""

import json

import pytest

from komandor.app.handle import Accepted
from komandor.app.workflow import next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.meetings import byes
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.values import LateChoice
from komandor.log.codec import encode
from tests.check.events import check_events
from tests.support.event import Event, single, swiss

LATE = {"registration.late_entry": "yes"}
WHY = "the train stood still"


@pytest.mark.rule("COM-DROP-4")
def test_an_event_may_take_nobody_late() -> None:
    closed = {"registration.late_entry": "no"}
    event = Event("destiny", swiss(3), settings=closed).register(5).announce().start()
    event.refused(c.EnterLate("losses"), "late.not_allowed", "COM-DROP-4")
    event.do(c.ChangeEvent({"settings": LATE}, "he drove 400 km")).do(c.EnterLate("losses"))


@pytest.mark.rule("COM-DROP-4")
def test_unless_it_says_otherwise_an_event_takes_people_until_round_2_is_drawn() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().start().do(c.EnterLate("losses"))
    event.results().close().do(c.EnterLate("losses")).freeze().do(c.EnterLate("losses"))
    event.do(c.DrawRound())
    event.refused(c.EnterLate("losses"), "late.round_two_drawn", "AMB-G44")
    event.do(c.PublishRound(True)).results().close()
    event.refused(c.EnterLate("losses"), "late.round_two_drawn", "AMB-G44")
    event.do(c.ChangeEvent({"settings": LATE}, "he drove 400 km")).do(c.EnterLate("losses"))


@pytest.mark.parametrize(("ticked", "kept"), [(True, "yes"), (False, "no")])
def test_a_tick_of_former_days_is_read_as_yes_or_no(ticked: bool, kept: str) -> None:
    key = "registration.late_entry"
    event = Event("destiny", swiss(3), settings={key: ticked}).register(4)
    assert (event.t.settings[key], settings(event.t)[key]) == (kept, kept)
    event.do(c.ChangeEvent({"settings": {key: not ticked}}))
    assert event.t.settings[key] == {"yes": "no", "no": "yes"}[kept]
    event.t.settings[key] = ticked
    assert settings(event.t)[key] == kept, "a log that has the tick is read for years"


@pytest.mark.rule("COM-BYE-1", "COM-PAIR-1")
def test_play_now_a_newcomer_sits_down_opposite_the_bye() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(5).announce().start()
    alone = event.bye()
    assert alone is not None
    event.do(c.EnterLate("play_now"))
    assert event.match(6).players == (alone, 6)
    assert (event.match(6).kind, event.player(6).missed, event.player(6).entered) == ("match", (), 1)
    assert byes(event.t)[alone] == 0, "the bye became a match"
    event.results(6).close()
    assert (event.points(6), event.points(alone)) == (1, 0)


def test_play_now_needs_somebody_with_a_bye_in_a_round_that_is_out() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(4).announce().start()
    event.refused(c.EnterLate("play_now"), "late.no_bye_player", "COM-BYE-1")
    odd = Event("destiny", swiss(3), settings=LATE).register(5).announce().draw()
    odd.refused(c.EnterLate("play_now"), "late.no_round_in_play", "COM-BYE-1")


@pytest.mark.rule("COM-DROP-4")
def test_losses_for_the_rounds_missed() -> None:
    event = Event("conquest", swiss(4), settings=LATE).register(4).announce().play_round().play_round()
    event.do(c.EnterLate("losses"))
    assert (event.player(5).missed, event.points(5)) == ((1, 2), 0)
    event.publish()
    assert 5 in {n for m in event.in_round() for n in m.players}


@pytest.mark.rule("COM-BYE-1", "COM-DROP-4")
def test_the_bye_of_the_round_in_play_by_exception_and_losses_for_earlier_ones() -> None:
    event = Event("conquest", swiss(4), settings=LATE).register(4).announce().play_round().start()
    event.refused(c.EnterLate("awarded_bye"), "late.bye_reason_missing", "AMB-G44")
    event.refused(c.EnterLate("awarded_bye", reason="  "), "late.bye_reason_missing", "AMB-G44")
    event.do(c.EnterLate("awarded_bye", reason=" the train stood still "))
    assert (event.player(5).missed, event.player(5).byes_granted, event.player(5).entered) == ((1,), (2,), 3)
    assert json.loads(encode(event.log[-1]))["reason"] == "the train stood still"
    event.results().close()
    assert (event.points(5), byes(event.t)[5]) == (5, 1)
    log = [json.loads(encode(one)) for one in event.log]
    assert not check_events(log)
    next(one for one in log if one["type"] == "player_entered_late")["reason"] = " "
    assert [one.code for one in check_events(log)] == ["people.reason"]


@pytest.mark.rule("COM-BYE-1")
def test_no_bye_for_an_earlier_round() -> None:
    bye = c.EnterLate("awarded_bye", reason=WHY)
    event = Event("conquest", swiss(4), settings=LATE).register(4).announce().play_round()
    event.refused(bye, "late.no_bye_now", "AMB-G44")
    event.freeze().refused(bye, "late.no_bye_now", "AMB-G44")
    event.do(c.DrawRound()).refused(bye, "late.no_bye_now", "AMB-G44")
    event.do(c.PublishRound(True)).do(bye)


@pytest.mark.rule("COM-BYE-1")
def test_a_round_has_one_bye_whoever_has_it() -> None:
    bye = c.EnterLate("awarded_bye", reason=WHY)
    odd = Event("destiny", swiss(3), settings=LATE).register(5).announce().start()
    odd.refused(bye, "late.bye_taken", "AMB-G44")
    even = Event("destiny", swiss(3), settings=LATE).register(4).announce().start().do(bye)
    even.refused(bye, "late.bye_taken", "AMB-G44")
    even.do(even.undo()).do(bye)
    given = Event("destiny", swiss(3), settings=LATE).register(5).register(1, awarded_byes=(1,))
    given.announce().start().refused(bye, "late.bye_taken", "AMB-G44")


@pytest.mark.rule("AMB-G44")
def test_a_bye_that_was_played_does_not_come_back_beside_another() -> None:
    """The newcomer who plays the bye player stays while somebody else has the bye of the round."""
    event = (
        Event("destiny", swiss(3), settings=LATE).register(5).announce().start().do(c.EnterLate("play_now"))
    )
    played = event.undo()
    event.do(c.EnterLate("awarded_bye", reason=WHY)).refused(played, "undo.in_the_way")
    event.do(event.undo()).do(played)
    assert event.bye()


@pytest.mark.rule("AMB-G44")
def test_a_round_whose_bye_was_given_stays_published() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(4).announce().publish()
    published = event.undo()
    event.do(c.EnterLate("awarded_bye", reason=WHY)).refused(published, "undo.in_the_way")
    event.do(event.undo()).do(published)


def test_nobody_sits_down_opposite_somebody_who_left() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(5).announce().start()
    event.do(c.DropPlayer(event.bye()))
    event.refused(c.EnterLate("play_now"), "late.no_bye_player", "COM-BYE-1")


@pytest.mark.rule("COM-DROP-5")
@pytest.mark.parametrize("way", ["losses", "play_now", "awarded_bye"])
def test_after_the_last_round_nobody_enters(way: LateChoice) -> None:
    """Six players, three rounds: the cut is theirs, and not a latecomer's with three byes."""
    event = Event("destiny", swiss(3), single(2), settings=LATE).register(6).announce().play_stage()
    event.refused(c.EnterLate(way, reason=WHY), "late.over", "AMB-G44")
    assert set(event.cut().t.stages[2].seeds) <= set(range(1, 7))


@pytest.mark.parametrize("players", [4, 5])
def test_in_the_last_round_only_what_still_is_played(players: int) -> None:
    """Who has only losses and no round to play could be a seed without a game."""
    event = Event("destiny", swiss(2), single(4), settings=LATE).register(players).announce().play_round()
    event.freeze()
    prepared = event.ask(c.EnterLate("losses"))
    assert isinstance(prepared, Accepted), "the round that is prepared has a seat for them"
    event.do(event.undo()).do(c.DrawRound(), c.PublishRound(True))
    event.refused(c.EnterLate("losses"), "late.nothing_to_play", "AMB-G44")
    event.do(c.EnterLate("play_now" if players % 2 else "awarded_bye", reason=WHY))


@pytest.mark.rule("COM-BYE-3")
def test_a_newcomer_may_be_spared_the_bye_of_their_first_round() -> None:
    def who_sits_out(spared: bool) -> int | None:
        settings = {**LATE, "registration.late_no_bye_first_round": spared}
        event = Event("destiny", swiss(3), settings=settings).register(4).announce().play_round()
        return event.do(c.EnterLate("losses")).publish().bye()

    assert who_sits_out(False) == 5, "the late player is the lowest"
    assert who_sits_out(True) not in (None, 5)


def test_while_a_round_is_prepared_a_newcomer_is_drawn_into_it() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(4).announce().play_round().freeze()
    event.do(c.EnterLate("losses")).do(c.DrawRound()).do(c.PublishRound(True))
    assert (event.player(5).missed, event.player(5).entered) == ((1,), 2)
    assert 5 in {n for m in event.in_round() for n in m.players}


@pytest.mark.rule("COM-TB-5")
def test_a_newcomer_changes_nobody_elses_lot() -> None:
    event = Event("destiny", swiss(3), settings=LATE).register(6).announce().play_round()
    before = dict(event.t.stages[1].lots)
    event.do(c.EnterLate("losses"))
    after = dict(event.t.stages[1].lots)
    assert {n: after[n] for n in before} == before
    assert set(after) - set(before) == {7}


@pytest.mark.rule("COM-DROP-5")
def test_not_after_the_cut() -> None:
    event = Event("destiny", swiss(1), single(4), settings=LATE).register(6).announce().play_stage().cut()
    event.refused(c.EnterLate("losses"), "phase.not_now")
    event.freeze()
    event.refused(c.EnterLate("losses"), "late.after_cut", "COM-DROP-5")


@pytest.mark.rule("SWL-2V2-2")
def test_a_late_team_is_two_people() -> None:
    event = (
        Event("star-wars-lcg", swiss(3), teams=True, settings=LATE).register(4, members=2).announce().start()
    )
    event.refused(c.EnterLate("losses"), "player.team_of_two", "SWL-2V2-2")
    event.do(c.EnterLate("losses", members=2))


@pytest.mark.rule("SWL-PAIR-4")
def test_in_the_card_game_a_newcomer_has_the_last_start_number() -> None:
    event = Event("star-wars-lcg", swiss(3), settings=LATE).register(4).announce().play_round()
    event.do(c.EnterLate("losses"))
    assert event.player(5).start == 5


def test_a_newcomers_values_are_defined_from_the_first_moment() -> None:
    event = (
        Event("destiny", swiss(3), settings=LATE)
        .register(4)
        .announce()
        .play_round()
        .do(c.EnterLate("losses"))
    )
    assert sorted(event.order()) == [1, 2, 3, 4, 5]
    event.play_round(5).do(c.DropPlayer(5)).play_round().do(c.CloseTournament())
    assert 5 in dict(event.t.places)


def with_one_waiting() -> Event:
    """Five players in round 1, and number 6 who still waits for a place."""
    event = Event("destiny", swiss(3), settings=LATE).register(5)
    return event.do(c.RegisterPlayer(waiting=True, awarded_byes=(3,))).announce().start()


@pytest.mark.rule("COM-DROP-4")
def test_whoever_still_waits_comes_in_under_the_same_number() -> None:
    event = with_one_waiting().do(c.EnterLate("losses", player=6))
    assert (event.player(6).status, event.player(6).missed, max(event.t.players)) == ("in", (1,), 6)
    event.results().close().publish()
    assert 6 in {n for m in event.in_round() for n in m.players}
    event.refused(c.EnterLate("losses", player=6), "player.not_waiting")
    assert event.player(6).awarded_byes == (3,)
    assert not check_events([json.loads(encode(one)) for one in event.log])


def test_play_now_is_for_those_who_wait_too_and_can_be_undone() -> None:
    event = with_one_waiting()
    event.do(c.EnterLate("play_now", player=6))
    assert (event.match(6).kind, event.player(6).entered) == ("match", 1)
    event.do(event.undo())
    assert event.player(6).status == "waiting_list"


@pytest.mark.rule("COM-LIST-2", "COM-MAT-6")
def test_a_newcomer_without_a_required_list_stops_the_next_draw_until_it_is_there_or_excused() -> None:
    def at_the_second_draw() -> Event:
        settings = {**LATE, "lists.required": True}
        event = Event("destiny", swiss(3), settings=settings).register(4).announce()
        event.do(c.FreezeRound(despite_lists=(1, 2, 3, 4), reason="the printer broke"), c.DrawRound())
        event.do(c.PublishRound()).do(c.EnterLate("losses"))
        return event.results(*range(1, 5)).close()

    event = at_the_second_draw()
    assert event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2").params["players"] == (5,)
    assert [one.code for one in next_step(event.t).obstacles] == ["round.lists_missing"]
    event.do(c.AmendList(5, {"player": "Jan"}, "came late")).freeze()
    other = at_the_second_draw()
    other.refused(c.FreezeRound(despite_lists=(5,)), "round.lists_reason_missing", "COM-MAT-6")
    other.do(c.FreezeRound(despite_lists=(5,), reason="writes it during lunch"), c.DrawRound())
    other.do(c.PublishRound()).results().close()
    assert not next_step(other.t).obstacles, "nobody is asked twice"
