"""A change by hand happens only with a reason, says what it costs, and stays visible."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.events import PairingChanged
from komandor.core.tournament.values import PairingChange
from tests.support.event import Event, single, swiss


def _drawn(players: int = 8) -> Event:
    return Event("armada").register(players).announce().draw()


def test_two_players_exchange_their_places():
    event = _drawn()
    one, two = event.matches()[:2]
    (changed,) = event.do(c.SwapPlayers(one.a, two.a, "same car")).last
    assert isinstance(changed, PairingChanged)
    assert [(m.a, m.b) for m in changed.before] == [(one.a, one.b), (two.a, two.b)]
    assert [(m.a, m.b) for m in changed.after] == [(two.a, one.b), (one.a, two.b)]
    assert event.match(two.a).opponent(two.a) == one.b
    assert event.match(two.a).changed
    shown = event.t.changes[event.t.version]
    assert shown == PairingChange(1, "same car")


def test_a_swap_is_kept_when_the_round_is_published():
    event = _drawn()
    one, two = event.matches()[:2]
    event.do(c.SwapPlayers(one.a, two.a, "asked"))
    event.do(c.PublishRound())
    assert event.match(one.a).opponent(one.a) == two.b


def test_a_bye_is_a_place_like_another():
    event = _drawn(9)
    bye, seated = event.byes()[0], event.matches()[0].a
    event.do(c.SwapPlayers(bye, seated, "he has to eat"))
    assert event.byes() == (seated,)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (lambda one, two: c.SwapPlayers(one.a, two.a, " "), "swap.reason_missing"),
        (lambda one, two: c.SwapPlayers(one.a, one.b, "x"), "swap.same_table"),
        (lambda one, two: c.SwapPlayers(one.a, 99, "x"), "player.unknown"),
    ],
)
def test_what_is_no_swap(wish, code):
    event = _drawn()
    event.refused(wish(*event.matches()[:2]), code)


def test_somebody_who_withdrew_has_no_seat_to_exchange():
    event = Event("armada").register(5).do(c.WithdrawRegistration(5)).announce().draw()
    event.refused(c.SwapPlayers(event.matches()[0].a, 5, "x"), "swap.not_in_round")


def test_an_awarded_bye_is_not_given_away():
    event = Event("armada").register(7).register(1, awarded_byes=(1,)).announce().draw()
    event.refused(c.SwapPlayers(8, event.matches()[0].a, "x"), "swap.awarded_bye", "COM-BYE-1")


def test_what_a_swap_costs_is_named():
    event = Event("armada").register(4, groups=()).announce().play_round().draw()
    first = event.matches(1)[0]
    (changed,) = event.do(c.SwapPlayers(event.opponent(first.a), first.b, "x")).last
    assert {"warning.rematch", "warning.other_score_group"} <= set(changed.warnings)


def test_a_second_bye_and_one_group_are_named():
    event = Event("armada").register(5, groups=("van",)).announce().play_round()
    had = event.byes(1)[0]
    event.draw()
    (changed,) = event.do(c.SwapPlayers(had, event.byes()[0], "x")).last
    assert "warning.second_bye" in changed.warnings
    other = Event("armada").register(4, groups=("van",)).announce().draw()
    one, two = other.matches()
    assert "warning.same_group" in other.do(c.SwapPlayers(one.a, two.a, "x")).last[0].warnings


@pytest.mark.rule("COM-ELIM-2")
@pytest.mark.parametrize("before", [(), (swiss(1),)])
def test_a_bracket_is_not_changed_by_hand(before):
    event = Event("armada", *before, single(4)).register(4).announce()
    if before:
        event.play_stage().cut()
    event.draw()
    one, two = event.matches()
    event.refused(c.SwapPlayers(one.a, two.a, "x"), "swap.bracket_is_fixed", "COM-ELIM-2")
    event.do(c.MoveTable(one.number, two.table, "light"))


def test_a_match_moves_to_a_free_table_or_exchanges_tables():
    event = _drawn()
    one, two = event.matches()[:2]
    event.do(c.MoveTable(one.number, 77))
    assert event.t.matches[one.number].table == 77
    event.do(c.MoveTable(one.number, two.table))
    assert event.t.matches[two.number].table == 77
    event.refused(c.MoveTable(one.number, 0), "tables.number")
    event.refused(c.MoveTable(99, 5), "match.unknown")


def test_a_moved_table_keeps_its_extra_time_and_its_initiative():
    event = _drawn().publish().start()
    match = event.matches()[0]
    event.do(c.ExtendTable(match.number, 5))
    event.do(c.SetInitiative(match.number, match.b))
    event.do(c.MoveTable(match.number, 40))
    moved = event.t.matches[match.number]
    assert (moved.table, moved.extension, moved.first) == (40, 5, match.b)


def test_a_bye_has_no_table_to_move_and_a_finished_match_stays():
    event = _drawn(9).publish().start()
    bye = next(m for m in event.t.in_round(1) if m.kind == "bye")
    event.refused(c.MoveTable(bye.number, 9), "tables.cannot_move")
    match = event.matches()[0]
    event.do(event.won(match.a))
    event.refused(c.MoveTable(match.number, 9), "tables.cannot_move")
