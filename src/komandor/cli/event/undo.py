"""Undo and redo, with a preview of what would change."""

from typing import Annotated

import typer

from komandor.app.queries.effects import effect_of_undo
from komandor.app.undo_targets import undo_targets
from komandor.cli.engine import output
from komandor.cli.event.desk import Desk, Reason, on_event
from komandor.cli.exits import BadInput
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventVoided


@on_event
def undo(
    at: Desk,
    reason: Reason,
    seq: Annotated[int | None, typer.Option(help="A record of the step; else the last one.")] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would change.")] = False,
) -> None:
    """Undo a whole step; undoing an undo is redo. Nothing is ever deleted."""
    targets = undo_targets(at.ledger, at.id, seq)
    if not targets:
        raise BadInput(f"--seq: there is no record {seq}")
    if preview:
        _preview(at, targets)
    else:
        at.do(c.VoidEvents(targets, reason))


def _preview(at: Desk, targets: tuple[int, ...]) -> None:
    loaded = at.ledger.load(at.id)
    effect = effect_of_undo(loaded.state, loaded.history, targets)
    if isinstance(effect, Refusal):
        raise output.refusal(effect, at.lang)
    moved = [
        {
            "player": m.player,
            "name": at.held.full(m.player),
            "place": [m.before, m.after],
            "points": [m.points_before, m.points_after],
        }
        for m in effect.moved
    ]
    at.tell(
        {
            "records": list(targets),
            "redo": any(isinstance(e, EventVoided) for s, e in loaded.history if s in targets),
            "phase": [effect.phase_before, effect.phase_after],
            "moved": moved,
            "into_the_cut": list(effect.cut_in),
            "out_of_the_cut": list(effect.cut_out),
            "draws_no_longer_ideal": list(effect.draws),
        }
    )
