"""The next step is never refused: it can be done, at any moment of any event, or its obstacles are told."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.lots import chain
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.events import EventVoided
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.replay import replay
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import StagePlan, Step
from komandor.simulate import Simulated, simulate
from tests.support.event import Event, double, single, swiss

MANY = 12
"""Simulated events by default: each has some forty moments."""


def commands(t: Tournament, step: Step) -> tuple[c.Command, ...]:
    """What the button of the step does; nothing where people play, register, or are done."""
    if step == "replacement":
        return (c.ReplaceSeed(leavers(t)[0], next_in_line(t) or 0, True),)
    latest = t.rounds[max(t.rounds)] if t.rounds else None
    public = " ".join("1" * latest.dice) or "0" * latest.digits if latest else ""
    return commands_of(t, step, Choices(public=public))


def refusal(t: Tournament, wanted: tuple[c.Command, ...], links: tuple[bytes, ...]) -> set[str]:
    """Why one of these commands, one after another, is refused."""
    t = t.fork()
    for command in wanted:
        number = max(t.rounds, default=0)
        link = links[number].hex() if number < len(links) else ""
        answer = decide(t, command, c.Context(now=0, head="0" * 64, link=link))
        if isinstance(answer, Refusal):
            return {r.code for r in answer.reasons}
        for event in answer:
            evolve(t, event, t.version + 1)
    return set()


def moments(one: Simulated) -> Iterator[Tournament]:
    """The event after each of its commands."""
    records, history = one.records, one.hall.ledger.load(one.hall.id).history
    t = Tournament()
    for at, (record, (seq, event)) in enumerate(zip(records, history, strict=True), start=1):
        if isinstance(event, EventVoided):
            t = replay(history[:at])
        else:
            evolve(t, event, seq)
        if at == len(records) or records[at].command_id != record.command_id:
            yield t


def holds(t: Tournament, links: tuple[bytes, ...]) -> None:
    step = next_step(t)
    assert step.code in ("done", "register") or t.phase != "closed"
    if wanted := commands(t, step.code):
        obstacles = {r.code for r in step.obstacles}
        assert obstacles == refusal(t, wanted, links), f"{t.phase}: {step} but {wanted}"
    elif step.code == "results":
        assert step.count == sum(not m.final for m in t.in_round(max(t.rounds))) > 0


@given(st.integers(0, 10_000))
@settings(max_examples=MANY)
def test_in_simulated_events_of_every_kind(seed: int) -> None:
    one = simulate(f"next-{seed}", {"players": 2 + seed % 9})
    secret = one.hall.ledger.store.secret(one.hall.id)
    assert secret
    links = tuple(chain(secret, one.hall.id))
    for t in moments(one):
        holds(t, links)


@pytest.mark.parametrize(
    "stages", [(swiss(2), single(4)), (swiss(1), double(4)), (single(),), (swiss(1), swiss(1, 4))]
)
def test_following_it_alone_one_gets_from_registration_to_the_end(stages: tuple[StagePlan, ...]) -> None:
    """Always a next step, and no other button is ever needed but the results."""
    event = Event("star-wars-lcg", *stages).register(7).play_out()
    assert event.t.phase == "closed"


def test_obstacles_are_named() -> None:
    event = Event("destiny").register(3)
    assert [r.code for r in next_step(event.t).obstacles] == ["structure.too_few"]
    event.register(1).announce().start()
    step = next_step(event.t)
    assert (step.code, step.count) == ("results", 2)
