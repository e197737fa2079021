"""A round in preparation is nobody's business: the public sees the event as if it did not exist."""

import pytest

from komandor.app.queries.everybody.visible import (
    hidden_round,
    public_history,
    public_log,
    public_reach,
    visible,
)
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.event import Event, single, swiss


@pytest.mark.parametrize("stage", ["round 1", "round 2", "knock-out"])
def test_drawn_pairings_are_hidden_until_they_are_published(stage: str) -> None:
    event = Event("destiny", swiss(2), single(4)).register(6).announce()
    if stage != "round 1":
        event.play_round()
    if stage == "knock-out":
        event.play_round().cut()
    before = event.t
    event.draw()
    seen = visible(event.t)
    number = max(event.t.rounds)
    assert number not in seen.rounds
    assert set(seen.matches) == set(before.matches)
    assert seen.phase == before.phase
    assert (seen.stages.keys(), dict(seen.stages)) == (before.stages.keys(), dict(before.stages))
    assert hidden_round(event.t) is not None
    shown = [x for _, x in public_history(event.loaded)]
    assert not [x for x in shown if isinstance(x, e.RoundDrawn) and x.round == number]
    event.do(c.PublishRound(True))
    assert visible(event.t) is event.t
    assert [x for _, x in public_history(event.loaded) if isinstance(x, e.RoundDrawn) and x.round == number]


def test_a_draw_that_was_undone_stays_hidden_it_would_come_again() -> None:
    event = Event().register(6).announce().draw()
    event.do(event.undo(e.RoundFrozen, e.RoundDrawn))
    assert not [x for _, x in public_history(event.loaded) if isinstance(x, e.RoundDrawn)]


def test_changes_by_hand_before_the_publication_are_hidden_and_after_it_shown() -> None:
    event = Event().register(6).announce().draw()
    one, two = event.in_round()[:2]
    event.do(c.SwapPlayers(one.a, two.a, "brothers"))
    assert not visible(event.t).changes
    event.do(c.PublishRound())
    assert len(visible(event.t).changes) == 1


def test_the_public_log_is_the_whole_chain_without_decks_while_people_play() -> None:
    event = Event().register(4)
    event.do(c.SubmitList(1, {"deck": "a secret card"})).announce().play_round()
    assert public_reach(event.loaded) == event.t.version
    assert b"a secret card" not in public_log(event.ledger.store, event.loaded)
    event.play_stage().do(c.CloseTournament())
    assert public_reach(event.loaded) == event.t.version
    assert b"a secret card" not in public_log(event.ledger.store, event.loaded)


def test_lists_are_opened_in_the_public_log_when_they_are_published_to_all() -> None:
    event = Event().register(4)
    event.do(c.SubmitList(1, {"deck": "a secret card"})).announce().play_round()
    event.do(c.PublishLists("all"))
    assert b"a secret card" in public_log(event.ledger.store, event.loaded)


def test_the_freeze_is_shown_before_the_draw_is_possible() -> None:
    event = Event().register(4).announce().freeze()
    assert isinstance(public_history(event.loaded)[-1][1], e.RoundFrozen)
