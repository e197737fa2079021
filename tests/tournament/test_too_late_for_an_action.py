"""After the end nothing is offered for later: a refusal names no phase that cannot come any more."""

from komandor.core.tournament.actions import ACTIONS, not_now
from komandor.texts import sentence


def test_a_finished_event_is_not_told_when_an_action_would_be_possible() -> None:
    barred = [row for row in ACTIONS if not_now(row, "closed")]
    assert len(barred) > 20
    for row in barred:
        reason = not_now(row, "closed")
        assert reason is not None
        assert sentence(reason, "en").endswith("is not possible now: the event is finished.")
        assert sentence(reason, "pl").endswith("teraz nie można, bo turniej jest zakończony.")


def test_an_event_under_way_is_told_when_an_action_is_possible() -> None:
    row = next(row for row in ACTIONS if row.name == "StartClock")
    reason = not_now(row, "drawn")
    assert reason is not None
    assert sentence(reason, "en").endswith("It is possible after the pairings are published.")
