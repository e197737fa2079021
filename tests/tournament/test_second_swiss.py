"""A cut may lead to further Swiss rounds: points go on unless the event says no."""

import pytest

from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.meetings import met
from komandor.log.bundle import export
from tests.support.event import Event, single, swiss


def two_stages(carry: bool, players: int = 8) -> Event:
    event = Event("conquest", swiss(2), swiss(2, cut=4), settings={"stage.carry_points": carry})
    return event.register(players).announce().play_stage().cut()


@pytest.mark.rule("CON-DEF-3")
def test_only_the_best_play_on_and_the_others_stand_below_them() -> None:
    event = two_stages(True)
    inside = {n for n in event.t.stages[2].seeds if n}
    order = list(event.t.stages[2].standings_before)
    assert inside == set(order[:4])
    event.publish()
    assert {n for m in event.in_round() for n in m.players} == inside
    event.do(c.StartClock()).results().close().play_stage().do(c.CloseTournament())
    places = [n for n, _ in event.t.places]
    assert set(places[:4]) == inside
    assert places[4:] == order[4:], "those who fell out stand in the order in which they did"
    assert [place for _, place in event.t.places] == list(range(1, 9))


@pytest.mark.rule("CON-DEF-3")
@pytest.mark.parametrize("carry", [True, False])
def test_points_are_carried_or_begin_anew(carry: bool) -> None:
    event = two_stages(carry)
    inside = [n for n in event.t.stages[2].seeds if n]
    before = {n: event.points(n) for n in inside} if carry else dict.fromkeys(inside, 0)
    event.play_round()
    winners = {m.result.winner for m in event.in_round() if m.result}
    assert {n: event.points(n) for n in inside} == {n: before[n] + 5 * (n in winners) for n in inside}


@pytest.mark.rule("COM-PAIR-2", "CON-DEF-1", "CON-PAIR-1")
def test_nobody_meets_an_earlier_opponent_while_that_can_be() -> None:
    """By points alone the leader of four would meet one of the two in the middle again in half of these."""
    for name in "abcdefgh":
        event = Event("conquest", swiss(2), swiss(1, cut=4), id=name).register(4)
        event.announce().play_stage().cut()
        before = {frozenset(m.players) for number in (1, 2) for m in event.matches(number)}
        event.draw()
        assert not before & {frozenset(m.players) for m in event.in_round()}
        event.do(c.PublishRound(accept=False))


@pytest.mark.rule("COM-PAIR-2", "COM-PAIR-3")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "star-wars-lcg"])
def test_elsewhere_a_stage_ends_with_the_cut_and_two_may_meet_again(game: str) -> None:
    """Two play each other, go on and are the whole next stage: that is no rematch, and everybody finds so."""
    event = Event(game, swiss(1), swiss(1, cut=2), settings={"stage.carry_points": True}).register(2)
    event.announce().play_stage().cut().draw()
    assert event.round.rematches == ()
    event.do(c.PublishRound(accept=False)).start().results().close()
    assert {*event.matches(1)[0].players} == {*event.matches(2)[0].players}
    data = export(event.store, event.id)
    assert not check_bytes(data).violations
    assert verify(data).ok


@pytest.mark.rule("CON-BYE-1", "COM-BYE-3")
def test_the_bye_of_an_odd_second_stage_goes_to_the_last_who_had_none() -> None:
    def second_stage(name: str) -> Event:
        event = Event("conquest", swiss(2), swiss(1, cut=3), id=name).register(6).announce()
        return event.play_stage().cut()

    events = (second_stage(f"cup-{n}") for n in range(50))
    event = next(x for x in events if _first_two_have_not_met(x))  # else a rematch would be avoided first
    event.publish()
    assert event.bye() == event.t.stages[2].seeds[-1]


def _first_two_have_not_met(event: Event) -> bool:
    one, two, _ = event.t.stages[2].seeds
    return one is not None and two not in met(event.t, 1)[one]


@pytest.mark.rule("CON-DEF-3")
def test_a_knock_out_may_follow_the_second_stage() -> None:
    event = Event("conquest", swiss(1), swiss(1, cut=4), single(2)).register(6).announce()
    event.play_stage().cut().play_stage().cut().play_out()
    assert len(event.t.places) == 6
    assert {n for n, place in event.t.places if place < 3} == set(event.t.stages[3].seeds)


@pytest.mark.rule("COM-CUT-3")
def test_a_gap_in_the_second_stage_is_filled_as_before_a_knock_out() -> None:
    event = two_stages(True)
    gone, asked = event.t.stages[2].seeds[0] or 0, event.t.stages[2].standings_before[4]
    event.do(c.DropPlayer(gone))
    event.refused(c.FreezeRound(), "cut.replacement_due", "COM-CUT-3")
    event.do(c.ReplaceSeed(gone, asked, True)).play_stage().do(c.CloseTournament())
    assert dict(event.t.places)[asked] <= 4 < dict(event.t.places)[gone]


@pytest.mark.rule("COM-PAIR-1")
@pytest.mark.parametrize("left", [0, 1])
def test_a_stage_that_everybody_left_does_not_stop_the_event(left: int) -> None:
    event = (
        Event("conquest", swiss(1), swiss(2, cut=2), single(2))
        .register(6)
        .announce()
        .play_stage()
        .cut()
        .start()
    )
    inside = [n for n in event.t.stages[2].seeds if n]
    for n in inside[left:]:
        event.do(c.DropPlayer(n, game="not_played"))
    event.close()
    if not left:
        event.refused(c.FreezeRound(), "round.nobody_left", "COM-PAIR-1")
    else:
        event.play_round()
        event.refused(c.MakeCut(), "cut.too_few_players", "COM-CUT-2")
    event.do(c.CloseTournament())
    assert {n for n, place in event.t.places if place <= 2} == set(inside)
