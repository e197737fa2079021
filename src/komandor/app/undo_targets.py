"""Which records one undo takes back: everything that one step wrote."""

from collections.abc import Sequence

from komandor.app.ledger import Ledger, Loaded
from komandor.core.tournament.action import Event
from komandor.core.tournament.actions import EVENT_ROW_OF
from komandor.core.tournament.undo import round_made, whole_steps


def undo_targets(ledger: Ledger, tournament: str, seq: int | None = None) -> tuple[int, ...]:
    """The records of the step that record `seq` belongs to (None: the latest step that still counts).

    A draw with public dice is two steps, freeze and draw; it is undone together with its freeze,
    because otherwise the dice could be rolled again.  Empty if there is no such record.
    """
    loaded = ledger.load(tournament)
    standing = [n for n, _ in loaded.history if n not in loaded.state.voids]
    if seq is None:
        seq = standing[-1] if standing else 0
    if not 0 < seq <= loaded.version:
        return ()
    steps = _steps(loaded)
    return whole_steps(loaded.history, steps, (seq, *_freezes(loaded, standing, steps[seq - 1]))) or (seq,)


def end_of_step(ledger: Ledger, tournament: str, seq: int) -> int:
    """The last record of the step that wrote record `seq`: nobody goes back to the middle of a step."""
    steps = _steps(ledger.load(tournament))
    while 0 < seq < len(steps) and steps[seq] == steps[seq - 1]:
        seq += 1
    return seq


def targets_after(ledger: Ledger, tournament: str, seq: int) -> tuple[int, ...]:
    """The records to take back so that the event stands as it stood after the step of record `seq`.

    An undo of something later needs no undoing; what it took back stays taken back.
    """
    loaded, end = ledger.load(tournament), end_of_step(ledger, tournament, seq)
    return tuple(
        n
        for n, event in loaded.history
        if n > end and n not in loaded.state.voids and not _undoes_later(event, end)
    )


def _steps(loaded: Loaded) -> tuple[str, ...]:
    return tuple(loaded.notes[seq - 1].command_id for seq, _ in loaded.history)


def _undoes_later(event: Event, seq: int) -> bool:
    takes_back = EVENT_ROW_OF[type(event)].takes_back
    return takes_back is not None and max(takes_back(event)) > seq


def _freezes(loaded: Loaded, standing: Sequence[int], step: str) -> set[int]:
    """The records that froze the rounds of which this step is the only draw."""
    drawn: dict[int, set[str]] = {}
    frozen: dict[int, int] = {}
    for seq in standing:
        event, command = loaded.history[seq - 1][1], loaded.notes[seq - 1].command_id
        if number := round_made(event, "drawn"):
            drawn.setdefault(number, set()).add(command)
        elif number := round_made(event, "frozen"):
            frozen[number] = seq
    return {frozen[number] for number, steps in drawn.items() if steps == {step} and number in frozen}
