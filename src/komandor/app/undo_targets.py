"""Which records one undo takes back: everything that one step wrote."""

from collections.abc import Sequence

from komandor.app.ledger import Ledger
from komandor.core.tournament import events as e
from komandor.core.tournament.replay import voided
from komandor.log.record import Recorded


def undo_targets(ledger: Ledger, tournament: str, seq: int | None = None) -> tuple[int, ...]:
    """The records of the step that record `seq` belongs to (None: the latest step that still counts).

    A draw with public dice is two steps, freeze and draw; it is undone together with its freeze,
    because otherwise the dice could be rolled again.  Empty if there is no such record.
    """
    records = ledger.store.read(tournament)
    history = ledger.load(tournament).history
    gone = voided(history)
    standing = [r for r in records if r.seq not in gone]
    found = standing[-1:] if seq is None else [r for r in records if r.seq == seq]
    if not found:
        return ()
    steps = {found[0].command_id} | _freezes(standing, dict(history), found[0].command_id)
    return tuple(r.seq for r in standing if r.command_id in steps) or tuple(r.seq for r in found)


def _freezes(standing: Sequence[Recorded], events: dict[int, e.Event], step: str) -> set[str]:
    """The steps that froze the rounds of which this step is the only draw."""
    drawn: dict[int, set[str]] = {}
    frozen: dict[int, str] = {}
    for record in standing:
        event = events[record.seq]
        if isinstance(event, e.RoundDrawn):
            drawn.setdefault(event.round, set()).add(record.command_id)
        elif isinstance(event, e.RoundFrozen):
            frozen[event.round] = record.command_id
    return {frozen[number] for number, steps in drawn.items() if steps == {step} and number in frozen}
