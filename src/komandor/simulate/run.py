"""Makes a whole tournament from a seed: in each phase it does what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from komandor.core.editions import Edition
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.log.bundle import export
from komandor.log.record import Recorded
from komandor.simulate import opening, playing, troubles
from komandor.simulate.axes import Plan, Value, choose
from komandor.simulate.hall import Hall, Stuck

STEPS = 600
MOST_UNDONE = 40
"""How often a simulated organiser may undo something."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished simulation."""

    plan: Plan
    hall: Hall

    @property
    def state(self) -> Tournament:
        return self.hall.t

    @property
    def records(self) -> tuple[Recorded, ...]:
        return self.hall.ledger.store.read(self.hall.id)

    def file(self) -> bytes:
        """The tournament as one `.komandor` file."""
        return export(self.hall.ledger.store, self.hall.id)


def simulate(
    seed: str | int, given: Mapping[str, Value] | None = None, edition: Edition | None = None
) -> Simulated:
    """The tournament of this seed. The same seed and values give the same bytes on every machine."""
    given = {**(given or {}), "game": edition.base.data.id} if edition else given
    plan = choose(Random(f"plan {seed}"), given)  # noqa: S311 - repeatable on purpose
    hall = Hall(plan, str(seed), edition)
    opening.open_event(hall)
    for _ in range(STEPS):
        if not _step(hall):
            return Simulated(plan, hall)
    raise Stuck("simulate", f"no end after {STEPS} steps of {dict(plan)}")


def _step(hall: Hall) -> bool:
    """Do what comes next; False at the end."""
    phase = hall.t.phase
    if phase == "closed":
        troubles.after_the_end(hall)
        return False
    {
        "registration": opening.announce,
        "announced": _next_round,
        "between": _next_round,
        "cut": _next_round,
        "frozen": playing.roll,
        "drawn": _publish,
        "published": _start,
        "running": _play,
    }[phase](hall)
    if hall.chance("undos") and hall.undone < MOST_UNDONE:
        hall.undo()
    return not (hall.plan["ending"] == "open" and len(hall.t.rounds) > 2)


def _next_round(hall: Hall) -> None:
    troubles.between_rounds(hall)
    troubles.replace_annulled(hall)
    if hall.plan["ending"] == "deserted" and len(hall.t.rounds) > 1:
        for n in hall.active()[hall.rnd.randrange(2) :]:
            hall.ask(c.DropPlayer(n))
    if hall.t.phase == "cut":
        troubles.leave_after_cut(hall)
    if playing.draw(hall) or hall.ask(hall.step("cut")) is None:
        return
    refusal = hall.ask(hall.step("finish"))
    if refusal and hall.t.phase == "announced":
        opening.announce(hall)
        refusal = None if playing.draw(hall) else refusal
    if refusal and hall.t.phase != "announced":
        raise Stuck("nothing is possible", refusal)


def _publish(hall: Hall) -> None:
    if hall.chance("redraws") and hall.undone < MOST_UNDONE and hall.void_last("the hall was not ready"):
        return
    playing.change_by_hand(hall)
    playing.publish(hall)


def _start(hall: Hall) -> None:
    troubles.late_at_the_table(hall)
    playing.start(hall)


def _play(hall: Hall) -> None:
    troubles.during_round(hall)
    troubles.late_at_the_table(hall)
    playing.play(hall)
    if hall.t.phase == "running":
        troubles.deck_checks(hall)
        playing.close(hall)
