"""A draw follows from what was promised and frozen before it, and cannot be rolled again."""

from dataclasses import replace

import pytest

from komandor.core.lots import chain
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.events import RoundDrawn, RoundFrozen
from komandor.core.tournament.round_lots import key_check, key_of, opens
from tests.support.event import Event, swiss
from tests.tournament.examples import context

SEED = bytes(range(1, 33))


def _pairs(event: Event) -> list[tuple[int, ...]]:
    return [m.players for m in event.t.in_round(max(event.t.rounds))]


def test_the_freeze_holds_the_heads_hash_and_the_draw_repeats_it():
    event = Event("armada").register(8).announce()
    head = event.loaded.head
    (frozen,) = event.do(c.FreezeRound()).last
    assert isinstance(frozen, RoundFrozen)
    assert frozen.head == head
    (drawn,) = event.do(c.DrawRound()).last
    assert isinstance(drawn, RoundDrawn)
    assert drawn.head == frozen.head
    assert drawn.key_check == key_check(key_of(event.t, 1, drawn.link, drawn.head, ""))


def test_the_link_opens_the_promise_of_its_own_round_only():
    event = Event("armada", seed=SEED).register(8).announce().draw()
    link = chain(SEED, event.id)[1].hex()
    assert opens(event.t, 1, link)
    assert not opens(event.t, 2, link)


def test_another_secret_than_the_promised_one_is_a_fault_not_a_draw():
    event = Event("armada").register(8).announce().freeze()
    with pytest.raises(ValueError, match="commitment"):
        decide(event.t, c.DrawRound(), replace(context(event), link=SEED.hex()))


def test_the_same_round_drawn_again_is_the_same_round():
    event = Event("armada").register(9).announce().draw()
    before, link = _pairs(event), event.round.link
    event.do(c.DrawRound())
    assert _pairs(event) == before
    assert event.round.link == link


def test_drawn_again_after_a_drop_keeps_the_key_and_leaves_the_player_out():
    event = Event("armada").register(9).announce().draw()
    link = event.round.link
    event.do(c.DropPlayer(4))
    event.do(c.DrawRound())
    assert event.round.link == link
    assert 4 not in event.seated()


def test_public_dice_are_asked_for_when_they_were_announced():
    event = Event("armada").register(4).announce()
    event.do(c.FreezeRound("dice"))
    event.refused(c.DrawRound(), "draw.public_missing")
    event.do(c.DrawRound("3-5-1-6"))
    assert event.round.public == "1 3 5 6"
    event.do(c.DrawRound("6-6-6-6"))
    assert event.round.public == "1 3 5 6", "dice are rolled once"


def test_dice_that_nobody_announced_do_not_enter_the_draw():
    event = Event("armada").register(4).announce().freeze()
    event.do(c.DrawRound("1-2-3"))
    assert event.round.public == ""


def test_a_beacon_is_named_before_it_shines():
    event = Event("armada").register(4).announce()
    event.refused(c.FreezeRound("beacon"), "draw.beacon_missing")
    event.do(c.FreezeRound("beacon", "drand 4711"))
    assert event.round.beacon == "drand 4711"


def test_no_draw_after_the_first_result():
    event = Event("armada").register(4).announce().start()
    event.do(event.won(1))
    event.refused(c.DrawRound(), "phase.not_now")
    other = Event("armada").register(4).announce().publish()
    other.do(other.won(other.matches()[0].a))
    other.refused(c.DrawRound(), "draw.results_in")


@pytest.mark.rule("COM-PREP-3", "SWL-STRUCT-3")
def test_nothing_is_drawn_before_rounds_and_cut_were_announced():
    event = Event("armada").register(8)
    event.refused(c.FreezeRound(), "phase.not_now")
    event.announce()
    assert [(s.kind, s.rounds, s.cut) for s in event.t.announced] == [("swiss", 3, 0)]
    event.freeze()


def test_more_rounds_than_links_are_refused():
    event = Event("armada", swiss(60), swiss(60, 2)).register(2).announce()
    for _ in range(60):
        event.play_round()
    event.cut()
    for _ in range(4):
        event.play_round()
    event.refused(c.FreezeRound(), "round.too_many", "COM-PREP-3")
