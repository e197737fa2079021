"""Whoever leaves, and whenever: the event can always go on to its end."""

import pytest

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from tests.tournament.event import Event, stages


def _end(event: Event) -> None:
    """Whatever is due, until the event is closed."""
    for _ in range(40):
        if event.t.phase == "closed":
            return
        if event.t.phase == "published" and isinstance(event.ask(c.StartClock()), Refusal):
            event.do(c.DrawRound())
        elif event.t.phase in ("published", "running"):
            event.play_round()
        elif event.t.phase in ("frozen", "drawn"):
            event.draw().publish()
        elif isinstance(event.ask(c.FreezeRound()), Refusal):
            cut = isinstance(event.ask(c.MakeCut()), Refusal)
            event.do(c.CloseTournament() if cut else c.MakeCut())
        else:
            event.freeze()
    raise AssertionError(f"no end: {event.t.phase}")


@pytest.mark.rule("COM-ELIM-6", "SWL-2V2-5")
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_a_team_leaves_before_or_during_the_final_match(steps: int):
    event = Event("star-wars-lcg", teams=True, stages=stages("swiss 1")).register(4).announce().play_round()
    event.cut()
    for step in (event.freeze, event.draw, event.publish, event.start)[:steps]:
        step()
    one, two = (n for n in event.t.stages[2].seeds if n is not None)
    event.do(c.DropPlayer(two))
    _end(event)
    assert event.t.places[0] == (one, 1)


@pytest.mark.rule("COM-ELIM-6", "COM-CUT-3")
@pytest.mark.parametrize("kind", ["single", "double"])
@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_finalists_leave_until_one_or_none_is_there(kind: str, left: int, steps: int):
    game = "star-wars-lcg" if kind == "double" else "destiny"
    event = Event(game, stages=stages("swiss 1", f"{kind} 4")).register(4).announce().play_swiss().cut()
    for step in (event.freeze, event.draw, event.publish, event.start)[:steps]:
        step()
    for n in event.t.stages[2].seeds[left:]:
        assert n is not None
        event.do(c.DropPlayer(n))
    _end(event)
    assert sorted(place for _, place in event.t.places) == [1, 2, 3, 4]
    if left == 1:
        assert event.t.places[0][0] == event.t.stages[2].seeds[0]
